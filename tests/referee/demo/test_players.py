"""The demo's people: they play by the law of any ruleset, and their deals make sense to both sides."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

import rulesets
from referee.demo.players import NO_RANDOM, RESERVE, reports, seen
from rulesets.reports import as_report

REPORTS = 200


@pytest.mark.parametrize("name", rulesets.names())
def test_every_report_is_accepted_and_nobody_trades_for_nothing(name: str) -> None:
    law = rulesets.load(name)
    deals = 0
    for seed in range(3):
        game = law.start(["A", "B", "C", "D"], None, None)
        for report in islice(reports(game, Random(seed)), REPORTS):
            table = seen(game)
            if report["type"] == "trade":
                deals += 1
                (wanted,) = report["take"]["deeds"]
                buyer, seller = report["player"], report["with"]
                assert any(table.missing(buyer, group) == [wanted] for group in table.groups), report
                back = report["give"].get("deeds", [])
                if back:
                    assert any(table.missing(seller, group) == back for group in table.groups), report
                else:
                    assert report["give"]["cash"] >= table.worth(seller, wanted), report
                    assert table.cash(buyer) - report["give"]["cash"] >= RESERVE, report
            elif report["type"] == "bid" and "player" in report:
                deed = next(each["deed"] for each in table.position["due"] if each.get("deed"))
                assert report["amount"] <= table.worth(report["player"], deed), report
            assert report["type"] not in NO_RANDOM - {"trade"}, report
            answer = law.judge(game, as_report(report))
            assert answer.accepted, report
            game = answer.game
    assert deals or name == "city", name  # there, a deal is a report only where a trade was started
