"""What the archive of an event says that follows from its other files (`records`); `verify` computes it again."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FiledScore:
    """A player's result that counts, and the points for it (exact)."""

    round: int
    table: int
    start_order: int
    player: str
    number: int
    name: str
    assets: int | None
    fell: int | None
    place: int | None
    points: str
    version: int


@dataclass(frozen=True, slots=True)
class FiledRank:
    """A player in the order of the event after a round.  ``values``: by criterion; ``final``: whether it is the last
    word on the event.
    """

    after: int
    final: bool
    rank: int
    player: str
    number: int
    name: str
    games: int
    values: str


@dataclass(frozen=True, slots=True)
class FiledQualified:
    """A player who is in a final, by seed.  ``decided_by``: how the step was decided; ``moved_up_for``: whose place
    it was; ``class_name``: the class whose final it is, empty for the event's.
    """

    seed: int
    player: str
    number: int
    name: str
    step: int
    decided_by: str
    moved_up_for: str | None
    class_name: str = ""


@dataclass(frozen=True, slots=True)
class FiledStage:
    """A player at a table of a final stage.  ``seed``: of the whole bracket; ``place``: None while it is not known;
    ``advances``: to the next stage; ``class_name``: the class whose final it is, empty for the event's.
    """

    stage: str
    table: int
    seed: int
    player: str
    number: int
    name: str
    place: int | None
    advances: bool
    class_name: str = ""


@dataclass(frozen=True, slots=True)
class FiledTeam:
    """A team in the order of the teams after a round.  ``members``: the ids of its players."""

    after: int
    rank: int
    team: str
    members: tuple[str, ...]
    games: int
    values: str


@dataclass(frozen=True, slots=True)
class FiledVenueRank:
    """A player in what the event hands over to a later one.  ``seed``: None for whoever did not qualify."""

    rank: int
    seed: int | None
    player: str
    number: int
    name: str
    dropped: bool


@dataclass(frozen=True, slots=True)
class FiledAward:
    """A prize and its winner.  ``lot``: the number drawn, None for a prize by place."""

    prize: str
    name: str
    player: str
    number: int
    winner: str
    rank: int | None
    lot: str | None
