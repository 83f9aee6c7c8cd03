"""The special pieces of the game: bonus buildings and hazards, their pairs and sizes, and the sizes of block pieces."""

from __future__ import annotations

from rulesets.frozen import FrozenDict

BONUSES = ("park", "school", "water_tower", "wind_farm")
"""Bonus buildings (CITY/BONUS-2)."""
HAZARDS = FrozenDict({"power_station": 3, "sewage_plant": 3, "prison": 4, "rubbish_dump": 2})
"""Hazards with their size in blocks (CITY/HAZARD-1)."""
PAIRS = (
    ("rubbish_dump", "park"),
    ("power_station", "wind_farm"),
    ("prison", "school"),
    ("sewage_plant", "water_tower"),
)
"""The hazard and the bonus building that a Planning Permission space offers (CITY/PERMIT-2)."""
SIZES = (1, 2, 3)
"""Blocks of one residential or industrial piece (CITY/KIND-1, CITY/KIND-2)."""


def is_hazard(piece: str) -> bool:
    """Whether a piece is one of the four hazards (HAZARD-1)."""
    return piece in HAZARDS


def is_bonus(piece: str) -> bool:
    """Whether a piece is one of the four bonus buildings (BONUS-2)."""
    return piece in BONUSES


def size(hazard: str) -> int:
    """The size of a hazard in blocks, by which its removal is paid (HAZARD-1)."""
    return HAZARDS[hazard]


def pair_of(piece: str) -> tuple[str, str]:
    """The pair to which a bonus building or hazard belongs (PERMIT-2)."""
    return next(pair for pair in PAIRS if piece in pair)
