"""Builds the index of the site's search: pagefind's, of the catalogue's records and the pages' prose."""

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
    address: str = ""  # what it is cited by
    also: int = 0  # how many other games have it word for word
