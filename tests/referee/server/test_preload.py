"""What the first requests of a hall would wait for is there before a process takes any."""

from __future__ import annotations

import pytest
from jinja2 import Environment

from referee.core.pages.templates import compile_templates
from referee.core.settings import Settings
from referee.log.table_game import TableGames
from referee.server.api import BLUEPRINTS
from referee.server.app import app_without_service
from referee.server.assembly import assemble
from referee.server.preload import preload_games, preload_shared
from tests.referee.support.world import World

ROLL = {"type": "roll", "player": "A", "dice": [3, 4]}


def test_templates_are_compiled_once_for_all_applications_of_a_process(monkeypatch: pytest.MonkeyPatch) -> None:
    compile_templates(app_without_service())
    monkeypatch.setattr(Environment, "compile", lambda *_args, **_more: pytest.fail("it was compiled again"))
    again = app_without_service()
    compile_templates(again)
    assert again.jinja_env.cache is not None
    assert len(again.jinja_env.cache) == len(again.jinja_env.list_templates(extensions=["html"])) > 100


def test_the_schemas_of_all_endpoints_are_derived_before_a_process_takes_requests() -> None:
    preload_shared(app_without_service())
    derived = {"query", "read_query", "defaults", "body", "gives", "dumper"}
    for each in (each for blueprint in BLUEPRINTS for each in blueprint.endpoints):
        assert vars(each).keys() >= derived, f"{each.view} derives schemas when it is asked"


@pytest.mark.parametrize(("state", "seconds", "read"), [("running", 60, 1), ("running", 0, 0), ("closed", 60, 0)])
def test_a_process_that_starts_reads_the_games_of_running_rounds_for_so_long_at_most(
    world: World, settings: Settings, monkeypatch: pytest.MonkeyPatch, state: str, seconds: float, read: int
) -> None:
    body = {"client_id": "report-0001", "base": 0, "report": ROLL}
    assert world.ask("POST", f"/tables/{world.table}/entries", json=body).status_code == 201
    world.new_table(2)  # where nothing is reported yet
    with world.service.database.write() as session:
        session.connection().exec_driver_sql(f"UPDATE round SET state = '{state}'")
    parts = assemble(settings)
    games = parts.part(TableGames)
    asked: list[str] = []
    monkeypatch.setattr(games, "current", asked.append)
    preload_games(parts.database, games, seconds)
    parts.close()
    assert asked == [world.table] * read
