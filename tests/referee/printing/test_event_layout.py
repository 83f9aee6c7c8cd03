"""The layout of an event's papers: its text, versions, time zone, sponsors and logo."""

from __future__ import annotations

import base64
from datetime import datetime
from io import BytesIO
from zoneinfo import ZoneInfo

import pikepdf
import pytest
from PIL import Image

from referee.core.command import Caller
from referee.events.pictures import AddPicture, add_picture
from referee.models import Event
from referee.printing import layouts
from referee.printing.commands import store_layout
from tests.referee.printing.test_papers import printed
from tests.referee.support.world import World
from tests.tournaments.paper_samples import logo, text_of
from tests.tournaments.test_paper_logo import of_scans
from tournaments.fault import Faulty


def test_the_layout_of_an_event_is_on_its_papers_and_kept_in_versions(world: World) -> None:
    at = f"/events/{world.event}/layout"
    assert world.ask("GET", at).get_json()["number"] == 0
    text = 'format = 1\nevent = { ja = "杯", en = "Our Cup", zh = "杯" }\nfooter = "Foot"\nlogo = "logo.png"\n'
    lacking = world.ask("PUT", at, json={"text": text})
    assert [each["fault"] for each in lacking.get_json()["errors"]] == ["paper_logo_not_there"]
    picture = base64.b64encode(logo()).decode()
    response = world.ask("PUT", at, json={"text": text, "logo": picture})
    assert (response.status_code, response.get_json()["number"], response.get_json()["logo"]) == (200, 1, True)
    pdf = printed(world, world.event, "seating-by-table")
    assert "Our Cup" in text_of(pdf) and "Foot" in text_of(pdf)
    assert b"/Subtype /Image" in pdf
    letter = printed(world, world.event, "seating-by-table", paper="letter", large="true")
    assert b"612" in letter and letter != pdf
    again = world.ask("PUT", at, json={"text": text})
    assert again.get_json()["number"] == 1
    bad = world.ask("PUT", at, json={"text": text.replace("Foot", "") + "margin = 99\ntint = 1", "logo": None})
    faults = {each["fault"] for each in bad.get_json()["errors"]}
    assert {"wanted_text", "wanted_whole", "unknown_key", "paper_logo_not_there"} <= faults
    endless = world.ask("PUT", at, json={"text": text.replace("Our Cup", "Cup") + f"margin = {'9' * 5_000}"})
    assert [each["fault"] for each in endless.get_json()["errors"]] == ["toml_word_long"]
    assert world.ask("GET", at).get_json()["text"] == text


def test_every_sheet_says_of_when_it_is_in_the_time_of_the_event(world: World) -> None:
    at = f"/events/{world.event}/layout"
    unknown = world.ask("PUT", at, json={"text": 'format = 1\nevent = "Cup"\nzone = "Mars/Utopia"\n'})
    assert [each["fault"] for each in unknown.get_json()["errors"]] == ["paper_zone_unknown"]
    text = 'format = 1\nevent = "Cup"\ndate = "21 November"\nzone = "Pacific/Kiritimati"\n'
    assert world.ask("PUT", at, json={"text": text}).status_code == 200
    shown = datetime.now(ZoneInfo("Pacific/Kiritimati"))
    for name in ("seating-by-table", "table-signs", "pairing-slips", "score-sheets"):
        words = text_of(printed(world, world.event, name))
        assert f"21 November · printed {shown.day} {shown:%B %Y %H}" in words, name
    with pikepdf.open(BytesIO(printed(world, world.event, "score-sheets"))) as file:
        made = str(file.docinfo["/CreationDate"])
    assert made.startswith(f"D:{shown:%Y%m%d%H}") and made.endswith("+14'00'")


def test_papers_show_day_sponsors_and_logo_of_the_event_where_the_layout_says_nothing_else(world: World) -> None:
    plain = printed(world, world.event, "seating-by-table")
    world.ask("PATCH", f"/events/{world.event}", json={"held_on": "2026-11-22"})
    for kind, name in (("logo", "Cup"), ("sponsor", "Toy Shop"), ("sponsor", "Dice Ltd")):
        add_picture(Caller(world.service, None), world.event, AddPicture(kind, name, ""), logo())
    pdf = printed(world, world.event, "seating-by-table", lang="en")
    words = text_of(pdf)
    assert "Sponsored by: Toy Shop, Dice Ltd" in words and "22 November 2026" in words
    assert b"/Subtype /Image" in pdf and b"/Subtype /Image" not in plain
    text = 'format = 1\nevent = "Cup"\nsponsor = "Nobody"\n'
    assert world.ask("PUT", f"/events/{world.event}/layout", json={"text": text}).status_code == 200
    again = text_of(printed(world, world.event, "seating-by-table", lang="en"))
    assert "Nobody" in again and "Toy Shop" not in again


def test_a_logo_is_decoded_once_before_anything_is_written_and_kept_small(world: World) -> None:
    at, text = f"/events/{world.event}/layout", 'format = 1\nevent = "Cup"\nlogo = "logo.png"\n'
    bad = world.ask("PUT", at, json={"text": text, "logo": base64.b64encode(of_scans(1_000, (300, 260))).decode()})
    assert [each["fault"] for each in bad.get_json()["errors"]] == ["paper_logo_scans"]
    database = world.service.database
    prepared = layouts.prepare_layout(database, world.event, text, of_scans(1))
    response = world.ask("PUT", at, json={"text": text, "logo": base64.b64encode(of_scans(1)).decode()})
    with database.read() as session:
        kept = layouts.last(session, world.event)
        assert kept is not None and kept.logo == prepared.logo
        assert len(kept.logo or "") < 20_000
        layout = layouts.layout_of(session, session.get_one(Event, world.event))
    assert response.get_json()["logo"] and Image.open(BytesIO(layout.logo or b"")).size == (1200, 1040)
    # Somebody else removes the logo while this desk sends a text that shows it.
    same = layouts.prepare_layout(database, world.event, text + "margin = 20\n", layouts.SAME)
    world.ask("PUT", at, json={"text": 'format = 1\nevent = "Cup"\n', "logo": None})
    with pytest.raises(Faulty) as refused, Caller(world.service, None).change() as change:
        store_layout(change, world.event, same)
    assert [each.code for each in refused.value.faults] == ["paper_logo_gone"]
