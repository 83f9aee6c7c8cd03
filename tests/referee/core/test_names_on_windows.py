"""Names of files that we make or give to somebody: Windows takes all of them, whatever an event is called."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.archives.naming import log_name
from referee.backup import folder, secret, wanted
from referee.core.http.responses import attachment
from referee.log import heads
from referee.printing.catalogue import CATALOGUE
from rulesets.languages import LANGUAGES
from tests.programs import ROOT
from tests.referee.support.windows import refused
from tournaments.archive.files import FILES

NASTY = (
    "aux",
    "AUX.1 カップ",
    "nul .",
    'Cup: "A/B" <1>',
    "con",
    "大会..",
    " ",
    "COM1.x",
    "lpt².x",
    "a\\b|c?*",
    "🎲" * 80,
)


def our_names() -> Iterator[str]:
    """The names of documents, of backups, of what an archive holds, and of what lies in the data folder."""
    for paper in CATALOGUE.values():
        for language in LANGUAGES:
            yield paper.file_name(language, 12, 3)
    yield from (folder.file_name(1_764_273_600_123, why) for why in folder.NEWEST)
    yield from (part for each in FILES for part in each.name.split("/"))
    yield from (log_name(12, 3), heads.FILE, secret.WAITING, wanted.REQUEST_FILE, wanted.OUTCOME_FILE)


def test_what_we_name_windows_takes() -> None:
    wrong = [said for said in map(refused, our_names()) if said]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("event", NASTY)
def test_what_people_download_has_a_name_that_windows_takes(event: str) -> None:
    assert not refused(named(attachment(event, "results-1.csv")))


@given(st.text(max_size=200))
def test_so_it_has_whatever_the_event_is_called(event: str) -> None:
    assert not refused(named(attachment(event, "standings.xlsx")))


def named(header: str) -> str:
    """The name that a browser gives the file."""
    return unquote(header.partition("filename*=UTF-8''")[2])


def test_what_is_installed_can_be_unpacked_there() -> None:
    """No name that Windows refuses, and none that differs from another only by small and large letters."""
    parts = ("referee", "tournaments", "rulesets", "templates", "docs")
    paths = [each.relative_to(ROOT) for part in parts for each in (ROOT / part).rglob("*") if each.suffix != ".pyc"]
    wrong = [said for path in paths if (said := refused(path.name))]
    assert not wrong, "\n".join(wrong)
    assert len({str(path).casefold() for path in paths}) == len(paths) > 1000
