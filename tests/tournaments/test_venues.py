"""Several venues feed one final: the file of a venue, and which of its players come."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.referee.support.hall import PLAN
from tournaments.fault import Faulty
from tournaments.players.entrant import Entrant
from tournaments.regulation.load import load_text
from tournaments.venues.admit import GIVES_UP, LISTED, NAMESAKE, admit
from tournaments.venues.export import Venue, VenuePlayer, document, parsed, read_venue, seal
from tournaments.venues.rule import VenuesRule

TWO = VenuesRule(2, 0, "refuse", ())


def venue(*ranks: int, **more: object) -> Venue:
    """A venue that is over, with players of these ranks."""
    players = tuple(VenuePlayer(f"p{n}", n, rank, 0, False, f"選手{n}") for n, rank in enumerate(ranks, 1))
    return replace(Venue("v1", "大阪予選", "2026-10-01", "大阪", "osaka", True, False, players), **more)  # type: ignore[arg-type]


def coming(rule: VenuesRule, of: Venue, answers: dict[str, str] | None = None, *here: Entrant) -> list[str]:
    """The ids of the players who come."""
    found = admit(rule, of, answers or {}, here, "seed")
    return [each.player.id for each in found.candidates if each.comes]


def faults(rule: VenuesRule, of: Venue, answers: dict[str, str] | None = None, *here: Entrant) -> list[str]:
    """The codes of what is still unsettled."""
    return [each.code for each in admit(rule, of, answers or {}, here, "seed").faults]


def test_the_first_of_the_order_come_and_the_next_moves_up_for_whoever_gives_up() -> None:
    assert coming(TWO, venue(1, 2, 3, 4)) == ["p1", "p2"]
    assert coming(TWO, venue(1, 2, 3, 4), {"p1": GIVES_UP}) == ["p2", "p3"]
    left = venue(1, 2, 3)
    left = replace(left, players=(replace(left.players[0], left=True), *left.players[1:]))
    assert coming(TWO, left) == ["p2", "p3"]
    assert coming(TWO, venue(1)) == ["p1"]


def test_one_comes_for_so_many_players_and_for_those_left_over() -> None:
    rule = VenuesRule(0, 4, "refuse", ())
    assert len(coming(rule, venue(*range(1, 9)))) == 2
    assert len(coming(rule, venue(*range(1, 10)))) == 3


def test_equals_for_the_last_place_are_parted_as_the_regulation_says() -> None:
    tied = venue(1, 2, 2, 2)
    assert faults(TWO, tied) == ["venue_tied"]
    assert coming(replace(TWO, tied="all"), tied) == ["p1", "p2", "p3", "p4"]
    by_lot = coming(replace(TWO, tied="lots"), tied)
    assert by_lot[0] == "p1" and len(by_lot) == 2
    assert not faults(TWO, venue(1, 1, 3))


def test_a_venue_that_is_not_over_or_was_held_by_other_rules_is_refused_with_all_its_faults() -> None:
    rule = replace(TWO, held_by=("kobe-gp",))
    assert faults(rule, venue(1, 2, final=False)) == ["venue_not_over", "venue_other_regulation"]
    assert not faults(replace(TWO, held_by=("osaka",)), venue(1, 2))


def test_where_the_venue_says_who_qualified_these_come_without_a_final_of_its_own() -> None:
    rule = VenuesRule(0, 0, "refuse", ())
    of = venue(1, 2, 2, final=False, qualified=True)
    of = replace(of, players=(of.players[0], replace(of.players[1], seed=1), replace(of.players[2], seed=2)))
    assert coming(rule, of) == ["p2", "p3"] and not faults(rule, of)
    assert faults(rule, replace(of, qualified=False)) == ["venue_not_over"]


def test_doubled_players_are_named_until_somebody_says_who_they_are() -> None:
    here = Entrant("e1", 7, "選手1")
    found = admit(TWO, venue(1, 2, 3), {}, [here], "seed")
    assert [each.facts["numbers"] for each in found.faults] == ["7"]
    assert "選手1" in found.faults[0].sentence("ja")
    assert coming(TWO, venue(1, 2, 3), {"p1": GIVES_UP}, here) == ["p2", "p3"]
    for answer, state in ((LISTED, "listed"), (NAMESAKE, "comes")):
        found = admit(TWO, venue(1, 2, 3), {"p1": answer}, [here], "seed")
        assert not found.faults and found.candidates[0].state == state
    holder = replace(here, qualified_by="京都予選 1位")
    assert faults(TWO, venue(1, 2, 3), {"p1": LISTED}, holder) == ["venue_place_held"]
    assert not faults(TWO, venue(1, 2, 3), {"p1": NAMESAKE}, holder)
    assert faults(TWO, venue(1, 2), {"p1": LISTED, "p9": GIVES_UP}) == ["venue_answer_of_nobody", "venue_not_listed"]


def test_reading_and_club_tell_namesakes_apart() -> None:
    of = venue(1, 2)
    of = replace(of, players=(replace(of.players[0], reading="せんしゅ", club="関西"), of.players[1]))
    assert not faults(TWO, of, {}, Entrant("e1", 7, "選手1", "べつじん"))
    assert not faults(TWO, of, {}, Entrant("e1", 7, "選手1", "せんしゅ", "関東"))
    assert faults(TWO, of, {}, Entrant("e1", 7, "選手 1", "せんしゅ")) == ["venue_doubled"]


def test_a_file_comes_back_as_it_was_and_one_that_was_changed_is_refused() -> None:
    of = venue(1, 2, 2)
    content = json.loads(json.dumps(document(of)))
    assert read_venue(content) == of
    assert read_venue(parsed(b"\xef\xbb\xbf" + json.dumps(content).encode())) == of
    for changed in ({**content, "final": False}, {**content, "players": content["players"][:2]}):
        with pytest.raises(Faulty, match="not as the venue wrote it"):
            read_venue(changed)
    wrong = {**content, "players": [{**content["players"][0], "rank": "first"}]}
    with pytest.raises(Faulty) as error:
        read_venue({**wrong, "sha256": seal(wrong)})
    assert [each.path for each in error.value.faults] == ["players[1].rank"]


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04", b"[1, 2]", b'{"format": "other"}', b"[" * 100_000, b"\xff\xfe"])
def test_any_other_file_is_no_venues_file(data: bytes) -> None:
    with pytest.raises(Faulty) as error:
        read_venue(parsed(data))
    assert error.value.faults[0].code == "venue_no_file"


def test_the_section_says_one_thing_and_nothing_that_does_nothing() -> None:
    assert load_text(PLAN + "\n[venues]\nper_players = 8\n").venues == VenuesRule(0, 8, "refuse", ())
    for section in ("places = 2\nper_players = 8", "", "qualified = false", 'qualified = true\ntied = "all"'):
        with pytest.raises(Faulty) as error:
            load_text(f"{PLAN}\n[venues]\n{section}\n")
        assert all(each.path.startswith("venues") for each in error.value.faults)


@given(st.lists(st.integers(1, 12), min_size=1, max_size=12), st.integers(1, 6), st.sampled_from(["all", "lots"]))
def test_nobody_comes_before_somebody_who_stands_ahead(ranks: list[int], places: int, tied: str) -> None:
    order = sorted(ranks)
    standard = [order.index(rank) + 1 for rank in order]
    of = venue(*standard)
    came = set(coming(VenuesRule(places, 0, tied, ()), of))
    behind = [each.rank for each in of.players if each.id not in came]
    assert all(each.rank <= min(behind, default=99) for each in of.players if each.id in came)
    assert len(came) == min(places, len(of.players)) or (tied == "all" and len(came) > places)
