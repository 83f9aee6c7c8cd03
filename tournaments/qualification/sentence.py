"""Sentences that explain why a player is in."""

from __future__ import annotations

from collections.abc import Mapping

from tournaments.qualification.qualify import Qualification, Qualified
from tournaments.standings.sentence import texts


def qualified_sentence(qualification: Qualification, each: Qualified, language: str, names: Mapping[str, str]) -> str:
    """Why this player is in, in a language.  ``names``: by id."""
    words = texts("standings", language)["qualified"]
    if each.moved_up_for is not None:
        return str(words["moved_up"]).format(player=names[each.player], other=names[each.moved_up_for])
    step = qualification.steps[each.step - 1]
    # A player ahead of the tie is in by the standings, however the tie was decided.
    code = "standings" if each.player in step.ahead else step.decided_by
    return str(words[code]).format(player=names[each.player], step=each.step)
