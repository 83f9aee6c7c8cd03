"""The decks of an edition file, with the effects of their cards."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rulesets.frozen import FrozenDict

from .edition import DECKS, Card, Effect, Space
from .table import Table

EFFECTS: Mapping[str, tuple[str, ...]] = FrozenDict(
    {
        "advance_to": ("space",),
        "advance_nearest": ("near", "times"),
        "move_back": ("amount",),
        "move_back_to": ("space",),
        "go_to_jail": (),
        "keep": (),
        "collect_bank": ("amount",),
        "pay_bank": ("amount",),
        "collect_each": ("amount",),
        "pay_each": ("amount",),
        "pay_per_building": ("house", "hotel"),
        "pay_or_draw": ("amount", "alternative"),
    }
)
"""The fields of each kind of effect."""


class Decks(NamedTuple):
    decks: Mapping[str, tuple[Card, ...]]
    deck_names: Mapping[str, Mapping[str, str]]


def read_decks(top: Table, spaces: Sequence[Space]) -> Decks:
    """Read the decks from `decks` of the whole file, for the board `spaces`. Not usable if `top` has noted faults."""
    decks: dict[str, tuple[Card, ...]] = {}
    deck_names: dict[str, Mapping[str, str]] = {}
    all_decks = top.table("decks")
    found = all_decks.all_names()
    for deck in found:
        table = all_decks.table(deck)
        if deck not in DECKS:
            table.fault("deck_unknown", "decks", known=", ".join(DECKS))
        deck_names[deck] = table.texts("names")
        decks[deck] = tuple(_read_card(card, deck, spaces, found) for card in table.tables("cards"))
        table.done()
        _check_deck(table, decks[deck])
    for deck in DECKS:
        drawing = [space.key for space in spaces if space.kind == deck]
        if drawing and deck not in found:
            all_decks.fault("missing", "drawn", name=deck, spaces=", ".join(drawing))
    return Decks(FrozenDict(decks), FrozenDict(deck_names))


def _read_card(table: Table, deck: str, spaces: Sequence[Space], decks: Sequence[str]) -> Card:
    key = table.key("key")
    table.label(key)
    labels = table.texts("labels")
    effect = _read_effect(table.table("effect"), spaces, decks)
    table.done()
    return Card(key, deck, effect, labels)


def _read_effect(table: Table, spaces: Sequence[Space], decks: Sequence[str]) -> Effect:
    kind = table.one_of("kind", EFFECTS)
    if not kind:  # which fields belong to an effect depends on its kind
        return Effect("")
    fields = EFFECTS[kind]
    near = table.one_of("near", ("railroad", "utility")) if "near" in fields else ""
    if near and spaces and all(space.kind != near for space in spaces):
        table.fault("value", "near", name="near", value=near)
    effect = Effect(
        kind=kind,
        amount=table.number("amount") if "amount" in fields else 0,
        space=_read_space(table, spaces) if "space" in fields else -1,
        near=near,
        times=table.number("times") if "times" in fields else 0,
        house=table.number("house") if "house" in fields else 0,
        hotel=table.number("hotel") if "hotel" in fields else 0,
        alternative=table.one_of("alternative", decks) if "alternative" in fields else "",
    )
    table.done()
    return effect


def _read_space(table: Table, spaces: Sequence[Space]) -> int:
    if not spaces:  # already noted, once and not for every card
        table.key("space")
        return -1
    index = {space.key: space.index for space in spaces if space.key}
    return index.get(table.one_of("space", index, "board_space"), -1)


def _check_deck(table: Table, cards: Sequence[Card]) -> None:
    for key, count in Counter(card.key for card in cards if card.key).items():
        if count > 1:
            table.fault("shared_card", "card_key", count=count, key=key)
    kept = [card.key for card in cards if card.effect.kind == "keep"]
    if len(kept) > 1:
        table.fault("released", "one_release", one=kept[0], other=kept[1])
