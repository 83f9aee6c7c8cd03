"""The record header of a new game, and the boards that games are played on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.core.problems import MAX_LISTED, Problem
from rulesets.kernel.record import Opening, open_header
from rulesets.kernel.ruleset import Ruleset

LIMIT = "time_limit_minutes"


def header_of(header: Mapping[str, Any], minutes: int | None) -> dict[str, Any]:
    """Return the header of a new game, with the edition, version and fingerprint of the ruleset that will judge it.

    ``minutes``: the time limit of the round, None without one.  A ruleset with an option for it gets the same limit.
    Raises the problem ``header_refused`` with every fault.
    """
    header = dict(header)
    opening = open_header(header)
    if opening.ruleset is not None and minutes is not None:
        options = dict(header.get("options", {}))
        if any(option.name == LIMIT for option in opening.ruleset.options):
            if options.get(LIMIT, minutes) != minutes:
                raise Problem("header_refused", more={"refusals": []}, faults=f"{LIMIT}: {options[LIMIT]} ≠ {minutes}")
            header["options"] = {**options, LIMIT: minutes}
            opening = open_header(header)
    if opening.game is None:
        raise UnstartableGame(opening)
    ruleset = opening.game.ruleset
    edition = header.get("edition", ruleset.default_edition)
    return {**header, "edition": edition, "version": ruleset.version, "fingerprint": ruleset.fingerprint}


class UnstartableGame(Problem):
    """The problem ``header_refused``: no game can be started from a header."""

    def __init__(self, opening: Opening) -> None:
        super().__init__("header_refused")
        self.opening = opening

    def to_json(self, language: str) -> dict[str, Any]:
        """Return the body of the response, with the first faults of the header and the number of those left out."""
        few, left_out = (
            self.opening._replace(refusals=self.opening.refusals[:MAX_LISTED]),
            len(self.opening.refusals) - MAX_LISTED,
        )
        refusals = few.to_json(language)["refusals"]
        omitted = {"omitted": left_out} if left_out > 0 else {}
        faults = [each["message"] for each in refusals]
        return Problem(self.code, more={"refusals": refusals, **omitted}, faults=faults).to_json(language)


def boards(ruleset: Ruleset, language: str) -> dict[str, str]:
    """The title of every board that a game can be played on, by name."""
    return {name: ruleset.board(name, language) for name in ruleset.editions()}


def board_title(ruleset: Ruleset, name: str, language: str) -> str:
    """Return the title of a board of a game; an unknown one goes by its name."""
    return boards(ruleset, language).get(name, name)
