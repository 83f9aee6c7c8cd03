"""Reading a given position part by part, collecting every fault (record format, Position)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rulesets.kernel.refusal import FormFault, Refusal, refuse
from rulesets.kernel.report import LARGEST, shown

MOST_CASH = 1000 * LARGEST
"""The most that a player may hold in a position: cash can grow beyond what a single report may name."""
Parse = Callable[[Any, Any], Any]
"""``parse(value, table)``: what the state keeps of a value of a position; raises `FormFault`."""
Parsers = Mapping[str, Parse]
"""How each field of a part is read."""


class Reader:
    """Reads the parts of a position that change the state ``base``; ``faults`` collects what could not be read."""

    def __init__(self, table: Any, base: Any) -> None:
        self.table = table
        self.base = base
        self.faults: list[Refusal] = []

    def read(self, where: str, value: Any, parse: Parse, default: Any) -> Any:
        """Return the parsed value; if it cannot be parsed, note the fault and return the default."""
        try:
            return parse(value, self.table)
        except FormFault as fault:
            self.faults.append(fault.refusal._replace(facts={"field": where, **fault.refusal.facts}))
            return default

    def part(self, where: str, value: Any, known: tuple[str, ...]) -> Mapping[str, Any]:
        """Return the value if it is an object, else an empty one; note a fault for that, or for unknown fields."""
        if not isinstance(value, dict):
            self.faults.append(refuse("position_malformed", field=where, value=shown(value)))
            return {}
        if strange := [shown(name) for name in value if name not in known]:
            self.faults.append(refuse("position_field_unknown", field=where, fields=strange[:5], known=list(known)))
        return value

    def fields(self, where: str, row: Mapping[str, Any], parsers: Parsers, base: Any) -> dict[str, Any]:
        """Return the given fields, each parsed; one that cannot be read stays as ``base`` has it."""
        return {
            name: self.read(f"{where}.{name}" if where else name, row[name], parse, getattr(base, name, None))
            for name, parse in parsers.items()
            if name in row
        }
