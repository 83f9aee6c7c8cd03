"""``referee regulation``: look up and check regulations, and compute standings by one from a list of results."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from referee.cli.output import language_option, print_faults
from referee.records import REFUSED, UNREADABLE
from referee.records.output import command_texts, fail, visible, width
from rulesets.languages.counted import fill
from tournaments.fault import Fault, Faulty
from tournaments.players.entrant import Entrant
from tournaments.points.score import score
from tournaments.qualification.qualify import qualified_sentence, qualify
from tournaments.regulation import shipped
from tournaments.regulation.load import load_text
from tournaments.regulation.regulation import Regulation
from tournaments.result import GameResult
from tournaments.results_list.named import named_players
from tournaments.results_list.preview import apply, preview
from tournaments.standings.contest import Contest, ContestPlayer, GameLine, game_lines
from tournaments.standings.sentence import decision_sentence, figures, title
from tournaments.standings.standings import Standings, standings


@click.group()
def regulation() -> None:
    """List and show regulations of events, check your own, and compute standings with one."""


@regulation.command("list")
@language_option
def list_(language: str) -> None:
    """List the regulations that come with the program."""
    for name in shipped.names():
        found = shipped.load(name)
        click.echo(f"{name:24} v{found.version}  {found.fingerprint}  {found.titles[language]}")


@regulation.command()
@click.argument("name")
def show(name: str) -> None:
    """Print the text of the regulation NAME, to read or as a starting point for your own."""
    if name not in shipped.names():
        fail(f"there is no regulation {name!r}. `referee regulation list` lists all.")
    click.echo(shipped.text(name), nl=False)


@regulation.command()
@language_option
@click.argument("file", type=click.Path(path_type=Path))
def check(file: Path, language: str) -> None:
    """Check the regulation in FILE.

    Exit 0: it can be used; 1: it has faults, which are all listed; 2: it cannot be read.
    """
    try:
        found = load_text(read_file(file).decode("utf-8-sig", "replace"))
    except Faulty as error:
        print_faults(file, error.faults, language)
        sys.exit(REFUSED)
    click.echo(
        fill(command_texts("regulation", language)["good"], rounds=len(found.rounds), fingerprint=found.fingerprint)
    )


@regulation.command("standings")
@click.option("--after", type=click.IntRange(1), help="Compute the standings after this round. [default: the last one]")
@click.option("--seed", default="", help="Text that seeds the drawing of lots.")
@language_option
@click.argument("name")
@click.argument("results", type=click.Path(path_type=Path))
def standings_(name: str, results: Path, after: int | None, seed: str, language: str) -> None:
    """Compute the standings, and who has qualified, from RESULTS.

    NAME is a shipped regulation or a file.  RESULTS is CSV with the columns round, table, player, and either assets (0
    and bankrupt for the first, second, … to go) or points.

    Exit 0: done; 2: a file cannot be read or used.
    """
    try:
        rule = shipped.load(name) if name in shipped.names() else load_text(read_file(Path(name)).decode("utf-8-sig"))
    except (Faulty, UnicodeDecodeError) as error:
        print_faults(Path(name), error.faults if isinstance(error, Faulty) else (), language)
        sys.exit(UNREADABLE)
    try:
        data = read_file(results)
        entrants = named_players(data)
        contest = contest_of(rule, entrants, apply(preview(data, entrants, money=rule.game.money)), seed)
        last = after or max((line.round for line in contest.lines), default=0)
        for row in standings_lines(rule, contest.up_to(last), last, entrants, language):
            click.echo(row)
    except Faulty as error:
        print_faults(results, error.faults, language)
        sys.exit(UNREADABLE)


def contest_of(rule: Regulation, entrants: Sequence[Entrant], results: Sequence[GameResult], seed: str) -> Contest:
    """Return the contest of results, without those of rounds that do not count.  Raises `Faulty` with every fault."""
    faults: list[Fault] = []
    lines: list[GameLine] = []
    for result in results:
        if result.round > len(rule.rounds):
            facts = {"given": result.round, "least": 1, "most": len(rule.rounds)}
            faults.append(Fault(f"{result.round}/{result.table}", "wanted_whole", facts))
        elif rule.rounds[result.round - 1].counts:
            try:
                scored = score(rule.points, result, rule.facts(result.round))
            except Faulty as error:
                faults += error.faults
            else:
                lines += game_lines(result, {player: each.points for player, each in scored.items()})
    if faults:
        raise Faulty(faults)
    return Contest(tuple(ContestPlayer(each.id) for each in entrants), tuple(lines), seed=seed)


def standings_lines(
    rule: Regulation, contest: Contest, last: int, entrants: Sequence[Entrant], language: str
) -> Iterator[str]:
    """Yield the standings and who is qualified, line by line."""
    words, names = command_texts("regulation", language), {each.id: each.name for each in entrants}
    found = standings(rule.standings, contest)
    yield from rows(found, names, language)
    questions = list(found.wanted)
    if rule.qualification is not None:
        taken = qualify(rule.qualification, rule.standings, contest, last)
        also = (*((taken.wanted,) if taken.wanted is not None else ()), *taken.seeding)
        questions += [each for each in also if each not in questions]
        if taken.qualified:
            yield ""
            yield words["in"]
            yield from (f"  {visible(qualified_sentence(taken, each, language, names))}" for each in taken.qualified)
    if questions:
        yield ""
        yield words["wanted"]
        yield from (f"  {visible(decision_sentence(each, language, names))}" for each in questions)


def rows(found: Standings, names: dict[str, str], language: str) -> Iterator[str]:
    """Yield the standings as lines, each column as wide as its widest cell."""
    words = command_texts("regulation", language)
    heads = [words["rank"], words["player"], words["games"], *(title(each, language) for each in found.criteria)]
    values = [figures(*column) for column in zip(*(row.values for row in found.rows), strict=True)]
    table = [heads] + [
        [str(row.rank), visible(names[row.player]), str(row.games), *(column[line] for column in values)]
        for line, row in enumerate(found.rows)
    ]
    widths = [max(width(line[column]) for line in table) for column in range(len(heads))]
    for line in table:
        cells = [
            f"{cell}{' ' * (size - width(cell))}" if column == 1 else f"{' ' * (size - width(cell))}{cell}"
            for column, (cell, size) in enumerate(zip(line, widths, strict=True))
        ]
        yield "  ".join(cells).rstrip()


def read_file(path: Path) -> bytes:
    """Return the contents of a file, or exit with code 2 and a message."""
    try:
        return path.read_bytes()
    except OSError as error:
        fail(f"{path}: {error.strerror}")
