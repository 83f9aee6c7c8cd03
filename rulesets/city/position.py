"""Positions as JSON: writes a whole state, and reads one back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rulesets.city import due, given_due
from rulesets.city.game import fields as city_fields
from rulesets.city.game.draft import View
from rulesets.city.game.pending import Auction, Draw, Pending, Purchase, Throw
from rulesets.city.game.pieces import BONUSES, HAZARDS
from rulesets.city.game.state import (
    BETWEEN_TURNS,
    FREE,
    OVER,
    PERMIT,
    PUT_UP,
    TURN,
    District,
    Player,
    State,
    Step,
    Timer,
)
from rulesets.city.game.table import Table
from rulesets.city.possible import impossible
from rulesets.city.property import rent, unit
from rulesets.city.turns.chance import DECK
from rulesets.kernel.refusal import Refusal, malformed, refuse
from rulesets.kernel.report import ascending, choice, flag, listed, shown, whole
from rulesets.kernel.track import fields, position
from rulesets.kernel.track.ledger import Debt
from rulesets.kernel.track.order import active, after
from rulesets.kernel.track.reading import MOST_CASH, Parsers, Reader
from rulesets.kernel.track.table import BANK

PHASES = (BETWEEN_TURNS, TURN, OVER)


def opening(table: Table) -> State:
    """The start of a game: everybody on GO with 37.7M, all districts the bank's, the Rent Dodge card by Free Parking.

    Clauses: MONEY-1, SETUP-1, SETUP-2, SETUP-5, BANK-2, MONEY-2.
    """
    cash = table.options["starting_cash"]
    count = len(table.seats)
    return State(
        table=table,
        phase=BETWEEN_TURNS,
        turn=0,
        doubles=0,
        players=(Player(cash),) * count,
        districts=(District(),) * len(table.edition.deeds),
        stadiums=table.figures.stadiums,
        towers=table.figures.towers,
        ledger=-cash * count,
    )


# -- writing


def as_json(state: View) -> dict[str, Any]:
    table = state.table
    edition = table.edition
    seats = table.seats
    return {
        "edition": {"name": edition.name, "invented": edition.invented},
        "phase": state.phase,
        "turn": seats[state.turn],
        "doubles": state.doubles,
        "time_up": state.time_up,
        "begun": state.begun,
        "told": state.told,
        "players": position.players_json(state, player_json),
        "deeds": {
            deed.key: district_json(table, district)
            for deed, district in zip(edition.deeds, state.districts, strict=True)
            if district != District()
        },
        "bank": {"stadiums": state.stadiums, "towers": state.towers},
        "decks": {DECK: {"known": list(state.known)}},
        "dodge": {"holder": None if state.dodge == BANK else seats[state.dodge], "fresh": state.dodge_fresh},
        "step": None if state.step is None else step_json(table, state.step),
        "trade": None
        if state.timer is None
        else {"player": seats[state.timer.one], "with": seats[state.timer.two], "since": state.timer.since},
        "order": position.order_json(state),
        "due": due.listing(state),
    }


def player_json(player: Player) -> dict[str, Any]:
    """The fields of a player other than cash and space."""
    return {"jail": None if player.jail == FREE else player.jail, "cards": list(player.cards)}


def district_json(table: Table, district: District) -> dict[str, Any]:
    """A district with everything that stands on it."""
    return {
        "owner": None if district.owner == BANK else table.seats[district.owner],
        "mortgaged": district.mortgaged,
        **({"loan": district.loan} if district.mortgaged else {}),
        "residential": list(district.residential),
        "industrial": list(district.industrial),
        "railroads": district.railroads,
        "stadium": district.stadium,
        "skyscraper": district.skyscraper,
        "tower": district.tower,
        "bonus": list(district.bonuses),
        "hazards": list(district.hazards),
    }


def step_json(table: Table, step: Step) -> dict[str, Any]:
    """What is open to the player whose turn it is."""
    return {
        "player": table.seats[step.player],
        "thrown": step.thrown,
        "result": unit.shown(step.result) if step.result else None,
        "left": step.left,
        "right": step.right or None,
        "landed": step.landed,
        "ridden": step.ridden,
    }


# -- reading


def _jail(value: Any, table: Table) -> int:
    return FREE if value is None else int(whole(0, table.figures.jail_throws - 1)(value, table))


def _pieces(known: tuple[str, ...]) -> Callable[[Any, Any], Any]:
    one = choice(*known)

    def parse(value: Any, table: Any) -> tuple[str, ...]:
        if not isinstance(value, list) or len(value) > 16:
            malformed("not_a_list", value=shown(value), least=0, most=16)
        return tuple(sorted(one(piece, table) for piece in value))

    return parse


_cards = listed(city_fields.card, least=0, most=25)
_amount = whole(0, MOST_CASH)
TOP: Parsers = {
    "phase": choice(*PHASES),
    "turn": fields.seat,
    "doubles": lambda value, table: whole(0, table.figures.most_doubles - 1)(value, table),
    "time_up": flag,
    "begun": flag,
    "told": flag,
    "order": position.ORDER,
}
PLAYER: Parsers = {
    "cash": _amount,
    "space": fields.space,
    "jail": _jail,
    "cards": ascending(_cards),
    "out": flag,
    "out_at": position.place_of_going_out,
}
NOTHING: Mapping[str, Any] = {"cash": 0, "cards": ()}
"""What a player who goes out is left with."""
DISTRICT: Parsers = {
    "owner": fields.or_none(fields.seat, BANK),
    "mortgaged": flag,
    "loan": _amount,
    "residential": city_fields.sizes,
    "industrial": city_fields.sizes,
    "railroads": whole(0, 22),
    "stadium": flag,
    "skyscraper": flag,
    "tower": flag,
    "bonus": _pieces(BONUSES),
    "hazards": _pieces(tuple(HAZARDS)),
}
STEP: Parsers = {
    "player": fields.seat,
    "thrown": flag,
    "result": fields.or_none(city_fields.result, 0),
    "left": whole(0, 3),
    "right": fields.or_none(choice(PUT_UP, PERMIT), ""),
    "landed": flag,
    "ridden": flag,
}
TIMER: Parsers = {"player": fields.seat, "with": fields.seat, "since": fields.or_none(fields.moment, None)}
DODGE: Parsers = {"holder": fields.or_none(fields.seat, BANK), "fresh": flag}
FIELDS = (*TOP, *("players", "deeds", "bank", "decks", "dodge", "step", "trade", "due", "edition", "standing"))


def read(table: Table, base: State, value: Any) -> tuple[State, list[Refusal]]:
    """Return the state ``base`` with the given parts of a position replaced, and every fault of form.

    ``edition`` and ``standing`` are ignored: they follow from the header and from the other parts.
    """
    reader = Reader(table, base)
    given = reader.part("position", value, FIELDS)
    state = base._replace(**reader.fields("", given, TOP, base))
    players = position.read_players(reader, given.get("players", {}), PLAYER, NOTHING, in_jail)
    state = state._replace(players=players)
    state = state._replace(districts=read_districts(reader, state, given.get("deeds", {})))
    state = with_stock(state)
    if "decks" in given:
        decks = reader.part("decks", given["decks"], (DECK,))
        pile = reader.part(f"decks.{DECK}", decks.get(DECK, {}), ("known",))
        if "known" in pile:
            state = state._replace(known=reader.read(f"decks.{DECK}.known", pile["known"], _cards, state.known))
    if "dodge" in given:
        row = reader.fields("dodge", reader.part("dodge", given["dodge"], tuple(DODGE)), DODGE, None)
        state = state._replace(dodge=row.get("holder", state.dodge), dodge_fresh=bool(row.get("fresh", False)))
    if "step" in given:
        state = state._replace(step=read_step(reader, given["step"]))
    if "trade" in given:
        state = state._replace(timer=read_timer(reader, given["trade"]))
    if "due" in given:
        state = given_due.read(state, given["due"], reader.faults, keep_turn="turn" in given)
    if "bank" in given:
        position.check_stock(reader, given["bank"], {"stadiums": state.stadiums, "towers": state.towers})
    return state, reader.faults


def with_stock(state: State) -> State:
    """Derive the bank's pieces and ledger from what stands on the board and what the players have."""
    figures = state.table.figures
    return state._replace(
        stadiums=figures.stadiums - sum(district.stadium for district in state.districts),
        towers=figures.towers - sum(district.tower for district in state.districts),
        ledger=-sum(player.cash for player in state.players),
    )


