"""Faults of form, of headers and of start positions, one for each refusal code: the input, and the code expected."""

from __future__ import annotations

from typing import Any

HEADER: dict[str, Any] = {"record": "monopoly/1", "ruleset": "jma-2006", "seats": ["A", "B", "C"]}

DEALT: dict[str, Any] = {**HEADER, "options": {"dealt_deeds": 2}}

OPTIONS: dict[str, Any] = {
    "options_malformed": [1],
    "option_unknown": {"starting_money": 1500},
    "option_malformed": {"starting_cash": "much"},
    "option_without_effect": {"dealt_deeds_are_paid": False},
}

HEADERS: dict[str, Any] = {
    "header_malformed": ["monopoly/1"],
    "record_format": {**HEADER, "record": "monopoly/2"},
    "ruleset_unknown": {**HEADER, "ruleset": "kyoto-1999"},
    "version_unknown": {**HEADER, "version": "99"},
    "seats_number": {**HEADER, "seats": [str(number) for number in range(10_000)]},
    "seat_malformed": {**HEADER, "seats": ["A", 7]},
    "seat_twice": {**HEADER, "seats": ["A", "A"]},
    "names_malformed": {**HEADER, "names": {"A": 7}},
    "name_of_no_seat": {**HEADER, "names": {"Z": "Zoe"}},
    "edition_unknown": {**HEADER, "edition": "atlantis"},
    "position_malformed": {**HEADER, "start": 7},
}

OTHER_HEADERS: dict[str, Any] = {
    "options_contradict": {**HEADER, "options": {"dealt_deeds": 2, "starting_cash": 100}},
    "option_elsewhere": {**HEADER, "ruleset": "city", "options": {"parking_taxes": True}},
    "pot_without_house_rule": {**HEADER, "start": {"pot": 100}},
    "costs_unfit": {
        **HEADER,
        "ruleset": "classic-us",
        "start": {"deeds": {"reading_railroad": {"owner": "A", "costs": [100]}}},
    },
    "rent_to_nobody": {
        **HEADER,
        "start": {"rents": [{"player": "A", "to": "B", "amount": 6, "deed": "oriental_avenue"}]},
    },
    "closing_without_debts": {**HEADER, "start": {"closing": True}},
    "not_in_these_rules": {**HEADER, "ruleset": "classic-us", "start": {"talks": [["A", "B"]]}},
    "signal_but_not_over": {**HEADER, "ruleset": "classic-us-timed", "start": {"time_up": True}},
    "out_at_twice": {
        **HEADER,
        "ruleset": "classic-us",
        "start": {"phase": "over", "players": {seat: {"cash": 0, "out": True, "out_at": 1} for seat in "BC"}},
    },
    "signal_without_limit": {**HEADER, "ruleset": "classic-us", "start": {"phase": "over", "time_up": True}},
    "setup_with_deeds": {**DEALT, "start": {"phase": "setup", "deeds": {"boardwalk": {"owner": "A"}}}},
    "setup_with_cards": {**DEALT, "start": {"phase": "setup", "players": {"A": {"cards": ["chance"]}}}},
    "setup_after_moves": {**DEALT, "start": {"phase": "setup", "players": {"A": {"jail": 0}}}},
    "setup_with_play": {**DEALT, "start": {"phase": "setup", "talks": [["A", "B"]]}},
    "counted_but_not_over": {**HEADER, "ruleset": "city", "start": {"time_up": True}},
    "open_after_time": {
        **HEADER,
        "ruleset": "city",
        "start": {
            "time_up": True,
            "due": [
                {"kind": "draw", "player": "A"},
                {"kind": "debt", "player": "A", "to": "bank", "amount": 2000, "cause": "tax"},
            ],
        },
    },
    "interest_not_to_bank": {
        **HEADER,
        "ruleset": "classic-us",
        "start": {
            "due": [
                {"kind": "debt", "player": "A", "to": "B", "amount": 20, "cause": "interest", "deed": "boardwalk"},
            ]
        },
    },
    "interest_without_deed": {
        **HEADER,
        "ruleset": "classic-us",
        "start": {"due": [{"kind": "debt", "player": "A", "to": "bank", "amount": 20, "cause": "interest"}]},
    },
}
"""Headers of several rulesets."""

