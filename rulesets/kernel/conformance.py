"""The conformance suite: what any ruleset must pass, whatever its game.

`check(ruleset)` plays seeded random games that mix legal, illegal and malformed reports, and raises `NotConforming` at
the first promise that is broken:

- every clause has its text, every code its sentence with its facts, every type of report its "may", in every language;
- no report crashes, whatever it holds, and every answer is a JSON object with sentences in every language;
- a refused report changes nothing, and judging never changes its input;
- `Ruleset.obstacle` finds one of the refusals if `judge` refuses, and none if it accepts;
- judging is deterministic: the same seed, the same game; replay equals play;
- a position written as JSON and read back gives the same state, and a game may start from it (before any ruling);
- a standing has a row for each seat;
- conservation: what `Mechanics.conserved` counts never changes;
- a game and an answer can be pickled, copied and hashed, if the ruleset is registered: a pickle names it;
- no dead end and no endless game: a table in a hurry comes to the end.

`golden(ruleset, record, answers)` compares a stored playthrough with the answers given then.
"""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterable, Iterator
from copy import deepcopy
from random import Random
from typing import Any, NamedTuple

from rulesets.kernel.record import FORMAT
from rulesets.kernel.record import judged as judge_all
from rulesets.kernel.registry import names, versions
from rulesets.kernel.ruleset import Answer, Game, Ruleset
from rulesets.kernel.sentence import fitting, missing_facts, templates
from rulesets.languages import LANGUAGES
from rulesets.reports import Report, as_report

MOST_PROPOSALS = 3000
"""The number of proposals within which a table in a hurry must bring any game to its end."""


class NotConforming(AssertionError):
    """A broken promise of the contract: which one, in which game, at which report."""


class Played(NamedTuple):
    """A random game: its header, its reports and the answers."""

    header: dict[str, Any]
    reports: list[Report]
    answers: list[Answer]
    game: Game


def check(ruleset: Ruleset, seeds: Iterable[int] = range(12), reports: int = 250) -> None:
    """Raise `NotConforming` unless all texts exist and random games with these seeds keep every promise."""
    texts(ruleset)
    standings(ruleset)
    for seed in seeds:
        played = play(ruleset, seed, reports)
        if to_json(played) != [answer.to_json() for answer in play_again(ruleset, seed, reports)]:
            raise NotConforming(f"{ruleset.name}: seed {seed} played twice gives two different games")
        replays(ruleset, played, seed)
        pickles(ruleset, played, seed)
        ends(ruleset, played.game, seed)


def to_json(played: Played) -> list[dict[str, Any]]:
    return [answer.to_json() for answer in played.answers]


def opening(ruleset: Ruleset, random: Random) -> dict[str, Any]:
    """Return a header for random play: some seats, any edition, half of the time a position, else maybe an option."""
    least, most = ruleset.seats
    editions = ruleset.mechanics.editions()
    seats = [chr(ord("A") + number) for number in range(random.randint(least, min(most, 6)))]
    header: dict[str, Any] = {"record": FORMAT, "ruleset": ruleset.name, "seats": seats}
    header["edition"] = ruleset.default_edition if random.random() < 0.5 else random.choice(editions)
    if random.random() < 0.5:
        header["start"] = ruleset.mechanics.scatter(started(ruleset, header).state, random)
    elif random.random() < 0.5 and (options := [option for option in ruleset.options if option.samples]):
        option = random.choice(options)
        header["options"] = {option.name: random.choice(option.samples)}
    return header


def started(ruleset: Ruleset, header: dict[str, Any]) -> Game:
    return ruleset.start(header["seats"], header.get("edition"), header.get("options"), header.get("start"))


