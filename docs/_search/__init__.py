"""The site's search index: the catalogue's records and the pages' prose."""

from dataclasses import dataclass

FOLDER = "_search"  # of the site
NAMES = "names.json"
FIGURES = "figures"  # the kind of a page of figures, and of its sections


@dataclass(frozen=True, slots=True)
class Record:
    """One thing that search can find."""

    url: str  # from the site's root
    kind: str
    family: str  # empty if it belongs to none
    title: str
    text: str
    names: tuple[str, ...] = ()  # other names for it
    about: str = ""  # the title of the game or page that contains it
    address: str = ""  # its address in citations
    games: tuple[str, ...] = ()  # the rule sets that have it in the same words, the best known first
    off: tuple[str, ...] = ()  # the last of `games`, in which only an option puts it in force

    @property
    def in_force(self) -> bool:
        """Whether it is in force without an option in the first of its games."""
        return not self.off or self.games[0] not in self.off
