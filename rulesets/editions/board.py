"""The spaces of an edition file, with their deeds and groups."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from rulesets.frozen import FrozenDict

from .edition import DEED_KINDS, SPACE_KINDS, Deed, Space
from .table import Table

STREET_RENTS = 6
"""The number of rents of a street: unbuilt, one to four houses, hotel."""


class Board(NamedTuple):
    spaces: tuple[Space, ...]
    deeds: tuple[Deed, ...]
    groups: Mapping[str, tuple[int, ...]]
    group_names: Mapping[str, Mapping[str, str]]


def read_board(top: Table) -> Board:
    """Read the board from `spaces` and `groups` of the whole file. Not usable if `top` has noted faults."""
    spaces: list[Space] = []
    deeds: list[Deed] = []
    tables = top.tables("spaces")
    kinds = Counter(kind for kind in (table.peek("kind") for table in tables) if isinstance(kind, str))
    for index, table in enumerate(tables):
        key = table.key("key")
        table.label(key)
        kind = table.one_of("kind", SPACE_KINDS)
        space = Space(index, key, kind, table.texts("names"))
        if kind in DEED_KINDS:
            space = replace(space, deed=len(deeds))
            deeds.append(_read_deed(table, space, STREET_RENTS if kind == "street" else kinds[kind]))
        elif kind == "tax":
            space = replace(space, tax=table.number("tax"))
            if table.has("tax_percent"):
                space = replace(space, tax_percent=table.number("tax_percent", 100))
        if kind:  # which fields belong to a space depends on its kind
            table.done()
        spaces.append(space)
    groups: dict[str, tuple[int, ...]] = {}
    for deed in deeds:
        groups[deed.group] = (*groups.get(deed.group, ()), deed.number)
    _check_spaces(top, spaces)
    _check_building_costs(top, deeds)
    return Board(
        tuple(spaces),
        tuple(replace(deed, siblings=groups[deed.group]) for deed in deeds),
        FrozenDict(groups),
        _read_group_names(top, groups),
    )


def _read_deed(table: Table, space: Space, rents_due: int) -> Deed:
    street = space.kind == "street"
    group = table.key("group") if street else space.kind
    price, mortgage, rents = table.number("price"), table.number("mortgage"), table.numbers("rents")
    building_cost = table.number("building_cost") if street else 0
    if street and group in DEED_KINDS:
        table.fault("value", "colour", name="group", value=group)
    if price and mortgage > price:
        table.fault("mortgage_above", "half", name="mortgage", mortgage=mortgage, price=price)
    if rents and len(rents) != rents_due:
        by = "rents_built" if street else "rents_owned"
        table.fault("rents_count", by, name="rents", count=len(rents), needed=rents_due)
    if any(after <= before for before, after in pairwise(rents)):
        table.fault("flat", "above", name="rents", rents=", ".join(map(str, rents)))
    return Deed(
        number=space.deed,
        key=space.key,
        space=space.index,
        kind=space.kind,
        group=group,
        price=price,
        mortgage=mortgage,
        rents=rents,
        building_cost=building_cost,
        names=space.names,
        siblings=(),
    )


def _check_spaces(top: Table, spaces: list[Space]) -> None:
    if not spaces:
        return
    for key, count in Counter(space.key for space in spaces if space.key).items():
        if count > 1:
            top.fault("shared_key", "own_space", count=count, key=key)
    for kind in ("go", "jail"):
        found = [space for space in spaces if space.kind == kind]
        if len(found) != 1:
            top.fault("kind_count" if found else "kind_missing", "exactly_one", kind=kind, count=len(found))
        for space in found:
            if space.key not in (kind, ""):
                top.fault("named_space", "named", kind=kind, key=space.key)
            if kind == "go" and space.index:
                top.fault("go_place", "clockwise", place=space.index)


def _check_building_costs(top: Table, deeds: list[Deed]) -> None:
    costs: dict[str, dict[int, list[str]]] = {}
    for deed in deeds:
        if deed.group and deed.building_cost:
            costs.setdefault(deed.group, {}).setdefault(deed.building_cost, []).append(deed.key)
    for group, by_cost in costs.items():
        if len(by_cost) > 1:
            found = "; ".join(f"{cost}: {', '.join(keys)}" for cost, keys in by_cost.items())
            top.fault("costs", "one_cost", group=group, costs=found)


def _read_group_names(top: Table, used: Iterable[str]) -> Mapping[str, Mapping[str, str]]:
    table = top.table("groups")
    names = {group: table.texts(group) for group in used if group}
    for group in table.all_names() if names else ():
        table.fault("group_unused", "on_the_board", name=group, group=group)
    return FrozenDict(names)
