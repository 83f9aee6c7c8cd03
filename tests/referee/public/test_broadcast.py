"""The broadcast: every board that may be seen, at every moment that may be seen, whatever the event is like."""

from __future__ import annotations

import re
from html import unescape
from random import Random
from typing import Any

import pytest

from referee.core.language import words
from referee.log.table_game import TableGame, TableGames
from referee.public import cache
from referee.public.pages import broadcast, broadcast_text
from referee.public.pages.broadcast_text import SmallBoard
from referee.stories.queries import story_at
from referee.stories.worths import WorthCourses
from rulesets.languages import LANGUAGES
from rulesets.reports import as_report
from tests.referee.public.test_public import ALL, EN, Stranger
from tests.referee.support.databases import SQLITE_ONLY
from tests.referee.support.world import World

pytestmark = SQLITE_ONLY

MOVE = re.compile(r'href="[^"]*/(?:live/\d+/\d+|at)/(\d+)\?lang=\w+"[^>]*>\1</a> <span>(.*?)</span>')
RETRACT = {"type": "retract"}


@pytest.fixture
def stranger(world: World, monkeypatch: pytest.MonkeyPatch) -> Stranger:
    monkeypatch.setattr(cache, "LOOK_SECONDS", 0)
    found = Stranger(world)
    found.open(*ALL, "replays", address="cup")
    return found


class Moves:
    """Reports at a table, one after the other."""

    def __init__(self, stranger: Stranger, table: int = 1) -> None:
        self.hall, self.games = stranger.hall, stranger.world.service.part(TableGames)
        self.id = str(next(each["id"] for each in self.hall.tables(1) if each["number"] == table))
        self.base = 0

    def log(self, *reports: dict[str, Any]) -> None:
        for report in reports:
            body = {"client_id": f"{self.id}-{self.base}", "base": self.base, "report": report}
            more = {"reason": "slip"} if report["type"] == "retract" else {}
            self.hall.done("POST", f"/tables/{self.id}/entries", **body, **more)
            self.base += 1

    def play(self, count: int, seed: int = 1) -> None:
        """Log some more reports, of random play."""
        random, wanted = Random(seed), self.base + count
        while self.base < wanted:
            game = self.games.current(self.id).game
            report = game.ruleset.mechanics.propose(game, random, hurry=False)
            if report.get("type") not in ("ruling", "retract", "time_up"):
                answer = game.ruleset.judge(game, as_report(report))
                if answer.accepted:
                    self.log(report)


def told(page: str) -> list[tuple[int, str]]:
    """The moves on a page, in its order."""
    return [(int(seq), unescape(said)) for seq, said in MOVE.findall(page)]


def test_an_event_of_every_size_and_state_has_its_boards(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "LOOK_SECONDS", 0)
    monkeypatch.setattr(broadcast, "MOST_BOARDS", 1)
    stranger = Stranger(world)
    stranger.open(*ALL, address="cup")
    assert EN["broadcast_none"] in stranger.reads("/p/cup/live")  # empty
    stranger.hall.published()
    begun = stranger.reads("/p/cup/live")
    assert EN["broadcast_none_begun"] in begun and begun.count('class="small-board"') == 1  # and a link to the other
    assert '/p/cup/live/1/2"' in begun
    assert EN["broadcast_not_begun"] in stranger.reads("/p/cup/live/1/2")
    monkeypatch.undo()
    monkeypatch.setattr(cache, "LOOK_SECONDS", 0)
    second = Moves(stranger, 2)
    second.play(3)
    for language in LANGUAGES:
        known = words(language)
        page = stranger.reads(f"/p/cup/live?lang={language}")
        assert page.count('class="small-board"') == 2 and known["broadcast_now"] in page
        assert (
            f'/p/cup/live/1/2?lang={language}" data-follow\n    aria-current="true"' in page
        )  # the one that plays is large
        assert "{" not in re.sub(r'data-board="[^"]*"', "", page)
    stranger.play(1)
    over = stranger.reads("/p/cup/live/1/2")
    assert "data-board" in over and EN["replay_title"] not in over
    assert stranger.get("/p/cup/live/1/9").status_code == stranger.get("/p/cup/live/7").status_code == 404


def test_boards_are_shown_only_where_seats_tables_and_live_games_are(stranger: Stranger) -> None:
    stranger.hall.published()
    Moves(stranger).play(2)
    paths = [f"/p/cup/live{end}" for end in ("", "/1", "/1/1", "/1/1/1")]
    assert {stranger.get(path).status_code for path in paths} == {200}
    assert 'href="/p/cup/live"' in stranger.reads("/p/cup")
    for missing in ("seating", "tables", "live"):
        stranger.open(*(part for part in ALL if part != missing), address="cup")
        assert {stranger.get(path).status_code for path in paths} == {404}, missing
        assert 'href="/p/cup/live' not in stranger.reads("/p/cup"), missing


