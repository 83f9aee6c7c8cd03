"""The board as marks, in the compact design that ``templates/static/board/`` draws on pages.

Spaces, tokens and buildings come from the printed edition and a position, so that any edition with a square track can
be drawn.  Units are the drawing's own: a space is 100 wide and 160 deep, a corner 160 square.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from math import dist
from typing import Any, NamedTuple

from referee.pictures.svg import Caption, Disc, Mark, Rect, Stroke, transformed
from rulesets import Money
from rulesets.kernel.telling.pieces import StandingPiece, pieces_of, standing

WIDE, DEEP, LANE = 100, 160, 40
BAND, RIM, TAB, SIGN, ASIDE = 82, 88, 64, 24, 25
CROWDED, TAB_CROWDED, MOST_WITH_LETTER, COLOUR = 104, 48, 2, 14
SIDES = 4
GAP = 2
HATCH = 14
TOKEN, FEW = 27, 4
"""The radius of a token; how many on a space have it."""
BACK, GIVES_WAY = (0, 54, 108, 162), (0, TOKEN, -TOKEN, 46, -46)
"""How far a token gives way into the court, and along the track."""
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


LOOKS = {
    "plain": ("built", "on-built", "on-built"),
    "solid": ("on-built", "built", "built"),
    "good": ("green", "built", "on-green"),
    "bad": ("red", "built", "on-red"),
}
"""The colours of a piece's sign (fill, rim and letters), as in ``board.css``."""
LATIN = 0.65
"""The width of a bold Latin letter, in those of a kana."""
WIDER = 1.7
"""How much wider than high a sign likes to be."""
Area = tuple[float, float, float, float]
"""A rectangle: x, y, width and height."""
Spot = tuple[float, float, float]
"""Where a token stands: x, y and its radius."""


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


def strip(at: SpacePlace, first: float, last: float) -> Area:
    """A strip of a space, from the outer rim inward: from ``first`` to ``last`` units deep, as a rectangle."""
    size = last - first
    return (
        (at.x, at.y + at.h - last, at.w, size),
        (at.x + first, at.y, size, at.h),
        (at.x, at.y + first, at.w, size),
        (at.x + at.w - last, at.y, size, at.h),
    )[at.edge]


