"""Swaps, re-seating, reasons, the file and its check, tables by standing and by rotation."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.languages import LANGUAGES
from tournaments.fault import Faulty
from tournaments.seating.bound import bound
from tournaments.seating.construction import rotation, rotation_by_place, seat_ranked, start_by_lot
from tournaments.seating.draw import draw
from tournaments.seating.entrants import Request, Sitter, request
from tournaments.seating.file import check, content, dump, fingerprint, parse
from tournaments.seating.reseat import reseat
from tournaments.seating.schedule import Round, Schedule
from tournaments.seating.score import score
from tournaments.seating.swap import moved as make_move
from tournaments.seating.swap import replay, swap
from tournaments.seating.violations import compare, violations
from tournaments.seating.why import why

REASON = "asked for at the desk"


@pytest.fixture(autouse=True, scope="module")
def computed_once() -> Iterator[None]:
    """A check of a file draws a request and makes a move again, but the same ones once for all checks: a hundred of
    them differ in one value of the file each.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tournaments.seating.swap.draw", cache(draw))
        patch.setattr("tournaments.seating.swap.moved", cache(make_move))
        yield


@cache
def sixteen() -> Schedule:
    """Sixteen players in four clubs, three rounds, two of them not to meet."""
    entrants = [Sitter(f"p{each:02}", f"club {each % 4}") for each in range(16)]
    return draw(request(entrants, 3, (4, 5, 3), "seed", [("p00", "p01")]))


def ids(tables: Round) -> list[str]:
    """The ids of everybody in a round, in order."""
    return sorted(player for table in tables for player in table)


PLAYERS = st.sampled_from([f"p{each:02}" for each in range(16)])


@given(st.integers(1, 3), st.lists(PLAYERS, min_size=2, max_size=2, unique=True))
def test_a_swap_changes_two_places_and_done_twice_nothing_and_is_on_record(number: int, pair: list[str]) -> None:
    one, other = pair
    once = swap(sixteen(), number, one, other, REASON, "desk")
    assert once.seat(one, number) == sixteen().seat(other, number)
    assert once.seat(other, number) == sixteen().seat(one, number)
    twice = swap(once, number, one, other, "back again")
    assert twice.rounds == sixteen().rounds
    assert [move.reason for move in twice.moves] == [REASON, "back again"]
    assert replay(twice.request, once.moves) == once


def test_a_swap_that_breaks_something_says_what_and_what_it_was_before() -> None:
    before = sixteen()
    one_seat, mate = before.seat("p00", 1), before.seat("p01", 1)
    assert one_seat and mate
    neighbour = next(each for each in before.rounds[0][mate[0] - 1] if each != "p01")
    after = swap(before, 1, "p00", neighbour, REASON)
    change = compare(before, after)
    assert change.score["forbidden"] == (0, 1)
    (forbidden,) = (fault for fault in change.new if fault.code == "seating_forbidden")
    assert (forbidden.path, dict(forbidden.facts)) == (
        f"rounds[1].tables[{mate[0]}]",
        {"one": "p00", "other": "p01"},
    )
    back = compare(after, swap(after, 1, "p00", neighbour, REASON))
    assert (back.new, set(map(str, back.gone))) == ((), set(map(str, change.new)))


def test_violations_name_rematches_clubs_start_orders_and_neighbours_with_their_rounds() -> None:
    entrants = [Sitter("a", "Kobe", table=2), Sitter("b", "Kobe"), *map(Sitter, "cdefghi"), Sitter("z", last=1)]
    requested = Request(tuple(entrants), 2, (4, 5), "seed", (("a", "c"),))
    first, second = tuple("abcde"), tuple("fghi")
    broken = Schedule(requested, ((first, second), (first, ("f", "g", "z", "a"), ("x",))))
    violated = {(fault.path, fault.code, *map(str, fault.facts.values())) for fault in violations(broken)}
    assert violated >= {
        ("rounds[1].tables[1]", "seating_forbidden", "a", "c"),
        ("rounds[1].tables[1]", "seating_elsewhere", "a", "2"),
        ("rounds[1].tables[1]", "seating_clubmates", "a", "b", "Kobe"),
        ("", "seating_rematch", "a", "b", "1, 2"),
        ("", "seating_start_again", "b", "2", "1, 2"),
        ("", "seating_neighbour_again", "b", "c", "1, 2"),
        ("", "seating_odd_again", "b", "4", "1, 2"),
        ("rounds[2].tables[3]", "seating_size", "1", "4, 5"),
        ("rounds[2]", "seating_twice", "a", "1, 2"),
        ("rounds[2]", "seating_unknown", "x"),
        ("rounds[2]", "seating_absent", "z"),
        ("rounds[2]", "seating_missing", "h"),
        ("rounds[1]", "seating_missing", "z"),
    }
    assert all(fault.sentence(language) for fault in violations(broken) for language in LANGUAGES)