def play(ruleset: Ruleset, seed: int, reports: int) -> Played:
    """Play a random game and check every step against the contract."""
    random = Random(seed)
    header = opening(ruleset, random)
    game = started(ruleset, header)
    mechanics = ruleset.mechanics
    constant = mechanics.conserved(game.state)
    reported: list[Report] = []
    answers: list[Answer] = []
    ruled = False
    position = ruleset.position(game)
    for _ in range(reports):
        if mechanics.over(game.state):
            break
        report = as_report(mechanics.propose(game, random, hurry=False))
        before = json.dumps([position, report], default=str)
        where = f"{ruleset.name}, seed {seed}, report {game.seq + 1}: {report}"
        answer = judged(ruleset, game, report, where)
        if json.dumps([ruleset.position(game), report], default=str) != before:
            raise NotConforming(f"{where}: judging changed its input")
        after = ruleset.position(answer.game)
        if not answer.accepted and after != position:
            raise NotConforming(f"{where}: a refused report changed the position")
        if (counted := mechanics.conserved(answer.game.state)) != constant:
            raise NotConforming(f"{where}: {constant} became {counted}")
        ruled = ruled or (answer.accepted and report.get("type") == "ruling")
        if answer.accepted and report.get("type") not in ("ruling", "retract"):
            round_trip(answer.game, after, where, start=not ruled)
        reported.append(report)
        answers.append(answer)
        game, position = answer.game, after
    return Played(header, reported, answers, game)


def play_again(ruleset: Ruleset, seed: int, reports: int) -> Iterator[Answer]:
    """Play the random game of `play` once more, with nothing checked: its answers."""
    random = Random(seed)
    game = started(ruleset, opening(ruleset, random))
    for _ in range(reports):
        if ruleset.mechanics.over(game.state):
            return
        answer = ruleset.judge(game, as_report(ruleset.mechanics.propose(game, random, hurry=False)))
        game = answer.game
        yield answer


def judged(ruleset: Ruleset, game: Game, report: Report, where: str) -> Answer:
    """Judge a report and check the answer, which must be whole, and JSON in every language."""
    try:
        answer = ruleset.judge(game, report)
    except Exception as error:
        raise NotConforming(f"{where}: {type(error).__name__}: {error}") from error
    if answer.seq != game.seq + 1 or answer.accepted == bool(answer.refusals):
        raise NotConforming(f"{where}: {answer} is neither accepted nor refused under the next number")
    obstacle = ruleset.obstacle(game, report)
    if obstacle not in (answer.refusals or (None,)):
        raise NotConforming(f"{where}: {answer} is hindered by {obstacle}")
    for language in LANGUAGES:
        try:
            shown = answer.to_json(language)
        except Exception as error:
            raise NotConforming(f"{where}: no answer in {language}: {type(error).__name__}: {error}") from error
        for refusal in (*answer.refusals, *answer.warnings):
            if lacking := missing_facts(refusal, language, ruleset.sources):
                raise NotConforming(f"{where}: the sentence of {refusal.code} prints {', '.join(lacking)}, not given")
        if json.loads(json.dumps(shown)) != shown:
            raise NotConforming(f"{where}: the answer does not survive JSON")
    return answer


def texts(ruleset: Ruleset) -> None:
    """Check that every clause has its text, and every refusal code its sentence, in every language."""
    catalogue = ruleset.catalogue
    for language in LANGUAGES:
        try:
            catalogue.texts(language)
        except KeyError as error:
            raise NotConforming(f"{ruleset.name}: there is no text of {error} in {language}") from error
        if silent := sorted(catalogue.clause_of.keys() - templates(language, ruleset.sources).keys()):
            raise NotConforming(f"{ruleset.name}: no sentence in {language} for {', '.join(silent)}")
        said = fitting(language, ruleset.sources, "may")
        if mute := sorted(f"may_{kind}" for kind in ruleset.rules if f"may_{kind}" not in said):
            raise NotConforming(f"{ruleset.name}: no sentence in {language} for {', '.join(mute)}")


