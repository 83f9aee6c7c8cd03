"""Layers of the rules in words."""

from __future__ import annotations

from collections.abc import Mapping

from referee.core.language import words

TITLES: Mapping[str, str] = {
    "boxed": "rules_layer_boxed",
    "variant": "rules_layer_variant",
    "supplement": "rules_layer_supplement",
    "regulation": "rules_layer_regulation",
    "record": "rules_layer_record",
}


def layer_title(layer: str, language: str) -> str:
    """What a layer is called in a language."""
    return words(language)[TITLES[layer]]
