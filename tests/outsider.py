"""A third party's program that uses the library: type-checked strictly and run with only the package installed."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

import rulesets


def referee(ruleset: rulesets.Ruleset, lines: Iterable[str], language: str) -> Iterator[str]:
    """Yield the answer to each report of a game, typed in the short notation, in sentences."""
    game: rulesets.Game = ruleset.start(["A", "B"], options={"time_limit_minutes": 60}, names={"A": "Aiko"})
    codes = rulesets.notation.codes(game)
    for line in lines:
        try:
            report = rulesets.notation.parse(line, codes, rulesets.notation.meant(ruleset.due(game)))
        except rulesets.Unreadable as fault:
            answer: rulesets.Answer = ruleset.refuse_unread(game, fault.refusal)
        else:
            answer = ruleset.judge(game, report)
        game = answer.game
        yield "; ".join(answer.sentences(language))


def sum_of_bids(game: rulesets.Game) -> int:
    """The sum of the lowest legal bids of all bidders."""
    return sum(entry["least"] for entry in game.ruleset.legal(game) if entry["type"] == "bid")


def replayed(header: dict[str, Any], reports: list[rulesets.Report]) -> tuple[int | None, list[str]]:
    """The index of the report at which a record stops, and the codes of its refusals."""
    record: rulesets.Record = rulesets.replay(header, reports)
    refusals: tuple[rulesets.Refusal, ...] = record.answers[-1].refusals
    return record.stopped, [refusal.code for refusal in refusals]


def main() -> int:
    """Use each part of the public interface, and print the results."""
    ruleset = rulesets.load(sys.argv[1])
    print(*referee(ruleset, ["12", "no", "B b60", "what"], "en"), sep="\n")
    header = {"record": "monopoly/1", "ruleset": ruleset.name, "seats": ["A", "B"]}
    print(replayed(header, [{"type": "buy", "player": "A"}]))
    rejudged: rulesets.Rejudged = rulesets.rejudge(header, [], rulesets.load("classic-us"))
    explained: rulesets.Explanation = ruleset.explanation(ruleset.start(("A", "B")))
    print(rejudged.standing_changes, explained.to_json()["over"], sum_of_bids(explained.game))
    print(ruleset.propose(explained.game, Random(1)).keys() >= {"type"})
    try:
        ruleset.start(["A"])
    except rulesets.HeaderRefused as refused:
        print(len(refused.refusals))
    return 0


if __name__ == "__main__":
    sys.exit(main())
