"""The judge's card: the day's key figures, how to handle a call, and what to do about each irregularity."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

import rulesets
from rulesets.irregularities import WHENS, guide, irregularities
from tournaments.paper.documents.folded.leaflet import rules_in_short
from tournaments.paper.documents.folded.panels import PanelHead, PanelTerm, Paragraph, Part, folded
from tournaments.paper.page.layout import Layout
from tournaments.paper.words import words

STEPS = ("card_step_stop", "card_step_ask", "card_step_find", "card_step_decide", "card_step_arbiter", "card_step_time")


@dataclass(frozen=True, slots=True)
class JudgesCard:
    """The facts of the card.

    ``regulation``: its title; ``terms``, ``figures``: labels and values in the reader's language; ``penalties``: the
    usual first penalty by irregularity key; ``own``: the regulation's own text by irregularity key.
    """

    regulation: str
    ruleset: str
    terms: tuple[tuple[str, str], ...]
    figures: tuple[tuple[str, str], ...] = ()
    penalties: tuple[tuple[str, str], ...] = ()
    own: tuple[tuple[str, str], ...] = ()


def judges_card(card: JudgesCard | None, layout: Layout, language: str) -> bytes:
    """The card, on sheets to fold; without facts, a page that says that there is nothing yet."""
    texts = words(language)
    if card is None:
        return folded([], layout, language, texts["judges_card"], "")
    parts: list[Part] = [PanelHead(texts["card_steps"])]
    parts += [PanelTerm(f"{number}", texts[step]) for number, step in enumerate(STEPS, 1)]
    if card.figures:
        parts += [PanelHead(texts["card_figures"]), *(PanelTerm(*each) for each in card.figures)]
    parts += [PanelHead(texts["card_terms"]), *(PanelTerm(*each) for each in card.terms)]
    parts += decisions(card, language) or rules_in_short(card.ruleset, language)
    return folded(parts, layout, language, texts["judges_card"], card.regulation)


def decisions(card: JudgesCard, language: str) -> list[Part]:
    """The irregularities that can occur under a ruleset, and what to do depending on when they are noticed."""
    texts, catalogue = words(language), rulesets.load(card.ruleset).catalogue
    known = {catalogue.place(clause): clause for clause in catalogue.in_force}
    own, penalties = dict(card.own), dict(card.penalties)
    parts: list[Part] = []
    for kind in irregularities().values():
        clauses = [known[each] for each in kind.clauses if each in known]
        if not (clauses or kind.general):
            continue
        about = guide(language)[kind.key]
        parts.append(Paragraph(about.title, "", clauses[0] if clauses else ""))
        shown = [(texts[f"card_{when}"], about.found[when] + "*" * (when in kind.silent)) for when in WHENS]
        for text, same in groupby(shown, lambda each: each[1]):
            whens = [when for when, _ in same]
            parts.append(PanelTerm("–".join(dict.fromkeys((whens[0], whens[-1]))), text))
        if kind.key in penalties:
            parts.append(PanelTerm(texts["card_penalty"], penalties[kind.key]))
        if own.get(kind.key):
            parts.append(PanelTerm(texts["card_own"], own[kind.key]))
    return [PanelHead(texts["card_decisions"]), *parts] if parts else []
