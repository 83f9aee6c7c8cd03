"""The board as marks, in the compact design that ``templates/static/board/`` draws on pages.

Spaces, tokens and buildings come from the printed edition and a position, so that any edition with a square track can
be drawn.  Units are the drawing's own: a space is 100 wide and 160 deep, a corner 160 square.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

from referee.pictures.marks import Caption, Disc, Mark, Rect, Stroke, transformed
from rulesets import Money

WIDE, DEEP, LANE = 100, 160, 40
BAND, RIM, TAB, SIGN, ASIDE = 82, 88, 64, 24, 25
SIDES = 4
HOTEL = 5
HATCH = 14
TOKEN = 27
POT_AT, POT_DEPTH, POT_PUSH = "free_parking", 27, 22
"""Where money in the middle of the board is taken; how far inside that corner it is written and moves its letter."""

SEATS = (
    ("ink", "ink", "sheet"),
    ("sheet", "ink", "ink"),
    ("mark", "mark", "on-mark"),
    ("sheet", "mark", "mark"),
    ("wait", "wait", "sheet"),
    ("sheet", "wait", "wait"),
    ("faint", "faint", "sheet"),
    ("sheet", "faint", "faint"),
)
"""Colours of the seats' discs (fill, rim and letter), as in ``parts.css``."""
GROUPS = {
    "dark_purple": "purple",
    "brown": "brown",
    "light_blue": "sky",
    "pink": "pink",
    "orange": "orange",
    "red": "red",
    "yellow": "yellow",
    "green": "green",
    "dark_blue": "navy",
    "railroad": "rail",
    "utility": "works",
}
"""The colours of groups, likewise."""


class SpacePlace(NamedTuple):
    """Where a space lies: its side (0 bottom, then left, top, right), its rectangle, where its first token stands."""

    edge: int
    corner: bool
    x: float
    y: float
    w: float
    h: float
    spot: tuple[float, float]


def extent(side: int) -> int:
    """The width and height of the whole board.  ``side``: spaces per side, counting its first corner."""
    return 2 * DEEP + (side - 1) * WIDE


def place(number: int, side: int) -> SpacePlace:
    """Where a space lies, by its number on the track."""
    edge, step = divmod(number, side)
    far = extent(side) - DEEP
    if step == 0:
        x, y = ((far, far), (0, far), (0, 0), (far, 0))[edge]
        dx, dy = ((45, 45), (115, 45), (115, 115), (45, 115))[edge]
        return SpacePlace(edge, True, x, y, DEEP, DEEP, (x + dx, y + dy))
    back, forth = far - step * WIDE, DEEP + (step - 1) * WIDE
    x, y = ((back, far), (0, back), (forth, 0), (far, forth))[edge]
    w, h = (DEEP, WIDE) if edge % 2 else (WIDE, DEEP)
    half = WIDE / 2
    spots = ((x + half, y - LANE), (DEEP + LANE, y + half), (x + half, DEEP + LANE), (x - LANE, y + half))
    return SpacePlace(edge, False, x, y, w, h, spots[edge])


def strip(at: SpacePlace, first: float, last: float) -> tuple[float, float, float, float]:
    """A strip of a space, from the outer rim inward: from ``first`` to ``last`` units deep, as a rectangle."""
    size = last - first
    return (
        (at.x, at.y + at.h - last, at.w, size),
        (at.x + first, at.y, size, at.h),
        (at.x, at.y + first, at.w, size),
        (at.x + at.w - last, at.y, size, at.h),
    )[at.edge]


