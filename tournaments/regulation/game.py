"""The game that is played, as a ruleset with options, checked against the ruleset itself: ``[game]``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import rulesets
from rulesets import Money
from rulesets.kernel.record import FORMAT, Opening, open_header
from rulesets.languages import LANGUAGES
from tournaments.regulation.round import PlannedRound
from tournaments.section import Section

LIMIT = "time_limit_minutes"


@dataclass(frozen=True, slots=True)
class GameRule:
    """The game of a regulation.

    ``ruleset``: its name; ``version`` and ``edition``: None for the ruleset's default; ``options``: for every round.
    """

    ruleset: str
    version: str | None
    edition: str | None
    options: Mapping[str, object]

    @property
    def money(self) -> Money:
        """How amounts are written in the game."""
        return rulesets.load(self.ruleset, self.version).money(self.edition)

    def figures(self, language: str) -> tuple[tuple[str, str], ...]:
        """The figures of the game that are looked up most, as label and value."""
        ruleset = rulesets.load(self.ruleset, self.version)
        edition = ruleset.edition(self.edition)
        return tuple(ruleset.mechanics.key_figures(edition, self.options, language))


def read_game(section: Section) -> GameRule:
    """Read the section ``[game]``; whether the ruleset accepts it is checked by `check_game`."""
    game = GameRule(
        section.text("ruleset"),
        section.text("version") if section.has("version") else None,
        section.text("edition") if section.has("edition") else None,
        section.section("options", required=False).content,
    )
    section.done()
    return game


def header_of(game: GameRule, round_: PlannedRound, seats: Sequence[str]) -> dict[str, Any]:
    """The header of the record of a game of this round, as `rulesets.kernel.record.open_header` takes it.

    The round's options override the game's.  The time limit is always the round's, even if it has none; it is left out
    for a ruleset without such an option.
    """
    header: dict[str, Any] = {"record": FORMAT, "ruleset": game.ruleset, "seats": list(seats)}
    if game.version is not None:
        header["version"] = game.version
    if game.edition is not None:
        header["edition"] = game.edition
    options = {**game.options, **round_.options}
    known = open_header(header).ruleset
    if known is not None and any(option.name == LIMIT for option in known.options):
        options[LIMIT] = round_.minutes
    return {**header, "options": options}


def check_game(
    top: Section, game: GameRule, rounds: Sequence[PlannedRound], written: Sequence[Mapping[str, object]]
) -> None:
    """Record every fault of the game's and the rounds' options, as worded by the ruleset itself.

    Rounds mostly play the same game, which is tried once: a form that is changed reads its regulation again and again.
    ``written``: the round plan as it is in the file, used for the paths of faults.
    """
    if LIMIT in game.options:
        top.fault(f"game.options.{LIMIT}", "minutes_in_options")
    reported: set[str] = set()
    opened: set[str] = set()
    for round_, path in zip(rounds, _paths(written), strict=False):
        if LIMIT in round_.options:
            top.fault(f"{path}.options.{LIMIT}", "minutes_in_options")
        for option, value in round_.options.items():
            if option in game.options and game.options[option] == value and f"{path}.{option}" not in reported:
                reported.add(f"{path}.{option}")
                top.fault(f"{path}.options.{option}", "same_as_before", given=value)
        header = _plain(header_of(game, round_, ()))
        for size in round_.sizes:
            header["seats"] = [f"seat {number}" for number in range(1, size + 1)]
            if (written_out := repr(header)) not in opened:  # equal dicts may differ: True is 1
                opened.add(written_out)
                _check(top, open_header(header), path if round_.options else "game", reported)
    for option in game.options:
        if rounds and all(option in round_.options for round_ in rounds):
            top.fault(f"game.options.{option}", "overridden_everywhere")


def _check(top: Section, opening: Opening, path: str, reported: set[str]) -> None:
    messages = {
        language: [refusal["message"] for refusal in opening.to_json(language)["refusals"]] for language in LANGUAGES
    }
    for sentences in zip(*messages.values(), strict=True):
        if sentences[0] not in reported:
            reported.add(sentences[0])
            top.fault(path, "game_refused", said=dict(zip(LANGUAGES, sentences, strict=True)))


def _paths(written: Sequence[Mapping[str, object]]) -> list[str]:
    paths = []
    for number, each in enumerate(written, 1):
        repeat = each.get("repeat", 1)
        paths += [f"round[{number}]"] * (repeat if isinstance(repeat, int) and 0 < repeat <= 50 else 1)
    return paths


def _plain(value: Any) -> Any:
    """The value as JSON would have it: options are never exact decimals."""
    if isinstance(value, Decimal):
        return float(value)
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in value.items()}
    return value
