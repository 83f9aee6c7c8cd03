"""Reading a given position part by part, keeping every fault that is met (record format, Position)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rulesets.kernel.refusal import FormFault, Refusal, refuse
from rulesets.kernel.report import LARGEST, shown

MOST_CASH = 1000 * LARGEST
"""What a player may hold in a position: cash grows beyond what one report may name."""
Parse = Callable[[Any, Any], Any]
"""A value of a position, and the table it is at, to what the state keeps; raises `FormFault`."""
Parsers = Mapping[str, Parse]
"""How each field of a part is read."""


class Reader:
    """Reads the parts of a position that change the state ``base``; ``faults`` holds what could not be read."""

    def __init__(self, table: Any, base: Any) -> None:
        self.table = table
        self.base = base
        self.faults: list[Refusal] = []

    def read(self, where: str, value: Any, parse: Parse, default: Any) -> Any:
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
        if strange := [shown(name) for name in value if name not in known]:
            self.faults.append(refuse("position_field_unknown", field=where, fields=strange[:5], known=list(known)))
        return value

    def fields(self, where: str, row: Mapping[str, Any], parsers: Parsers, base: Any) -> dict[str, Any]:
        """The fields given, each read by its parser; one that cannot be read stays as ``base`` has it."""
        return {
            name: self.read(f"{where}.{name}" if where else name, row[name], parse, getattr(base, name, None))
            for name, parse in parsers.items()
            if name in row
        }
