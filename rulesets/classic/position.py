"""Positions as JSON: writing a state down whole, reading one back, and every fault that makes one impossible.

What is written beyond the public fields of the record format (``talks``, ``offers``, ``deals``, ``last_throw``,
``begun``, ``go_reached``, ``order``, and details inside ``due``) lets a position be read back as exactly the same
state.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from rulesets.classic import building, deal, due, fields
from rulesets.classic.draft import View
from rulesets.classic.order import active, after
from rulesets.classic.pending import NONE, Auction, Debt, Draw, Payment, Pending, Place, Purchase, Throw
from rulesets.classic.state import (
    BETWEEN_TURNS,
    FREE,
    OVER,
    SETUP,
    TURN,
    Deal,
    Holding,
    Levels,
    Offer,
    Player,
    State,
)
from rulesets.classic.table import BANK, Table
from rulesets.kernel.refusal import FormFault, Refusal, malformed, refuse
from rulesets.kernel.report import LARGEST, choice, flag, listed, mapped, shown, whole

PHASES = (SETUP, BETWEEN_TURNS, TURN, OVER)


def opening(table: Table) -> State:
    """The state at the start of a game (JMA/SETUP-1)."""
    cash = table.options["starting_cash"]
    edition = table.edition
    count = len(table.seats)
    return State(
        table=table,
        phase=SETUP if table.options["dealt_deeds"] else BETWEEN_TURNS,
        turn=0,
        doubles=0,
        players=(Player(cash),) * count,
        holdings=(Holding(),) * len(edition.deeds),
        houses=edition.houses,
        hotels=edition.hotels,
        ledger=-cash * count,
        known=((),) * len(table.decks),
    )


# -- writing


def as_json(state: View) -> dict[str, Any]:
    """The whole position."""
    table = state.table
    edition = table.edition
    seats = table.seats
    return {
        "phase": state.phase,
        "turn": seats[state.turn],
        "doubles": state.doubles,
        "time_up": state.time_up,
        "last_throw": state.last_throw,
        "begun": state.begun,
        "go_reached": state.go_reached,
        "players": {
            seat: {
                "cash": player.cash,
                "space": edition.spaces[player.space].key,
                "jail": None if player.jail == FREE else player.jail,
                "cards": list(player.cards),
                "out": player.out,
                **({"out_at": player.out_at} if player.out and player.out_at else {}),
            }
            for seat, player in zip(seats, state.players, strict=True)
        },
        "deeds": {
            deed.key: {"owner": seats[holding.owner], "level": holding.level, "mortgaged": holding.mortgaged}
            for deed, holding in zip(edition.deeds, state.holdings, strict=True)
            if holding.owner != BANK
        },
        "bank": {"houses": state.houses, "hotels": state.hotels},
        "decks": {deck: {"known": list(known)} for deck, known in zip(table.decks, state.known, strict=True)},
        "talks": [[seats[one], seats[two]] for one, two in state.talks],
        "offers": [
            {
                "player": seats[offer.player],
                "to": seats[offer.to],
                "give": deal.side_json(state, offer.give),
                "take": deal.side_json(state, offer.take),
                "with": [seats[seat] for seat in offer.partners],
            }
            for offer in state.offers
        ],
        "deals": [
            {
                "player": seats[past.player],
                "with": seats[past.other],
                "give": deal.side_json(state, past.give),
                "take": deal.side_json(state, past.take),
            }
            for past in state.deals
        ],
        "order": [{seats[seat]: total for seat, total in throws} for throws in state.order],
        "due": due.listing(state),
    }


# -- reading


class Reader:
    """Reads a position, keeping every fault that it meets."""

    def __init__(self, table: Table, base: State) -> None:
        self.table = table
        self.base = base
        self.faults: list[Refusal] = []

    def read(self, where: str, value: Any, parse: Callable[[Any, Any], Any], default: Any) -> Any:
        """``parse`` of a value, or the default and a fault."""
        try:
            return parse(value, self.table)
        except FormFault as fault:
            self.faults.append(fault.refusal._replace(facts={"field": where, **fault.refusal.facts}))
            return default

    def part(self, where: str, value: Any, known: tuple[str, ...]) -> Mapping[str, Any]:
        """An object with known fields only."""
        if not isinstance(value, dict):
            self.faults.append(refuse("position_malformed", field=where, value=shown(value)))
            return {}
        if strange := [name for name in value if name not in known]:
            self.faults.append(refuse("position_field_unknown", field=where, fields=strange[:5], known=list(known)))
        return value


def _space(value: Any, table: Table) -> int:
    index = table.edition.space_index.get(value) if isinstance(value, str) else None
    if index is None:
        malformed("space_unknown", value=shown(value))
    return index


def _jail(value: Any, table: Table) -> int:
    return FREE if value is None else int(whole(0, table.figures.jail_throws - 1)(value, table))


def _owner(value: Any, table: Table) -> int:
    return BANK if value is None else fields.seat(value, table)


PLAYER = ("cash", "space", "jail", "cards", "out", "out_at")
DEED = ("owner", "level", "mortgaged")
FIELDS = (
    *("phase", "turn", "doubles", "time_up", "last_throw", "begun", "go_reached", "players", "deeds", "bank", "decks"),
    *("talks", "offers", "deals", "order", "due"),
)
_cards = listed(fields.deck, least=0, most=2)


def read(table: Table, base: State, value: Any) -> tuple[State, list[Refusal]]:
    """The state ``base`` with the parts of a position that are given, and every fault of form."""
    reader = Reader(table, base)
    given = reader.part("position", value, FIELDS)
    state = base._replace(**{
        name: reader.read(name, given[name], parse, getattr(base, name))
        for name, parse in (
            ("phase", choice(*PHASES)),
            ("turn", fields.seat),
            ("doubles", whole(0, table.figures.most_doubles - 1)),
            ("time_up", flag),
            ("last_throw", flag),
            ("begun", flag),
            ("go_reached", flag),
            ("order", listed(mapped(fields.seat, whole(2, 12), least=2), least=0)),
        )
        if name in given
    })  # fmt: skip
    state = state._replace(players=read_players(reader, given.get("players", {})))
    state = state._replace(holdings=read_deeds(reader, given.get("deeds", {})))
    state = state._replace(known=read_decks(reader, given.get("decks", {})))
    state = with_stock(state)
    if "talks" in given:
        pairs = reader.read("talks", given["talks"], listed(_pair, least=0), ())
        state = state._replace(talks=pairs)
    if "offers" in given:
        state = state._replace(offers=reader.read("offers", given["offers"], _list_of(_offer), ()))
    if "deals" in given:
        state = state._replace(deals=reader.read("deals", given["deals"], _list_of(_deal), ()))
    if "due" in given:
        state = read_due(reader, state, given["due"])
    if "bank" in given:
        check_bank(reader, state, given["bank"])
    return state, reader.faults


def with_stock(state: State) -> State:
    """The bank's stock and ledger, derived from what stands and who has what."""
    edition = state.table.edition
    levels = [holding.level for holding in state.holdings]
    return state._replace(
        houses=edition.houses - sum(level for level in levels if level < 5),
        hotels=edition.hotels - levels.count(5),
        ledger=-sum(player.cash for player in state.players),
    )


