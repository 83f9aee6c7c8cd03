"""The fingerprint of an edition: independent of platform, layout of the file and translations."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import fields
from hashlib import sha256
from typing import Any

from .edition import Card, Deed, Effect, Space

_TEXTS = ("names", "labels")


def fingerprint(
    sums: Mapping[str, object], spaces: Iterable[Space], deeds: Iterable[Deed], decks: Mapping[str, Iterable[Card]]
) -> str:
    """Return the SHA-256 of the facts, in hex. Texts and fields at their default are left out, so a field added to the
    format later changes no fingerprint of an edition that does not use it.
    """
    facts = {
        **sums,
        "spaces": [_facts(space) for space in spaces],
        "deeds": [_facts(deed) for deed in deeds],
        "decks": {deck: {card.key: _facts(card.effect) for card in cards} for deck, cards in decks.items()},
    }
    canonical = json.dumps(facts, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)
    return sha256(canonical.encode("ascii")).hexdigest()


def _facts(row: Space | Deed | Effect) -> dict[str, Any]:
    return {
        field.name: value
        for field in fields(row)
        if field.name not in _TEXTS and (value := getattr(row, field.name)) != field.default
    }