CASH_0 = {"cash": 0, "out": True}
BUILT_MORTGAGED = {"owner": "A", "level": 1, "mortgaged": True}
ORANGE = ("st_james_place", "tennessee_avenue", "new_york_avenue")


def owned(owner: str, *levels: int, group: tuple[str, ...] = ORANGE) -> dict[str, Any]:
    """A group owned by one player, at these levels."""
    return {deed: {"owner": owner, "level": level} for deed, level in zip(group, levels, strict=True)}


def street(owner: str, level: int, *groups: tuple[str, ...]) -> dict[str, Any]:
    """Several groups at one level."""
    return {deed: {"owner": owner, "level": level} for group in groups for deed in group}


REDS = ("kentucky_avenue", "indiana_avenue", "illinois_avenue")
YELLOWS = ("atlantic_avenue", "ventnor_avenue", "marvin_gardens")
GREENS = ("pacific_avenue", "north_carolina_avenue", "pennsylvania_avenue")
PINKS = ("st_charles_place", "states_avenue", "virginia_avenue")


def turn(*due: dict[str, Any], jail: int | None = None, **parts: Any) -> dict[str, Any]:
    """A turn of A's with these things due."""
    players = {} if jail is None else {"players": {"A": {"jail": jail}}}
    return {"phase": "turn", "turn": "A", "due": list(due), **players, **parts}


def owed(to: str, amount: int, cause: str, **facts: Any) -> dict[str, Any]:
    return {"kind": "debt", "player": "A", "to": to, "amount": amount, "cause": cause, **facts}


def auction(high: dict[str, Any] | None, deed: str = "boardwalk", out: tuple[str, ...] = ()) -> dict[str, Any]:
    return {"kind": "auction", "deed": deed, "high": high, "out": list(out)}


def declared(seat: str, deed: str, level: int, **facts: Any) -> dict[str, Any]:
    return {"kind": "building", "declared": {seat: {deed: level}}, **facts}


PURCHASE: dict[str, Any] = {"kind": "buy_or_decline", "player": "A", "deed": "boardwalk"}
CARD: dict[str, Any] = {"kind": "draw", "player": "A", "deck": "chance"}
PLACE: dict[str, Any] = {"kind": "place", "player": "A", "piece": "house", "amount": 100}
RESCUE: dict[str, Any] = {"player": "B", "to": "A", "give": {"cash": 500}, "take": {"deeds": ["boardwalk"]}}
BOARDWALK_A = {"boardwalk": {"owner": "A"}}