def read_players(reader: Reader, value: Any) -> tuple[Player, ...]:
    """The players, defaults where nothing is given; who is out and has no place gets the first free ones."""
    table = reader.table
    rows = reader.part("players", value, table.seats)
    players = []
    for number, seat in enumerate(table.seats):
        base = reader.base.players[number]
        where = f"players.{seat}"
        row = reader.part(where, rows.get(seat, {}), PLAYER)
        parsers = (
            ("cash", whole(0, LARGEST)),
            ("space", _space),
            ("jail", _jail),
            ("cards", _cards),
            ("out", flag),
            ("out_at", lambda value, table: 0 if value is None else whole(1, len(table.seats))(value, table)),
        )
        changes = {
            name: reader.read(f"{where}.{name}", row[name], parse, getattr(base, name))
            for name, parse in parsers
            if name in row
        }
        if "cards" in changes:
            changes["cards"] = tuple(sorted(changes["cards"]))
        if changes.get("jail", FREE) != FREE and "space" not in changes:
            changes["space"] = table.edition.jail
        players.append(base._replace(**changes))
    return tuple(players)


def read_deeds(reader: Reader, value: Any) -> tuple[Holding, ...]:
    """The holdings; deeds not listed stay as they are."""
    holdings = list(reader.base.holdings)
    if not isinstance(value, dict):
        reader.part("deeds", value, ())
        return tuple(holdings)
    for key, row in value.items():
        deed = reader.read("deeds", key, fields.deed, NONE)
        if deed == NONE:
            continue
        where = f"deeds.{key}"
        parts = reader.part(where, {"owner": None} if row is None else row, DEED)
        base = holdings[deed]
        parsers = (("owner", _owner), ("level", whole(0, 5)), ("mortgaged", flag))
        changes = {
            name: reader.read(f"{where}.{name}", parts[name], parse, getattr(base, name))
            for name, parse in parsers
            if name in parts
        }
        holding = base._replace(**changes)
        if changes.get("owner") == BANK and row is not None and set(parts) <= {"owner"}:
            holding = Holding()
        holdings[deed] = Holding() if row is None else holding
    return tuple(holdings)