def in_jail(table: Table, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """What follows from the given fields of a player: the jailed are on the jail space, unless given otherwise."""
    return {"space": table.edition.jail} if given.get("jail", FREE) != FREE and "space" not in given else {}


def read_districts(reader: Reader, state: State, value: Any) -> tuple[District, ...]:
    """Read the districts; those not listed stay as they are.  A mortgage without an amount gets the present rent."""
    districts = list(state.districts)
    if not isinstance(value, dict):
        reader.part("deeds", value, ())
        return state.districts
    without_amount = []
    for key, row in value.items():
        deed = reader.read("deeds", key, fields.deed, None)
        if deed is None:
            continue
        where = f"deeds.{key}"
        if row is None:
            districts[deed] = District()
            continue
        base = districts[deed]
        given = reader.fields(where, reader.part(where, row, tuple(DISTRICT)), DISTRICT, base)
        bonus, hazards = given.pop("bonus", base.bonuses), given.pop("hazards", base.hazards)
        mortgaged = given.pop("mortgaged", base.mortgaged or bool(given.get("loan")))
        if not mortgaged:
            given["loan"] = 0
        elif not given.get("loan", base.loan):
            without_amount.append(deed)
        districts[deed] = base._replace(**given, pieces=tuple(sorted((*(bonus or ()), *(hazards or ())))))
    whole_state = state._replace(districts=tuple(districts))
    for deed in without_amount:
        districts[deed] = districts[deed]._replace(loan=rent.value(whole_state, deed))
    return tuple(districts)


def read_step(reader: Reader, value: Any) -> Step | None:
    """Read what is open to the player whose turn it is; ``left`` defaults to all that the result allows."""
    if value is None:
        return None
    row = reader.fields("step", reader.part("step", value, tuple(STEP)), STEP, Step(0))
    if "player" not in row:
        reader.faults.append(refuse("field_missing", type="step", field="player"))
        return None
    result = row.get("result", 0)
    return Step(**{"left": 1 if result > 3 else result, **row})


def read_timer(reader: Reader, value: Any) -> Timer | None:
    if value is None:
        return None
    row = reader.fields("trade", reader.part("trade", value, tuple(TIMER)), TIMER, None)
    if row.get("player") is None or row.get("with") is None:
        reader.faults.append(refuse("field_missing", type="trade", field="player"))
        return None
    return Timer(row["player"], row["with"], row.get("since"))


def restored(table: Table, value: Any) -> tuple[State, list[Refusal]]:
    """Return the state of a position that `as_json` wrote, and its faults of form; it need not be possible."""
    state, faults = read(table, opening(table), value)
    return completed(state, value), faults


def placed(table: Table, value: Any) -> tuple[State, list[Refusal]]:
    """Return the state of a position to start from, with defaults filled in, and all its faults."""
    state, faults = restored(table, value)
    return state, [*faults, *impossible(state)]


def completed(state: State, value: Any) -> State:
    """Add to a position what follows from it: whose turn it is, and the throw that a running turn waits for."""
    if not isinstance(value, dict):
        return state
    if "turn" not in value and state.players[state.turn].out and active(state):
        state = state._replace(turn=after(state, state.turn))
    if state.phase == OVER:
        return state._replace(step=None, timer=None, doubles=0)
    if state.phase == TURN and not state.pending and not state.doubles:
        return state._replace(pending=(Throw(state.turn, "doubles"),))
    return state


def amended(state: State, value: Any) -> tuple[State, list[Refusal]]:
    """Return the state with the given parts of its position replaced (``set`` in a ruling), and all faults of form.

    Entries lapse that were due for a district that now has an owner, from a player who is now out, or because of the
    space of a player who is now in jail.
    """
    changed, faults = read(state.table, state, value)
    if faults:
        return state, faults
    if "due" not in value:
        changed = changed._replace(pending=tuple(entry for entry in changed.pending if still_due(changed, entry)))
    changed = changed._replace(players=set_out(state, changed))
    if "decks" not in value:
        held = {card for player in changed.players for card in player.cards}
        changed = changed._replace(known=tuple(card for card in changed.known if card not in held))
    changed = without_those_out(changed, keep_turn="turn" in value)
    if changed.players[changed.turn].jail != FREE and "doubles" not in value:
        changed = changed._replace(doubles=0)
    if "phase" in value:
        pending = () if changed.phase == OVER and "due" not in value else changed.pending
        changed = completed(changed._replace(pending=pending), value)
    return changed, []


def new_faults(before: State, changed: State) -> list[Refusal]:
    """The faults of a position that the one before it did not have."""
    old = impossible(before)
    return [fault for fault in impossible(changed) if fault not in old]


def set_out(before: State, changed: State) -> tuple[Player, ...]:
    """Return the players; those just taken out leave jail and get their place in the order of going out."""
    players = position.places_of_those_out(before.players, changed.players)
    return tuple(
        new._replace(jail=FREE) if new.out and not old.out else new
        for old, new in zip(before.players, players, strict=True)
    )


def without_those_out(state: State, *, keep_turn: bool) -> State:
    """Remove card, steps, trade and turn of players who are out; ``keep_turn``: the turn was given, and stays."""
    players = state.players
    if state.dodge != BANK and players[state.dodge].out:
        state = state._replace(dodge=BANK, dodge_fresh=False)
    if state.step is not None and players[state.step.player].out:
        state = state._replace(step=None)
    if state.timer is not None and any(players[seat].out for seat in state.timer[:2]):
        state = state._replace(timer=None)
    if not keep_turn and players[state.turn].out and active(state):
        state = state._replace(turn=after(state, state.turn), doubles=0)
        state = state._replace(phase=OVER if state.phase == OVER else BETWEEN_TURNS)
    return state


def still_due(state: State, entry: Pending) -> bool:
    """Whether an entry is still due after a ruling."""
    if isinstance(entry, Auction):
        return state.districts[entry.deed].owner == BANK
    if state.players[entry.player].out or (
        isinstance(entry, Debt) and entry.to != BANK and state.players[entry.to].out
    ):
        return False
    if isinstance(entry, Purchase | Draw | Throw) and state.players[entry.player].jail != FREE:
        return False
    return not isinstance(entry, Purchase) or state.districts[entry.deed].owner == BANK
