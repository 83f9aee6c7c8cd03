"""``referee rules``: look up rulesets, clauses and options."""

from __future__ import annotations

import json
import sys
import unicodedata
from collections.abc import Iterable
from importlib import import_module

import click

from referee.cli.output import language_option
from referee.records.output import command_texts, fail
from rulesets.answers.answer import Answer, answers
from rulesets.answers.answer import said as answer_texts
from rulesets.kernel.clause import Catalogue, Clause
from rulesets.kernel.registry import BrokenRuleset, UnknownRuleset, load, names
from rulesets.kernel.ruleset import Ruleset
from rulesets.search.near import near as similar

ruleset_option = click.option(
    "--ruleset", "name", default="jma-2006", show_default=True, help="The ruleset to look in."
)


def chosen_ruleset(name: str) -> Ruleset:
    """Return the ruleset, or exit with code 2 and a message."""
    try:
        return load(name)
    except (UnknownRuleset, BrokenRuleset) as error:
        fail(error)


@click.group()
def rules() -> None:
    """Look up rulesets and their clauses and options."""


@rules.command("list")
@click.option("--ruleset", "name", help="List the clauses of this ruleset instead of the rulesets.")
@language_option
def list_(name: str | None, language: str) -> None:
    """List the rulesets, or the clauses of one."""
    if name is None:
        for known in names():
            try:
                ruleset = load(known)
            except BrokenRuleset as error:
                click.echo(f"referee: {error}", err=True)
                continue
            click.echo(f"{known:16} v{ruleset.version}  {ruleset.fingerprint}  {ruleset.titles[language]}")
        return
    catalogue = chosen_ruleset(name).catalogue
    texts = catalogue.texts(language)
    for clause in catalogue.clauses:
        later = catalogue.superseded.get(clause)
        instead = f"  ({command_texts('rules', language)['superseded']}: {later})" if later else ""
        click.echo(f"{clause:16} {texts[clause].title}{instead}")


@rules.command()
@ruleset_option
@language_option
@click.argument("clause")
def show(clause: str, name: str, language: str) -> None:
    """Show CLAUSE, such as JMA/AUCTION-1, or a known answer, such as ANSWER/JAIL-1."""
    identifier = normalized(clause).upper()
    catalogue = chosen_ruleset(name).catalogue
    if identifier in answers():
        for row in known_answer_lines(answers()[identifier], catalogue, language):
            click.echo(row)
        return
    found = catalogue.clauses.get(identifier)
    if found is None:
        near = similar(identifier, tuple(catalogue.clauses))
        hint = f"Did you mean {', '.join(near)}?" if near else f"`referee rules list --ruleset {name}` lists all."
        fail(f"{name} has no clause {clause!r}. {hint}")
    for row in clause_lines(found, catalogue, language):
        click.echo(row)


def clause_lines(clause: Clause, catalogue: Catalogue, language: str) -> list[str]:
    """Return a clause of a catalogue line by line.  A superseded clause names the one in force, which names those that
    it replaces.
    """
    labels = command_texts("rules", language)
    values = command_texts("clauses", language)
    text = catalogue.text(clause.id, language)

    def named(label: str, ids: Iterable[str]) -> list[str]:
        titled = ", ".join(f"{each}  {catalogue.text(each, language).title}" for each in ids)
        return [f"{labels[label]}: {titled}"] if titled else []

    later = catalogue.superseded.get(clause.id)
    rows = [
        f"{clause.id}  {text.title}",
        *named("superseded", [later] if later else []),
        "",
        text.text,
        "",
        f"{labels['example']}: {text.example}",
        *([f"{labels['reading']}: {text.reading}"] if text.reading else []),
        "",
        f"{labels['layer']}: {values[clause.layer]}",
        *named("supersedes", catalogue.earlier(clause.id)),
        f"{labels['source']}: {labels['place'].format(source=clause.source[language], heading=clause.heading)}",
        f"{labels['checked']}: {values[clause.checked]}",
    ]
    return rows


def normalized(text: str) -> str:
    """Normalize a text for comparison: character width and case do not count."""
    return unicodedata.normalize("NFKC", text).casefold()


@rules.command()
@ruleset_option
@language_option
@click.argument("words", nargs=-1, required=True)
def find(words: tuple[str, ...], name: str, language: str) -> None:
    """Find the clauses in force whose id or text contains all WORDS, or that replace a clause with such an id.

    Exit 1: nothing was found.
    """
    catalogue = chosen_ruleset(name).catalogue
    texts = catalogue.texts(language)
    found = False
    for clause in catalogue.in_force.values():
        text = texts[clause.id]
        ids = (clause.id, *catalogue.earlier(clause.id))
        whole = normalized(" ".join((*ids, text.title, text.text, text.example, text.reading or "")))
        if all(normalized(word) in whole for word in words):
            click.echo(f"{clause.id:16} {text.title}")
            found = True
    sys.exit(0 if found else 1)


@rules.command()
@click.option("--ruleset", "name", help="The ruleset to look in. [default: all]")
@language_option
@click.argument("words", nargs=-1, required=True)
def search(words: tuple[str, ...], name: str | None, language: str) -> None:
    """Find the clauses and known answers that best match WORDS, for example a question.

    In English, Japanese or Chinese; also by synonyms, by an id, or by the code of a refusal.  Exit 1: nothing was
    found.
    """
    question = " ".join(words)
    # Imported only here, because it pulls in the service, which the other commands do without.
    search = import_module("referee.rules.search")
    if name is None:
        hits = search.look_up_everywhere(question, language, case=words)
    else:
        hits = search.look_up(chosen_ruleset(name), question, language, case=words)
    for hit in hits:
        known = f"{hit.ruleset:16} " if name is None else ""
        click.echo(f"{known}{hit.found.point.id:16} {hit.found.point.title}")
    sys.exit(0 if hits else 1)


@rules.command()
@ruleset_option
@language_option
def options(name: str, language: str) -> None:
    """List the options that a tournament's regulation may set, with their defaults."""
    ruleset = chosen_ruleset(name)
    for option in ruleset.options:
        default, clause = json.dumps(option.default), ruleset.catalogue.current(option.clause)
        click.echo(f"{option.name:22} {default:10} {clause:14} {option.about[language]}")


def known_answer_lines(answer: Answer, catalogue: Catalogue, language: str) -> list[str]:
    """Return a known answer line by line, with the clauses in force in a ruleset's ``catalogue``."""
    labels, texts = command_texts("answers", language), answer_texts(language)[answer.id]
    return [
        f"{answer.id}  {texts.question}",
        "",
        texts.answer,
        *(["", f"{labels['note']}: {texts.note}"] if texts.note else []),
        "",
        f"{labels['standing']}: {command_texts('sureness', language)[answer.standing]}",
        f"{labels['clauses']}: {', '.join(_in_force(each, catalogue, labels['instead']) for each in answer.clauses)}",
        *(f"{labels['source']}: {each.names[language]} {each.address}".rstrip() for each in answer.sources),
    ]


def _in_force(clause: str, catalogue: Catalogue, instead: str) -> str:
    later = catalogue.superseded.get(clause)
    return instead.format(later=later, earlier=clause) if later else clause
