"""The wording of a ruling that nobody has typed: what a remedy says of itself, or the irregularity guide, in every
language.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from referee.cases.remedies import ProposedEffect, replayed_view
from referee.cases.remedy_effect import BANK, lines_of
from referee.core.language import text
from referee.core.service import service
from referee.log.table_game import TableGame, TableGames
from referee.log.text import line_sentences
from referee.rules.positions.fields import has_fields
from rulesets.irregularities import TO_FILL_IN, guide
from rulesets.languages import LANGUAGES
from tournaments.penalties.rule import PenaltiesRule

WORDS = ("facts", "decision", "reasons")
"""What the guide words of a ruling, and what a ruling can say in several languages."""


@dataclass(frozen=True, slots=True)
class ChosenRemedy:
    """A remedy as it is chosen.  ``filled``: its fields; ``names``: of seats and of players by id; ``rulings``: the
    names of cases by id; ``table``: the game as it is; ``proposed``: what it does, once it is previewed.
    """

    kind: str
    filled: Mapping[str, Any]
    names: Mapping[str, str]
    rulings: Mapping[str, str]
    table: TableGame
    rule: PenaltiesRule
    proposed: ProposedEffect | None


def proposed_wording(remedy: ChosenRemedy, language: str) -> str:
    """What the decision says for a remedy, as far as that is filled in."""
    filled, proposed = remedy.filled, remedy.proposed
    names = {**remedy.names, BANK: text(language, "remedies_bank")}
    seat = names.get(filled["seat"], TO_FILL_IN)
    if filled["seat"] == BANK:  # begins the sentence
        seat = seat[0].upper() + seat[1:]
    if proposed is not None and (settled := proposed.settlement) is not None:
        paid = [
            text(language, "remedies_leaves_paying", seat=seat, to=names[to], amount=_money(remedy, amount, language))
            for to, amount in settled.paid.items()
        ]
        rest = "creditor" if settled.heir != BANK else "auction" if settled.auctioned else "bank"
        return "\n".join([*paid, text(language, f"remedies_leaves_{rest}", seat=seat, to=names[settled.heir])])
    category, step = remedy.rule.category(filled["category"]), remedy.rule.step(_step(remedy))
    whole = remedy.kind == "deed" and not has_fields(remedy.table.game)
    return text(
        language,
        "remedies_decision_deed_whole" if whole else f"remedies_decision_{remedy.kind}",
        entry=_entry(remedy, language),
        line=_put(remedy, language),
        amount=filled["amount"] if remedy.kind == "minutes" else _money(remedy, filled["amount"], language),
        seat=seat,
        to=names.get(filled["to"], TO_FILL_IN),
        deed=_named(remedy, "deed", filled["deed"], language),
        level=_named(remedy, "level", filled["level"], language),
        space=_named(remedy, "space", filled["space"].partition(":")[0], language),
        ruling=remedy.rulings.get(filled["case"], TO_FILL_IN),
        category=category.titles[language] if category else TO_FILL_IN,
        step=step.titles[language] if step else TO_FILL_IN,
    )


def _step(remedy: ChosenRemedy) -> str:
    """The step of a penalty: the one suggested for the player, once the remedy is previewed, unless one is chosen."""
    effect = (remedy.proposed.effect if remedy.proposed else None) or {}
    return str(effect.get("penalty", remedy.filled)["step"])


def _named(remedy: ChosenRemedy, kind: str, value: object, language: str) -> str:
    game = remedy.table.game
    mechanics, table = game.ruleset.mechanics, game.state.table
    return TO_FILL_IN if value == "" else mechanics.label(table, kind, value, language) or str(value)


def _entry(remedy: ChosenRemedy, language: str) -> str:
    """The number of the entry that a remedy is about, with what it says: a player knows no numbers."""
    entry, table = remedy.filled["entry"], remedy.table
    lines = service().part(TableGames).lines(table.table_id, entry - 1, entry) if 0 < entry <= table.seq else ()
    told = [each for line in lines if line.accepted for each in line_sentences(table, line, language)]
    return text(language, "remedies_entry_told", entry=entry, told=told[0]) if told else str(entry)


def _money(remedy: ChosenRemedy, amount: object, language: str) -> str:
    return _named(remedy, "money", amount, language)


def _put(remedy: ChosenRemedy, language: str) -> str:
    """What the reports that a remedy puts into the log say, in words; as they are typed until it is previewed."""
    if remedy.proposed is None:
        return str(remedy.filled["line"])
    put = remedy.proposed.entries[: len(lines_of(remedy.filled["line"]))]
    return text(language, "comma").join(told for each in put for told in replayed_view(each, language).told)


def translations(typed: Mapping[str, str], language: str, remedy: ChosenRemedy | None = None) -> list[dict[str, str]]:
    """What was composed of a ruling's `WORDS`, and left as it was proposed, in each other language, in the form of
    `referee.cases.ruling.Translation`; what somebody has worded is theirs alone.
    """
    said = {name: "\n".join(typed.get(name, "").splitlines()) for name in WORDS}
    composed = remedy if remedy is not None and said["decision"] == proposed_wording(remedy, language) else None
    found = []
    for other in (each for each in LANGUAGES if each != language):
        words = {name: _of_guide(name, said[name], language, other) for name in WORDS}
        if composed is not None:
            words["decision"] = proposed_wording(composed, other)
        if any(words.values()):
            found.append({"language": other, **words})
    return found


def _of_guide(name: str, said: str, language: str, other: str) -> str:
    """A text of the guide in another language; empty if this is none."""
    keys = (key for key, each in guide(language).items() if said and getattr(each, name) == said)
    return next((str(getattr(guide(other)[key], name)) for key in keys), "")
