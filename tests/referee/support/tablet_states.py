"""Every state that the judge's tablet can show: tables that begin at a position, and the taps that lead from one state
to the next.  For tests that check all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from playwright.sync_api import Page, expect

from tests.referee.support.hall import PLAN
from tests.referee.support.running import Running
from tests.referee.support.tablets import Table, throw


class Scene(NamedTuple):
    """A table and the taps at it.  ``walk(page, table)`` yields the name of each state that it reaches."""

    header: dict[str, Any]
    walk: Callable[[Page, Table], Iterator[str]]


SCENES: list[Scene] = []
SITUATIONS = frozenset(
    {"throw", "last throw", "what follows a throw", "unjudged", "called", "calling", "bankrupt", "setup"}
    | {"purchase", "purchase short", "refused", "draw", "draw of a known deck", "tax", "open rents", "two debts"}
    | {"debt", "debt short", "raising", "offers", "offering", "provisional", "bankruptcy shown", "deal shown"}
    | {"auction", "auction keypad", "auction of six without a call", "somebody calls", "won", "won and unpaid"}
    | {"shortage", "auction of a house", "place", "building", "mortgaging"}
    | {"jail", "last try in jail", "jail fee", "five rulings", "five rulings opened"}
    | {"empty dice box", "conflict", "build button", "still building", "building asked"}
)
"""The states in which something is to be tapped next: it must be wholly in sight at three sizes."""


def scene(**header: Any) -> Callable[[Callable[[Page, Table], Iterator[str]]], None]:
    """Decorator: register a scene at a table with this header."""
    return lambda walk: SCENES.append(Scene(header, walk))


def position(**start: Any) -> dict[str, Any]:
    return {"phase": "turn", "turn": "A", **start}


def owned(seat: str, *deeds: str, **more: Any) -> dict[str, Any]:
    """The deeds of a seat, for a position."""
    return {deed: {"owner": seat, **more} for deed in deeds}


def debt(player: str, to: str, amount: int, **more: Any) -> dict[str, Any]:
    """A due debt, for a position."""
    return {"kind": "debt", "player": player, "to": to, "amount": amount, "cause": "rent", **more}


def tap(page: Page, *marks: str) -> None:
    """Tap the first element that matches each selector, one after another, once it is enabled."""
    for mark in marks:
        page.locator(f"{mark}:not(.shut)").first.tap()


def tab(page: Page, number: int) -> None:
    """Open a tab: 0 due, 1 deals, 2 buildings, 3 mortgages, 4 board, 5 log."""
    page.locator("nav.tabs button").nth(number).tap()


def close_sheet(page: Page) -> None:
    """Close the sheet that is open."""
    page.locator("dialog .close").tap()
    expect(page.locator("dialog")).to_have_count(0)


ORANGE = ("st_james_place", "tennessee_avenue", "new_york_avenue")
GREEN = ("pacific_avenue", "north_carolina_avenue", "pennsylvania_avenue")
YELLOW = ("atlantic_avenue", "ventnor_avenue", "marvin_gardens")
LIGHT_BLUE = ("oriental_avenue", "vermont_avenue", "connecticut_avenue")
DARK_BLUE = owned("A", "park_place", "boardwalk", level=1)
HELD = owned("A", *ORANGE, level=2) | owned("B", *LIGHT_BLUE) | owned("C", "reading_railroad", mortgaged=True)


@scene(
    start={
        "turn": "A",
        "deeds": HELD | owned("A", "virginia_avenue") | owned("D", "boardwalk", "water_works"),
        "players": {"B": {"cards": ["chance"]}},
    }
)
def the_beginning_of_a_turn(page: Page, table: Table) -> Iterator[str]:
    yield "throw"
    page.locator(".typing summary").tap()
    page.locator("[data-test=typing]").fill("A jump 99")
    page.locator("[data-test=typing]").press("Enter")
    yield "typed wrongly"
    page.locator(".typing summary").tap()
    page.locator("[data-test=connection]").tap()
    yield "nothing unsent"
    close_sheet(page)
    page.locator("header .menu").tap()
    yield "menu"
    tap(page, "dialog .menu-list > button")
    tap(page, "dialog fieldset button")
    yield "calling"
    page.locator("dialog .actions button").first.tap()
    expect(page.locator("[data-test=called]")).to_be_visible()
    yield "called"
    tab(page, 1)
    yield "deal"
    tap(page, "[data-side=take] [data-seat=B]", "[data-side=give] [data-deed]", '[data-side=take] [data-sum="50"]')
    expect(page.locator("[data-test=verdict] .chip-text").first).to_be_visible()
    yield "deal refused"
    tap(page, "[data-test=mend]")
    expect(page.locator("[data-test=verdict] .stands")).to_be_visible()
    yield "deal stands"
    tap(page, "[data-test=show-deal]")
    yield "deal shown"
    close_sheet(page)
    tab(page, 2)
    tap(page, "[data-test=all-orange-3]", "[data-test=plus-st_james_place]")
    expect(page.locator("[data-test=log-building]")).to_be_enabled()
    yield "building"
    page.locator("[data-test=plus-st_james_place]").dispatch_event("click")
    expect(page.locator("dialog .chip-text").first).to_be_visible()
    yield "why not"
    close_sheet(page)
    tab(page, 3)
    tap(page, "[data-whose=D]", "[data-deed=boardwalk]")
    yield "mortgaging"
    tab(page, 4)
    yield "board"
    tab(page, 0)
    throw(page, 1, 2)
    expect(page.locator(".recent .line")).to_have_count(1)
    out_of_turn = {"type": "roll", "player": "C", "dice": [1, 2]}
    table.service.ask(
        "POST", f"/api/v1/tables/{table.id}/entries", {"client_id": "out-of-turn", "base": 1, "report": out_of_turn}
    )
    tab(page, 5)
    expect(page.locator("main .line.not")).to_have_count(1)
    page.locator("main .line:not(.not) button.small").first.tap()
    page.locator("[data-test=correct] [data-test=replace]").tap()
    page.locator("[data-test=compose-text]").fill("A 1 3")
    yield "replacing"
    page.locator("[data-test=compose-take]").tap()
    expect(page.locator("[data-test=plan]")).to_be_visible()
    yield "correcting"
    page.locator("[data-test=undo][data-fresh=no]").tap()
    yield "undoing"


@scene(
    start=position(
        players={"A": {"space": "boardwalk"}},
        due=[{"kind": "buy_or_decline", "player": "A", "deed": "boardwalk", "price": 400}],
    )
)
def a_purchase(page: Page, table: Table) -> Iterator[str]:
    yield "purchase"
    page.locator("[data-test=anyway] summary").tap()
    throw(page, 1, 2, within="[data-test=anyway]")
    expect(page.locator("[data-test=refused]")).to_be_visible()
    page.locator("[data-test=refused] button[aria-expanded]").tap()
    yield "refused"


@scene(start={"turn": "A", "players": {"A": {"space": "jail", "jail": 1, "cards": ["community_chest"]}}})
def jail(page: Page, table: Table) -> Iterator[str]:
    yield "jail"


@scene(
    start=position(
        due=[{"kind": "auction", "deed": "boardwalk", "high": {"player": "B", "amount": 120}, "out": ["D"]}], deeds=HELD
    )
)
def an_auction(page: Page, table: Table) -> Iterator[str]:
    yield "auction"
    tap(page, "[data-caller=A]", "[data-caller=C]", '[data-key="3"]', '[data-key="00"]')
    yield "auction keypad"


@scene(
    start=position(
        players={"A": {"cash": 30}},
        deeds=HELD,
        due=[{"kind": "payment", "player": "A", "deed": "boardwalk", "amount": 150}],
    )
)
def a_hammer_without_cash(page: Page, table: Table) -> Iterator[str]:
    yield "won and unpaid"


SCARCE = (
    owned("D", *GREEN, *YELLOW, level=4)
    | owned("C", "st_charles_place", level=3)
    | owned("C", "states_avenue", "virginia_avenue", level=2)
    | owned("B", *ORANGE)
    | owned("A", *LIGHT_BLUE)
)


@scene(start={"turn": "A", "deeds": SCARCE})
def a_shortage(page: Page, table: Table) -> Iterator[str]:
    tab(page, 2)
    tap(page, "[data-test=plus-vermont_avenue]", "[data-test=log-building]")
    tap(page, "[data-follow=B]", "[data-test=plus-tennessee_avenue]", "[data-test=log-building]")
    expect(page.locator("[data-due=building] .wrong")).to_be_visible()
    yield "shortage"
    tap(page, "[data-test=close_building]", "[data-caller=B]", '[data-amount="100"]')
    yield "auction of a house"
    tap(page, "[data-test=close_auction]")
    expect(page.locator("[data-place]").first).to_be_visible()
    yield "place"


@scene(start=position(players={"A": {"space": "chance_1"}}, due=[{"kind": "draw", "player": "A", "deck": "chance"}]))
def a_card(page: Page, table: Table) -> Iterator[str]:
    yield "draw"


@scene(
    ruleset="classic-us",
    start=position(players={"A": {"space": "income_tax"}}, due=[{"kind": "choose_tax", "player": "A"}]),
)
def tax(page: Page, table: Table) -> Iterator[str]:
    yield "tax"


@scene(
    ruleset="classic-us",
    start={
        "turn": "C",
        "deeds": owned("A", "new_york_avenue"),
        "rents": [{"player": "B", "to": "A", "amount": 16, "deed": "new_york_avenue"}],
    },
)
def rent_to_be_asked_for(page: Page, table: Table) -> Iterator[str]:
    yield "open rents"


RENT = debt("B", "A", 400, deed="boardwalk")


@scene(start=position(turn="B", players={"B": {"space": "boardwalk"}}, deeds=DARK_BLUE, due=[RENT]))
def a_debt(page: Page, table: Table) -> Iterator[str]:
    yield "debt"


@scene(
    start=position(
        turn="B",
        players={"B": {"cash": 280, "space": "boardwalk"}},
        due=[RENT],
        deeds=DARK_BLUE | owned("B", *LIGHT_BLUE, level=2) | owned("B", "reading_railroad", "short_line"),
    )
)
def a_debt_beyond_the_cash(page: Page, table: Table) -> Iterator[str]:
    yield "debt short"
    tap(page, "[data-mortgage=reading_railroad]")
    yield "raising"


OFFERS = [
    {"player": "D", "to": "B", "give": {"cash": 360}, "take": {"deeds": ["illinois_avenue"]}},
    {"player": "C", "to": "B", "give": {"cash": 100}, "take": {"deeds": ["connecticut_avenue"]}, "with": ["D"]},
]


@scene(
    start=position(
        turn="B",
        players={"B": {"cash": 40, "space": "boardwalk"}},
        due=[{**RENT, "provisional": True}],
        deeds=DARK_BLUE | owned("B", "illinois_avenue", "connecticut_avenue"),
        offers=OFFERS,
    )
)
def a_rescue(page: Page, table: Table) -> Iterator[str]:
    yield "offers"
    tap(
        page,
        "[data-test=make-offer]",
        "[data-side=give] [data-seat=C]",
        "[data-deed=connecticut_avenue]",
        '[data-side=give] [data-sum="100"]',
    )
    expect(page.locator("[data-test=verdict] .chip-text, [data-test=verdict] .stands").first).to_be_visible()
    yield "offering"


@scene(
    start=position(
        turn="B",
        players={"B": {"cash": 40, "space": "boardwalk"}},
        due=[{**RENT, "provisional": True}],
        deeds=DARK_BLUE | owned("B", "illinois_avenue", mortgaged=True),
    )
)
def a_bankruptcy(page: Page, table: Table) -> Iterator[str]:
    yield "provisional"
    tap(page, "[data-test=declare_bankruptcy]")
    expect(page.locator("[data-test=preview]")).to_be_visible()
    yield "bankruptcy shown"
    tap(page, "[data-test=agree]")
    expect(page.locator(".player.out")).to_have_count(1)
    yield "bankrupt"


@scene(options={"dealt_deeds": 2})
def the_deal_before_the_game(page: Page, table: Table) -> Iterator[str]:
    for number in (0, 5, 7):
        page.locator("[data-due=setup] .deed").nth(number).tap()
    yield "setup"


@scene(start={"turn": "A", "time_up": True, "deeds": HELD})
def the_last_throw(page: Page, table: Table) -> Iterator[str]:
    yield "last throw"


@scene(
    start={
        "phase": "over",
        "time_up": True,
        "deeds": owned("A", "baltic_avenue"),
        "players": {"D": {"cash": 0, "out": True, "out_at": 1}},
    }
)
def the_end(page: Page, table: Table) -> Iterator[str]:
    yield "over"


@scene(
    start=position(
        players={"A": {"cash": 30, "space": "boardwalk"}},
        due=[{"kind": "buy_or_decline", "player": "A", "deed": "boardwalk", "price": 400}],
    )
)
def a_purchase_beyond_the_cash(page: Page, table: Table) -> Iterator[str]:
    yield "purchase short"


@scene(seats=list("ABCDEF"), start=position(due=[{"kind": "auction", "deed": "boardwalk", "high": None, "out": []}]))
def an_auction_of_six(page: Page, table: Table) -> Iterator[str]:
    yield "auction of six without a call"
    tap(page, "[data-caller=F]")
    yield "somebody calls"


@scene(start=position(due=[{"kind": "payment", "player": "A", "deed": "boardwalk", "amount": 150}], deeds=HELD))
def a_hammer_that_can_be_paid(page: Page, table: Table) -> Iterator[str]:
    yield "won"


@scene(
    start=position(
        turn="B",
        players={"B": {"cash": 600, "space": "boardwalk"}},
        deeds=DARK_BLUE,
        due=[RENT, debt("B", "bank", 100, cause="card")],
    )
)
def two_debts(page: Page, table: Table) -> Iterator[str]:
    yield "two debts"


@scene(start={"turn": "A", "deeds": HELD, "players": {"A": {"space": "jail", "jail": 2}}})
def the_last_try_in_jail(page: Page, table: Table) -> Iterator[str]:
    yield "last try in jail"
    throw(page, 1, 2)
    expect(page.locator("[data-due=debt]")).to_be_visible()
    yield "jail fee"


@scene(
    start={
        "turn": "A",
        "decks": {"chance": {"known": ["advance_to_reading", "general_repairs"]}},
        "phase": "turn",
        "players": {"A": {"space": "chance_1"}},
        "due": [{"kind": "draw", "player": "A", "deck": "chance"}],
    }
)
def a_card_that_was_drawn_before(page: Page, table: Table) -> Iterator[str]:
    yield "draw of a known deck"
    page.locator("[data-no-card=general_repairs]").dispatch_event("click")
    expect(page.locator("dialog .chip-text").first).to_be_visible()
    yield "card ruled out"


RULED = [
    {
        "id": f"case-{number}",
        "name": f"R-{number}",
        "decision": {"decision": "The throw stands, and the rent is paid as it was due.", "reasons": "It was seen."},
        "appeals": {"waiting": False, "until": 9_999_999_999_999, "settled_at": None, "outcome": None, "may": ["A"]},
    }
    for number in range(1, 6)
]


@scene(start=position(turn="B", players={"B": {"space": "boardwalk"}}, deeds=DARK_BLUE, due=[RENT]))
def five_rulings(page: Page, table: Table) -> Iterator[str]:
    page.route("**/cases?*", lambda route: route.fulfill(json={"rows": RULED, "penalties": []}))
    page.reload()
    expect(page.locator("[data-test=rulings]")).to_be_visible()
    line = page.locator("[data-test=rulings]").bounding_box()
    assert line and line["height"] <= 60  # one line
    yield "five rulings"
    page.locator("[data-test=rulings] summary").tap()
    yield "five rulings opened"
    page.unroute("**/cases?*")


@scene(start={"turn": "A", "deeds": HELD})
def a_throw_with_what_follows(page: Page, table: Table) -> Iterator[str]:
    page.keyboard.press("4")
    expect(page.locator("[data-then]").first).to_be_visible()
    yield "what follows a throw"


@scene(
    start=position(
        players={"A": {"space": "states_avenue", "cash": 20}, "B": {"space": "free_parking"}},
        deeds=owned("B", *ORANGE, level=1) | owned("A", *LIGHT_BLUE),
    )
)
def a_throw_that_leads_to_a_debt(page: Page, table: Table) -> Iterator[str]:
    throw(page, 2, 3)  # to New York Avenue, where there is one house
    expect(page.locator("[data-due=debt]")).to_be_visible()
    yield "empty dice box"


def seated_table(service: Running, plan: str = PLAN) -> Table:
    """Create a tournament and return a table with players seated at it."""
    event = service.made("/events", name="Cup")["id"]
    assert service.ask("PUT", f"/api/v1/events/{event}/regulation", {"text": plan}).status == 200
    for number in range(1, 5):
        service.made(f"/events/{event}/players", name=f"Player {number}")
    seating = service.made(f"/events/{event}/seatings", first_round=1)["id"]
    assert service.ask("POST", f"/api/v1/seatings/{seating}/publish", {}).status == 200
    a_round = service.ask("GET", f"/api/v1/events/{event}/rounds").json["rows"][0]["id"]
    table = service.ask("GET", f"/api/v1/rounds/{a_round}/tables").json["rows"][0]
    return Table(service, table["id"], table["number"], a_round, event)


@scene()
def the_result(page: Page, table: Table) -> Iterator[str]:
    played = seated_table(table.service)
    played.post_elsewhere({"type": "time_up"})
    played.post_elsewhere({"type": "roll", "player": "A", "dice": [5, 5]})
    page.goto(played.page)
    expect(page.locator("[data-count]")).to_have_count(4)
    yield "result to be entered"
    tap(page, "[data-count=A]", "[data-test=own-phone]")
    expect(page.locator("[data-test=own-phone-code] svg")).to_be_visible()
    page.locator("[data-test=cash]").fill("1700")
    tap(page, "[data-test=compare]")
    expect(page.locator("[data-test=difference]")).to_be_visible()
    yield "count shown"
    page.locator("[data-test=cash]").fill("")
    tap(page, "[data-test=compare]", "[data-sign=A]")
    for _ in range(3):
        expect(page.locator("[data-test=count] .state.on").first).to_be_visible()
        tap(page, "[data-test=next-sheet]")
        page.locator("[data-test=count] [data-sign].go").tap()
    close_sheet(page)
    expect(page.locator("[data-agreed=yes]")).to_have_count(4)
    yield "everybody agrees"
    tap(page, "[data-test=agree]")
    expect(page.locator("[data-due=over] .note")).to_be_visible()
    yield "result entered"


@scene(
    start=position(
        players={"A": {"space": "boardwalk"}},
        due=[{"kind": "buy_or_decline", "player": "A", "deed": "boardwalk", "price": 400}],
    )
)
def no_network(page: Page, table: Table) -> Iterator[str]:
    page.context.set_offline(True)
    tap(page, "[data-test=buy]")
    expect(page.locator("[data-due=free]")).to_be_visible()
    throw(page, 2, 4)
    expect(page.locator("[data-test=landed]")).to_be_visible()
    yield "unjudged"
    page.locator("[data-test=connection]").tap()
    yield "unsent"
    page.locator("dialog .queue button").last.tap()
    yield "taken out"
    close_sheet(page)
    table.post_elsewhere({"type": "decline", "player": "A"})
    page.context.set_offline(False)
    expect(page.locator("[data-test=held]")).to_contain_text("JMA/LAND-1")  # the judge has looked
    yield "conflict"


@scene(start={"turn": "A"})
def the_closed_table(page: Page, table: Table) -> Iterator[str]:
    assert table.service.ask("POST", f"/api/v1/tables/{table.id}/close", {}).status == 200
    page.reload()
    expect(page.locator("main > .note[role=status]")).to_be_visible()
    yield "closed"


@scene(options={"parking_taxes": True, "parking_stake": 500}, start={"turn": "A", "players": {"A": {"space": "jail"}}})
def the_house_rule_of_free_parking(page: Page, table: Table) -> Iterator[str]:
    tab(page, 4)
    expect(page.locator("[data-test=pot]")).to_contain_text("$500")
    yield "money in the middle"
    tab(page, 0)
    throw(page, 4, 6)
    expect(page.locator(".recent .brief")).to_contain_text("+$500")  # the sentences have no room on a phone
    assert table.position()["players"]["A"]["cash"] == 2000
    yield "money taken"


QUAY = {"central_quay": {"owner": "A", "residential": [1, 2]}}
CITY = QUAY | {
    "old_town": {"owner": "A", "residential": [1], "railroads": 1, "hazards": ["prison", "rubbish_dump"]},
    "harbor_heights": {"owner": "A", "industrial": [1], "stadium": True, "skyscraper": True},
    "mill_lane": {"owner": "B", "mortgaged": True, "loan": 100, "bonus": ["school"]},
    "canal_street": {"owner": "B", "industrial": [3, 3, 2]},
    "theater_row": {"railroads": 1, "hazards": ["sewage_plant"]},
}
STEP = {"player": "A", "thrown": True, "result": None, "left": 0, "right": "permit", "landed": True, "ridden": False}


@scene(ruleset="city", start=position(deeds=CITY, players={"A": {"space": "central_quay"}}, step=STEP))
def monopoly_city(page: Page, table: Table) -> Iterator[str]:
    page.get_by_role("button", name="2+1").tap()
    yield "city"
    page.get_by_role("button", name="1+1+1").tap()
    expect(page.locator(".recent .line")).to_have_count(1)
    tab(page, 2)
    yield "city building"
    tab(page, 4)
    yield "city board"
    page.locator("[data-player-sheet=A]").first.tap()
    yield "city player"


@scene(
    ruleset="city",
    start={
        "turn": "B",
        "phase": "between_turns",
        "deeds": CITY,
        "players": {"A": {"space": "central_quay"}},
        "step": STEP | {"right": None},
    },
)
def a_turn_of_monopoly_city_that_lasts_until_the_next_throw(page: Page, table: Table) -> Iterator[str]:
    expect(page.locator(".decide [data-press]")).to_have_count(4)
    yield "build button"
    tap(page, '[data-press="2"]')
    expect(page.locator(".decide [data-test=still-building]")).to_be_visible()
    yield "still building"
    tap(page, "[data-test=still-building]", "[data-test=residential-2-central_quay]")
    expect(page.locator("[data-test=ask-yes]")).to_be_enabled()
    yield "building asked"