def standings(ruleset: Ruleset) -> None:
    """Check that a standing has a row for each seat, with what everybody reads there."""
    seats = ["A", "B", "C", "D", "E", "F"][: max(2, ruleset.seats[0])]
    rows = ruleset.standing(ruleset.start(seats))
    if sorted(row.get("player", "") for row in rows) != seats or not all(
        {"rank", "worth"} <= row.keys() for row in rows
    ):
        raise NotConforming(f"{ruleset.name}: a standing has rank, player and worth (or None) of each seat, not {rows}")


def round_trip(game: Game, written: dict[str, Any], where: str, *, start: bool) -> None:
    """Check that a position reads back as the same state; rulings are exempt, as they may make an impossible one.

    ``start``: also that a game may start from it.
    """
    position, mechanics = json.loads(json.dumps(written)), game.ruleset.mechanics
    read = mechanics.placed if start else mechanics.restored
    state, faults = read(game.state.table, position)
    if faults:
        raise NotConforming(f"{where}: its own position is refused: {faults}")
    if state != game.state or mechanics.position(state) != position:
        raise NotConforming(f"{where}: the position read back is another one")


def replays(ruleset: Ruleset, played: Played, seed: int) -> None:
    """Check that replaying the reports gives the same answers and the same end."""
    answers = [row.answer for row in judge_all(started(ruleset, played.header), played.reports)]
    if [answer.to_json() for answer in answers] != to_json(played):
        raise NotConforming(f"{ruleset.name}, seed {seed}: replay differs from play")
    if answers and ruleset.position(answers[-1].game) != ruleset.position(played.game):
        raise NotConforming(f"{ruleset.name}, seed {seed}: replay ends in another position")


def pickles(ruleset: Ruleset, played: Played, seed: int) -> None:
    """Check that the last answer can be pickled, copied and hashed, and with it the game that it leads to."""
    if ruleset.name not in names() or ruleset not in versions(ruleset.name):
        return
    for answer in played.answers[-1:]:
        try:
            copies = [pickle.loads(pickle.dumps(answer)), deepcopy(answer)]
            same = all(each == answer and hash(each) == hash(answer) for each in copies)
        except Exception as error:
            raise NotConforming(f"{ruleset.name}, seed {seed}: no copy of {answer}: {error}") from error
        if not same:
            raise NotConforming(f"{ruleset.name}, seed {seed}: a copy of {answer} is not equal to it")


def ends(ruleset: Ruleset, game: Game, seed: int) -> None:
    """Check that a table in a hurry comes to the end: there is no dead end and no endless game."""
    random = Random(seed)
    for _ in range(MOST_PROPOSALS):
        if ruleset.over(game):
            return
        if not ruleset.due(game):
            raise NotConforming(f"{ruleset.name}, seed {seed}: nothing is due, and the game is not over")
        game = ruleset.judge(game, as_report(ruleset.mechanics.propose(game, random, hurry=True))).game
    raise NotConforming(f"{ruleset.name}, seed {seed}: no end in sight; due: {ruleset.due(game)}")


def golden(ruleset: Ruleset, record: Iterable[dict[str, Any]], answers: Iterable[dict[str, Any]]) -> None:
    """Check that a stored playthrough (header first) is answered as it was when it was stored, wording aside."""
    header, *reports = record
    if header.get("ruleset") != ruleset.name:
        raise NotConforming(f"the golden record is for {header.get('ruleset')}, not for {ruleset.name}")
    for now, then in zip(golden_answers(ruleset, header, reports), answers, strict=True):
        if now != then:
            raise NotConforming(f"{ruleset.name}: golden report {then['seq']}:\n  then {then}\n  now  {now}")


def golden_answers(ruleset: Ruleset, header: dict[str, Any], reports: Iterable[Any]) -> list[dict[str, Any]]:
    """Return the answers to a record as a golden playthrough stores them: clauses, codes and facts, no sentences."""
    answers = []
    for _, answer in judge_all(started(ruleset, header), reports):
        payload = answer.to_json()
        for refusal in (*payload.get("refusals", ()), *payload.get("warnings", ())):
            del refusal["message"]
        answers.append(payload)
    return answers
