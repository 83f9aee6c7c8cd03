"""Positions as JSON: writing a complete state down, and reading one back.

What is written beyond the public fields of the record format (``talks``, ``offers``, ``deals``, ``last_throw``,
``begun``, ``go_reached``, ``order``, ``rents``, ``inherited``, ``closing``, ``untold``, ``fell_at``, ``costs`` of
deeds, and details inside ``offers`` and ``due``) lets a position be read back as exactly the same state.  ``uneven``
and ``irregular`` name what a position could not begin with (`possible.LEFT_BEHIND`), so that play can be resumed from
it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rulesets.classic import deal, due, given_due, offers
from rulesets.classic.game import fields as classic_fields
from rulesets.classic.game.draft import Draft
from rulesets.classic.game.pending import Throw
from rulesets.classic.game.state import (
    BETWEEN_TURNS,
    FREE,
    OVER,
    SETUP,
    TURN,
    Deal,
    Holding,
    Offer,
    OpenRent,
    Player,
    State,
)
from rulesets.classic.game.table import Table
from rulesets.classic.possible import LEAVABLE, but_for, impossible, irregular
from rulesets.classic.possible.board import UNEVEN, uneven_groups
from rulesets.classic.turns import parking
from rulesets.kernel.refusal import Refusal, malformed
from rulesets.kernel.report import ascending, choice, flag, listed, shown, whole
from rulesets.kernel.track import fields, position
from rulesets.kernel.track.order import active, after
from rulesets.kernel.track.reading import MOST_CASH, Parsers, Reader
from rulesets.kernel.track.table import BANK, NONE
from rulesets.wordlist import wordlist

PHASES = (SETUP, BETWEEN_TURNS, TURN, OVER)


def opening(table: Table) -> State:
    """The state at the start of a game (JMA/SETUP-1; SETUP-3, SETUP-5 of CLASSIC-JA and US; WIKI/SETUP-6, SETUP-7)."""
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
        ledger=-cash * count - parking.stake(table),
        known=((),) * len(table.decks),
        pot=parking.stake(table),
    )


# -- writing


def as_json(state: State) -> dict[str, Any]:
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
        "players": position.players_json(state, player_json),
        "deeds": {
            deed.key: {
                "owner": seats[holding.owner],
                "level": holding.level,
                "mortgaged": holding.mortgaged,
                **({"costs": list(holding.costs)} if holding.costs else {}),
            }
            for deed, holding in zip(edition.deeds, state.holdings, strict=True)
            if holding.owner != BANK
        },
        "bank": {"houses": state.houses, "hotels": state.hotels},
        **({"pot": state.pot} if parking.is_played(table) else {}),
        "decks": {deck: {"known": list(known)} for deck, known in zip(table.decks, state.known, strict=True)},
        "talks": [[seats[one], seats[two]] for one, two in state.talks],
        "offers": [
            {
                "player": seats[offer.player],
                "to": seats[offer.to],
                "give": deal.side_json(state, offer.give),
                "take": deal.side_json(state, offer.take),
                "with": [seats[seat] for seat in offer.partners],
                "mortgaged": [edition.deeds[deed].key for deed in offer.mortgaged],
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
        "rents": [
            {
                "player": seats[rent.player],
                "to": seats[rent.to],
                "amount": rent.amount,
                "deed": edition.deeds[rent.deed].key,
                **({"lapsed": seats[rent.lapsed]} if rent.lapsed != NONE else {}),
            }
            for rent in state.rents
        ],
        "inherited": [edition.deeds[deed].key for deed in state.inherited],
        "closing": state.closing,
        **marks(state),
        "order": position.order_json(state),
        "due": due.listing(state),
    }


def player_json(player: Player) -> dict[str, Any]:
    """What is written of a player besides cash and space."""
    return {"jail": None if player.jail == FREE else player.jail, "cards": list(player.cards)}


def marks(state: State) -> dict[str, Any]:
    """Return marks of what the position could not begin with: groups that a ruling left uneven, and what is irregular
    in what is due and negotiated.
    """
    found: dict[str, Any] = {}
    if uneven_groups(state) or state.untold:
        found["uneven"] = True
        found["untold"] = [state.table.deed_key(deed) for deed in state.untold]
    if state.fell_at:
        found["fell_at"] = state.fell_at
    if (state.pending or state.declared or state.talks or state.offers) and (codes := irregular(state)):
        found["irregular"] = codes
    return found


# -- reading


def _jail(value: Any, table: Table) -> int:
    return FREE if value is None else int(whole(0, table.figures.jail_throws - 1)(value, table))


def _costs(value: Any, table: Table) -> tuple[int, ...]:
    if not isinstance(value, list) or len(value) > 5:
        malformed("not_a_list", value=shown(value), least=0, most=5)
    return tuple(whole(1)(cost, table) for cost in value)


TOP: Parsers = {
    "phase": choice(*PHASES),
    "turn": fields.seat,
    "time_up": flag,
    "last_throw": flag,
    "begun": flag,
    "go_reached": flag,
    "closing": flag,
    "untold": listed(fields.deed, least=0, most=28),
    "fell_at": whole(0, 8),
    "pot": whole(0, MOST_CASH),
    "inherited": listed(fields.deed, least=0, most=28),
    "order": position.ORDER,
}
PLAYER: Parsers = {
    "cash": whole(0, MOST_CASH),
    "space": fields.space,
    "jail": _jail,
    "cards": ascending(listed(classic_fields.deck, least=0, most=2)),
    "out": flag,
    "out_at": position.place_of_going_out,
}
NOTHING: Mapping[str, Any] = {"cash": 0, "cards": ()}
"""What a player who goes out has."""
DEED: Parsers = {"owner": fields.or_none(fields.seat, BANK), "level": whole(0, 5), "mortgaged": flag, "costs": _costs}
FIELDS = wordlist("""
    phase turn doubles time_up last_throw begun go_reached players deeds bank decks talks offers deals rents inherited
    closing order uneven untold fell_at irregular due standing pot