def test_a_reserve_takes_a_place_by_hand_and_who_lost_it_is_missed() -> None:
    entrants = [*map(Sitter, "abcdefgh"), Sitter("r", first=2, last=1 + 1)]
    drawn = draw(request(entrants, 3, (4, 5), "seed"))
    after = swap(drawn, 1, "a", "r", "a is late")
    assert after.seat("r", 1) == drawn.seat("a", 1)
    assert {fault.code for fault in compare(drawn, after).new} >= {"seating_absent", "seating_missing"}


def test_a_move_that_cannot_be_is_refused_with_everything_wrong() -> None:
    with pytest.raises(Faulty) as refused:
        swap(sixteen(), 4, "x", "x", " ")
    assert [fault.code for fault in refused.value.faults] == [
        "seating_no_reason",
        "seating_same_player",
        "seating_unknown",
        "seating_unknown",
        "wanted_whole",
    ]
    with pytest.raises(Faulty, match="no reason"):
        reseat(sixteen(), 2, [], "")
    with pytest.raises(Faulty, match="do not fit"):
        reseat(sixteen(), 2, [Sitter(f"p{each:02}", last=1) for each in range(14)], REASON)


def test_seating_anew_leaves_played_rounds_and_seats_who_is_there() -> None:
    changed = [Sitter("p03", "club 3", last=1), Sitter("p04", "club 0", absent=(2,)), Sitter("new", first=3)]
    after = reseat(sixteen(), 2, changed, REASON, "desk")
    assert after.rounds[0] == sixteen().rounds[0]
    for number in (2, 3):
        assert ids(after.rounds[number - 1]) == [each.id for each in after.now.present(number)]
        assert tuple(map(len, after.rounds[number - 1])) == after.now.shape(number)
    assert after.seat("p03", 2) is None
    assert after.seat("p04", 3)
    assert after.seat("new", 3)
    assert score(after)["forbidden"] == 0
    assert all(least <= score(after)[aim] for aim, least in bound(after).items())
    assert not check(parse(dump(after)))


def test_seating_anew_without_a_change_moves_nobody() -> None:
    drawn = draw(request([Sitter(f"p{each:03}") for each in range(120)], 3, (4, 5), "seed"))
    assert reseat(drawn, 2, [], REASON).rounds == drawn.rounds


def test_after_drop_outs_late_entries_and_reserves_nobody_of_120_meets_twice_in_five_rounds() -> None:
    drawn = draw(request([Sitter(f"p{each:03}") for each in range(120)], 5, (4, 5), "seed"))
    changed = [Sitter(f"p{each:03}", last=2) for each in range(0, 120, 17)]
    changed += [Sitter(f"n{each}", first=3 + each % 2) for each in range(3)]
    after = reseat(drawn, 3, changed, REASON)
    assert after.rounds[:2] == drawn.rounds[:2]
    assert score(after)["rematches"] == 0
    stayed = sum(set(table) in map(set, drawn.rounds[2]) for table in after.rounds[2])
    assert stayed >= 15


def test_why_tells_tablemates_start_orders_and_that_no_swap_is_better() -> None:
    reasons = why(sixteen(), "p05", 2)
    assert (reasons.table, reasons.start_order) == sixteen().seat("p05", 2)
    assert {mate.player for mate in reasons.tablemates} | {"p05"} == set(sixteen().rounds[1][reasons.table - 1])
    assert not any(mate.rounds or mate.clubmate for mate in reasons.tablemates)
    assert sorted(reasons.start_orders) == [1, 2, 3]
    assert reasons.best is not None and not reasons.best.better
    with pytest.raises(Faulty):
        why(sixteen(), "p05", 4)


