"""The environment in which a browser starts: fonts, language, time zone and home are the test's, not the machine's."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from xml.sax.saxutils import escape

from tests.browser.visitor import empty_folder

PACKAGES = Path(__file__).parents[2] / "docs" / "node_modules"
GOOGLE = "@expo-google-fonts"
KEPT = ("PATH", "LD_LIBRARY_PATH", "TMPDIR")
"""The machine's variables that a browser gets: where programs, libraries and temporary files are."""

FONTCONFIG = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <reset-dirs />
{folders}
  <cachedir>{cache}</cachedir>
{aliases}
  <match target="pattern">
    <edit name="family" mode="append_last" binding="weak"><string>{sans}</string></edit>
  </match>
  <match target="font">
    <edit name="antialias"><bool>true</bool></edit>
    <edit name="hinting"><bool>false</bool></edit>
    <edit name="rgba"><const>none</const></edit>
  </match>
</fontconfig>
"""
ALIAS = "  <alias binding='same'><family>{asked}</family><prefer><family>{given}</family></prefer></alias>"


@dataclass(frozen=True)
class Faces:
    """A set of fonts from npm packages: one font for each kind that a page may ask for, and no other."""

    packages: tuple[str, ...]
    sans: str
    serif: str
    mono: str

    def folders(self) -> list[Path]:
        """Return the folders of the fonts. Raises ``FileNotFoundError`` if they have not been fetched."""
        found = [PACKAGES / package for package in self.packages]
        for folder in found:
            if not folder.is_dir():
                raise FileNotFoundError(f"No fonts in {folder}. Fetch them: npm ci in docs")
        return found

    def configuration(self, cache: Path) -> str:
        """Return the text of a fonts.conf for these fonts alone."""
        kinds = {"sans-serif": self.sans, "system-ui": self.sans, "serif": self.serif, "monospace": self.mono}
        named = {"Arial": self.sans, "Times New Roman": self.serif, "Courier New": self.mono}
        return FONTCONFIG.format(
            folders="\n".join(f"  <dir>{escape(str(folder))}</dir>" for folder in self.folders()),
            cache=escape(str(cache)),
            sans=self.sans,
            aliases="\n".join(ALIAS.format(asked=a, given=g) for a, g in {**kinds, **named}.items()),
        )


WIDE = Faces(("dejavu-fonts-ttf/ttf",), "DejaVu Sans", "DejaVu Serif", "DejaVu Sans Mono")
"""The only fonts of a minimal Debian system, some fifteen per cent wider than Arial."""

USUAL = Faces(
    tuple(f"{GOOGLE}/{name}" for name in ("arimo", "tinos", "cousine")), "Arimo", "Tinos", "Cousine"
)
"""Fonts as wide as Arial, Times New Roman and Courier New."""

BOTH = {"wide": WIDE, "usual": USUAL}
OWN = "own"
"""The name in tests for the site's own fonts, beside the names in `BOTH`."""


@contextmanager
def surroundings(faces: Faces = USUAL) -> Iterator[dict[str, str]]:
    """Yield the environment of a browser's process, with an empty home folder that is removed at the end."""
    with empty_folder() as home:
        (home / "fonts.conf").write_text(faces.configuration(home / "fonts"), encoding="utf-8")
        folders = {"XDG_CONFIG_HOME": "config", "XDG_CACHE_HOME": "cache", "XDG_DATA_HOME": "data"}
        for name in (*folders.values(), "runtime"):
            (home / name).mkdir(mode=0o700)
        yield {
            **{name: os.environ[name] for name in KEPT if name in os.environ},
            **{name: str(home / place) for name, place in folders.items()},
            "HOME": str(home),
            "XDG_RUNTIME_DIR": str(home / "runtime"),
            "FONTCONFIG_FILE": str(home / "fonts.conf"),
            "LC_ALL": "en_US.UTF-8",  # WebKit would take the C of C.UTF-8 for a language
            "LANGUAGE": "en_US",
            "TZ": "UTC",
            "DBUS_SESSION_BUS_ADDRESS": "disabled:",
            "NO_AT_BRIDGE": "1",
            "GSETTINGS_BACKEND": "memory",
            "GIO_USE_VFS": "local",
        }
