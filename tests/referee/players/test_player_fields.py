"""The one table of a player's fields: every field in it is in the database, the API, files, lists and forms."""

from __future__ import annotations

import base64
import csv
import io
from dataclasses import fields
from typing import Any

from referee.models import Player
from referee.players.fields import PlayerOut
from referee.players.queries import player_view
from rulesets.languages import LANGUAGES
from tests.referee.support.world import World
from tournaments.archive.records import FiledPlayer
from tournaments.export.table import player_column
from tournaments.players.entrant import FIELDS, LISTED, Entrant
from tournaments.players.fields import FieldKind

FORM = {key: kind for key, kind in FIELDS.items() if not kind.fixed}


def sample(key: str, kind: FieldKind) -> Any:
    """A value that a field can have, unlike that of any other field."""
    samples = {"whole": max(1, kind.least), "yes": True, "flags": ["seed"]}
    return samples.get(kind.value, f"{key} here")


def body() -> dict[str, Any]:
    """A player with a value in every field."""
    return {kind.column or key: sample(key, kind) for key, kind in FORM.items()}


def test_every_field_has_its_column_its_titles_and_its_line_in_archives() -> None:
    columns = Player.__table__.columns.keys()  # type: ignore[attr-defined]
    names = {kind.column or key for key, kind in FIELDS.items()}
    assert names <= set(columns)
    assert names <= {each.name for each in fields(FiledPlayer)}  # which says what the public archive has
    for language in LANGUAGES:
        titles = [player_column(key, language).title for key in FIELDS]
        assert len(set(titles)) == len(FIELDS)


def test_every_field_of_a_row_is_shown() -> None:
    row = Player(id="a", event_id="e", number=1, name="Anna", code="c", created_at=1)
    assert player_view(row).entrant == Entrant("a", 1, "Anna")
    shown = PlayerOut().dump(player_view(row))
    assert shown.keys() == {kind.column or key for key, kind in FIELDS.items()} | {
        "event_id",
        "stands_for",
        "code",
        "created_at",
        "checked_in_at",
        "archived_at",
    }


def test_what_is_given_for_every_field_comes_back_everywhere(world: World) -> None:
    event = world.made("/events", name="Cup")
    player = world.ask("POST", f"/events/{event}/players", json=body()).json
    assert player is not None
    assert {key: player[key] for key in body()} == body()

    exported = world.ask("GET", f"/events/{event}/players/export?lang=en").get_data(as_text=True)
    (row,) = csv.DictReader(io.StringIO(exported.removeprefix("\ufeff")))
    for key, kind in FORM.items():
        expected = {"yes": "1", "flags": "seed"}.get(kind.value, str(sample(key, kind)))
        assert row[player_column(key, "en").title] == expected

    client = world.app.test_client()
    headers = {"Authorization": f"Bearer {world.tokens['administrator']}"}
    listed = client.get(f"/events/{event}/players", headers=headers).get_data(as_text=True)
    form = client.get(f"/events/{event}/players/{player['id']}", headers=headers).get_data(as_text=True)
    for key in LISTED:
        assert f"<th>{player_column(key, 'en').title}</th>" in listed
        assert f"<td>{sample(key, FIELDS[key])}</td>" in listed
    for key, kind in FORM.items():
        assert f'name="{key}"' in form
        assert kind.value != "line" or f'value="{sample(key, kind)}"' in form


def test_whoever_is_merged_leaves_every_text_that_the_other_lacks(world: World) -> None:
    event = world.made("/events", name="Cup")
    kept, gone = (world.made(f"/events/{event}/players", **each) for each in ({"name": "Anna", "number": 2}, body()))
    merged = world.ask("POST", f"/players/{kept}/merge", json={"other": gone}).json
    assert merged is not None
    texts = [kind.column or key for key, kind in FORM.items() if kind.value in ("line", "lines", "flags")]
    assert {key: merged[key] for key in texts} == {**{key: body()[key] for key in texts}, "name": "Anna"}


def test_every_text_is_changed_by_a_list(world: World) -> None:
    event = world.made("/events", name="Cup")
    assert world.ask("POST", f"/events/{event}/players", json=body()).status_code == 201
    exported = world.ask("GET", f"/events/{event}/players/export?lang=en").get_data(as_text=True)
    changed = exported.replace(" here", " there").replace("name there", "name here")
    data = base64.b64encode(changed.encode()).decode()
    imported = world.ask("POST", f"/events/{event}/players/import", json={"data": data, "apply": True}).json
    assert imported is not None
    texts = [key for key, kind in FORM.items() if kind.value in ("line", "lines") and key != "name"]
    assert [each["field"] for each in imported["rows"][0]["changes"]] == texts