STARTS: dict[str, Any] = {
    "position_impossible": {"turn": "A", "players": {"A": CASH_0}},
    "position_field_unknown": {"weather": "fine"},
    "position_malformed": {"players": {"A": 7}},
    "space_unknown": {"players": {"A": {"space": "atlantis"}}},
    "too_many_houses": {"deeds": street("A", 4, ORANGE, REDS, YELLOWS)},
    "too_many_hotels": {"deeds": street("A", 5, ORANGE, REDS, YELLOWS, GREENS, PINKS)},
    "bank_deed_used": {"deeds": {"boardwalk": {"owner": None, "mortgaged": True}}},
    "deed_of_player_out": {"players": {"C": CASH_0}, "deeds": {"boardwalk": {"owner": "C"}}},
    "built_on_no_lot": {"deeds": {"reading_railroad": {"owner": "A", "level": 1}}},
    "built_and_mortgaged": {"deeds": {**owned("A", 1, 1, 1), "st_james_place": BUILT_MORTGAGED}},
    "built_group_divided": {"deeds": {**owned("A", 1, 1, 1), "st_james_place": {"owner": "B"}}},
    "built_group_mortgaged": {"deeds": {**owned("A", 1, 1, 0), "new_york_avenue": {"owner": "A", "mortgaged": True}}},
    "group_uneven": {"deeds": owned("A", 3, 1, 1)},
    "jailed_elsewhere": {"players": {"A": {"space": "go", "jail": 1}}},
    "stands_on_go_to_jail": {"players": {"A": {"space": "go_to_jail"}}},
    "out_with_assets": {"players": {"C": {"cash": 10, "out": True}}},
    "out_at_but_in": {"players": {"C": {"out_at": 1}}},
    "too_few_players": {"players": {"B": CASH_0, "C": CASH_0}},
    "turn_of_player_out": {"turn": "C", "players": {"C": CASH_0}},
    "known_card_unfit": {"decks": {"chance": {"known": ["bank_error_200"]}}},
    "card_held_twice": {"players": {"A": {"cards": ["chance"]}, "B": {"cards": ["chance"]}}},
    "card_held_and_in_deck": {"players": {"A": {"cards": ["chance"]}}, "decks": {"chance": {"known": ["release"]}}},
    "setup_without_deal": {"phase": "setup"},
    "last_throw_without_signal": {"phase": "turn", "last_throw": True},
    "stock_differs": {"bank": {"houses": 31, "hotels": 12}},
    "due_from_player_out": {
        "phase": "turn",
        "players": {"C": CASH_0},
        "due": [{"kind": "draw", "player": "C", "deck": "chance"}],
    },
    "due_for_owned_deed": {
        "phase": "turn",
        "deeds": {"boardwalk": {"owner": "B"}},
        "due": [{"kind": "buy_or_decline", "player": "A", "deed": "boardwalk"}],
    },
    "debt_to_nobody": {
        "phase": "turn",
        "due": [{"kind": "debt", "player": "A", "to": "A", "amount": 10, "cause": "rent"}],
    },
    "fee_out_of_jail": {
        "phase": "turn",
        "due": [{"kind": "debt", "player": "A", "to": "bank", "amount": 50, "cause": "jail_fee", "dice": [1, 2]}],
    },
    "utility_throw_elsewhere": {
        "phase": "turn",
        "due": [{"kind": "roll", "player": "A", "why": "utility_rent"}],
    },
    "doubles_out_of_turn": {"doubles": 1},
    "doubles_of_jailed": {"phase": "turn", "turn": "A", "doubles": 1, "players": {"A": {"jail": 0}}},
    "over_with_play": {"phase": "over", "due": [CARD]},
    "open_after_signal": {"time_up": True, "talks": [["A", "B"]]},
    "last_throw_but_not_over": {"phase": "turn", "time_up": True, "last_throw": True},
    "deed_due_twice": turn(PURCHASE, auction(None)),
    "two_purchases": turn(PURCHASE, {**PURCHASE, "deed": "park_place"}),
    "landed_twice": turn(PURCHASE, CARD),
    "landed_out_of_turn": turn({**CARD, "player": "B"}),
    "landed_between_turns": {"phase": "between_turns", "due": [CARD]},
    "landed_in_jail": turn(PURCHASE, jail=1),
    "pieces_due_at_once": {"deeds": owned("A", 1, 1, 0), "due": [PLACE, {"kind": "auction", "piece": "house"}]},
    "call_below_first": {"deeds": owned("A", 1, 1, 0), "due": [{**PLACE, "amount": 10}]},
    "call_out_of_steps": turn(auction({"player": "B", "amount": 15})),
    "call_by_excluded": turn(auction({"player": "B", "amount": 20}, out=("B",))),
    "call_in_later_auction": turn(auction(None), auction({"player": "B", "amount": 20}, "park_place")),
    "piece_without_lot": {"due": [PLACE]},
    "piece_in_turn": turn(PLACE, deeds=owned("A", 1, 1, 0)),
    "declared_by_excluded": {"deeds": owned("A", 0, 0, 0), "due": [declared("A", ORANGE[0], 1, out=["A"])]},
    "declared_on_no_lot": {"deeds": {"short_line": {"owner": "A"}}, "due": [declared("A", "short_line", 1)]},
    "declared_group_divided": {"deeds": owned("A", 0, 0, group=ORANGE[:2]), "due": [declared("A", ORANGE[0], 1)]},
    "declared_group_mortgaged": {
        "deeds": {**owned("A", 0, 0, 0), ORANGE[2]: {"owner": "A", "mortgaged": True}},
        "due": [declared("A", ORANGE[0], 1)],
    },
    "declared_above_nothing": {"deeds": owned("A", 1, 1, 1), "due": [declared("A", ORANGE[0], 1)]},
    "declared_uneven": {"deeds": owned("A", 0, 0, 0), "due": [declared("A", ORANGE[0], 2)]},
    "declared_in_turn": turn(CARD, declared("A", ORANGE[0], 1), deeds=owned("A", 0, 0, 0)),
    "tax_not_to_bank": turn(owed("B", 200, "tax")),
    "fee_not_to_bank": turn(owed("B", 50, "jail_fee"), jail=2),
    "rent_to_each": turn(owed("each", 50, "rent")),
    "each_with_a_rest": turn(owed("each", 75, "card")),
    "fee_of_another_sum": turn(owed("bank", 40, "jail_fee"), jail=2),
    "fee_twice": turn(owed("bank", 50, "jail_fee"), owed("bank", 50, "jail_fee"), jail=2),
    "fee_before_last_try": turn(owed("bank", 50, "jail_fee"), jail=1),
    "fee_by_double": turn(owed("bank", 50, "jail_fee", dice=[2, 2]), jail=2),
    "talk_without_debt": {"phase": "turn", "talks": [["A", "B"]]},
    "offer_without_debt": {"deeds": BOARDWALK_A, "offers": [RESCUE]},
    "offer_by_creditor": turn(owed("B", 5000, "rent"), deeds=BOARDWALK_A, offers=[RESCUE]),
    "offer_with_unfit_partner": turn(owed("C", 5000, "rent"), deeds=BOARDWALK_A, offers=[{**RESCUE, "with": ["C"]}]),
    "offer_not_held": turn(owed("C", 5000, "rent"), offers=[RESCUE]),
    "dealt_with_oneself": {"deals": [{"player": "A", "with": "A", "give": {"cash": 1}, "take": {}}]},
}

