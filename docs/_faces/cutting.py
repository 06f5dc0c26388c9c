"""The site's own faces, cut out of the whole ones that npm has: two of Adobe's, under the SIL Open Font License.

The licence reserves the name *Source* for faces that nobody has changed, so these have names of their own.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from pathlib import Path
from typing import Any

TEXT, LABEL = "Whister Text", "Whister Label"
"""What is read at length, and what is read at a glance: labels, tables, figures."""

LETTERS = (
    " !\"#%&'()*+,-./0123456789:;<=>?ABCDEFGHIJKLMNOPQRSTUVWXYZ[]_abcdefghijklmnopqrstuvwxyz"
    "\xa0§µ·¼½×ÀÉßàáâãäçèéêëíîïñóôöùúûüœ–—‘’“”†‡…→−≤≥"
)
"""What the pages are written with; a test compares them."""

LABEL_LETTERS = LETTERS + "±¶♠♥♦♣"

ELSEWHERE = "$@\\^`{|}~абруфłı★▴▾▸↑↓↕›"
"""What pages have now and then, and in programs, and what the machine's own faces have to show."""


@dataclass(frozen=True)
class Face:
    """One weight and slope: which file of npm it is cut from, and which uses of its letters are kept."""

    name: str
    family: str
    source: str
    weights: str
    letters: str = LETTERS
    style: str = "normal"
    features: tuple[str, ...] = ("kern", "liga", "onum", "pnum")
    """Pairs set closer, fi and fl, figures with tails and of their own widths: as a book sets them."""
    scale: float = 1.0
    """How much larger it is shown than its file says."""
    reach: tuple[float, float] | None = None
    """How far its lines reach up and down, in parts of the size, if its file says something else."""
    set_closer: float = 0.996
    """How long a line of it is, to the sum of its letters: more of its pairs are kerned than in its fallback."""

    @property
    def file(self) -> str:
        """The name of its own file."""
        return f"{self.name}.woff2"

    @property
    def package(self) -> str:
        """The package of npm that it is cut from."""
        return "/".join(self.source.split("/")[:2])


_SERIF, _SANS = "@expo-google-fonts/source-serif-4", "@expo-google-fonts/source-sans-3"
_ROMAN, _BOLD = "1 500", "501 1000"
AS_ARIAL = 1.06
"""Its small letters are then as high as those of the faces that most machines have."""
CENTRED = (0.95, 0.25)
"""The middle between them is that of a capital: so is a button's."""
FACES = (
    Face("text", TEXT, f"{_SERIF}/400Regular/SourceSerif4_400Regular.ttf", _ROMAN),
    Face("italic", TEXT, f"{_SERIF}/400Regular_Italic/SourceSerif4_400Regular_Italic.ttf", _ROMAN, style="italic"),
    Face("bold", TEXT, f"{_SERIF}/600SemiBold/SourceSerif4_600SemiBold.ttf", _BOLD),
    Face("label", LABEL, f"{_SANS}/400Regular/SourceSans3_400Regular.ttf", _ROMAN, LABEL_LETTERS, features=("kern",), scale=AS_ARIAL, reach=CENTRED, set_closer=0.999),
    Face("label-bold", LABEL, f"{_SANS}/600SemiBold/SourceSans3_600SemiBold.ttf", _BOLD, LABEL_LETTERS, features=("kern",), scale=AS_ARIAL, reach=CENTRED, set_closer=0.999),
)  # fmt: skip
"""The figures of labels are all of one width to begin with, and need nothing for it."""

FAMILY_NAMES, UNIQUE_NAMES, COPYRIGHT = (1, 4, 16), (3, 6), (0, 13, 14)


def cut(packages: Path, face: Face) -> bytes:
    """Return a face with only the letters in use, under its own name, as woff2: the same file gives the same bytes."""
    from fontTools import subset

    how = subset.Options(
        layout_features=list(face.features),
        hinting=False,
        glyph_names=False,
        notdef_outline=True,
        name_IDs=[*FAMILY_NAMES, 2, *UNIQUE_NAMES, *COPYRIGHT],
        name_languages=[0x409],
    )
    font: Any = subset.load_font(str(packages / face.source), how)
    font.recalcTimestamp = False
    cutting = subset.Subsetter(how)
    cutting.populate(text=face.letters)
    cutting.subset(font)
    for record in font["name"].names:
        if record.nameID in FAMILY_NAMES:
            record.string = face.family
        elif record.nameID in UNIQUE_NAMES:
            record.string = f"{face.family}-{face.name}".replace(" ", "")
    font.flavor = "woff2"
    written = io.BytesIO()
    font.save(written)
    font.close()
    return written.getvalue()


def licences(packages: Path) -> str:
    """The licences of the faces: what they are cut from, and that they were changed."""
    texts = []
    for family, package in {face.family: face.package for face in FACES}.items():
        head = f"{family}, cut from {package}: only some of its letters are left"
        told = (packages / package / "LICENSE_FONT").read_text(encoding="utf-8").strip()
        texts.append(f"{head}\n{'=' * len(head)}\n\n{told}\n")
    return "\n\n".join(texts)
