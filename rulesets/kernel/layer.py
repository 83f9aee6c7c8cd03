"""Layers: a ruleset that changes another one in figures, option defaults, rules and other parts.

The boxed game is the first layer, a variant of the same text or an association's supplement the next, the tournament's
regulation (`kernel.options`) the last.  A layer that changes something that does not exist, or changes nothing, is an
error at load time that names both sides.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, replace
from typing import Any

from rulesets.kernel.options import Option
from rulesets.kernel.ruleset import Ruleset

Changes = Mapping[str, Any]
NOTHING: Changes = {}
PARTS = frozenset(field.name for field in fields(Ruleset) if field.init)
TAKEN_OVER = frozenset({"version", "mechanics"})
"""Parts that may be given even if they equal those of the ruleset below: every ruleset counts its own versions."""


class BadLayer(ValueError):
    """A layer that contradicts the ruleset below it, or changes nothing; every fault is named."""

    def __init__(self, name: str, faults: list[str]) -> None:
        super().__init__(f"{name}: {'; '.join(faults)}")
        self.faults = tuple(faults)


def layered(
    base: Ruleset,
    name: str,
    *,
    figures: Changes = NOTHING,
    defaults: Changes = NOTHING,
    rules: Changes = NOTHING,
    **parts: Any,
) -> Ruleset:
    """Return ``base`` under another name, with other ``figures``, other ``defaults`` of options, other or further
    ``rules``, and other ``parts`` (fields of `Ruleset`: titles, catalogue, mechanics …).

    Versions go with the name: a new name begins with version 1 and has retired none, unless ``parts`` say otherwise.
    Raises `BadLayer` for an unknown figure, option or part, for a figure that an option overrides, and for a change
    that changes nothing.
    """
    changed = tuple(
        option._replace(default=defaults[option.name]) if option.name in defaults else option
        for option in parts.get("options", base.options)
    )
    faults = [
        *_unknown(base, figures, defaults, parts),
        *_overridden(changed, figures),
        *_unchanged(base, figures, defaults, rules, parts),
    ]
    if faults:
        raise BadLayer(name, faults)
    return replace(
        base,
        name=name,
        figures=base.figures._replace(**figures),
        rules={**base.rules, **rules},
        **{"retired": {}, "version": base.version if name == base.name else "1", **parts, "options": changed},
    )


def _unknown(base: Ruleset, figures: Changes, defaults: Changes, parts: Changes) -> Iterator[str]:
    """Yield a fault for each figure, option or part that does not exist."""
    options = {option.name for option in base.options}
    yield from (f"{base.name} has no figure {key!r}" for key in figures if key not in base.figures._fields)
    yield from (f"{base.name} has no option {key!r}" for key in defaults if key not in options)
    yield from (f"a ruleset has no part {key!r}" for key in parts if key not in PARTS)


def _overridden(options: Iterable[Option], figures: Changes) -> Iterator[str]:
    """Yield a fault for each figure that an option with another default sets anyway."""
    for option in options:
        if option.name in figures and option.default != figures[option.name]:
            figure = figures[option.name]
            yield f"the option {option.name!r} is {option.default!r} and overrides the figure, {figure!r}"


def _unchanged(base: Ruleset, figures: Changes, defaults: Changes, rules: Changes, parts: Changes) -> Iterator[str]:
    """Yield a fault for each change to what the ruleset below has already."""
    below = {
        "figure": (base.figures._asdict(), figures),
        "option": ({option.name: option.default for option in base.options}, defaults),
        "rule": (base.rules, rules),
        "part": ({name: getattr(base, name) for name in PARTS - TAKEN_OVER}, parts),
    }
    for what, (old, new) in below.items():
        for key in new:
            if key in old and old[key] == new[key]:
                yield f"the {what} {key!r} is {new[key]!r} in {base.name} already"
