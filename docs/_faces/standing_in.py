"""Fallbacks from the reader's machine until a face arrives, made as wide and as high, so that nothing moves.

A line keeps its place where both reach as far up and down, and it breaks at the same words, or nearly so, where these are as
long on the average. Style sheets do this with ``ascent-override``, its relatives, and ``size-adjust``.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from .cutting import FACES, Face

SAMPLE = (
    "The player to the dealer’s left leads any card to the first trick, and the others follow suit if they can. Whoever has "
    "none may play any card. The highest card of the suit led takes the trick, unless somebody has trumped it, and its "
    "winner leads to the next. A game ends when one player has reached 100 points; the lowest score wins it. In Foster’s "
    "Complete Hoyle of 1909 the queen of spades counts 13; Black Lady (Slippery Anne, Black Maria, Rickety Kate) is first told "
    "of there. Hearts, Boston, Rook; Dalton 1912, Parlett 1990: “French, Spanish, American.”"
)
"""English as on the pages, its letters in their usual shares, with names and years."""

_TIMES, _ARIAL, _DEJAVU = "@expo-google-fonts/tinos", "@expo-google-fonts/arimo", "dejavu-fonts-ttf/ttf"


class StandIn(NamedTuple):
    """A face on the reader's machine, by all its names, and the face that it replaces."""

    like: str
    face: str
    local: tuple[str, ...]
    width: str | float
    """A file of npm that is as wide; or how wide a letter of the sample is on the average, in parts of its size."""


STAND_INS = (
    StandIn("Times", "text", ("Times New Roman", "Liberation Serif", "Tinos", "Tinos Regular"), f"{_TIMES}/400Regular/Tinos_400Regular.ttf"),
    StandIn("Times", "italic", ("Times New Roman Italic", "Liberation Serif Italic", "Tinos Italic"), f"{_TIMES}/400Regular_Italic/Tinos_400Regular_Italic.ttf"),
    StandIn("Times", "bold", ("Times New Roman Bold", "Liberation Serif Bold", "Tinos Bold"), f"{_TIMES}/700Bold/Tinos_700Bold.ttf"),
    StandIn("Noto Serif", "text", ("Noto Serif", "Noto Serif Regular"), 0.4672),
    StandIn("Noto Serif", "italic", ("Noto Serif Italic",), 0.4562),
    StandIn("Noto Serif", "bold", ("Noto Serif Bold",), 0.4963),
    StandIn("DejaVu Serif", "text", ("DejaVu Serif",), f"{_DEJAVU}/DejaVuSerif.ttf"),
    StandIn("DejaVu Serif", "italic", ("DejaVu Serif Italic",), f"{_DEJAVU}/DejaVuSerif-Italic.ttf"),
    StandIn("DejaVu Serif", "bold", ("DejaVu Serif Bold",), f"{_DEJAVU}/DejaVuSerif-Bold.ttf"),
    StandIn("Arial", "label", ("Arial", "Liberation Sans", "Arimo", "Arimo Regular"), f"{_ARIAL}/400Regular/Arimo_400Regular.ttf"),
    StandIn("Arial", "label-bold", ("Arial Bold", "Liberation Sans Bold", "Arimo Bold"), f"{_ARIAL}/700Bold/Arimo_700Bold.ttf"),
    StandIn("Roboto", "label", ("Roboto", "Roboto Regular"), 0.4350),
    StandIn("Roboto", "label-bold", ("Roboto Bold",), 0.4430),
    StandIn("DejaVu Sans", "label", ("DejaVu Sans",), f"{_DEJAVU}/DejaVuSans.ttf"),
    StandIn("DejaVu Sans", "label-bold", ("DejaVu Sans Bold",), f"{_DEJAVU}/DejaVuSans-Bold.ttf"),
)  # fmt: skip
"""Times and Arial are on Windows and on Apple's machines; Noto and Roboto on Android, DejaVu on a bare Linux."""


def style_sheet(packages: Path) -> str:
    """Return the style sheet of the faces: where each is, its fallback, and one name for both: ``--face-text``."""
    stand_ins = [_stand_in(packages, each) for each in STAND_INS]
    return "\n".join([*map(_own, FACES), *stand_ins, f"body {{\n{''.join(_names())}}}\n"])


def _own(face: Face) -> str:
    """A face of the site: text is shown at once in its fallback."""
    how = f"font-style: {face.style}; font-weight: {face.weights}; font-display: swap"
    if face.reach:
        how += f"; size-adjust: {face.scale:.0%}; {_reaching(*face.reach, face.scale)}"
    return f'@font-face {{ font-family: "{face.family}"; src: url("./{face.file}") format("woff2"); {how}; }}'


def _stand_in(packages: Path, one: StandIn) -> str:
    """The fallback of a face, as wide and as high."""
    face = next(face for face in FACES if face.name == one.face)
    own = packages / face.source
    width = one.width if isinstance(one.width, float) else mean_width(packages / one.width)
    size = face.scale * face.set_closer * mean_width(own) / width
    told = {
        "font-family": f'"{face.family} as {one.like}"',
        "src": ", ".join(f'local("{name}")' for name in one.local),
        "font-style": face.style,
        "font-weight": face.weights,
        "size-adjust": f"{size:.2%}",
    }
    how = "; ".join(f"{name}: {value}" for name, value in told.items())
    return f"@font-face {{ {how}; {_reaching(*reach(packages, face), size)}; }}"


def _reaching(above: float, below: float, size: float) -> str:
    return f"ascent-override: {above / size:.2%}; descent-override: {below / size:.2%}; line-gap-override: 0%"


def _names() -> Iterator[str]:
    """A family and its fallbacks as one list, which a style sheet ends with a kind of face: ``serif``."""
    for family in dict.fromkeys(face.family for face in FACES):
        own = {face.name for face in FACES if face.family == family}
        like = dict.fromkeys(one.like for one in STAND_INS if one.face in own)
        names = ", ".join(f'"{name}"' for name in (family, *(f"{family} as {each}" for each in like)))
        yield f"  --face-{family.split()[-1].lower()}: {names};\n"


def mean_width(file: Path) -> float:
    """How wide a letter of the sample is on the average, in parts of the size."""
    with _font(file) as font:
        glyphs, widths = font.getBestCmap(), font["hmtx"]
        total = sum(widths[glyphs[ord(letter)]][0] for letter in SAMPLE)
        return float(total / len(SAMPLE) / font["head"].unitsPerEm)


def reach(packages: Path, face: Face) -> tuple[float, float]:
    """How far the lines of a face reach up and down, in parts of the size."""
    if face.reach:
        return face.reach
    with _font(packages / face.source) as font:
        lines, unit = font["hhea"], font["head"].unitsPerEm
        return lines.ascent / unit * face.scale, -lines.descent / unit * face.scale


def _font(file: Path) -> Any:
    from fontTools.ttLib import TTFont

    return TTFont(file, lazy=True)
