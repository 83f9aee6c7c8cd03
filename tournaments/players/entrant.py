"""An entrant: somebody who is registered for an event.

To add a field, define it here with its kind, as a column in `referee.models.Player`, and in columns.toml with its
titles.  Lists, forms, files, pages and the API then have it automatically.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields

from tournaments.players.fields import (
    KIND,
    MOST_NUMBER,
    MOST_ROUND,
    FieldKind,
    as_text,
    boolean,
    flags,
    line,
    lines,
    whole,
)

FLAGS = ("beginner", "never_at_nationals", "first_timer", "champion", "wheelchair", "fixed_table", "seed")
"""The flags that every event knows; a regulation may define more."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A registered player, or a reserve.

    ``number``: on badge and lists, from 1.  ``reading``: in kana or Latin letters; lists are sorted by it.  ``flags``:
    words, sorted.  ``qualified_by``: the event at which the player qualified.  ``reserve``: the position among the
    reserves, from 1.  ``first_round``: the first round of a late entry or of a reserve who came in.  ``dropped_after``:
    the last round played by a player who left (0: none).  ``walk_in``: registered on the day.  ``paid``: whether the
    fee is paid.  ``stands_for``: of a stand-in, the id of the player whose seat they keep from ``first_round`` on;
    that player has it back after ``dropped_after``.
    ``among``: the name by which the player is shown, from `shown_names`; it is the others' doing, so it
    is not compared.
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
    walk_in: bool = field(default=False, metadata=boolean("Registered on the day."))
    paid: bool = field(default=False, metadata=boolean("Whether the fee is paid."))
    note: str = field(default="", metadata=lines("Seen by the staff only."))
    stands_for: str | None = None
    among: str = field(default="", compare=False)

    @property
    def shown(self) -> str:
        """The name among the other players of the event, where that is known."""
        return self.among or self.name


FIELDS: Mapping[str, FieldKind] = {each.name: each.metadata[KIND] for each in fields(Entrant) if KIND in each.metadata}
"""The kind of each field of an entrant, in the order used by lists and forms."""
LISTED = tuple(key for key, kind in FIELDS.items() if kind.listed)


def listed(entrant: Entrant) -> tuple[str, ...]:
    """The values that lists show besides number, name and reading."""
    return tuple(as_text(getattr(entrant, key)) for key in LISTED)


def waiting(entrants: Sequence[Entrant]) -> tuple[Entrant, ...]:
    """The reserves who have neither come in nor left, in their order."""
    still = [each for each in entrants if each.reserve is not None and each.first_round is None]
    return tuple(sorted((each for each in still if each.dropped_after is None), key=lambda each: each.reserve or 0))


def takes_part(entrant: Entrant, round: int) -> bool:
    """Whether an entrant plays in a round (from 1): not a waiting reserve, not before coming in, not after leaving."""
    if entrant.reserve is not None and entrant.first_round is None:
        return False
    return (entrant.first_round or 1) <= round and (entrant.dropped_after is None or round <= entrant.dropped_after)