@settings(max_examples=25, deadline=None)
@given(PLAYERS, PLAYERS, PLAYERS)
def test_what_why_says_of_the_best_swap_is_what_the_swap_does(one: str, other: str, player: str) -> None:
    worse = sixteen() if one == other else swap(sixteen(), 2, one, other, REASON)
    best = why(worse, player, 2).best
    assert best is not None
    after = swap(worse, 2, player, best.player, REASON)
    change = {aim: score(after)[aim] - score(worse)[aim] for aim in score(after)}
    assert {aim: by for aim, by in change.items() if by} == best.change
    assert best.better == (tuple(change.values()) < (0,) * len(change))
    seat = worse.seat(player, 2)
    others = [
        each
        for tables in worse.rounds[1:2]
        for t, table in enumerate(tables, 1)
        for each in table
        if seat and t != seat[0]
    ]
    least = min(tuple(score(swap(worse, 2, player, each, REASON)).values()) for each in others)
    assert tuple(score(after).values()) == least


def moved() -> Schedule:
    """The sixteen after re-seating with one player replaced, and after a swap."""
    anew = reseat(sixteen(), 3, [Sitter("p09", "club 1", last=2), Sitter("r", "club 1", first=3)], "ill", "desk")
    return swap(anew, 2, "p02", "p07", REASON)


def test_a_file_gives_its_schedule_back_and_checks_out() -> None:
    filed = parse(dump(moved()))
    assert filed.schedule == moved()
    assert check(filed) == ()
    assert dump(filed.schedule) == dump(moved())


