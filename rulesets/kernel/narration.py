"""Narration: what happened, and what is due, as sentences in the reader's language.

The templates are data (``sentences/events/GAME.LANG.toml`` and ``sentences/due/``), filled in like those of refusals
(`rulesets.kernel.sentence`).  A template is named after the kind of entry that it words, followed by its conditions:
``owes cause=rent`` words what is owed as rent, ``won piece`` a win that has a piece.  If several fit, the one with the
most conditions is used.  Besides:

- ``{player:seat} |throws …``: the part before the bar is left out after a sentence about the same player;
- ``{short:+}`` inserts the template ``+short`` if the fact is there, and nothing if it is missing, empty or false;
- ``{give:side}``: an object is printed by all templates of its kind that fit (``side cash``, ``side deeds``), as a
  list, or by the plain one (``side``) if no other fits;
- ``{to:deed=level}``: an object as a list of pairs, ``{declared:seats}``: its keys.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from rulesets.kernel.sentence import SHARED, Label, Printer, Sources, Template, fitting
from rulesets.languages import language as settings

KINDS = ("events", "due")


def event_templates(
    language: str, sources: Sources = SHARED, files: tuple[str, ...] = KINDS
) -> Mapping[str, list[Template]]:
    """Return the templates of a language by kind, most conditions first.  Raises KeyError for an unknown language."""
    return fitting(language, sources, *files)


def narrate(
    entries: Iterable[Mapping[str, Any]],
    language: str,
    label: Label,
    sources: Sources = SHARED,
    files: tuple[str, ...] = KINDS,
) -> list[str]:
    """Return the sentences, without full stops, of events that followed one another, or of what is due.

    ``sources``: the packages and documents that the ruleset rests on; ``files``: the folders that the templates are in.
    """
    printer = _Printer(language, label, sources, files)
    sentences = []
    before = None
    for entry in entries:
        who, _, what = printer.fitting(entry["kind"], entry)[0].rpartition("|")
        player = entry.get("player")
        sentences.append(printer.vformat(what if player == before else who + what, (), entry))
        before = player
    return sentences


class _Printer(Printer):
    """A printer that also prints objects among the facts."""

    def __init__(self, language: str, label: Label, sources: Sources, files: tuple[str, ...]) -> None:
        super().__init__(language, label, "", sources)
        self.kinds = event_templates(language, sources, files)

    def fitting(self, kind: str, facts: Mapping[str, Any]) -> list[str]:
        """Return the templates of a kind that fit, most conditions first, with their additions inserted."""

        def addition(field: re.Match[str]) -> str:
            return self.kinds[f"+{field[1]}"][0].text if facts.get(field[1]) else ""

        fit = [template for template in self.kinds.get(kind, ()) if template.fits(facts)]
        if not fit:  # an event of another package's game, which has no template here: its facts as they are
            return [" ".join([kind, *(f"{name}={{{name}}}" for name in facts if name != "kind")])]
        return [re.sub(r"{(\w+):\+}", addition, template.text) for template in fit]

    def format_field(self, value: Any, format_spec: str) -> str:
        if not isinstance(value, Mapping):
            return super().format_field(value, format_spec)
        key, equals, kind = format_spec.partition("=")
        if equals:
            pairs = ((self.format_field(name, key), self.format_field(item, kind)) for name, item in value.items())
            return settings(self.language).joins.list.join(map(" ".join, pairs))
        if format_spec in self.kinds:
            *parts, plain = self.fitting(format_spec, value)
            printed = (self.vformat(part, (), value) for part in parts or [plain])
            return settings(self.language).joins.list.join(printed)
        return super().format_field(list(value), format_spec)
