"""Computes an event again from its archive alone, and says whether it is the same.

Needs no database: the facts are read from the archive, and the same code as the service's computes from them.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO

from referee.archives.checks.acts import human_acts
from referee.archives.checks.counts import count_differences
from referee.archives.checks.derivations import (
    chain_differences,
    copy_differences,
    derived_differences,
    name_differences,
    picture_differences,
    prize_differences,
    publication_differences,
    regulation_differences,
    venue_differences,
)
from referee.archives.checks.logs import CheckedLog, checked_logs, jobs_of, learn_editions
from referee.archives.checks.seats import seating_differences
from referee.archives.facts import Archived
from referee.archives.naming import told, withheld
from referee.core.problems import Problem
from referee.results.confirming import WAYS
from rulesets.kernel.header import HeaderRefused
from rulesets.languages import language as settings
from tournaments.archive import derived, records
from tournaments.archive.difference import Discrepancy, HumanAct, said
from tournaments.archive.files import LOGS
from tournaments.archive.integrity import integrity
from tournaments.archive.unpack import MOST_BYTES, NoArchive, OpenedArchive, opened
from tournaments.fault import Faulty

LOG = logging.getLogger(__name__)

CONFIRMED = (*WAYS, "unknown")
"""How results were confirmed; nobody wrote it down in older archives."""
UNFORESEEN = (HeaderRefused, ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)
"""What code raises that gets something from an archive which no event has."""


@dataclass(frozen=True, slots=True)
class Verified:
    """What came out.  ``differences``: empty if all is the same; ``acts``: what people decided; ``counts``: of what was
    computed, by what it is.
    """

    archive: OpenedArchive
    differences: tuple[Discrepancy, ...]
    acts: tuple[HumanAct, ...]
    counts: dict[str, int]

    def confirmations(self, language: str) -> str:
        """How the results that stand were confirmed, and how many of them; empty if there are none."""
        standing: dict[tuple[int, int], records.FiledResult] = {}
        for each in sorted(self.archive.all(records.FiledResult), key=lambda each: each.version):
            if each.confirmed_at is not None:
                standing[each.round, each.table] = each
        found = Counter(each.confirmed_how or "unknown" for each in standing.values())
        ways = [said(f"confirmed_{way}", {"count": found[way]}, language) for way in CONFIRMED if found[way]]
        return said("confirmed", {"ways": settings(language).joins.list.join(ways)}, language) if ways else ""

    def notes(self, language: str) -> list[str]:
        """What the reader must know about an archive that leaves something out."""
        found = [said("public", {}, language)] if self.archive.public else []
        for each in self.archive.numbered(records.FiledSeating):
            if each.value.withheld:
                facts = {"where": f"seatings.jsonl:{each.number}", "what": withheld(each.value.withheld, language)}
                found.append(said("withheld", facts, language))
        return found

    @property
    def fingerprint(self) -> str:
        """The fingerprint of the archive: whoever noted it can tell that nothing was exchanged since."""
        return str(self.archive.manifest.get("fingerprint", ""))


def verify(
    file: IO[bytes],
    *,
    most: int = MOST_BYTES,
    most_drawn: int | None = None,
    processes: int = 1,
    stranger: bool = False,
) -> Verified:
    """Verify an archive.

    ``most``: bytes unpacked; ``most_drawn``: places drawn again, for whoever cannot wait; ``stranger``: a service that
    goes on does not learn editions from it.  Raises `NoArchive` if it cannot be read, or is larger than that.
    """
    archive = opened(file, most)
    if most_drawn is not None and drawn_places(archive) > most_drawn:
        raise NoArchive("too_much_drawn")
    editions = archive.numbered(records.FiledEdition)
    found = learn_editions(editions, new=not stranger)
    logs = checked_logs(jobs_of(archive), processes, editions)
    for each in _differences(archive, logs):
        if each not in found:  # one change may be seen by several checks
            found.append(each)
    counts = {
        "players": len(archive.all(records.FiledPlayer)),
        "seatings": len(archive.all(records.FiledSeating)),
        "logs": len(logs),
        "reports": sum(max(0, archive.texts[f"{LOGS}{each.name}"].count("\n") - 1) for each in logs),
        "results": len(archive.all(records.FiledResult)),
        "ranks": len(archive.all(derived.FiledRank)),
    }
    acts: list[HumanAct] = []
    found += checked("decisions.jsonl", _collected(acts, archive, logs))
    return Verified(archive, tuple(found), tuple(acts), counts)


def drawn_places(archive: OpenedArchive) -> int:
    """How many places are drawn again: of every version of a seating, for the draw and each time it was redrawn."""
    total = 0
    for each in archive.all(records.FiledSeating):
        given, moves = each.document.get("input"), each.document.get("moves")
        if isinstance(given, dict) and isinstance(given.get("players"), list) and isinstance(given.get("rounds"), int):
            again = sum(isinstance(move, dict) and move.get("kind") == "reseat" for move in moves or ())
            total += len(given["players"]) * given["rounds"] * (1 + again)
    return total


def _collected(acts: list[HumanAct], archive: OpenedArchive, logs: list[CheckedLog]) -> Iterator[Discrepancy]:
    acts.extend(human_acts(archive, logs))
    yield from ()


def _differences(archive: OpenedArchive, logs: list[CheckedLog]) -> Iterator[Discrepancy]:
    yield from integrity(archive)
    for log in logs:
        yield from log.differences
    if len(archive.all(records.FiledEvent)) != 1:
        yield Discrepancy("event.jsonl", 0, "one_event")
        return
    archived = archived_in(archive)
    yield from checked("regulations.jsonl", regulation_differences(archive))
    yield from checked("seats.csv", name_differences(archive, archived))
    yield from checked("prizes.jsonl", prize_differences(archive))
    yield from checked("pictures.jsonl", picture_differences(archive))
    yield from checked("changes.jsonl", chain_differences(archive, archived))
    yield from checked("rulesets.jsonl", copy_differences(archive))
    if archived.regulations:
        yield from checked("seatings.jsonl", seating_differences(archive, archived))
        yield from checked("results.jsonl", count_differences(archive, archived, logs))
        yield from checked("standings.csv", derived_differences(archive, archived))
        yield from checked("venues.jsonl", venue_differences(archive, archived))
        yield from checked("publications.jsonl", publication_differences(archive, archived))


def checked(file: str, differences: Iterator[Discrepancy]) -> Iterator[Discrepancy]:
    """Yield what a check finds, and that it cannot go on if the archive has something that no event has.

    Whoever made the archive may have put anything anywhere: nothing that it holds may end the verification.
    """
    try:
        yield from differences
    except (Faulty, Problem) as error:
        yield Discrepancy(file, 0, "uncheckable_because", {"why": told(error)})
    except UNFORESEEN:
        LOG.debug("%s cannot be checked to its end", file, exc_info=True)
        yield Discrepancy(file, 0, "uncheckable")


def archived_in(archive: OpenedArchive) -> Archived:
    """The lines of an archive that others follow from."""
    (event,) = archive.all(records.FiledEvent)
    return Archived(
        event,
        archive.all(records.FiledRegulation),
        archive.all(records.FiledRound),
        archive.all(records.FiledPlayer),
        archive.all(records.FiledTable),
        archive.all(records.FiledSeat),
        archive.all(records.FiledResult),
        archive.all(records.FiledDecision),
        archive.all(records.FiledAdjustment),
        archive.all(records.FiledPenalty),
        archive.all(records.FiledPrize),
        archive.all(records.FiledMerge),
        archive.all(records.FiledAttendance),
        archive.public,
    )
