"""The rules in brief, for players: the figures of the day, and the clauses that matter most at a table."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import groupby

import rulesets
from rulesets.kernel.clause import START_ORDER, Clause
from tournaments.paper.documents.folded.panels import PanelHead, PanelTerm, Paragraph, Part, folded
from tournaments.paper.page.layout import Layout
from tournaments.paper.words import chapter, words


@dataclass(frozen=True, slots=True)
class Leaflet:
    """The facts of the leaflet.

    ``regulation``: its title; ``terms``, ``figures``: labels and values in the reader's language; ``drawn``: whether
    the start order is drawn with the seats, and not thrown for as the rules have it.
    """

    regulation: str
    ruleset: str
    terms: tuple[tuple[str, str], ...]
    figures: tuple[tuple[str, str], ...]
    drawn: bool = False


def leaflet(facts: Leaflet | None, layout: Layout, language: str) -> bytes:
    """The leaflet as a PDF; without facts, a page that says that there is nothing yet."""
    texts = words(language)
    if facts is None:
        return folded([], layout, language, texts["leaflet"], "")
    parts: list[Part] = [PanelHead(texts["card_terms"]), *(PanelTerm(*each) for each in facts.terms)]
    if facts.figures:
        parts += [PanelHead(texts["card_figures"]), *(PanelTerm(*each) for each in facts.figures)]
    return folded(
        [*parts, *rules_in_short(facts.ruleset, language, settled=(START_ORDER,) if facts.drawn else ())],
        layout,
        language,
        texts["leaflet"],
        facts.regulation,
        columns=2,
    )


def rules_in_short(ruleset: str, language: str, settled: Sequence[str] = ()) -> list[Part]:
    """The selected clauses by chapter, or the clauses in force in their place; for a ruleset with no selected clause,
    all of them.  ``settled``: what the event settles itself, so that the clauses about it are left out.
    """
    catalogue = rulesets.load(ruleset).catalogue
    chosen = [clause for clause in catalogue.in_force.values() if catalogue.place(clause.id) in chosen_clauses()]
    known: Sequence[Clause] = chosen or [each for each in catalogue.in_force.values() if each.layer != "record"]
    shown = [clause for clause in known if clause.settles not in settled]
    parts: list[Part] = []
    for key, own in groupby(shown, lambda clause: catalogue.place(clause.id).rpartition("-")[0]):
        parts.append(PanelHead(chapter(key, language)))
        for clause in own:
            text = catalogue.text(clause.id, language)
            parts.append(Paragraph(text.title, text.text, clause.id))
    return parts


@cache
def chosen_clauses() -> frozenset[str]:
    """The clause ids selected in `leaflet.toml`."""
    rows = tomllib.loads((files(__package__) / "leaflet.toml").read_text("utf-8"))
    return frozenset(
        f"{document}/{name}-{number}"
        for document, names in rows.items()
        for name, numbers in names.items()
        for number in numbers
    )