def read_decks(reader: Reader, value: Any) -> tuple[tuple[str, ...], ...]:
    """What is known of the decks."""
    table = reader.table
    known = list(reader.base.known)
    for deck, row in reader.part("decks", value, table.decks).items():
        if deck in table.decks:
            parts = reader.part(f"decks.{deck}", row, ("known",))
            where = f"decks.{deck}.known"
            if "known" in parts:
                at = table.decks.index(deck)
                known[at] = reader.read(where, parts["known"], listed(fields.card, least=0), known[at])
    return tuple(known)


def check_bank(reader: Reader, state: State, value: Any) -> None:
    """The bank's stock is derived; a given one must agree."""
    parts = reader.part("bank", value, ("houses", "hotels"))
    for name, have in (("houses", state.houses), ("hotels", state.hotels)):
        if name in parts and parts[name] != have:
            reader.faults.append(refuse("stock_differs", piece=name, value=shown(parts[name]), stock=have))


def _pair(value: Any, table: Table) -> tuple[int, int]:
    one, two = sorted(listed(fields.seat, least=2, most=2)(value, table))
    return one, two


def _list_of(parse: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    def parse_all(value: Any, table: Any) -> tuple[Any, ...]:
        if not isinstance(value, list) or not all(isinstance(row, dict) for row in value):
            malformed("not_a_list", value=shown(value), least=0, most=64)
        try:
            return tuple(parse(row, table) for row in value)
        except KeyError as error:
            malformed("field_missing", type="position", field=str(error.args[0]))

    return parse_all


def _offer(row: Any, table: Table) -> Offer:
    partners = listed(fields.seat, least=0)(row.get("with", []), table)
    give, take = fields.side(row["give"], table), fields.side(row["take"], table)
    return Offer(fields.seat(row["player"], table), fields.seat(row["to"], table), give, take, partners)


def _deal(row: Any, table: Table) -> Deal:
    give, take = fields.side(row["give"], table), fields.side(row["take"], table)
    return Deal(fields.seat(row["player"], table), fields.seat(row["with"], table), give, take)


# -- what is due


def read_due(reader: Reader, state: State, value: Any) -> State:
    """What is due in a given position, taken over; figures that the engine derives are left out."""
    if not isinstance(value, list) or not all(isinstance(row, dict) for row in value) or len(value) > 64:
        reader.faults.append(refuse("not_a_list", field="due", value=shown(value), least=0, most=64))
        return state
    pending: list[Pending] = []
    state = state._replace(declared=(), excluded=())
    for number, row in enumerate(value):
        where = f"due[{number}]"
        kind = row.get("kind")
        read_kind = KINDS.get(kind) if isinstance(kind, str) else None
        try:
            if kind == "building":
                state = _with_declared(state, row)
            elif kind == "setup":
                continue
            elif read_kind is None:
                malformed("not_one_of", value=shown(kind), values=[*KINDS, "building", "setup"])
            elif (entry := read_kind(row, state)) is not None:
                pending.append(entry)
                if getattr(entry, "piece", ""):
                    state = _with_declared(state, row)
        except FormFault as fault:
            facts = {"field": where, **fault.refusal.facts}
            reader.faults.append(fault.refusal._replace(facts=facts))
        except KeyError as error:
            reader.faults.append(refuse("field_missing", type="due", field=f"{where}.{error.args[0]}"))
    return state._replace(pending=tuple(pending))


_declared = mapped(fields.seat, fields.levels, least=0)
_out = listed(fields.seat, least=0)


def _with_declared(state: State, row: Mapping[str, Any]) -> State:
    table = state.table
    declared: dict[int, Levels] = dict(_declared(row.get("declared", {}), table))
    order = [table.seat_number[seat] for seat in row.get("declared", {})]
    return state._replace(
        declared=tuple((seat, declared[seat]) for seat in order), excluded=_out(row.get("out", []), table)
    )


def _throw(row: Mapping[str, Any], state: State) -> Pending | None:
    why = choice("turn", "doubles", "jail", "utility_rent")(row["why"], state.table)
    player = fields.seat(row["player"], state.table)
    if why == "utility_rent":
        return Throw(player, why, whole(1, 100)(row.get("times", 10), state.table))
    return Throw(player, why) if why == "turn" and state.phase == TURN else None


def _purchase(row: Mapping[str, Any], state: State) -> Pending:
    return Purchase(fields.seat(row["player"], state.table), fields.deed(row["deed"], state.table))


def _thing(row: Mapping[str, Any], state: State) -> tuple[int, str]:
    if "piece" in row:
        return NONE, choice("house", "hotel")(row["piece"], state.table)
    return fields.deed(row["deed"], state.table), ""


def _auction(row: Mapping[str, Any], state: State) -> Pending:
    deed, piece = _thing(row, state)
    high = row.get("high")
    bidder, amount = NONE, 0
    if high is not None:
        if not isinstance(high, dict):
            malformed("position_malformed", value=shown(high))
        bidder, amount = fields.seat(high["player"], state.table), whole(0)(high["amount"], state.table)
    out = () if piece else _out(row.get("out", []), state.table)
    return Auction(deed, piece, bidder, amount, out)


def _payment(row: Mapping[str, Any], state: State) -> Pending:
    deed, piece = _thing(row, state)
    out = () if piece else _out(row.get("out", []), state.table)
    return Payment(fields.seat(row["player"], state.table), whole(1)(row["amount"], state.table), deed, piece, out)


def _place(row: Mapping[str, Any], state: State) -> Pending:
    piece = choice("house", "hotel")(row["piece"], state.table)
    return Place(fields.seat(row["player"], state.table), piece, whole(1)(row["amount"], state.table))


def _draw(row: Mapping[str, Any], state: State) -> Pending:
    return Draw(fields.seat(row["player"], state.table), fields.deck(row["deck"], state.table))


def _debt(row: Mapping[str, Any], state: State) -> Pending | None:
    if "after" in row:
        return None
    table = state.table
    cause = choice("rent", "tax", "card", "jail_fee", "interest")(row["cause"], table)
    return Debt(
        fields.seat(row["player"], table),
        fields.party(row["to"], table),
        whole(1)(row["amount"], table),
        cause,
        fields.deed(row["deed"], table) if "deed" in row else NONE,
        fields.dice(row["dice"], table) if "dice" in row else None,
        fields.deck(row["instead"], table) if "instead" in row else "",
    )


KINDS: Mapping[str, Callable[[Mapping[str, Any], State], Pending | None]] = {
    "roll": _throw,
    "buy_or_decline": _purchase,
    "auction": _auction,
    "payment": _payment,
    "place": _place,
    "draw": _draw,
    "debt": _debt,
}


# -- what makes a position impossible


def impossible(state: State) -> list[Refusal]:
    """Every reason why a position cannot be (RECORD/START)."""
    return [
        *_stock_faults(state),
        *_deed_faults(state),
        *_player_faults(state),
        *_deck_faults(state),
        *_due_faults(state),
    ]


def contradictions(state: State) -> list[Refusal]:
    """Why a position cannot be, even by a ruling: as `impossible`, but a ruling may leave a group uneven."""
    return [fault for fault in impossible(state) if fault.code != "group_uneven"]


def _stock_faults(state: State) -> list[Refusal]:
    edition = state.table.edition
    found = []
    if state.houses < 0:
        found.append(refuse("too_many_houses", count=edition.houses - state.houses, most=edition.houses))
    if state.hotels < 0:
        found.append(refuse("too_many_hotels", count=edition.hotels - state.hotels, most=edition.hotels))
    return found


def _deed_faults(state: State) -> list[Refusal]:
    found = []
    edition = state.table.edition
    for deed, holding in zip(edition.deeds, state.holdings, strict=True):
        if holding.owner == BANK:
            if holding.level or holding.mortgaged:
                found.append(refuse("bank_deed_used", deed=deed.key))
            continue
        if state.players[holding.owner].out:
            found.append(refuse("deed_of_player_out", deed=deed.key, player=state.table.seats[holding.owner]))
        if holding.level and not deed.building_cost:
            found.append(refuse("built_on_no_lot", deed=deed.key))
        elif holding.level and holding.mortgaged:
            found.append(refuse("built_and_mortgaged", deed=deed.key))
    for group in edition.groups.values():
        rows = [state.holdings[deed] for deed in group]
        levels = [row.level for row in rows]
        if not any(levels) or not edition.deeds[group[0]].building_cost:
            continue
        keys = [edition.deeds[deed].key for deed in group]
        if len({row.owner for row in rows}) > 1:
            found.append(refuse("built_group_divided", deeds=keys))
        elif any(row.mortgaged and not row.level for row in rows):
            found.append(refuse("built_group_mortgaged", deeds=keys))
        if building.uneven(levels):
            found.append(refuse("group_uneven", deeds=keys, levels=levels))
    return found


def _player_faults(state: State) -> list[Refusal]:
    found = []
    table = state.table
    for seat, player in zip(table.seats, state.players, strict=True):
        if player.jail != FREE and player.space != table.edition.jail:
            found.append(refuse("jailed_elsewhere", player=seat, space=table.edition.spaces[player.space].key))
        if table.edition.spaces[player.space].kind == "go_to_jail":
            found.append(refuse("stands_on_go_to_jail", player=seat))
        if player.out and (player.cash or player.cards):
            found.append(refuse("out_with_assets", player=seat, cash=player.cash))
        if not player.out and player.out_at:
            found.append(refuse("out_at_but_in", player=seat))
    places = Counter(player.out_at for player in state.players if player.out and player.out_at)
    found += [refuse("out_at_twice", place=place) for place, count in places.items() if count > 1]
    left = len(active(state))
    if left == 0 or (left == 1 and state.phase != OVER):
        found.append(refuse("too_few_players", count=left))
    elif state.players[state.turn].out:
        found.append(refuse("turn_of_player_out", player=table.seats[state.turn]))
    return found


def _deck_faults(state: State) -> list[Refusal]:
    found = []
    table = state.table
    for deck, known in zip(table.decks, state.known, strict=True):
        strange = [card for card in known if card not in table.edition.cards[deck]]
        if strange:
            found.append(refuse("known_card_unfit", card=strange[0], deck=deck))
        holders = [seat for seat, player in zip(table.seats, state.players, strict=True) if deck in player.cards]
        if len(holders) > 1:
            found.append(refuse("card_held_twice", deck=deck, players=holders))
        if holders and table.release[deck] in known:
            found.append(refuse("card_held_and_in_deck", deck=deck, player=holders[0]))
    return found


def _due_faults(state: State) -> list[Refusal]:
    found = []
    table = state.table
    for entry in state.pending:
        player = getattr(entry, "player", None)
        if player is not None and state.players[player].out:
            found.append(refuse("due_from_player_out", player=table.seats[player]))
        deed = getattr(entry, "deed", NONE)
        if isinstance(entry, Purchase | Auction | Payment) and deed >= 0 and state.holdings[deed].owner != BANK:
            found.append(refuse("due_for_owned_deed", deed=table.deed_key(deed)))
        if isinstance(entry, Debt):
            if entry.to == entry.player or (entry.to >= 0 and state.players[entry.to].out):
                found.append(refuse("debt_to_nobody", player=table.seats[entry.player]))
            if entry.cause == "jail_fee" and state.players[entry.player].jail == FREE:
                found.append(refuse("fee_out_of_jail", player=table.seats[entry.player]))
        if isinstance(entry, Throw) and entry.why == "utility_rent" and not _on_owned_utility(state, entry.player):
            found.append(refuse("utility_throw_elsewhere", player=table.seats[entry.player]))
    return found


def _on_owned_utility(state: State, player: int) -> bool:
    deed = state.table.edition.spaces[state.players[player].space].deed
    return (
        deed >= 0
        and state.table.edition.deeds[deed].kind == "utility"
        and state.holdings[deed].owner not in (BANK, player)
    )


def restored(table: Table, value: Any) -> tuple[State, list[Refusal]]:
    """The state of a position that `as_json` wrote, and its faults of form.  Whether it is possible is not asked."""
    state, faults = read(table, opening(table)._replace(phase=BETWEEN_TURNS), value)
    return completed(state, value), faults


def placed(table: Table, value: Any) -> tuple[State, list[Refusal]]:
    """The state of a position to start from, defaults filled in, and all its faults."""
    state, faults = restored(table, value)
    return state, [*faults, *impossible(state)]


def completed(state: State, value: Any) -> State:
    """A position with what follows from it: whose turn it is, the throw after bail, the places of those who are out."""
    if not isinstance(value, dict):
        return state
    if "turn" not in value and state.players[state.turn].out and active(state):
        state = state._replace(turn=after(state, state.turn))
    if state.phase == TURN and not state.pending and not state.doubles and not state.last_throw:
        state = state._replace(pending=(Throw(state.turn, "turn"),))
    return state


def amended(state: State, value: Any) -> tuple[State, list[Refusal]]:
    """The state with the given parts of its position replaced (a ruling's ``set``), and all faults of the result.

    What was due for a deed that has an owner now, or for a player who is out now, falls away.
    """
    changed, faults = read(state.table, state, value)
    if faults:
        return state, faults
    if not (isinstance(value, dict) and "due" in value):
        changed = changed._replace(pending=tuple(entry for entry in changed.pending if _still_due(changed, entry)))
    if changed.players[changed.turn].out and "turn" not in value and active(changed):
        changed = changed._replace(turn=after(changed, changed.turn))
    return changed, impossible(changed)


def _still_due(state: State, entry: Pending) -> bool:
    return not _due_faults(state._replace(pending=(entry,)))
