"""What a venue hands over: the event, its regulation and its final order, as a JSON document with a checksum."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from hashlib import sha256
from typing import Annotated

from tournaments.fault import Fault, Faulty
from tournaments.lists.cells import is_forbidden
from tournaments.section import Section
from tournaments.unseen import without_unseen

FORMAT, VERSION = "referee-venue", 1
MOST_PLAYERS = 2000
LONGEST = 200


@dataclass(frozen=True, slots=True)
class VenuePlayer:
    """A player at a venue."""

    id: str
    number: int
    rank: Annotated[int, "The rank in the final order."]
    seed: Annotated[int, "The seed among those who qualified by the event's own regulation; 0: not qualified."]
    left: Annotated[bool, "Whether they dropped out."]
    name: str
    reading: str = ""
    club: str = ""
    region: str = ""


@dataclass(frozen=True, slots=True)
class Venue:
    """An event that hands over its players.

    ``regulation``: the name of its regulation; ``final``: whether its order is final, ``qualified``: whether its
    qualification is complete; ``players``: by rank.
    """

    id: str
    name: str
    held_on: str
    place: str
    regulation: str
    final: bool
    qualified: bool
    players: tuple[VenuePlayer, ...]


def document(venue: Venue) -> dict[str, object]:
    """The venue as JSON, with a checksum that reveals damage or changes in transit."""
    content = {"format": FORMAT, "version": VERSION, **asdict(venue)}
    content["players"] = [asdict(each) for each in venue.players]
    return {**content, "sha256": seal(content)}


def seal(content: Mapping[str, object]) -> str:
    """The SHA-256 of a document without its checksum, as canonical JSON."""
    text = json.dumps({key: value for key, value in content.items() if key != "sha256"}, sort_keys=True)
    return sha256(text.encode()).hexdigest()


def parsed(data: bytes) -> object:
    """Parse the JSON of a file.  Raises `Faulty` for any other file."""
    try:
        return json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise Faulty([Fault("", "venue_no_file")]) from error


def read_venue(content: object) -> Venue:
    """Read a venue from a document.  Raises `Faulty` with everything that is wrong with it."""
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise Faulty([Fault("", "venue_no_file")])
    if content.get("version") != VERSION:
        raise Faulty([Fault("version", "venue_newer", {"given": str(content.get("version"))[:20], "known": VERSION})])
    if content.get("sha256") != seal(content):
        raise Faulty([Fault("sha256", "venue_damaged")])
    faults: list[Fault] = []
    top = Section(content, "", faults)
    rows = top.sections("players")
    venue = Venue(
        id=_line(top, "id"),
        name=_line(top, "name"),
        held_on=_line(top, "held_on", ""),
        place=_line(top, "place", ""),
        regulation=_line(top, "regulation"),
        final=top.flag("final"),
        qualified=top.flag("qualified"),
        players=tuple(_player(each) for each in rows[:MOST_PLAYERS]),
    )
    ids = [each.id for each in venue.players]
    if len(rows) > MOST_PLAYERS or len(set(ids)) < len(ids):
        faults.append(Fault("players", "venue_damaged"))
    if faults:
        raise Faulty(faults)
    return venue


def _player(section: Section) -> VenuePlayer:
    return VenuePlayer(
        id=_line(section, "id"),
        number=section.whole("number", 1, 1_000_000),
        rank=section.whole("rank", 1, MOST_PLAYERS),
        seed=section.whole("seed", 0, MOST_PLAYERS),
        left=section.flag("left"),
        name=_line(section, "name"),
        reading=_line(section, "reading", ""),
        club=_line(section, "club", ""),
        region=_line(section, "region", ""),
    )


def _line(section: Section, key: str, default: str | None = None) -> str:
    """A single line of text of at most `LONGEST` characters; without a default it must not be empty."""
    if default is not None and section.raw(key) == default:
        return default
    text = " ".join(without_unseen(section.text(key, default)).split())
    if any(map(is_forbidden, text)):
        section.fault(key, "cell_control", given=next(f"U+{ord(each):04X}" for each in text if is_forbidden(each)))
    if len(text) > LONGEST:
        section.fault(key, "cell_too_long", length=len(text), most=LONGEST)
    return text[:LONGEST]
