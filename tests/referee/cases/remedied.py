"""Six remedies in random games, and the laws of a changed past: every throw, card and agreement is kept or asked about,
what there is in the box stays as much, and undoing leads back exactly.

``python -m tests.referee.cases.remedied 200`` plays so many games of all rulesets, or of those named behind, each with
every remedy, and prints figures and faults.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

import rulesets
from referee.cases.remedy_effect import MoveToken, place_token
from referee.cases.replay import Replay, nature, offered, replay
from referee.cases.undoing import inverse
from referee.log.standing import Standing
from referee.rules.positions.fields import difference
from rulesets import Game, Report, as_report, moves
from rulesets.kernel.report import CHOICE, FORMALITY

LENGTH = 70
PROPOSALS = 8
"""For each report of a game, the most that are proposed: many of them are refused, or not played here."""
NOT_PLAYED = {"time_up", "open_talk", "close_talk", "ruling", "retract"}
HOUSE = {"parking_taxes": True, "parking_fines": True, "parking_jail": True, "parking_stake": 100}
"""Options of every other game, of those it has: with money in the middle of the board, which a remedy must not lose
either.
"""
MOST_ANSWERS = 8


class Walk(NamedTuple):
    """A random game: what was reported, and the game before each report, and after the last one."""

    log: list[Standing]
    games: list[Game]


class Rewriting(NamedTuple):
    """What goes into a log at a place, ``instead`` of the entry there or before it."""

    place: int
    lines: list[str]
    instead: bool


def walk(name: str, random: Random, length: int, *, built: bool, house: bool) -> Walk:
    """Play a random game of four.  ``built``: from a position with groups and buildings; ``house``: by the house rule
    of Free Parking.
    """
    ruleset, seats = rulesets.load(name), list("ABCD")
    options = {each.name: HOUSE[each.name] for each in ruleset.options if house and each.name in HOUSE}
    start = ruleset.mechanics.scatter(ruleset.start(seats).state, random) if built else None
    games = [ruleset.start(seats, None, options, start)]
    log: list[Standing] = []
    for _ in range(length * PROPOSALS):
        report = ruleset.propose(games[-1], random)
        answer = ruleset.judge(games[-1], report)
        if answer.accepted and report["type"] not in NOT_PLAYED:
            log.append(Standing(len(log) + 1, report, None))
            games.append(answer.game)
        if len(log) == length or ruleset.over(games[-1]):
            break
    return Walk(log, games)


# -- the remedies


def _places(found: Walk, *kinds: str) -> list[int]:
    return [place for place, each in enumerate(found.log[:-1]) if each.report["type"] in kinds]


def take_out(found: Walk, random: Random) -> Rewriting | None:
    """An entry that is no throw is taken out."""
    places = [place for place, each in enumerate(found.log[:-1]) if each.report["type"] not in ("roll", "press")]
    return Rewriting(random.choice(places), [], instead=True) if places else None


def insert(found: Walk, random: Random) -> Rewriting | None:
    """Anything that was possible at a place is inserted there."""
    place = random.randrange(len(found.log) - 1)
    possible = [each for each in moves(found.games[place]) if each["type"] not in NOT_PLAYED | {"declare_bankruptcy"}]
    return Rewriting(place, [json.dumps(random.choice(possible))], instead=False) if possible else None


def replace(found: Walk, random: Random) -> Rewriting | None:
    """A throw is replaced by another one."""
    if not (places := _places(found, "roll")):
        return None
    place = random.choice(places)
    report = {**found.log[place].report, "dice": [random.randint(1, 6), random.randint(1, 6)]}
    return Rewriting(place, [json.dumps(report)], instead=True)


def late_building(found: Walk, random: Random) -> Rewriting | None:
    """A building found late is taken out, with all that came of it."""
    places = _places(found, "build")
    return Rewriting(random.choice(places), [], instead=True) if places else None


def missed_auction(found: Walk, random: Random) -> Rewriting | None:
    """A purchase is replaced by the auction that should have been held, with its price."""
    if not (places := _places(found, "buy")):
        return None
    place = random.choice(places)
    game, reports = found.games[place], []
    for kind in ("decline", "start_auction", "bid", "close_auction"):
        possible = [each for each in moves(game) if each["type"] == kind]
        if possible:
            reports.append(random.choice(possible))
            game = game.ruleset.judge(game, reports[-1]).game
    return Rewriting(place, [json.dumps(each) for each in reports], instead=True)


REWRITING: dict[str, Callable[[Walk, Random], Rewriting | None]] = {
    "take out": take_out,
    "insert": insert,
    "replace": replace,
    "building found late": late_building,
    "missed auction": missed_auction,
}
TOKEN = "move a token"
REMEDIES = (*REWRITING, TOKEN)


def mended(found: Walk, changed: Rewriting, random: Random) -> tuple[Replay, dict[int, list[str]]]:
    """Change the log and answer every question: by what is offered, or by leaving an entry out."""
    place, lines, instead = changed
    given: dict[int, list[str]] = {}
    then = found.games[place + instead]
    while True:
        done = replay(then, found.games[place], lines, found.log[place + instead :], given, _read)
        if done.open is None or done.open.seq is None:
            return done, given
        possible = [each for each in offered(done.open.game) if each["type"] != "declare_bankruptcy"]
        answers = given.setdefault(done.open.seq, [])
        answers.append(json.dumps(random.choice(possible)) if possible and len(answers) < MOST_ANSWERS else "")


def _read(game: Game, line: str) -> Report:
    return as_report(json.loads(line))


# -- the laws


def rewritten(found: Walk, changed: Rewriting, random: Random) -> Counter[str]:
    """Rewrite a log and check every law; return what became of the entries.  Raises AssertionError."""
    done, given = mended(found, changed, random)
    fates: Counter[str] = Counter()
    rest = found.log[changed.place + changed.instead :]
    assert [each.seq for each in done.entries if each.seq] == [each.seq for each in rest]
    logged = {each.seq: each.report for each in rest}
    for each in done.entries:
        fates[each.fate] += 1
        kind = nature(each.report, each.game)
        assert each.fate != "obsolete" or kind in (CHOICE, FORMALITY), each.report
        assert each.fate != "left_out" or "" in given[each.seq or 0]
        assert each.fate != "anew" or each.report["type"] == "pay"
        assert not each.seq or each.report == logged[each.seq], "what was reported is another thing"
    # The law accepts the other game from there on, and ends where the replay does.
    other = found.games[changed.place]
    for each in done.entries:
        if each.fate in ("stands", "given", "anew"):
            answer = other.ruleset.judge(other, each.report)
            assert answer.accepted, (each, answer)
            other = answer.game
    assert other.ruleset.position(other) == other.ruleset.position(done.game)
    before, after = (other.ruleset.position(game) for game in (found.games[-1], done.game))
    ruled_and_undone(found, {**difference(before, after), **{name: after[name] for name in ("phase", "turn", "due")}})
    return fates


def token_moved(found: Walk, random: Random) -> bool:
    """Move a token at the end of a game; return whether the remedy was possible.  Raises AssertionError."""
    game = found.games[-1]
    position, spaces = game.ruleset.position(game), [each.key for each in game.state.table.edition.spaces]
    seat = position["turn"] if random.random() < 0.6 else random.choice(sorted(position["players"]))
    space = random.choice(spaces)
    failed = random.choice((None, 0)) if space == "jail" else None
    parts = place_token(MoveToken(seat, space, failed), game, found.log)
    nowhere = position["players"][seat].get("out") or space == "go_to_jail" or game.ruleset.over(game)
    if not parts or nowhere:
        return False
    ruled_and_undone(found, parts)
    return True


def _ruling(parts: Any) -> Report:
    return as_report({"type": "ruling", "by": "-", "reason": "-", "set": dict(parts)})


def ruled_and_undone(found: Walk, parts: Any) -> None:
    """One ruling makes the change, nothing of the box is lost, and undoing it leads back.  Raises AssertionError."""
    game = found.games[-1]
    ruleset, before = game.ruleset, game.ruleset.position(game)
    answer = ruleset.judge(game, _ruling(parts))
    assert answer.accepted, answer
    after = ruleset.position(answer.game)
    conserved = ruleset.mechanics.conserved
    assert conserved(answer.game.state) == conserved(game.state) == conserved(found.games[0].state)
    undone = inverse(before, after, after)
    back = ruleset.judge(answer.game, _ruling(undone)).game if undone else answer.game
    assert ruleset.position(back) == before


def remedied(name: str, seed: str, length: int = LENGTH) -> Iterator[tuple[str, Counter[str] | None]]:
    """Play a game of at most ``length`` reports and apply every remedy.

    Yields each with what became of the entries, None if it was not possible.
    """
    random = Random(f"{name} {seed}")
    found = walk(name, random, length, built=random.random() < 0.5, house=random.random() < 0.5)
    if len(found.log) < 2:
        return
    for remedy, change in REWRITING.items():
        changed = change(found, random)
        yield remedy, rewritten(found, changed, random) if changed else None
    yield TOKEN, Counter() if token_moved(found, random) else None


def main(count: int, games: Sequence[str]) -> int:
    """Play ``count`` games over the rulesets, print figures after every ten, and faults; return the number of these."""
    done: Counter[str] = Counter()
    fates: Counter[str] = Counter()
    faults = 0
    for number in range(count):
        name = games[number % len(games)]
        try:
            for remedy, became in remedied(name, str(number)):
                done[remedy if became is not None else f"{remedy}: not possible"] += 1
                fates += became or Counter()
        except AssertionError as fault:
            faults += 1
            print(f"{name}, game {number}: {fault}", flush=True)
        if number % 10 == 9 or number == count - 1:
            print(f"{number + 1} games; {dict(done)}; entries: {dict(fates)}; faults: {faults}", flush=True)
    return faults


if __name__ == "__main__":
    sys.exit(min(main(int(sys.argv[1]) if len(sys.argv) > 1 else 200, sys.argv[2:] or rulesets.names()), 1))
