"""Reading the form of a position, field by field."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from referee.core.language import text
from referee.rules.positions.due import (
    FIELDS,
    KINDS,
    add_declared,
    entries_with_rows,
    entry_of,
    fields_of,
    has_row,
    is_turn_throw,
)
from referee.rules.positions.values import CHECKBOXES, THROW_AHEAD, declared_buildings, form_values, seat_orders
from rulesets import notation
from rulesets.kernel.record import Unreadable
from rulesets.kernel.ruleset import Game
from rulesets.kernel.track.reading import MOST_CASH
from tournaments.lists.cells import Fields
from tournaments.typed import Dollars, whole

MOST_ROWS = 64
"""The most entries that ``due`` of a position may have (record format)."""


class MisreadField(NamedTuple):
    """A field that could not be read, with its label and the reason."""

    field: str
    label: str
    message: str


class PositionForm:
    """The reader of a form.  ``game``: the one that the form began with; ``language``: of the messages."""

    def __init__(self, form: Mapping[str, str], game: Game, language: str) -> None:
        self.language = language
        self.form = form
        self.fields = Fields(form)
        self.game = game
        self.base: dict[str, Any] = game.ruleset.position(game)
        self.began = form_values(game)
        self.seats = game.state.table.seats
        self.misread: list[MisreadField] = []

    def position(self) -> tuple[dict[str, Any], list[int]]:
        """Read the position, and for each entry of its ``due`` the row that it comes from, 0 if from none."""
        form = self.form
        phase = form.get("phase", self.base["phase"])
        found = {**self.base, "phase": "turn" if phase == THROW_AHEAD else phase}
        del found["bank"]  # derived from the rest
        found["turn"] = self._seat(form.get("turn", "")) or self.base["turn"]
        found["doubles"] = self._number("doubles", text(self.language, "position_doubles")) or 0
        found |= {name: form.get(name) == "1" for name in CHECKBOXES}
        if "pot" in found:
            found["pot"] = self._number("pot", text(self.language, "position_pot")) or 0
        found["players"] = {seat: self._player(order, seat) for seat, order in seat_orders(self.seats).items()}
        found["deeds"] = dict(self._deeds())
        found["decks"] = self._decks(found["players"])
        rows = self._rows()
        found["rents"] = self._rents([entry for _, entry in rows if "kind" not in entry])
        due = [(number, entry) for number, entry in rows if "kind" in entry]
        found["due"] = self._due([entry for _, entry in due], found)
        numbers = iter(number for number, _ in due)
        return found, [next(numbers) if has_row(entry) else 0 for entry in found["due"]]

    def _unchanged(self, *names: str) -> bool:
        """Whether some fields still have their initial values."""
        return all(self.form.get(name, "") == self.began.get(name, "") for name in names)

    def _seat(self, order: str) -> str | None:
        place = whole(order)
        return self.seats[place - 1] if place and place <= len(self.seats) else None

    def _name(self, seat: str) -> str:
        return str(self.game.state.table.names.get(seat, seat))

    def _number(self, field: str, label: str) -> int | None:
        """Read an amount of money, or another number from 0."""
        number = self.fields.read(field, Dollars(0, MOST_CASH), label)
        for fault in self.fields.faults:
            self.misread.append(MisreadField(field, label, fault.sentence(self.language)))
        self.fields.faults.clear()
        return number

    def _player(self, order: str, seat: str) -> dict[str, Any]:
        base = self.base["players"][seat]
        cash = self._number(f"cash_{order}", f"{self._name(seat)} {text(self.language, 'result_cash')}")
        space, _, failed = self.form.get(f"space_{order}", base["space"]).partition(":")
        out = self.form.get(f"out_{order}", "")
        if out and not base["out"] and self._unchanged(f"cash_{order}"):
            cash = 0  # a player set to be out gives up everything; if cash was typed, the rules refuse it
        table = self.game.state.table
        return {
            "cash": 0 if cash is None else cash,
            "space": table.edition.spaces[table.edition.jail].key if failed else space,
            "jail": whole(failed),
            "cards": [deck for deck in table.decks if self.form.get(f"card_{deck}") == order],
            "out": bool(out),
            **({"out_at": place} if (place := whole(out)) else {}),
        }

    def _deeds(self) -> Iterator[tuple[str, dict[str, Any]]]:
        for deed in self.game.state.table.edition.deeds:
            owner = self._seat(self.form.get(f"deed_{deed.key}", ""))
            level = self.form.get(f"level_{deed.key}", "")
            mortgaged = self.form.get(f"mortgaged_{deed.key}") == "1"
            base = self.base["deeds"].get(deed.key, {})
            if owner is None and not mortgaged and level in ("", "0"):
                continue
            row = {"owner": owner, "level": whole(level) or 0, "mortgaged": mortgaged}
            same = "costs" in base and row["level"] == base["level"]
            yield deed.key, {**row, **({"costs": base["costs"]} if same else {})}

    def _decks(self, players: Mapping[str, Any]) -> dict[str, Any]:
        """What is known of the decks, without the release cards that players hold."""
        release = self.game.state.table.release
        in_hand = {release.get(deck) for player in players.values() for deck in player["cards"]}
        return {
            deck: {"known": [card for card in row["known"] if card not in in_hand or release.get(deck) != card]}
            for deck, row in self.base["decks"].items()
        }

    def _rows(self) -> list[tuple[int, dict[str, Any]]]:
        """Read the entries of what is due, each with the number of its row; an unchanged one is kept as it was."""
        began = entries_with_rows(self.base)
        order = seat_orders(self.seats)
        found = []
        for number in range(1, MOST_ROWS + 1):
            given = {field: self.form.get(f"due_{number}_{field}", "").strip() for field in ("kind", *FIELDS)}
            if given["kind"] not in KINDS:
                continue
            given |= {field: "" for field in FIELDS if field not in KINDS[given["kind"]].uses}
            if number <= len(began) and fields_of(began[number - 1], order) == given:
                found.append((number, began[number - 1]))
                continue
            row = self._row_values(number, given)
            missing = [field for field in KINDS[given["kind"]].needs if field not in row]
            self.misread += [self._missing(number, field) for field in missing if not given[field]]
            if not missing:
                found.append((number, entry_of(given["kind"], row)))
        return found

    def _missing(self, number: int, field: str) -> MisreadField:
        label = text(self.language, f"position_due_{field}")
        return MisreadField(
            f"due_{number}", label, text(self.language, "position_due_missing", field=label, number=number)
        )

    def _row_values(self, number: int, given: Mapping[str, str]) -> dict[str, Any]:
        """The values of a row's fields, without those that are empty or could not be read."""
        label = text(self.language, "position_due_amount")
        amount = self._number(f"due_{number}_amount", label) if given["amount"] else None
        to = given["to"] if given["to"] in ("bank", "each") else self._seat(given["to"])
        row = {
            "player": self._seat(given["player"]),
            "to": to,
            "amount": amount,
            "deed": given["deed"] or None,
            "deck": given["deck"] or None,
            "dice": [die for each in given["dice"] if (die := whole(each)) is not None] or None,
        }
        return {field: value for field, value in row.items() if value is not None}

    def _rents(self, rents: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """The rents not claimed yet; those that have lapsed have no rows and are kept."""
        began = self.base["rents"]
        if rents == [rent for rent in began if "lapsed" not in rent]:
            return list(began)
        return [*rents, *(rent for rent in began if "lapsed" in rent)]

    def _due(self, entries: list[dict[str, Any]], found: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Everything due: the entries of rows first, then the building that was declared, and the throw of a turn."""
        declarations = [field for field in (*self.form, *self.began) if field.startswith("declared_")]
        rows = [field for field in (*self.form, *self.began) if field.startswith("due_")]
        if self._unchanged("phase", "turn", "doubles", *declarations, *rows):
            return list(self.base["due"])
        out: list[str] = next((row["out"] for row in self.base["due"] if row.get("out") and "declared" in row), [])
        due = add_declared(entries, self._declared(), out)
        if self.form.get("phase") == THROW_AHEAD:
            return [*due, {"kind": "roll", "player": found["turn"], "why": "turn"}]
        kept = (
            [row for row in self.base["due"] if is_turn_throw(row)]
            if self._unchanged("phase", "turn", "doubles")
            else []
        )
        return [*due, *kept]

    def _declared(self) -> dict[str, dict[str, int]]:
        """Read the building declared by each seat, typed in the notation: ``bal2 med2``."""
        codes = notation.codes(self.game)
        began = declared_buildings(self.base)
        found = {}
        for seat, order in seat_orders(self.seats).items():
            field = f"declared_{order}"
            line = self.form.get(field, "").strip()
            if line and self._unchanged(field):
                found[seat] = began[seat]
            elif line:
                try:
                    found[seat] = notation.parse(f"build {line}", codes, seat)["to"]
                except Unreadable as unreadable:
                    refusal = self.game.ruleset.explain(unreadable.refusal, self.game.state.table, self.language)
                    self.misread.append(
                        MisreadField(
                            field, f"{self._name(seat)} {text(self.language, 'position_declared')}", refusal["message"]
                        )
                    )
        return found