def token_spot(at: SpacePlace, nth: int) -> tuple[float, float]:
    """Where the ``nth`` token of a space stands, from 0: in a second row after four, in a corner after two."""
    x, y = at.spot
    if at.corner:
        dx, dy = (nth % 2) * 62, (nth // 2) * 62
        return ((x + dx, y + dy), (x - dx, y + dy), (x - dx, y - dy), (x + dx, y - dy))[at.edge]
    back, along = (nth // 4) * 30, (nth % 4) * 54
    return ((x - back, y - along), (x + along, y + back), (x + back, y + along), (x - along, y - back))[at.edge]


def board(
    printed: Mapping[str, Any], position: Mapping[str, Any], seats: Sequence[str], box: tuple[float, float, float]
) -> Iterator[Mark]:
    """Draw the board, owners, buildings and tokens.  ``seats``: their keys in order; ``box``: x, y and side length."""
    spaces = printed["spaces"]
    side = -(-len(spaces) // SIDES)
    scale = box[2] / extent(side)
    for mark in chain(ground(printed), pieces(printed, position, seats)):
        yield transformed(mark, scale, box[0], box[1])


def ground(printed: Mapping[str, Any]) -> Iterator[Mark]:
    """The board as it is printed, in the drawing's own units: the same for all tables that play on it."""
    spaces = printed["spaces"]
    side = -(-len(spaces) // SIDES)
    size = extent(side)
    yield Rect(0, 0, size, size, "mark-ground", round=10)
    for number, space in enumerate(spaces):
        at = place(number, side)
        yield Rect(at.x, at.y, at.w, at.h, "sheet", "edge", 2)
        if at.corner:
            yield from _corner(space, at)
        else:
            yield from _band(space, at, "")


def pieces(printed: Mapping[str, Any], position: Mapping[str, Any], seats: Sequence[str]) -> Iterator[Mark]:
    """What a game has put on the board: owners' tabs, buildings, mortgages, tokens; to be drawn on its `ground`."""
    spaces = printed["spaces"]
    side = -(-len(spaces) // SIDES)
    for number, space in enumerate(spaces):
        deed = position["deeds"].get(space["key"])
        if deed is not None and deed["owner"] in seats:
            yield from _held(space, place(number, side), deed, seats, printed["marks"]["hotel"])
        if space["key"] == POT_AT and position.get("pot"):
            at = place(number, side)
            yield from _corner(space, at, POT_PUSH)
            money = Money(printed["money"]["sign"]).shown(position["pot"])
            yield Caption(at.x + at.w / 2, at.y + POT_DEPTH, money, 30, "on-felt")
    yield from _tokens(spaces, position, seats, side)


def _corner(space: Mapping[str, Any], at: SpacePlace, push: int = 0) -> Iterator[Mark]:
    """A corner with its letter, moved down by ``push``."""
    yield Rect(at.x + 8, at.y + 8, at.w - 16, at.h - 16, "felt", round=12)
    dx, dy = ((104, 112), (56, 112), (56, 50), (104, 50))[at.edge]
    yield Caption(at.x + dx, at.y + dy + push, space["letter"], 46, "on-felt")


def _band(space: Mapping[str, Any], at: SpacePlace, built: str) -> Iterator[Mark]:
    """The band of a space with its letter, which makes room for what is built."""
    band = strip(at, 0, BAND)
    group = GROUPS.get(space["group"] or "")
    yield Rect(*band, group or "sunk", "edge", 1)
    x, y = _middle(band)
    dx, dy = _aside(at) if built else (0, 0)
    yield Caption(x - dx, y - dy, space["letter"], 40 if built else 50, f"on-{group}" if group else "ink")


def _middle(box: tuple[float, float, float, float]) -> tuple[float, float]:
    return box[0] + box[2] / 2, box[1] + box[3] / 2


def _aside(at: SpacePlace) -> tuple[int, int]:
    return (ASIDE, 0) if at.edge % 2 == 0 else (0, ASIDE)


def _held(
    space: Mapping[str, Any], at: SpacePlace, deed: Mapping[str, Any], seats: Sequence[str], hotel: str
) -> Iterator[Mark]:
    built, whole = buildings(deed, hotel)
    if built:
        yield from _band(space, at, built)
    if deed.get("mortgaged"):
        yield from _hatched(strip(at, 0, RIM))
    if built:
        x, y = _middle(strip(at, 0, BAND))
        dx, dy = _aside(at)
        fill, ink = ("on-built", "built") if whole else ("built", "on-built")
        yield Rect(x + dx - SIGN, y + dy - SIGN, 2 * SIGN, 2 * SIGN, fill, ink, 2, 5)
        yield Caption(x + dx, y + dy, built, 40, ink)
    seat = seats.index(deed["owner"])
    fill, rim, ink = SEATS[seat % len(SEATS)]
    tx, ty, tw, th = strip(at, RIM + 4, min(RIM + TAB, 156))
    inset = (5, 0) if at.edge % 2 == 0 else (0, 5)
    yield Rect(tx + inset[0], ty + inset[1], tw - 2 * inset[0], th - 2 * inset[1], fill, rim, 5, 8)
    yield Caption(tx + tw / 2, ty + th / 2, seats[seat][:2], 50, ink)


def buildings(deed: Mapping[str, Any], hotel: str) -> tuple[str, bool]:
    """What is written on the sign of a deed's buildings, and whether it is a hotel or skyscraper."""
    if deed.get("level") == HOTEL:
        return hotel, True
    count = deed.get("level") or sum([*deed.get("residential", ()), *deed.get("industrial", ())])
    return str(count) if count else "", bool(deed.get("skyscraper"))


def _hatched(box: tuple[float, float, float, float]) -> Iterator[Mark]:
    """Diagonal hatching over a rectangle."""
    x, y, w, h = box
    for start in range(HATCH, round(w + h), HATCH):
        first, last = max(0.0, start - h), min(float(start), w)
        yield Stroke(x + first, y + start - first, x + last, y + start - last, "edge", 3)


def _tokens(
    spaces: Sequence[Mapping[str, Any]], position: Mapping[str, Any], seats: Sequence[str], side: int
) -> Iterator[Mark]:
    at = {space["key"]: number for number, space in enumerate(spaces)}
    tokens_on: dict[int, int] = {}
    for number, key in enumerate(seats):
        player = position["players"].get(key)
        if player is None or player.get("out") or player.get("space") not in at:
            continue
        space = at[player["space"]]
        x, y = token_spot(place(space, side), tokens_on.setdefault(space, 0))
        tokens_on[space] += 1
        if position["turn"] == key:
            yield Disc(x, y, TOKEN * 1.42, stroke="wait", width=8)
        yield Disc(x, y, TOKEN * 1.2, "sheet")
        yield from disc(number, key, x, y, TOKEN)
        if player.get("jail") is not None:
            yield from (Stroke(x + by, y - TOKEN, x + by, y + TOKEN, "ink", 5) for by in (-TOKEN / 2, 0, TOKEN / 2))


def disc(number: int, key: str, x: float, y: float, r: float) -> Iterator[Mark]:
    """The disc of a seat, numbered from 0, with its letter."""
    fill, rim, ink = SEATS[number % len(SEATS)]
    letter = key[:2]
    yield Disc(x, y, r, fill, rim, r * 0.3)
    yield Caption(x, y, letter, r * (1 if len(letter) > 1 else 1.3), ink)