ROLL: dict[str, Any] = {"type": "roll", "player": "A", "dice": [2, 4]}
TRADE: dict[str, Any] = {"type": "trade", "player": "A", "with": "B", "give": {"cash": 1}, "take": {}}
RULING: dict[str, Any] = {"type": "ruling", "by": "referee", "reason": "at the table"}

REPORTS: dict[str, Any] = {
    "report_malformed": ["roll"],
    "type_missing": {"player": "A"},
    "type_unknown": {"type": "sneeze"},
    "field_missing": {"type": "roll", "player": "A"},
    "field_unknown": {**ROLL, "wind": "north"},
    "time_malformed": {**ROLL, "at": -1},
    "seat_unknown": {**ROLL, "player": "Z"},
    "dice_malformed": {**ROLL, "dice": [7, 1]},
    "not_true_or_false": {**ROLL, "off_board": 1},
    "not_a_whole_number": {"type": "bid", "player": "A", "amount": 10.5},
    "not_a_text": {**RULING, "by": "", "set": {}},
    "not_one_of": {"type": "choose_tax", "player": "A", "option": "none"},
    "not_a_list": {"type": "mortgage", "player": "A", "deeds": "boardwalk"},
    "listed_twice": {"type": "mortgage", "player": "A", "deeds": ["boardwalk", "boardwalk"]},
    "not_an_object": {"type": "build", "player": "A", "to": []},
    "deed_unknown": {"type": "mortgage", "player": "A", "deeds": ["atlantis"]},
    "deck_unknown": {"type": "use_card", "player": "A", "deck": "tarot"},
    "card_unknown": {"type": "draw", "player": "A", "card": "the_fool"},
    "side_malformed": {**TRADE, "give": 10},
    "side_field_unknown": {**TRADE, "give": {"promises": 1}},
    "claim_malformed": {**TRADE, "give": {"claims": [{"debtor": "A"}]}},
    "one_caller_or_several": {"type": "bid", "amount": 10},
    "clause_unknown": {**RULING, "clauses": ["JMA/TEA-1"], "set": {}},
    "ruling_without_effect": RULING,
    "ruling_on_no_report": {**RULING, "apply": {"type": "ruling"}},
}

LINES: dict[str, str] = {
    "not_json": '{"type": "roll", "player": }',
    "not_a_number": '{"type": "bid", "player": "A", "amount": NaN}',
    "number_too_large": '{"type": "bid", "player": "A", "amount": 1' + "0" * 5000 + "}",
    "field_twice": '{"type": "bid", "player": "A", "player": "B", "amount": 10}',
    "nested_too_deep": "[" * 100_000 + "]" * 100_000,
}

FILES: dict[str, str] = {
    "line_cut_off": '{"type": "roll", "pla',
    "line_too_long": '{"type": "roll", "player": "' + "A" * 1_000_000 + '"}\n',
}
"""What only a file can hold, as its last line (see the tests of the command line)."""
