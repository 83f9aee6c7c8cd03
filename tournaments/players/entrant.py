"""An entrant: somebody who is registered for an event.

A new field of players stands here, with its kind; as a column in `referee.models.Player`; and in columns.toml with its
titles.  Lists, forms, files, pages and the interface for programs have it then.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields

from tournaments.players.fields import KIND, MOST_NUMBER, MOST_ROUND, Kind, as_text, flags, line, lines, whole, yes

FLAGS = ("beginner", "never_at_nationals", "first_timer", "wheelchair", "fixed_table", "seed")
"""Flags that every event knows; a regulation may name more."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A registered player, or a reserve.

    ``number``: on badge and lists, from 1.  ``reading``: yomi in kana, or latin letters; lists go by it.  ``flags``:
    words, sorted.  ``qualified_by``: the event that the right to play was won at.  ``reserve``: the place among the
    reserves, from 1.  ``first_round``: the round from which somebody plays who came late, or a reserve who came in.
    ``dropped_after``: the last round played by somebody who left (0: none).  ``walk_in``: registered on the day.
    """

    id: str = field(metadata=line(fixed=True))
    number: int = field(
        metadata=whole(1, MOST_NUMBER, "On badge and lists; the next free one for somebody new.", nullable=False)
    )
    name: str = field(metadata=line(required=True, example="山田 太郎"))
    reading: str = field(
        default="",
        metadata=line(description="In kana or latin letters; lists go by it.", example="やまだ たろう"),
    )
    club: str = field(default="", metadata=line(listed=True))
    region: str = field(default="", metadata=line())
    class_: str = field(default="", metadata=line(column="class_name", description="The class of the field."))
    team: str = field(default="", metadata=line(listed=True))
    flags: tuple[str, ...] = field(
        default=(),
        metadata=flags("The usual ones (`beginner`, `first_timer`, …) and those of the regulation."),
    )
    qualified_by: str = field(default="", metadata=line())
    reserve: int | None = field(default=None, metadata=whole(1, MOST_NUMBER, "The place among the reserves, from 1."))
    first_round: int | None = field(
        default=None, metadata=whole(1, MOST_ROUND, "Needed for whoever comes after round one has started.")
    )
    dropped_after: int | None = field(
        default=None, metadata=whole(0, MOST_ROUND, "The last round of somebody who left; 0: none.", fixed=True)
    )
    walk_in: bool = field(default=False, metadata=yes("Registered on the day."))
    note: str = field(default="", metadata=lines("Seen by the staff only."))


FIELDS: Mapping[str, Kind] = {each.name: each.metadata[KIND] for each in fields(Entrant)}
"""What each field of an entrant is like, in the order in which lists and forms have them."""
LISTED = tuple(key for key, kind in FIELDS.items() if kind.listed)


def listed(entrant: Entrant) -> tuple[str, ...]:
    """What lists show of somebody besides number, name and reading."""
    return tuple(as_text(getattr(entrant, key)) for key in LISTED)


def waiting(entrants: Sequence[Entrant]) -> tuple[Entrant, ...]:
    """The reserves who have not come in yet and have not left, in their order."""
    still = [each for each in entrants if each.reserve is not None and each.first_round is None]
    return tuple(sorted((each for each in still if each.dropped_after is None), key=lambda each: each.reserve or 0))


def takes_part(entrant: Entrant, round: int) -> bool:
    """Whether somebody is seated in a round (from 1): no waiting reserve, nobody before coming or after leaving."""
    if entrant.reserve is not None and entrant.first_round is None:
        return False
    return (entrant.first_round or 1) <= round and (entrant.dropped_after is None or round <= entrant.dropped_after)
