"""The index of the site's search: the catalogue's records and the pages' prose."""

from dataclasses import dataclass

FOLDER = "_search"  # in the site
NAMES = "names.json"


@dataclass(frozen=True, slots=True)
class Record:
    """One thing to be found."""

    url: str  # from the site's root
    kind: str
    family: str  # empty where it belongs to none
    title: str
    text: str
    names: tuple[str, ...] = ()  # what else it is called
    about: str = ""  # the title of the game or page that it is part of
    address: str = ""  # its address in citations
    games: tuple[
        str, ...
    ] = ()  # the rule sets that have it in the same words, its own among them, the best known first
    off: tuple[str, ...] = ()  # those of the games in which only an option brings it in

    @property
    def in_force(self) -> bool:
        """Whether it needs no option in the game that is named first."""
        return not self.off or self.games[0] not in self.off