""")
MARKS: Parsers = {"uneven": flag, "irregular": listed(choice(*LEAVABLE), least=0, most=len(LEAVABLE))}
"""What a position says about itself, and a state does not keep."""


def read(table: Table, base: State, value: Any) -> tuple[State, list[Refusal]]:
    """Return the state ``base`` with the given parts of a position, and every fault of form."""
    reader = Reader(table, base)
    given = reader.part("position", value, FIELDS)
    doubles = whole(0, table.figures.most_doubles - 1)
    state = base._replace(**reader.fields("", given, {**TOP, "doubles": doubles}, base))
    reader.fields("", given, MARKS, base)
    state = state._replace(players=position.read_players(reader, given.get("players", {}), PLAYER, NOTHING, in_jail))
    state = state._replace(holdings=read_deeds(reader, given.get("deeds", {})))
    state = state._replace(known=read_decks(reader, given.get("decks", {})))
    state = with_stock(state)
    if "talks" in given:
        pairs = reader.read("talks", given["talks"], listed(_pair, least=0), ())
        state = state._replace(talks=pairs)
    if "offers" in given:
        rows = reader.read("offers", given["offers"], _list_of(_offer), ())
        found = (offer if noted else offer._replace(mortgaged=offers.mortgaged(state, offer)) for offer, noted in rows)
        state = state._replace(offers=tuple({(offer.player, offer.to): offer for offer in found}.values()))
    if "deals" in given:
        state = state._replace(deals=reader.read("deals", given["deals"], _list_of(_deal), ()))
    if "rents" in given:
        state = state._replace(rents=reader.read("rents", given["rents"], _list_of(_rent), ()))
    if "due" in given:
        state = given_due.read(state, given["due"], reader.faults, given)
    if "bank" in given:
        position.check_stock(reader, given["bank"], {"houses": state.houses, "hotels": state.hotels})
    return state, reader.faults


def with_stock(state: State) -> State:
    """Derive the bank's stock and ledger from what stands and who has what."""
    edition = state.table.edition
    levels = [holding.level for holding in state.holdings]
    return state._replace(
        houses=edition.houses - sum(level for level in levels if level < 5),
        hotels=edition.hotels - levels.count(5),
        ledger=-state.pot - sum(player.cash for player in state.players),
    )


