"""Golden playthroughs: for every rule set and number of players, deals from fixed seeds that must never change.

``python3 noxfile.py -s golden`` rewrites ``golden/<family>/<name>.txt``. For each deal there are a record, the number
of legal actions at each ply, and the settlement; for each game, its totals deal by deal. The actions are fixed: either
a digest of the seed and the ply picks among the legal ones, or the table's own players choose.
"""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Callable, Iterator
from pathlib import Path

import whister
from whister import Deal, Record, Rules
from whister.bots import choose
from whister.notation import Action

FOLDER = Path(__file__).parent / "golden"
LONGEST = 12  #: deals of a game that are kept
Player = Callable[[Deal, int, str], Action]


def by_digest(deal: Deal, seat: int, seed: str) -> Action:
    """Return an action picked by the seed and the number of earlier actions; it is the same in every Python."""
    legal = deal.legal(seat)
    digest = hashlib.sha256(f"{seed}/{len(deal.actions)}".encode()).digest()
    return legal[int.from_bytes(digest[:8], "big") % len(legal)]


def by_rule_of_thumb(deal: Deal, seat: int, _: str) -> Action:
    """Return the action of the table's own player."""
    return choose(deal.view(seat))


def play(deal: Deal, player: Player, seed: str) -> list[int]:
    """Play a deal to the end; return how many actions were legal for the first seat to act, ply by ply."""
    counts: list[int] = []
    while not deal.over:
        seat = deal.pending[0]
        counts.append(len(deal.legal(seat)))
        deal.act(player(deal, seat, seed), seat)
    return counts


def of_rule_set(name: str) -> Iterator[str]:
    """Yield the lines of a rule set's file."""
    for players in whister.load(name).players:
        rules = whister.load(name, players=players)
        for number, player in enumerate((by_digest, by_rule_of_thumb), 1):
            yield from _deal(rules, f"{players} players, {player.__name__.replace('_', ' ')}", number, player)
        yield from _game(rules, f"{players} players, a game")


def _deal(rules: Rules, heading: str, number: int, player: Player) -> Iterator[str]:
    seed = f"golden {number}"
    deal = rules.deal(seed, number=number)
    counts = play(deal, player, seed)
    settlement = deal.settle()
    yield f"# {heading}"
    yield str(Record.of(deal))
    yield f"legal {' '.join(map(str, counts))}"
    yield f"settles {' '.join(map(str, settlement.delta))} pool {settlement.pool}"
    yield ""


def _game(rules: Rules, heading: str) -> Iterator[str]:
    session = rules.session("golden")
    yield f"# {heading}"
    for _ in range(LONGEST):
        play(session.deal, by_rule_of_thumb, "")
        session.advance()
        yield f"totals {' '.join(map(str, session.totals))} pool {session.ledger.pool}"
        if session.over:
            yield f"winners {' '.join(map(str, session.winners))}"
            break
    yield ""


def file_of(name: str) -> Path:
    """Return the path of a rule set's playthroughs."""
    return FOLDER / f"{name}.txt"


def write() -> None:
    """Rewrite every file, and remove those of rule sets that no longer exist."""
    wanted = {file_of(name): name for name in whister.catalogue()}
    for stray in set(FOLDER.rglob("*.txt")) - set(wanted):
        stray.unlink()
    for file, name in wanted.items():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("\n".join(of_rule_set(name)), "utf-8")
    print(f"{len(wanted)} files in {FOLDER.name}/")


def first_difference(name: str) -> str:
    """Return the first line in which a rule set plays differently from its file; "" if there is none."""
    kept = file_of(name).read_text("utf-8").split("\n") if file_of(name).is_file() else []
    for at, (found, wanted) in enumerate(itertools.zip_longest(of_rule_set(name), kept), 1):
        if found != wanted:
            return f"line {at}: expected {wanted!r}\nfound {found!r}"
    return ""


if __name__ == "__main__":
    write()