def test_the_moves_are_those_that_stand_and_each_has_an_address(stranger: Stranger) -> None:
    stranger.hall.published()
    moves = Moves(stranger)
    moves.log({"type": "roll", "player": "A", "dice": [1, 2]}, {"type": "buy", "player": "A"})
    moves.log({"type": "roll", "player": "B", "dice": [4, 2]}, {**RETRACT, "seq": 3})
    moves.log({"type": "roll", "player": "B", "dice": [1, 2]})
    live = stranger.reads("/p/cup/live/1/1?lang=en")
    table = stranger.reads("/p/cup/tables/1/1?lang=en")
    assert [seq for seq, _ in told(live)] == [seq for seq, _ in told(table)] == [5, 2, 1]
    assert told(live) == told(table) and "buys Baltic Avenue" in told(live)[1][1]
    thrown = told(live)[2][1]
    assert thrown.startswith("選手") and thrown.count("選手") == 1, "of one player, whom a move names once"
    at = stranger.reads("/p/cup/live/1/1/2?lang=en")
    assert told(at) == told(live)
    assert 'rel="prev" data-follow\n    href="/p/cup/live/1/1/1?' in at
    assert 'rel="next" data-follow\n    href="/p/cup/live/1/1/5?' in at  # the entry in between was taken back
    assert "move 2 of 5" in at and 'class="small-board"' not in at
    assert stranger.get("/p/cup/live/1/1/6").status_code == 404


def test_nothing_is_seen_before_its_time(stranger: Stranger) -> None:
    stranger.hall.published()
    stranger.open(*ALL, address="cup", delay_turns=1)
    moves = Moves(stranger)
    moves.log({"type": "roll", "player": "A", "dice": [1, 2]}, {"type": "buy", "player": "A"})
    pages = [stranger.reads(f"/p/cup/{end}") for end in ("live", "live/1/1", "tables/1/1")]
    assert not any("Baltic" in page for page in pages)
    assert {stranger.get(f"/p/cup/live/1/1/{seq}").status_code for seq in (1, 2)} == {404}
    moves.log({"type": "roll", "player": "B", "dice": [4, 2]})
    shown = [end for end in ("live", "live/1/1", "tables/1/1") if "Baltic" in stranger.reads(f"/p/cup/{end}")]
    assert shown == ["live", "live/1/1", "tables/1/1"]
    assert [stranger.get(f"/p/cup/live/1/1/{seq}").status_code for seq in (1, 2)] == [200, 404]


def test_a_ruling_is_told_by_what_it_changed_and_not_by_who_made_it_or_why(stranger: Stranger) -> None:
    stranger.hall.published()
    moves = Moves(stranger)
    moves.log({"type": "roll", "player": "A", "dice": [1, 2]}, {"type": "buy", "player": "A"})
    ruling = {"type": "ruling", "by": "Ann", "reason": "A note was hidden.", "clauses": []}
    change = {"players": {"A": {"cash": 1300}}, "deeds": {"baltic_avenue": {"owner": "B"}}, "turn": "C"}
    moves.log({**ruling, "set": change})
    for end in ("live", "live/1/1/3", "tables/1/1", "tables/1/1/at/3"):
        page = unescape(stranger.reads(f"/p/cup/{end}?lang=en"))
        assert re.search(r"the arbiter rules: .*cash \$1,440 → \$1,300", page), end
        assert re.search(r"Baltic Avenue: owner .* → ", page), end
        assert not re.search("A note was hidden|Ann|Turn: ", page), end
    story = story_at(stranger.world.service.part(TableGames), moves.id)
    assert len(story.story.moments) == 4


@pytest.mark.parametrize("seed", [1, 2])
def test_the_course_of_worths_is_that_of_the_story_however_it_was_followed(stranger: Stranger, seed: int) -> None:
    stranger.hall.published()
    games = stranger.world.service.part(TableGames)
    moves, courses = Moves(stranger), WorthCourses(games)
    moves.play(12, seed)
    courses.up_to(games.current(moves.id))
    moves.log({**RETRACT, "seq": 10})
    for _ in range(2):  # from the whole log, then going on from there
        followed, anew = courses.up_to(games.current(moves.id)), WorthCourses(games).up_to(games.current(moves.id))
        told = story_at(games, moves.id).story.figures
        assert (followed.seqs.tolist(), followed.worths) == (anew.seqs.tolist(), anew.worths)
        assert tuple(followed.seqs) == told.moments
        assert {seat: tuple(own) for seat, own in followed.worths.items()} == told.worths
        moves.play(1)


def test_a_hall_of_boards_reads_no_game_twice(stranger: Stranger, monkeypatch: pytest.MonkeyPatch) -> None:
    stranger.hall.published()
    tables = [Moves(stranger, number) for number in (1, 2)]
    for number, each in enumerate(tables):
        each.play(10, number)
    stranger.reads("/p/cup/live/1/1")
    monkeypatch.setattr(WorthCourses, "_whole", lambda *_: pytest.fail("a log was read from its start"))
    drawn = []

    def counted(number: int, found: TableGame) -> SmallBoard:
        drawn.append(number)
        return real(number, found)

    real = broadcast_text._drawn
    monkeypatch.setattr(broadcast_text, "_drawn", counted)
    tables[1].log({**RETRACT, "seq": 10})
    page = stranger.reads("/p/cup/live/1/1")
    assert drawn == [2] and len(page) < 60_000
