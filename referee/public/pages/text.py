"""The content of public pages in the reader's language: rounds, places, news, standings, a table."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from referee.clocks.timeline import Clock
from referee.clocks.views import clock_face
from referee.core.cache import SizedCache
from referee.core.language import language, word
from referee.core.pages.format import clock_of_day, round_name
from referee.core.problems import Problem
from referee.core.service import service
from referee.finals.views import FinalPart, final_parts
from referee.log.table_game import TableGame
from referee.models import Player, Round
from referee.public.news import news_of
from referee.public.queries import PublicEvent, PublicTable, SeatedPlayer
from referee.standings.columns import class_columns, columns_of, cut_of
from referee.standings.games import GameView, game_views, games_by_player, readable_points
from referee.standings.views import StandingsView, standings_view
from referee.stories.moves import StandingMove
from referee.stories.views import drawn, in_words
from referee.tables.pages import deeds_of, label
from rulesets import Game
from rulesets.kernel.telling.pieces import Piece, legend
from tournaments.fault import Faulty

MAX_NEWS = 8
"""The most pieces of news to show."""


@dataclass(frozen=True, slots=True)
class PublicRound:
    """A round and its stage.  ``on``: whether it is being played; ``seated``: whether its seating is shown."""

    number: int
    name: str
    stage: str
    on: bool
    seated: bool


@dataclass(frozen=True, slots=True)
class PublicPlace:
    """Where a player sits in a round.  ``now``: whether it is the current round; ``table``: its number."""

    round: str
    place: str
    now: bool
    table: int


@dataclass(frozen=True, slots=True)
class PublicPerson:
    """A player with all places that are public.  ``find``: the folded text that a search matches."""

    name: str
    number: int
    club: str
    find: str
    places: Sequence[PublicPlace]


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table with its players.  ``class_name``: the class whose final it plays, empty for all others; ``rolled``:
    whether it is still to be rolled who starts.
    """

    number: int
    class_name: str
    rolled: bool
    players: Sequence[Player]


@dataclass(frozen=True, slots=True)
class News:
    """A piece of news.  ``at``: the time of day, by the hall's clock."""

    at: str
    text: str


@dataclass(frozen=True, slots=True)
class LivePlayer:
    """A player in the current position of a game.  ``turn``: whether they are to move; ``out``: whether they are
    bankrupt; ``notes``: their cash in the game's units.
    """

    seat: int
    letter: str
    name: str
    rank: int
    worth: str
    cash: str
    notes: int
    out: bool
    turn: bool
    deeds: Sequence[Any]


@dataclass(frozen=True, slots=True)
class ToldMove:
    """A move of a game.  ``told``: what happened, as a sentence."""

    seq: int
    told: str


@dataclass(frozen=True, slots=True)
class LiveGame:
    """The current position of the game at a table.  ``latest``: what happened last; ``moves``: the last moves, the
    latest first; ``drawing``: what the board is drawn from; ``most``: the most cash that anybody has, in the game's
    units; ``pot``: the money in the middle of the board, empty where no house rule puts any there; ``legend``: the
    pieces there whose letters are explained.
    """

    players: Sequence[LivePlayer]
    over: bool
    seq: int
    latest: str
    moves: Sequence[ToldMove]
    drawing: Mapping[str, Any]
    most: int
    pot: str
    legend: Sequence[Piece]


def round_names(public: PublicEvent) -> dict[int, str]:
    return {each.number: round_name(each.number, each, language()) for each in public.rounds}


def stage(public: PublicEvent, each: Round) -> str:
    """The stage of a round, as far as everybody may know it."""
    if each.results_published_at is not None and public.shows("standings"):
        return word("stage_results_published")
    if each.state == "closed":
        return word("public_over")
    if each.state == "running":
        return word("stage_running")
    if public.shows("seating") and public.at(each.number):
        return word("stage_published")
    return word("public_ahead")


def rounds(public: PublicEvent) -> list[PublicRound]:
    return [
        PublicRound(
            number=each.number,
            name=round_name(each.number, each, language()),
            stage=stage(public, each),
            on=each.state == "running",
            seated=public.shows("seating") and bool(public.at(each.number)),
        )
        for each in public.rounds
    ]


def clock(public: PublicEvent, now: int) -> dict[str, Any] | None:
    """The clock of the current round; None if there is none or the event does not show it.

    ``text``: None while the clock is running, because the page is cached; ``until``: when time is up, by the hall's
    clock.
    """
    found = public.clock(now) if public.shows("clock") else None
    if found is None or public.round is None:
        return None
    return {"round": round_names(public)[public.round.number], **_clock(found, now)}


def own_clock(public: PublicEvent, table: PublicTable, now: int) -> dict[str, Any] | None:
    """The clock of a table for those who sit there, as `clock` gives that of the hall; None once its round is over."""
    found = public.clock_at(table, now)
    return _clock(found, now) if found is not None else None


def _clock(found: Clock, now: int) -> dict[str, Any]:
    face = asdict(clock_face(found, now))
    ahead = service().database.clock.correction  # of the service's clock against the wall clock that people see
    until = clock_of_day(found.deadline - ahead) if found.running and found.deadline is not None else None
    return {**face, "text": None if found.running else face["text"], "now": None, "until": until}


def place(table: PublicTable, order: int) -> str:
    """Where a player sits, in words.  ``order``: the start order, 0 if it is still to be rolled."""
    return word("public_place", table=table.number, order=order) if order else word("table_number", number=table.number)


def person(public: PublicEvent, found: SeatedPlayer) -> PublicPerson:
    player, named = found.player, round_names(public)
    now = public.round.number if public.round else 0
    places = [
        PublicPlace(named[number], place(*where), number == now, where[0].number)
        for number, where in sorted(public.places.get(player.id, {}).items())
    ]
    return PublicPerson(player.shown, player.number, player.club, found.find, places)


