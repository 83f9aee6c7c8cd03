"""An archive holds everything that an event was made of, and everybody can compute the event again from it."""

from __future__ import annotations

import io
import json
import re
import time
import zipfile
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from referee.archives.public import WITHHELD
from referee.cli import main
from rulesets.city.game import edition
from tests.referee.support.archived_day import PRIVATE, ArchivedDay, FullDay, changed, texts_of, verified
from tests.referee.support.databases import SQLITE_ONLY
from tests.referee.support.world import World
from tests.test_layering import ROOT
from tournaments.archive.files import CHAINS, FILES, LOGS
from tournaments.archive.unpack import NoArchive


@pytest.fixture(scope="module")
def kept() -> dict[str, bytes]:
    """Archives that were made once."""
    return {}


@pytest.fixture
def archives(world: World, kept: dict[str, bytes]) -> dict[str, bytes]:
    """The archives of a day of nine: the organizer's own, and the public one."""
    if not kept:
        day = ArchivedDay(world, 9).hold()
        kept.update(organizer=day.archive(), public=day.archive(public=True))
        kept["standings"] = json.dumps(day.done("GET", f"/events/{day.event}/standings")).encode()
    return kept


@SQLITE_ONLY
@pytest.mark.parametrize("variant", ["organizer", "public"])
def test_a_day_of_nine_is_computed_again(archives: dict[str, bytes], variant: str) -> None:
    found = verified(archives[variant])
    assert [each.sentence("en") for each in found.differences] == []
    assert found.counts["reports"] > 20
    codes = {each.code for each in found.acts}
    assert codes == {"act_swap", "act_correction", "act_adjustment", "act_penalty", "act_ruling"}
    assert all(bool(each.why) == (variant == "organizer") for each in found.acts)


@SQLITE_ONLY
def test_the_archive_has_the_order_that_the_service_shows(archives: dict[str, bytes]) -> None:
    shown = [(row["rank"], row["number"]) for row in json.loads(archives["standings"])["rows"]]
    rows = texts_of(archives["organizer"])["standings.csv"].splitlines()[1:]
    last = max(int(row.split(",")[0]) for row in rows)
    kept = [row.split(",") for row in rows if row.startswith(f"{last},")]
    assert [(int(row[2]), int(row[4])) for row in kept] == sorted(shown)
    assert {row[1] for row in kept} == {"1"}, "the final is over"


@SQLITE_ONLY
def test_every_file_is_in_the_organizers_archive_and_private_ones_only_there(archives: dict[str, bytes]) -> None:
    own, public = (set(texts_of(archives[variant])) for variant in ("organizer", "public"))
    assert {each.name for each in FILES} <= own
    assert own - public == {each.name for each in FILES if each.private}
    assert texts_of(archives["organizer"])["logs/round-1-table-1.jsonl"].count("\n") > 20


@SQLITE_ONLY
def test_the_public_archive_holds_nothing_private(archives: dict[str, bytes]) -> None:
    own, public = ("".join(texts_of(archives[variant]).values()) for variant in ("organizer", "public"))
    hidden = (*PRIVATE, "administrator", "wheelchair")
    assert [text for text in hidden if text not in own] == []
    assert [text for text in hidden if text in public] == []
    assert json.dumps(WITHHELD, separators=(",", ":")) in public
    assert not re.search(r'"(account|credential)_id":"', public)


