"""The files of an archive: their names, what is in them, and who may read them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tournaments.archive import derived, records

FORMAT = "event/1"
"""The format and its version.  A new field or file keeps it; whatever would mislead an older reader needs a new one."""
MANIFEST, README = "manifest.json", "README.txt"
LOGS, CHAINS = "logs/", "chains/"


@dataclass(frozen=True, slots=True)
class ArchivedKind:
    """A file: JSON Lines or, if its name says so, CSV.

    ``line``: the dataclass of its lines; ``private``: only in the organizer's own archive; ``derived``: follows from
    the other files.
    """

    name: str
    line: type[Any]
    private: bool = False
    derived: bool = False

    @property
    def sheet(self) -> bool:
        return self.name.endswith(".csv")


FILES = (
    ArchivedKind("event.jsonl", records.FiledEvent),
    ArchivedKind("regulations.jsonl", records.FiledRegulation),
    ArchivedKind("rulesets.jsonl", records.FiledRuleset),
    ArchivedKind("editions.jsonl", records.FiledEdition),
    ArchivedKind("rounds.jsonl", records.FiledRound),
    ArchivedKind("players.csv", records.FiledPlayer),
    ArchivedKind("attendance.jsonl", records.FiledAttendance, private=True),
    ArchivedKind("seatings.jsonl", records.FiledSeating),
    ArchivedKind("merges.jsonl", records.FiledMerge),
    ArchivedKind("tables.jsonl", records.FiledTable),
    ArchivedKind("seats.csv", records.FiledSeat),
    ArchivedKind("exchanges.jsonl", records.FiledExchange),
    ArchivedKind("results.jsonl", records.FiledResult),
    ArchivedKind("decisions.jsonl", records.FiledDecision),
    ArchivedKind("adjustments.jsonl", records.FiledAdjustment),
    ArchivedKind("penalties.jsonl", records.FiledPenalty),
    ArchivedKind("cases.jsonl", records.FiledRow, private=True),
    ArchivedKind("calls.jsonl", records.FiledRow, private=True),
    ArchivedKind("left_behind.jsonl", records.FiledRow, private=True),
    ArchivedKind("registrations.jsonl", records.FiledRow, private=True),
    ArchivedKind("venues.jsonl", records.FiledRow, private=True),
    ArchivedKind("clock.jsonl", records.FiledClock),
    ArchivedKind("prizes.jsonl", records.FiledPrize),
    ArchivedKind("publications.jsonl", records.FiledPublication),
    ArchivedKind("made.jsonl", records.FiledMade, private=True),
    ArchivedKind("layouts.jsonl", records.FiledLayout),
    ArchivedKind("rota.jsonl", records.FiledDuty, private=True),
    ArchivedKind("floor.jsonl", records.FiledFloorThing),
    ArchivedKind("pictures.jsonl", records.FiledPicture),
    ArchivedKind("audit.jsonl", records.FiledAudit),
    ArchivedKind("changes.jsonl", records.FiledChange, private=True),
    ArchivedKind("scores.csv", derived.FiledScore, derived=True),
    ArchivedKind("standings.csv", derived.FiledRank, derived=True),
    ArchivedKind("qualification.csv", derived.FiledQualified, derived=True),
    ArchivedKind("bracket.csv", derived.FiledStage, derived=True),
    ArchivedKind("teams.csv", derived.FiledTeam, derived=True),
    ArchivedKind("venue.csv", derived.FiledVenueRank, derived=True),
    ArchivedKind("awards.csv", derived.FiledAward, derived=True),
)
"""Every file but the manifest, the README, and for each table its record in `LOGS` and what is known about the entries
in `CHAINS`.
"""
BY_NAME = {each.name: each for each in FILES}
BY_LINE = {each.line: each for each in FILES if each.line is not records.FiledRow}