def in_jail(table: Table, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return what follows from what is given about a player: the jailed are in jail, unless it says otherwise."""
    return {"space": table.edition.jail} if given.get("jail", FREE) != FREE and "space" not in given else {}


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
        parts = reader.part(where, {"owner": None} if row is None else row, tuple(DEED))
        base = holdings[deed]
        changes = reader.fields(where, parts, DEED, base)
        if changes.get("level", base.level) != base.level:
            changes.setdefault("costs", ())
        holding = base._replace(**changes)
        if changes.get("owner") == BANK and row is not None and set(parts) <= {"owner"}:
            holding = Holding()
        holdings[deed] = Holding() if row is None else holding
    return tuple(holdings)


def read_decks(reader: Reader, value: Any) -> tuple[tuple[str, ...], ...]:
    table = reader.table
    known = list(reader.base.known)
    for deck, row in reader.part("decks", value, table.decks).items():
        if deck in table.decks:
            parts = reader.part(f"decks.{deck}", row, ("known",))
            where = f"decks.{deck}.known"
            if "known" in parts:
                at = table.decks.index(deck)
                known[at] = reader.read(where, parts["known"], listed(classic_fields.card, least=0), known[at])
    return tuple(known)


def _pair(value: Any, table: Table) -> tuple[int, int]:
    one, two = sorted(listed(fields.seat, least=2, most=2)(value, table))
    return one, two


MOST_ROWS = 512
"""The most deals, offers or open rents that a given position may hold."""


def _list_of(parse: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    def parse_all(value: Any, table: Any) -> tuple[Any, ...]:
        if not isinstance(value, list) or not all(isinstance(row, dict) for row in value) or len(value) > MOST_ROWS:
            malformed("not_a_list", value=shown(value), least=0, most=MOST_ROWS)
        try:
            return tuple(parse(row, table) for row in value)
        except KeyError as error:
            malformed("field_missing", type="position", field=str(error.args[0]))

    return parse_all


def _offer(row: Any, table: Table) -> tuple[Offer, bool]:
    """An offer, and whether it says which of its deeds were mortgaged; if not, those that are now."""
    partners = listed(fields.seat, least=0)(row.get("with", []), table)
    give, take = classic_fields.side(row["give"], table), classic_fields.side(row["take"], table)
    mortgaged = listed(fields.deed, least=0, most=28)(row.get("mortgaged", []), table)
    seats = fields.seat(row["player"], table), fields.seat(row["to"], table)
    return Offer(*seats, give, take, partners, tuple(sorted(mortgaged))), "mortgaged" in row


def _rent(row: Any, table: Table) -> OpenRent:
    lapsed = fields.seat(row["lapsed"], table) if "lapsed" in row else NONE
    player, to = fields.seat(row["player"], table), fields.seat(row["to"], table)
    return OpenRent(player, to, whole(1)(row["amount"], table), fields.deed(row["deed"], table), lapsed)


def _deal(row: Any, table: Table) -> Deal:
    give, take = classic_fields.side(row["give"], table), classic_fields.side(row["take"], table)
    return Deal(fields.seat(row["player"], table), fields.seat(row["with"], table), give, take)


def restored(table: Table, value: Any) -> tuple[State, list[Refusal]]:
    """Return the state of a position that `as_json` wrote, and its faults of form; what it says is not checked."""
    state, faults = read(table, opening(table)._replace(phase=BETWEEN_TURNS), value)
    return completed(state, value), faults


def placed(table: Table, value: Any) -> tuple[State, list[Refusal]]:
    """Return the state of a position to start from, defaults filled in, and all its faults.

    Faults that the position says were left in it are not among them.
    """
    state, faults = restored(table, value)
    left: set[str] = set()
    if isinstance(value, dict) and not faults:
        left.update(value.get("irregular", ()))
        if value.get("uneven"):
            left.add(UNEVEN)
            if "untold" not in value:  # written by hand: the players have not been told
                state = state._replace(untold=tuple(group[0] for group in uneven_groups(state)))
    return state, [*faults, *but_for(impossible(state), left)]


def tell_of_uneven_groups(draft: Draft) -> None:
    """Warn of each group that a ruling had left uneven, at the first report after the game was resumed."""
    for deed in draft.untold:
        group = draft.table.edition.deeds[deed].siblings
        draft.warn("uneven_by_ruling", deeds=[draft.table.deed_key(lot) for lot in group])
    draft.untold = ()


def completed(state: State, value: Any) -> State:
    """Return a position with what follows from it: whose turn it is, and the throw that a turn waits for."""
    if isinstance(value, dict) and "turn" not in value and state.players[state.turn].out and active(state):
        state = state._replace(turn=after(state, state.turn))
    return with_throw_ahead(state)


def with_throw_ahead(state: State) -> State:
    """Make the throw for doubles due in a turn in which nothing else is."""
    if state.phase == TURN and not state.pending and not state.doubles and not state.last_throw:
        return state._replace(pending=(Throw(state.turn, "doubles"),))
    return state