@SQLITE_ONLY
def test_a_changed_digit_in_any_file_is_found_and_its_line_named(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a day that has lines in every file that an archive may have: a new kind of file needs its line here, too."""
    monkeypatch.setattr(edition, "_registered", {})
    archive = FullDay(world).after_another_game().hold().archive()
    assert [each.sentence("en") for each in verified(archive).differences] == []
    texts = texts_of(archive)
    assert [each.name for each in FILES if len(texts[each.name].splitlines()) == (1 if each.sheet else 0)] == []
    digits = {name: [each.start() for each in re.finditer("[0-9]", text)] for name, text in texts.items() if text}
    assert {LOGS, CHAINS} <= {f"{name.partition('/')[0]}/" for name in digits}
    for turn in range(2):
        places = {name: Random(f"{name} {turn}").choice(found) for name, found in digits.items()}
        del places["manifest.json"]
        others = {name: other_digit(texts[name], place) for name, place in places.items()}
        found = {(each.file, each.line) for each in verified(changed(archive, others)).differences}
        lines = {(name, 1 + texts[name][:place].count("\n")) for name, place in places.items()}
        assert lines - found == set()


@SQLITE_ONLY
def test_a_changed_digit_in_the_manifest_is_found(archives: dict[str, bytes]) -> None:
    text = texts_of(archives["organizer"])["manifest.json"]
    format_of = text.index("event/1") + len("event/")
    for place in Random(1).sample([each.start() for each in re.finditer("[0-9]", text)], 3):
        if place != format_of:
            assert verified(changed(archives["organizer"], {"manifest.json": other_digit(text, place)})).differences
    with pytest.raises(NoArchive):
        verified(changed(archives["organizer"], {"manifest.json": other_digit(text, format_of)}))


def other_digit(text: str, place: int) -> str:
    """A text of which the digit at a place is another."""
    return f"{text[:place]}{(int(text[place]) + 1) % 10}{text[place + 1 :]}"


COMPUTED = {
    "results.jsonl": ('"monopoly":false', '"monopoly":true'),
    "seats.csv": (",A,", ",B,"),
    "scores.csv": (",1\r\n", ",2\r\n"),
    "standings.csv": ("points 1", "points 2"),
    "qualification.csv": ("\r\n1,", "\r\n5,"),
    "awards.csv": (",1,\r\n", ",2,\r\n"),
    "bracket.csv": ("final,1,1,", "final,1,9,"),
    "venue.csv": ("\r\n1,", "\r\n2,"),
    "pictures.jsonl": ('"data":"iVBO', '"data":"iVBP'),
    "publications.jsonl": ('"1":1', '"1":2'),
    "adjustments.jsonl": ('"-5/2"', '"-3/2"'),
    "penalties.jsonl": ("-30", "-20"),
    "prizes.jsonl": ('"count":2', '"count":1'),
    "rulesets.jsonl": ('"version":"', '"version":"1'),
    "regulations.jsonl": ("minutes = 75", "minutes = 85"),
    "attendance.jsonl": ("player.check_in", "player.change"),
    "changes.jsonl": ('"seq":2', '"seq":3'),
    "tables.jsonl": ('"seq":0', '"seq":1'),
}


@SQLITE_ONLY
@pytest.mark.parametrize("name", COMPUTED)
def test_whoever_seals_a_change_anew_is_found_out_by_computing(archives: dict[str, bytes], name: str) -> None:
    before, after = COMPUTED[name]
    text = texts_of(archives["organizer"])[name]
    assert before in text
    other = text.replace(before, after, 1)
    assert other != text
    found = verified(changed(archives["organizer"], {name: other}, seal=True)).differences
    assert found and not any(each.code.startswith(("line", "file", "manifest", "seal")) for each in found)


@SQLITE_ONLY
def test_a_log_changed_with_all_its_hashes_is_not_what_the_result_says(archives: dict[str, bytes]) -> None:
    text = texts_of(archives["public"])["logs/round-1-table-1.jsonl"]
    dice = re.search(r'"dice":\[(\d),(\d)\]', text)
    assert dice is not None
    other = text.replace(dice[0], '"dice":[6,5]', 1)
    found = verified(changed(archives["public"], {"logs/round-1-table-1.jsonl": other}, seal=True)).differences
    assert {each.code for each in found} & {"log_accepted", "result_differs"}


@SQLITE_ONLY
@pytest.mark.parametrize(
    ("name", "before", "after", "code"),
    [
        (
            "results.jsonl",
            '"fell":null,"points":null,"place":null',
            '"fell":1,"points":null,"place":null',
            "result_differs",
        ),
        ("chains/round-1-table-1.jsonl", '"accepted":false', '"accepted":true', "log_accepted"),
        ("logs/round-1-table-1.jsonl", '"ruleset":"jma-2006"', '"ruleset":"nobody"', "log_header"),
        ("tables.jsonl", '"seq":', '"seq":1', "log_end"),
        ("rounds.jsonl", '"regulation":1', '"regulation":2', "round_regulation"),
    ],
)
def test_without_a_chain_too_what_does_not_follow_is_named(
    archives: dict[str, bytes], name: str, before: str, after: str, code: str
) -> None:
    other = texts_of(archives["public"])[name].replace(before, after, 1)
    found = verified(changed(archives["public"], {name: other}, seal=True)).differences
    assert code in {each.code for each in found}


@SQLITE_ONLY
def test_the_command_says_the_same_or_where_not(archives: dict[str, bytes], tmp_path: Path) -> None:
    files = {
        "same": archives["organizer"],
        "other": changed(archives["organizer"], {"README.txt": "x"}),
        "none": b"PK",
    }
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)

    def run(name: str, language: str = "en") -> tuple[int, str]:
        done = CliRunner().invoke(main, ["verify", "--lang", language, "--jobs", "1", str(tmp_path / name)])
        return done.exit_code, done.output

    for language, same in (("ja", "同じです"), ("en", "The same"), ("zh", "一致")):
        code, output = run("same", language)
        assert (code, same in output) == (0, True), output
    code, output = run("other")
    assert (code, "README.txt" in output) == (1, True)
    assert (run("none")[0], run("missing")[0]) == (2, 2)


@SQLITE_ONLY
def test_anybody_has_an_archive_verified_on_the_page(world: World, archives: dict[str, bytes]) -> None:
    client = world.app.test_client()
    assert client.get("/verify").status_code == 200

    def sent(data: bytes) -> tuple[int, str]:
        form = {"file": (io.BytesIO(data), "archive.zip")}
        answer = client.post("/verify?lang=en", data=form, content_type="multipart/form-data")
        return answer.status_code, answer.get_data(as_text=True)

    status, page = sent(archives["public"])
    assert (status, "The same" in page, "選手9" in page, "Final order" in page) == (200, True, True, True)
    for heading in ("Qualified", "Final", "Prizes", "Round: Round 1", "Round: Final"):
        assert f"<h2>{heading}</h2>" in page, heading
    assert "Test cup; 9 players, 4 rounds" in page and "優勝杯" in page
    assert "awards.csv" in sent(changed(archives["public"], {"awards.csv": "x"}))[1]
    status, page = sent(b"nothing")
    assert (status, "not a zip file" in page) == (422, True)
    bomb = io.BytesIO()
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("event.jsonl", b"0" * 90_000_000)
    status, page = sent(bomb.getvalue())
    assert (status, "larger than is read here" in page) == (422, True)


def test_the_archive_is_downloaded_and_streamed(world: World) -> None:
    own = world.ask("GET", f"/events/{world.event}/archive", "organizer")
    assert own.status_code == 200
    assert verified(own.get_data()).differences == ()
    public = world.ask("GET", f"/events/{world.event}/archive?variant=public", "scorer")
    assert public.status_code == 200
    assert world.ask("GET", f"/events/{world.event}/archive", "scorer").status_code == 403


@pytest.mark.slow
@SQLITE_ONLY
@pytest.mark.parametrize(("players", "reports"), [(24, 30), (44, 120)])
def test_days_of_any_size_are_computed_again(world: World, players: int, reports: int) -> None:
    """With up to nine tables and with more, with short games and with long ones."""
    archive = ArchivedDay(world, players, reports).hold().archive()
    began = time.monotonic()
    found = verified(archive)
    print(f"{players} players: {len(archive)} bytes, {time.monotonic() - began:.1f} s, {found.counts}")
    assert [each.sentence("en") for each in found.differences] == []


@pytest.mark.parametrize("language", ["", ".ja", ".zh"])
def test_the_page_about_the_format_names_every_file_and_who_gets_it(language: str) -> None:
    text = (ROOT / "docs" / f"archive-format{language}.md").read_text("utf-8")
    rows = dict(re.findall(r"^\| `([^`]+)` \| .* \| (\S+) \|$", text, re.MULTILINE))
    own = {"": "own", ".ja": "主", ".zh": "主"}[language]
    assert {each.name: each.private for each in FILES}.items() <= {name: to == own for name, to in rows.items()}.items()