def token_spot(at: SpacePlace, nth: int, many: int) -> Spot:
    """Where the ``nth`` of ``many`` tokens of a space stands, from 0: four in a line into the court, or two by two in a
    corner; more of them smaller, two or three abreast.
    """
    x, y = at.spot
    if at.corner and many > FEW:
        return at.x + 32 + nth % 3 * 48, at.y + 32 + nth // 3 * 48, 22
    if at.corner:
        dx, dy = (nth % 2) * 62, (nth // 2) * 62
        x, y = ((x + dx, y + dy), (x - dx, y + dy), (x - dx, y - dy), (x + dx, y - dy))[at.edge]
        return x, y, TOKEN
    aside, along, r = (nth % 2 * 50 - 25, nth // 2 * 50, 24) if many > FEW else (0, nth * 2 * TOKEN, TOKEN)
    return _moved(at, (x, y, r), along, aside)


def _moved(at: SpacePlace, spot: Spot, inward: float, aside: float) -> Spot:
    ix, iy = ((0, -1), (1, 0), (0, 1), (-1, 0))[at.edge]
    return spot[0] + ix * inward + abs(iy) * aside, spot[1] + iy * inward + abs(ix) * aside, spot[2]


def token_spots(spaces: Sequence[int], side: int) -> list[Spot]:
    """Where tokens stand, by their spaces, none on another: where two lanes meet (at the inner corners) the
    later one gives way.
    """
    taken: list[Spot] = []
    for number, space in enumerate(spaces):
        at = place(space, side)
        wanted = token_spot(at, spaces[:number].count(space), spaces.count(space))
        tried = () if at.corner else (_moved(at, wanted, back, aside) for back in BACK for aside in GIVES_WAY)
        taken.append(next((each for each in tried if not any(_covers(each, other) for other in taken)), wanted))
    return taken


def _covers(one: Spot, other: Spot) -> bool:
    return dist(one[:2], other[:2]) < one[2] + other[2]


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
            yield from _band(space, at, 0)


def pieces(printed: Mapping[str, Any], position: Mapping[str, Any], seats: Sequence[str]) -> Iterator[Mark]:
    """What a game has put on the board: owners' tabs, buildings, mortgages, tokens; to be drawn on its `ground`."""
    spaces, kinds, money = printed["spaces"], pieces_of(printed), printed["money"]
    side = -(-len(spaces) // SIDES)
    for number, space in enumerate(spaces):
        deed = position["deeds"].get(space["key"])
        if deed is not None:
            yield from _held(space, place(number, side), deed, seats, standing(kinds, deed))
        if space["key"] == POT_AT and position.get("pot"):
            at = place(number, side)
            yield from _corner(space, at, POT_PUSH)
            lying = Money.of(money).shown(position["pot"])
            yield Caption(at.x + at.w / 2, at.y + POT_DEPTH, lying, 30, "on-felt")
    yield from _tokens(spaces, position, seats, side)


def _corner(space: Mapping[str, Any], at: SpacePlace, push: int = 0) -> Iterator[Mark]:
    """A corner with its letter, moved down by ``push``."""
    yield Rect(at.x + 8, at.y + 8, at.w - 16, at.h - 16, "felt", round=12)
    dx, dy = ((104, 112), (56, 112), (56, 50), (104, 50))[at.edge]
    yield Caption(at.x + dx, at.y + dy + push, space["letter"], 46, "on-felt")


def _band(space: Mapping[str, Any], at: SpacePlace, signs: int, *, beside: bool = False) -> Iterator[Mark]:
    """The band of a space with its letter, which makes room for some signs, or stands ``beside`` a short one; many take
    its room too.
    """
    band = strip(at, 0, CROWDED if signs > 1 else BAND)
    group = GROUPS.get(space["group"] or "")
    yield Rect(*band, group or "sunk", "edge", 1)
    x, y = _middle(band)
    size: float = 50
    if beside:
        dx, dy = _aside(at)
        x, y, size = x - dx, y - dy, 40
    elif signs > MOST_WITH_LETTER:
        return
    elif signs:
        first = grid(band, signs + 1)[0]
        (x, y), size = _middle(first), min(40, *first[2:])
    yield Caption(x, y, space["letter"], size, f"on-{group}" if group else "ink")


def grid(box: Area, count: int) -> list[Area]:
    """As many equal boxes, in rows, as large as they can be."""
    x, y, w, h = box
    shapes = [(across, -(-count // across)) for across in range(1, count + 1)]
    across, down = max(shapes, key=lambda shape: min(w / shape[0] / WIDER, h / shape[1]))
    each, high = w / across, h / down
    return [
        (x + number % across * each + GAP, y + number // across * high + GAP, each - 2 * GAP, high - 2 * GAP)
        for number in range(count)
    ]


def _middle(box: Area) -> tuple[float, float]:
    return box[0] + box[2] / 2, box[1] + box[3] / 2


def _aside(at: SpacePlace) -> tuple[int, int]:
    return (ASIDE, 0) if at.edge % 2 == 0 else (0, ASIDE)


def _held(
    space: Mapping[str, Any],
    at: SpacePlace,
    deed: Mapping[str, Any],
    seats: Sequence[str],
    stands: Sequence[StandingPiece],
) -> Iterator[Mark]:
    crowded = len(stands) > 1
    band = strip(at, 0, CROWDED if crowded else BAND)
    end = CROWDED if crowded else RIM
    beside = len(stands) == 1 and letters_wide(stands[0].mark) <= 1
    if stands:
        yield from _band(space, at, len(stands), beside=beside)
    if deed.get("mortgaged"):
        yield from _hatched(strip(at, 0, end))
    (x, y), (dx, dy) = _middle(band), _aside(at)
    one: list[Area] = [(x + dx - SIGN, y + dy - SIGN, 2 * SIGN, 2 * SIGN)]
    for each, box in zip(stands, one if beside else _cells(at, len(stands)), strict=True):
        yield from _sign(each, box)
    if deed["owner"] not in seats:
        return
    seat = seats.index(deed["owner"])
    fill, rim, ink = SEATS[seat % len(SEATS)]
    tx, ty, tw, th = strip(at, end + 4, end + (TAB_CROWDED if crowded else TAB))
    inset = (5, 0) if at.edge % 2 == 0 else (0, 5)
    yield Rect(tx + inset[0], ty + inset[1], tw - 2 * inset[0], th - 2 * inset[1], fill, rim, 5, 8)
    yield Caption(tx + tw / 2, ty + th / 2, seats[seat][:2], 50, ink)


def _cells(at: SpacePlace, signs: int) -> list[Area]:
    """The boxes of some signs in a band: after the letter, as long as there is room for it, else inside its colour."""
    if signs > MOST_WITH_LETTER:
        return grid(strip(at, COLOUR, CROWDED), signs)
    return grid(strip(at, 0, CROWDED if signs > 1 else BAND), signs + 1)[1:]


def _sign(stands: StandingPiece, box: Area) -> Iterator[Mark]:
    """The sign of a piece with its letters, crossed out while it is without effect."""
    x, y, w, h = box
    fill, rim, ink = LOOKS[stands.piece.look]
    yield Rect(x, y, w, h, fill, rim, 2, 5)
    yield Caption(x + w / 2, y + h / 2, stands.mark, min(40, h * 0.84, w * 0.92 / letters_wide(stands.mark)), ink)
    if stands.void:
        yield Stroke(x, y + h, x + w, y, "red", 4)


def letters_wide(text: str) -> float:
    """The width of a text in bold, in that of a kana."""
    return sum(LATIN if letter < "\u2e80" else 1 for letter in text)


def _hatched(box: Area) -> Iterator[Mark]:
    x, y, w, h = box
    for start in range(HATCH, round(w + h), HATCH):
        first, last = max(0.0, start - h), min(float(start), w)
        yield Stroke(x + first, y + start - first, x + last, y + start - last, "edge", 3)


def _tokens(
    spaces: Sequence[Mapping[str, Any]], position: Mapping[str, Any], seats: Sequence[str], side: int
) -> Iterator[Mark]:
    at = {space["key"]: number for number, space in enumerate(spaces)}
    players = position["players"]
    own = {key: players[key] for key in seats if key in players}
    playing = [key for key, each in own.items() if not each.get("out") and each.get("space") in at]
    spots = token_spots([at[own[key]["space"]] for key in playing], side)
    for key, (x, y, r) in zip(playing, spots, strict=True):
        if position["turn"] == key:
            yield Disc(x, y, r * 1.42, stroke="wait", width=8)
        yield Disc(x, y, r * 1.2, "sheet")
        yield from disc(seats.index(key), key, x, y, r)
        if players[key].get("jail") is not None:
            yield from (Stroke(x + by, y - r, x + by, y + r, "ink", 5) for by in (-r / 2, 0, r / 2))


def disc(number: int, key: str, x: float, y: float, r: float) -> Iterator[Mark]:
    """The disc of a seat, numbered from 0, with its letter."""
    fill, rim, ink = SEATS[number % len(SEATS)]
    letter = key[:2]
    yield Disc(x, y, r, fill, rim, r * 0.3)
    yield Caption(x, y, letter, r * (1 if len(letter) > 1 else 1.3), ink)
