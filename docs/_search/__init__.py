"""Builds the index of the site's search: of the catalogue's records and the pages' prose."""

from dataclasses import dataclass

FOLDER = "_search"  # in the site
NAMES = "names.json"
INDEX = "index.json"


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
    address: str = ""  # what it is cited by
    games: tuple[
        str, ...
    ] = ()  # the rule sets that have it word for word, its own among them, the best known first
    in_force: bool = True  # not a clause that only an option calls for
