"""Games with everything that is known of them, as JSON: log, answers, authors, hashes, position and standing."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from referee.core.chain import Line
from referee.exports.source import Played, lines
from referee.log.stored_answer import entry_text
from referee.log.table_game import LogDiffers, TableGame, TableGames


def compact(value: Any) -> str:
    """JSON without spaces, in ASCII."""
    return json.dumps(value, ensure_ascii=True, separators=(",", ":"))


def several(games: TableGames, tables: Iterable[Played], about: Mapping[str, Any], language: str) -> Iterator[str]:
    """The tables of a round or event under ``tables``, behind what is said ``about`` it."""
    yield compact(about)[:-1] + ',"tables":['
    for number, table in enumerate(tables):
        if number:
            yield ","
        yield from one(games, table, language)
    yield "]}"


def one(games: TableGames, table: Played, language: str) -> Iterator[str]:
    """A table.  ``differs_at``: the first entry that the rules of today answer otherwise, 0 where its ruleset is there
    no more; then nothing is derived, and ``position`` and ``standing`` are null.
    """
    about = {**table._asdict(), "header": json.loads(table.header)}
    yield compact(about)[:-1] + ',"entries":['
    opened = _opened(games, table)
    for line in lines(games, table):
        yield ("," if line.seq > 1 else "") + entry(line, opened, language)
    yield "]," + compact(outcome(games, table))[1:]


def _opened(games: TableGames, table: Played) -> TableGame | None:
    try:
        return games.opened(table.id)
    except LogDiffers:
        return None


def entry(line: Line, opened: TableGame | None, language: str) -> str:
    """An entry, its sentences in a language, where its ruleset is there to say them."""
    if opened is None:
        answer = {"seq": line.seq, "accepted": line.accepted, **json.loads(line.answer)}
        return compact({**line._asdict(), "report": json.loads(line.report), "answer": answer})
    return entry_text(line, opened.game.ruleset, opened.game.state.table, lambda: language)


def outcome(games: TableGames, table: Played) -> dict[str, Any]:
    """What the log leads to."""
    try:
        game = games.at(table.id, table.seq).game
    except LogDiffers as differs:
        return {"position": None, "standing": None, "over": None, "differs_at": differs.seq}
    ruleset = game.ruleset
    return {
        "position": ruleset.position(game),
        "standing": ruleset.standing(game),
        "over": ruleset.over(game),
        "differs_at": None,
    }