def leaves(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths of the single values of a JSON document."""
    if isinstance(value, dict | list):
        items = value.items() if isinstance(value, dict) else enumerate(value)
        return [leaf for key, each in items for leaf in leaves(each, (*path, key))]
    return [path]


def tampered(document: dict[str, Any], path: tuple[Any, ...]) -> dict[str, Any]:
    """The document with one value changed."""
    copy: dict[str, Any] = json.loads(json.dumps(document))
    part: Any = copy
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = part[path[-1]] + 1 if isinstance(part[path[-1]], int) else part[path[-1]] + "'"
    return copy


def accepted(document: dict[str, Any]) -> bool:
    """Whether a file with this content can be read and passes its check."""
    try:
        return not check(parse(json.dumps(document)))
    except Faulty:
        return False


DOCUMENT: dict[str, Any] = json.loads(json.dumps(content(moved())))


@pytest.mark.slow
@settings(max_examples=30, deadline=None)
@given(st.sampled_from(leaves(DOCUMENT)))
def test_no_single_value_of_a_file_can_be_changed_unnoticed(path: tuple[Any, ...]) -> None:
    assert not accepted(tampered(DOCUMENT, path))


@settings(max_examples=40, deadline=None)
@given(st.sampled_from([leaf for leaf in leaves(DOCUMENT) if leaf[0] in ("seed", "rounds", "score", "bound")]))
def test_tables_seed_and_figures_cannot_be_changed_with_a_new_fingerprint_either(path: tuple[Any, ...]) -> None:
    changed = tampered(DOCUMENT, path)
    assert not accepted({**changed, "fingerprint": fingerprint(changed)})


def test_two_players_exchanged_in_a_file_are_found_with_their_tables() -> None:
    drawn = sixteen()
    exchanged = swap(drawn, 1, "p00", drawn.rounds[0][0][0] if "p00" not in drawn.rounds[0][0] else "p05", REASON)
    found = check(parse(dump(replace(exchanged, moves=()))))
    assert Counter(fault.code for fault in found) == {"seating_tables_differ": 2}
    assert all(fault.path.startswith("rounds[1].tables[") for fault in found)


def test_ids_with_commas_hide_no_exchange() -> None:
    tables = (("a", "b, c"), ("a, b", "c"))
    entrants = [Sitter(each, table=number) for number, table in enumerate(tables, 1) for each in table]
    drawn = draw(request(entrants, 1, (2,), "seed", (), (), "rolled"))
    assert drawn.rounds == (tables,)
    exchanged = replace(drawn, rounds=(tables[::-1],))
    assert [fault.code for fault in check(parse(dump(exchanged)))] == ["seating_tables_differ"] * 2


def test_no_key_stands_twice_in_a_file() -> None:
    text = dump(sixteen())
    with pytest.raises(Faulty) as refused:
        parse(text.replace('"rounds":', '"rounds": [], "rounds":', 1))
    assert [fault.code for fault in refused.value.faults] == ["json_key_twice"]


@pytest.mark.parametrize(
    ("key", "value", "code"),
    [
        ("version", 3, "wanted_whole"),
        ("rounds", [["a"]], "seating_rounds"),
        ("rounds", [[["p00"]]], "seating_round_count"),
        ("moves", [{"kind": "swap", "round": 1, "players": ["a"], "reason": "x"}], "seating_pairs"),
        ("score", [], "wanted_section"),
        ("more", 1, "unknown_key"),
        ("input", {**DOCUMENT["input"], "apart": [["p00"]]}, "seating_pairs"),
        ("input", {**DOCUMENT["input"], "players": [{"id": "a", "table": "x"}]}, "wanted_whole"),
        ("input", {**DOCUMENT["input"], "players": [{"id": "a"}], "apart": []}, "seating_no_fit"),
    ],
)
def test_a_file_of_another_form_is_refused_with_its_fault(key: str, value: object, code: str) -> None:
    with pytest.raises(Faulty) as refused:
        parse(json.dumps({**DOCUMENT, key: value}))
    assert code in {fault.code for fault in refused.value.faults}
    assert all(fault.sentence(language) for fault in refused.value.faults for language in LANGUAGES)


def test_tables_by_standing_put_the_best_at_table_one_and_lots_decide_among_equals_only() -> None:
    groups = [["a"], ["c", "b"], ["d", "e", "f"], ["g", "h", "i"]]
    tables = seat_ranked(groups, (4, 5), "seed")
    assert list(map(len, tables)) == [4, 5]
    assert tables[0][0] == "a" and set(tables[0][1:3]) == {"b", "c"}
    assert set(tables[0][3:]) < {"d", "e", "f"}
    assert tables == seat_ranked([sorted(group, reverse=True) for group in groups], (4, 5), "seed")
    assert seat_ranked([["x"], ["a"], ["m"], ["b"]], (4,), 1) == (("x", "a", "m", "b"),)
    assert [sorted(table) for table in start_by_lot(tables, 1)] == [sorted(table) for table in tables]
    with pytest.raises(Faulty) as refused:
        seat_ranked([["a", "b"], ["b"]], (4,), 1)
    assert [fault.code for fault in refused.value.faults] == ["seating_named_twice", "seating_no_fit"]


def test_the_second_table_is_the_first_and_the_first_start_order_as_in_2004() -> None:
    first = tuple(tuple(f"{table}-{order}" for order in range(1, 6)) for table in range(1, 7))
    second = rotation(first, 2)[1]
    assert "2-3" in second[5 - 1]
    assert "6-5" in second[5 - 1]


def test_the_second_table_is_the_first_and_the_first_place_as_in_2003() -> None:
    # https://www.1101.com/monopoly/e2004-02-04.html: the winner at table 1 goes to table 2; from 8 on, 7 less.
    first = tuple(tuple(f"{table}-{order}" for order in range(1, 6)) for table in range(1, 8))
    places = {player: 6 - int(player[-1]) for table in first for player in table}
    second = rotation_by_place(first, places, 2)[1]
    assert "1-5" in second[2 - 1]
    assert "6-1" in second[6 + 5 - 7 - 1]
    assert rotation_by_place(first, dict.fromkeys(places, 1), 2) == rotation(first, 2)


@pytest.mark.parametrize("size", [4, 5, 6])
def test_the_rotation_has_rematches_in_three_rounds_just_where_its_card_says(size: int) -> None:
    exceptions = {4: {4, 6}, 5: {6, 8}, 6: {6, 8, 10}}[size]
    for count in range(size, 26):
        first = tuple(tuple(f"{table}-{order}" for order in range(size)) for table in range(count))
        met = Counter(
            pair for tables in rotation(first, 3) for table in tables for pair in combinations(sorted(table), 2)
        )
        assert (max(met.values()) > 1) == (count in exceptions), count


def test_in_the_rotation_nobody_has_a_start_order_twice_in_three_rounds() -> None:
    first = tuple(tuple(f"{table}-{order}" for order in range(4)) for table in range(7))
    orders = Counter((player, order) for tables in rotation(first, 3) for t in tables for order, player in enumerate(t))
    assert max(orders.values()) == 1
