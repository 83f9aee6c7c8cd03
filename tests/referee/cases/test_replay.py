"""Laws of a changed past, over random games: every throw, card and agreement is kept or asked about."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

import rulesets
from referee.cases.replay import ASKED, Replay, offered, replay
from referee.cases.undoing import inverse
from referee.log.standing import Standing
from referee.rules.positions.fields import difference
from rulesets import Game, Report, as_report, moves

CLASSIC = [name for name in rulesets.names() if name != "city"]
GAMES = 4
"""Games of each ruleset."""
LENGTH = 70
WEIGHTS = {"roll": 6, "buy": 6, "pay": 8, "draw": 6, "mortgage": 0.3, "sell": 0.2}
NOT_PLAYED = {"time_up", "open_talk", "close_talk"}


def read(game: Game, line: str) -> Report:
    """Answers are JSON here."""
    return as_report(json.loads(line))


def played(name: str, random: Random) -> Iterator[tuple[Standing, Game]]:
    """A random game: each report, and the game after it."""
    game = rulesets.load(name).start(list("ABCD"))
    for seq in range(1, LENGTH + 1):
        possible = [each for each in moves(game) if each["type"] not in NOT_PLAYED]
        if not possible:
            return
        kinds = sorted({each["type"] for each in possible})
        kind = random.choices(kinds, [WEIGHTS.get(each, 1) for each in kinds])[0]
        report = random.choice([each for each in possible if each["type"] == kind])
        game = game.ruleset.judge(game, report).game
        yield Standing(seq, report, None), game


def other_past(report: Report, before: Game, random: Random) -> tuple[list[str], Game]:
    """A throw is replaced by another one; anything else is taken out."""
    if report["type"] == "roll" and random.random() < 0.7:
        return [json.dumps({**report, "dice": [random.randint(1, 6), random.randint(1, 6)]})], before
    return [], before


def mended(games: list[Game], log: list[Standing], place: int, random: Random) -> tuple[Replay, dict[int, list[str]]]:
    """Change the entry at a place and answer every question: by what is offered, or by leaving an entry out."""
    lines, now = other_past(log[place].report, games[place], random)
    given: dict[int, list[str]] = {}
    while True:
        done = replay(games[place + 1], now, lines, log[place + 1 :], given, read)
        if done.open is None or done.open.seq is None:
            return done, given
        possible = [each for each in offered(done.open.game) if each["type"] != "declare_bankruptcy"]
        answers = given.setdefault(done.open.seq, [])
        answers.append(json.dumps(random.choice(possible)) if possible and len(answers) < 8 else "")


@pytest.mark.parametrize("name", CLASSIC)
def test_every_throw_card_and_agreement_of_a_random_game_is_kept_or_asked_about(name: str) -> None:
    random = Random(f"replay {name}")
    fates: Counter[str] = Counter()
    for _ in range(GAMES):
        walked = list(played(name, random))
        log, games = (
            [each for each, _ in walked],
            [rulesets.load(name).start(list("ABCD")), *(game for _, game in walked)],
        )
        place = random.randrange(len(log) - 1)
        done, given = mended(games, log, place, random)
        assert [each.seq for each in done.entries if each.seq] == [each.seq for each in log[place + 1 :]]
        for each in done.entries:
            fates[each.fate] += 1
            assert each.fate != "obsolete" or each.report["type"] in ASKED - {"draw"}, each.report
            assert each.fate != "left_out" or "" in given[each.seq or 0]
            assert each.fate != "anew" or each.report["type"] == "pay"
        # The law accepts the other game from its beginning, and ends where the replay does.
        other = games[place]
        for each in done.entries:
            if each.fate in ("stands", "given", "anew"):
                answer = other.ruleset.judge(other, each.report)
                assert answer.accepted, (each, answer)
                other = answer.game
        ruleset = other.ruleset
        assert ruleset.position(other) == ruleset.position(done.game)
        # One ruling leads there, and undoing it leads back.
        before, after = (ruleset.position(game) for game in (games[-1], done.game))
        ruled = as_report({"type": "ruling", "by": "-", "reason": "-", "set": set_of(before, after)})
        answer = ruleset.judge(games[-1], ruled)
        assert answer.accepted, answer
        assert ruleset.position(answer.game) == after
        back = as_report({"type": "ruling", "by": "-", "reason": "-", "set": inverse(before, after, after)})
        assert ruleset.position(ruleset.judge(answer.game, back).game) == before
    assert fates["stands"] > fates["obsolete"] > 0


def set_of(before: object, after: object) -> object:
    """The ``set`` of a ruling that leads from one position to the other."""
    assert isinstance(before, dict)
    assert isinstance(after, dict)
    return {**difference(before, after), **{name: after[name] for name in ("phase", "turn", "due")}}