def people(public: PublicEvent) -> Iterator[PublicPerson]:
    """Everybody who is seated somewhere, in the order of player lists."""
    return (person(public, each) for each in public.seated)


def tables(public: PublicEvent, number: int) -> list[TableRow]:
    regulation = public.seen.facts.regulation if public.seen is not None else None
    found = []
    for table in public.at(number):
        players = [public.players[each] for each in table.players]
        played = regulation.class_played(number, (each.class_name for each in players)) if regulation else ""
        found.append(TableRow(table.number, played, table.rolled, players))
    return found


def news(public: PublicEvent) -> list[News]:
    return [News(clock_of_day(each.at), each.text) for each in news_of(public, language())[:MAX_NEWS]]


def standings(public: PublicEvent) -> dict[str, Any] | None:
    """The published standings with everybody's games; None if there are none, or a result is faulty."""
    seen = public.seen
    if seen is None or not seen.after:
        return None
    try:
        found, games = standings_view(seen, language()), games_by_player(seen, language())
    except Faulty:  # a result contradicts the regulation: the staff see that too, and correct it
        return None
    when = word("standings_final") if found.final else word("standings_after", round=round_names(public)[seen.after])
    shown = {
        "played": games,
        "cut": cut_of(seen, found, language()),
        "columns": columns_of(seen, found, language()),
        "classes": class_columns(seen, found, language()),
    }
    return {**view_fields(found), "when": when, **shown}


def view_fields(view: StandingsView) -> dict[str, Any]:
    return {each.name: getattr(view, each.name) for each in fields(view)}


def finals(public: PublicEvent) -> list[FinalPart]:
    """Who has qualified by the published results, and the final stages, of classes too; empty if the event has none."""
    try:
        return final_parts(public.seen, language()) if public.seen is not None else []
    except Faulty:
        return []


def game(public: PublicEvent, table: PublicTable) -> GameView | None:
    """The published result of a table; None if there is none."""
    if public.seen is None or not public.shows("standings"):
        return None
    try:
        found = game_views(public.seen.facts, public.seen.shown, language(), up_to=len(public.rounds))
        played = next((each for each in found if (each.round, each.table) == (table.round, table.number)), None)
        return played and replace(
            played, players=[replace(each, points=readable_points(each.points)) for each in played.players]
        )
    except Faulty:
        return None


def money(public: PublicEvent) -> Callable[[int], str] | None:
    """How assets in published results are written; None while there are none."""
    return public.seen.facts.regulation.game.money.shown if public.seen is not None else None


def table_of(public: PublicEvent, number: int, table: int) -> PublicTable:
    """A table whose seating is public, by the numbers of round and table.  Raises the problem ``not_found``."""
    found = next((each for each in public.at(number) if each.number == table), None)
    if found is None:
        raise Problem("not_found", path=f"{number}-{table}")
    return found


def live_game(found: TableGame, last: Sequence[Mapping[str, Any]], moves: Sequence[StandingMove] = ()) -> LiveGame:
    """The game at a table as spectators see it: who is to move, and what everybody owns, by rank.

    ``last``: the events of the last accepted entry; ``moves``: those to tell.
    """
    game = found.game
    table, position, over = game.state.table, game.ruleset.position(game), game.ruleset.over(game)
    players = [
        LivePlayer(
            seat=table.seats.index(each["player"]) + 1,
            letter=each["player"][:2],
            name=table.names.get(each["player"], each["player"]),
            rank=each["rank"],
            worth=label(game, "money", each["worth"]),
            cash=label(game, "money", position["players"][each["player"]]["cash"]),
            notes=position["players"][each["player"]]["cash"],
            out=position["players"][each["player"]].get("out", False),
            turn=position["turn"] == each["player"] and not over,
            deeds=deeds_of(game, position, each["player"]),
        )
        for each in game.ruleset.standing(game)
    ]
    drawing = {
        "seats": [{"key": seat, "name": table.names.get(seat, seat)} for seat in table.seats],
        "printed": printed(game),
        "position": drawn(position),
    }
    most = max(each.notes for each in players)
    latest = in_words(found, last, language())
    pot = label(game, "money", position["pot"]) if "pot" in position else ""
    explained = legend(game.ruleset.mechanics.assets(table.edition).drawn(language()), position["deeds"])
    return LiveGame(players, over, found.seq, latest, told_moves(found, moves), drawing, most, pot, explained)


def told_moves(found: TableGame, moves: Sequence[StandingMove]) -> list[ToldMove]:
    return [ToldMove(each.seq, in_words(found, each.events, language())) for each in moves]


def printed(game: Game) -> dict[str, Any]:
    """The parts of the printed board that are drawn: the same object for all tables that play on it."""
    key = (game.ruleset.name, game.ruleset.version, game.state.table.edition, language())
    return PRINTED.get(key, lambda: _printed(game))


PRINTED: SizedCache[tuple[str, str, Hashable, str], dict[str, Any]] = SizedCache(1_000_000, lambda *_: 20_000)
"""The printed boards by ruleset, edition and language."""


def _printed(game: Game) -> dict[str, Any]:
    whole = game.ruleset.mechanics.printed(game.state.table, language())
    wanted = {"spaces": ("key", "name", "letter", "group"), "deeds": ("key", "price")}
    parts = {part: [{name: each.get(name) for name in names} for each in whole[part]] for part, names in wanted.items()}
    return {**parts, "marks": whole["marks"], "pieces": whole["pieces"], "money": whole["money"]}
