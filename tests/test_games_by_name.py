"""Outside of the law nothing knows a game by its name, its board by its name, or an edition by its fields.

What a game shows is asked of its ruleset: `money`, `assets`, `printed`, `label`, `key_figures`.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import rulesets

ROOT = Path(__file__).resolve().parents[1]
GAMES = rulesets.names()
BOARDS = {name for game in GAMES for name in rulesets.load(game).mechanics.editions()}
KNOWN = re.compile(
    r"""from\ rulesets(?:\.(?:city|classic|jma|editions|classic_ja|classic_us|wiki))\b
    |from\ rulesets\ import\ .*\beditions\b
    |(?:has|get)attr\([^)]*\bedition\b
    |\bedition\.(?:houses|hotels|deeds|denominations|deck_names|spaces|groups)\b
    |["'](?:"""
    + "|".join(map(re.escape, sorted({*GAMES, *BOARDS}, key=len, reverse=True)))
    + r""")["']""",
    re.VERBOSE,
)
EXAMPLE = "an example in the description of the API"
DEFAULT = "what is taken where nobody has chosen"
CLASSIC_FORM = "the form of a position of the classic board; other games' positions are pasted"
REASONS = {
    "referee/tables/commands.py": EXAMPLE,
    "referee/lookup/api.py": EXAMPLE,
    "referee/lookup/views.py": EXAMPLE,
    "referee/rules/schemas.py": EXAMPLE,
    "referee/lookup/guide_pages.py": DEFAULT,
    "referee/events/pages/regulation_ready.py": DEFAULT,
    "referee/rules/guide.py": DEFAULT,
    "referee/rules/positions/header.py": DEFAULT,
    "referee/cli/rules.py": DEFAULT,
    "referee/rules/positions/fields.py": CLASSIC_FORM,
    "referee/rules/positions/faults.py": CLASSIC_FORM,
    "referee/rules/positions/reading.py": CLASSIC_FORM,
    "referee/rules/positions/due.py": CLASSIC_FORM,
    "referee/records/edition.py": "the command that makes and checks an edition of City",
}
"""Files that may, and why."""


def knowing() -> dict[str, list[str]]:
    """The files of the service and the tournaments that know a game, and by what."""
    files = (path for part in ("referee", "tournaments") for path in sorted((ROOT / part).rglob("*.py")))
    found = {str(path.relative_to(ROOT)): KNOWN.findall(path.read_text("utf-8")) for path in files}
    return {path: said for path, said in found.items() if said}


def test_only_files_with_a_reason_know_a_game_by_its_name() -> None:
    found = knowing()
    assert {path: said for path, said in found.items() if path not in REASONS} == {}
    assert [path for path in REASONS if path not in found] == [], "these know none any more: strike them out"


@pytest.mark.parametrize(
    "line",
    [
        'hasattr(edition, "houses")',
        'if name == "city":',
        "from rulesets.city.game import board",
        "x = edition.deeds[0]",
    ],
)
def test_what_knows_a_game_is_seen(line: str) -> None:
    assert KNOWN.search(line)
