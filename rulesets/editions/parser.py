"""Turns the tables of an edition file into an Edition, or into a list of all their faults."""

import re
from collections.abc import Mapping

from rulesets.frozen import FrozenDict
from rulesets.kernel.edition_faults import EditionError, EditionFault

from .board import read_board
from .decks import read_decks
from .edition import Edition
from .fingerprint import fingerprint
from .table import Table

NOTE = re.compile("[1-9][0-9]{0,8}")
_SUMS = ("houses", "hotels", "starting_cash", "salary", "jail_fee")


def parse(data: Mapping[str, object], name: str) -> Edition:
    """Read the edition `name` from `data`, the tables of an edition file.

    Raises EditionError with all faults found, each a sentence that says where, what is wrong and what would be right.
    """
    faults: list[EditionFault] = []
    top = Table(data, "", faults)
    names = top.texts("names")
    currency = top.text("currency")
    sums = {each: top.number(each) for each in _SUMS}
    denominations = _read_denominations(top, sums["starting_cash"])
    board = read_board(top)
    decks = read_decks(top, board.spaces)
    top.done()
    if faults:
        raise EditionError(name, tuple(faults))
    facts = {**sums, "currency": currency, "denominations": list(denominations.items())}
    return Edition(
        name=name,
        names=names,
        currency=currency,
        houses=sums["houses"],
        hotels=sums["hotels"],
        starting_cash=sums["starting_cash"],
        denominations=denominations,
        salary=sums["salary"],
        jail_fee=sums["jail_fee"],
        spaces=board.spaces,
        deeds=board.deeds,
        groups=board.groups,
        group_names=board.group_names,
        decks=decks.decks,
        deck_names=decks.deck_names,
        space_index=FrozenDict({space.key: space.index for space in board.spaces}),
        deed_number=FrozenDict({deed.key: deed.number for deed in board.deeds}),
        cards=FrozenDict({deck: FrozenDict({card.key: card for card in cards}) for deck, cards in decks.decks.items()}),
        jail=next(space.index for space in board.spaces if space.kind == "jail"),
        fingerprint=fingerprint(facts, board.spaces, board.deeds, decks.decks),
    )


def _read_denominations(top: Table, starting_cash: int) -> Mapping[int, int]:
    table = top.table("denominations")
    found = table.all_names()
    notes: dict[int, int] = {}
    for note in found:
        count = table.number(note)
        if not NOTE.fullmatch(note):
            table.fault("note_value", "note", name=note, note=note)
        elif count:
            notes[int(note)] = count
    total = sum(note * count for note, count in notes.items())
    if starting_cash and len(notes) == len(found) and total != starting_cash:
        table.fault("notes_total", "notes", total=total, cash=starting_cash)
    return FrozenDict(dict(sorted(notes.items(), reverse=True)))
