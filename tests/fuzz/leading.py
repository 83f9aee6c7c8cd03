"""Whether a game can go on: from a position some reports other than a ruling lead to the next throw, or to the end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulesets import Game
from rulesets.kernel.moves import completed
from rulesets.reports import as_report
from rulesets.wordlist import wordlist

FORWARD = wordlist("""
    deal draw buy decline choose_tax use_card use_dodge pay place permit put_up start_auction close_auction
    close_building close_talk accept_rescue take_over default withdraw_build declare_bankruptcy claim_rent
    withdraw_offer pay_bail sell mortgage lift_mortgage bid
""")
"""Types of reports that lead on, in the order in which they are tried: what settles something first."""
OF_A_KIND = 6
"""How many reports of one type are tried in a position."""
POSITIONS = 100
"""How many positions are looked at before a way is given up."""


def leads_on(game: Game) -> bool:
    """Whether the next throw, or the end, can be reached."""
    waiting, met = [game], {key(game)}
    if there(game):
        return True
    for _ in range(POSITIONS):
        if not waiting:
            return False
        here = waiting.pop()
        found = []
        for report in ways(here):
            after = here.ruleset.judge(here, as_report(report)).game
            if there(after):
                return True
            if key(after) not in met:
                met.add(key(after))
                found.append(after)
        waiting += reversed(found)
    return False


def there(game: Game) -> bool:
    """Whether the game is over, or a throw that is due would be accepted."""
    return game.ruleset.over(game) or throw_open(game)


def throw_open(game: Game) -> bool:
    """Whether a throw that is due would be accepted."""
    thrown = (
        {"type": "roll", "player": each["player"], "dice": [1, 2]}
        for each in game.ruleset.due(game)
        if each["kind"] == "roll"
    )
    return any(game.ruleset.obstacle(game, as_report(report)) is None for report in thrown)


def key(game: Game) -> object:
    """The position as something to be met again: the state without its table, which comes first and stays the same."""
    return tuple(game.state)[1:]


def ways(game: Game) -> Iterator[dict[str, Any]]:
    """Yield reports that may lead on, the most promising first."""
    entries = game.ruleset.legal(game)
    for kind in FORWARD:
        found = 0
        for entry in entries:
            if entry["type"] == kind:
                for report in completed(game, entry):
                    yield report
                    found += 1
                    if found == OF_A_KIND:
                        break
            if found == OF_A_KIND:
                break
