"""Answers for people: a line a report, refusals with their sentences, and the outcome."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from rulesets.kernel.answer import Answer
from rulesets.kernel.game import Game

WORDS = {
    "en": {"reports": "{count} reports, {refused} refused", "over": "game over", "due": "due", "standing": "Standing"},
    "ja": {"reports": "報告 {count} 件、うち不受理 {refused} 件", "over": "ゲーム終了", "due": "次に行うこと",
           "standing": "順位"},
    "zh": {"reports": "报告 {count} 条,其中 {refused} 条不予接受", "over": "对局结束", "due": "待办",
           "standing": "名次"},
}  # fmt: skip


def refused(seq: int, refusal: dict[str, Any]) -> str:
    """A refusal as a line."""
    return click.style(f"{seq:5}  ✗  {refusal['message']} [{refusal['clause']}]", fg="red")


def answered(answer: Answer, language: str) -> Iterator[str]:
    """An answer as lines."""
    told = answer.to_json(language)
    if not answer.accepted:
        for refusal in told["refusals"]:
            yield refused(answer.seq, refusal)
        return
    yield f"{answer.seq:5}  ✓  {'; '.join(event_text(event) for event in told['events'])}"
    for warning in told["warnings"]:
        yield click.style(f"{answer.seq:5}  !  {warning['message']} [{warning['clause']}]", fg="yellow")


def event_text(event: dict[str, Any]) -> str:
    """An event in its own words: kind, then its facts."""
    facts = (f"{name}={value_text(value)}" for name, value in event.items() if name != "kind")
    return " ".join([event["kind"], *facts])


def value_text(value: Any) -> str:
    """A fact of an event, briefly."""
    if isinstance(value, list):
        return "+".join(value_text(item) for item in value) or "-"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {value_text(item)}" for key, item in value.items()) + "}"
    return str(value)


def summary(game: Game, count: int, refusals: int, language: str) -> Iterator[str]:
    """How a record ended: numbers, what is due or that the game is over, and the standing."""
    words = WORDS[language]
    ruleset = game.ruleset
    state = words["over"] if ruleset.over(game) else f"{words['due']}: " + ", ".join(map(due_text, ruleset.due(game)))
    yield f"       {words['reports'].format(count=count, refused=refusals)}; {state}"
    rows = (f"{row['rank']}. {row['player']} {row['worth']}" for row in ruleset.standing(game))
    yield f"       {words['standing']}: {', '.join(rows)}"


def due_text(entry: dict[str, Any]) -> str:
    """Something due, briefly."""
    return event_text(entry)
