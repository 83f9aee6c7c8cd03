"""The board of a game as a drawing: the same track, marks and tokens as on the web pages, in black only.

Spaces run clockwise from the lower right corner (`templates/static/board/places.js`, whose units are used here).  The
inner rim of a space shows the letter of its group, its owner and its buildings; tokens are in the lane in front of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import dist

from tournaments.paper.page.box import Box
from tournaments.paper.page.ink import FINE, LEAST, PLAIN, Ink, Type
from tournaments.paper.type.breaking import whole_words
from tournaments.paper.type.characters import clean
from tournaments.paper.type.runs import width

WIDE, DEEP, LANE, TOKEN = 100, 160, 36, 26
ASIDE = 40
"""How far at most a token gives way along its space."""
ABREAST = 3
"""How many pieces share a row."""
RIM = 24
"""The depth of the rim with the marks: a name beside it has room for the longest word of a space."""
LINES = 1.1
MARK, NARROWEST = 9, 0.78
"""The size of what stands on a deed, and how much smaller it may become: a mark too wide for its rim is drawn below."""


@dataclass(frozen=True, slots=True)
class PrintedPiece:
    """What stands on a deed.  ``mark``: its letters; ``bad``: for the owner; ``void``: without effect now."""

    mark: str
    bad: bool = False
    void: bool = False


@dataclass(frozen=True, slots=True)
class PrintedSpace:
    """A space as printed.  ``letter``: of its group or kind; ``owner``: the letter of the seat, empty for nobody."""

    name: str
    letter: str
    owner: str = ""
    mortgaged: bool = False
    pieces: tuple[PrintedPiece, ...] = ()


@dataclass(frozen=True, slots=True)
class PrintedToken:
    """A token.  ``letter``: of its seat; ``jailed``: drawn as a square."""

    letter: str
    space: int
    jailed: bool = False


@dataclass(frozen=True, slots=True)
class PrintedBoard:
    """The position to draw.

    ``spaces``: clockwise from the first, on four equal sides; ``mortgaged``: the letter that marks a mortgage;
    ``legend``: the letters of groups and the marks of pieces that are explained, with their names.
    """

    spaces: tuple[PrintedSpace, ...]
    tokens: tuple[PrintedToken, ...]
    mortgaged: str
    legend: tuple[tuple[str, str], ...] = ()


def draw_board(ink: Ink, board: PrintedBoard, box: Box) -> Box:
    """Draw the board in the middle of a box; return the free space inside the track and the tokens' lane."""
    side = max(-(-len(board.spaces) // 4), 2)
    extent = 2 * DEEP + (side - 1) * WIDE
    by = min(box.width, box.height) / extent
    whole = box.centred(extent * by, extent * by)
    turned = any(_torn(ink, space.name, WIDE * by - 4) for space in board.spaces)
    for number, space in enumerate(board.spaces):
        _space(ink, space, place(number, side), whole, by, turned, board.mortgaged)
    ink.frame(whole, PLAIN)
    crowd = Counter(token.space for token in board.tokens)
    before: Counter[int] = Counter()
    taken: list[tuple[float, float]] = []
    for token in board.tokens:
        at = place(token.space, side)
        middle = free_spot(at, spot(at, before[token.space], crowd[token.space]), taken)
        _token(ink, token, middle, whole, by)
        before[token.space] += 1
        taken.append(middle)
    return whole.inset((DEEP + 2 * LANE) * by)


@dataclass(frozen=True, slots=True)
class PlacedSpace:
    """The place of a space, in units from the board's upper left corner.

    ``edge``: 0 for the bottom, then left, top, right.
    """

    edge: int
    corner: bool
    box: Box


def place(number: int, side: int) -> PlacedSpace:
    """The place of a space by its number.  ``side``: the number of spaces per side, including the corner that begins
    it.
    """
    edge, step = divmod(number, side)
    far = DEEP + (side - 1) * WIDE
    if step == 0:
        x, y = ((far, far), (0, far), (0, 0), (far, 0))[edge]
        return PlacedSpace(edge, True, Box(x, y, DEEP, DEEP))
    back, forth = far - step * WIDE, DEEP + (step - 1) * WIDE
    x, y = ((back, far), (0, back), (forth, 0), (far, forth))[edge]
    return PlacedSpace(edge, False, Box(x, y, *((DEEP, WIDE) if edge % 2 else (WIDE, DEEP))))


def spot(at: PlacedSpace, nth: int, many: int) -> tuple[float, float]:
    """The centre of the ``nth`` of ``many`` tokens on a space, from 0: in the lane, or inside a corner space."""
    box = at.box
    middle = box.x + box.width / 2, box.y + box.height / 2
    if at.corner:
        down, along = divmod(nth, 3)
        return middle[0] + (along - min(many - 1, 2) / 2) * (2 * TOKEN + 1), box.bottom - (2 * TOKEN + 1) * (1.5 - down)
    back, along = divmod(nth, 2)
    aside = (along * 2 - min(many - 1, 1)) * (TOKEN + 1)
    inward = LANE + back * (2 * TOKEN + 2)
    return (
        (middle[0] + aside, box.y - inward),
        (box.right + inward, middle[1] + aside),
        (middle[0] + aside, box.bottom + inward),
        (box.x - inward, middle[1] + aside),
    )[at.edge]


def free_spot(
    at: PlacedSpace, wanted: tuple[float, float], taken: Sequence[tuple[float, float]]
) -> tuple[float, float]:
    """The place nearest to the one that is wanted for a token where it covers none of those placed before it: at the
    inner corners of the track two lanes meet.
    """
    x, y = wanted
    inward = ((0, -1), (1, 0), (0, 1), (-1, 0))[at.edge]
    if at.corner:
        return wanted
    steps = product((0, 2 * TOKEN + 2), (0, TOKEN + 1, -TOKEN - 1, ASIDE, -ASIDE))
    spots = [
        (x + inward[0] * back + abs(inward[1]) * aside, y + inward[1] * back + abs(inward[0]) * aside)
        for back, aside in steps
    ]
    return next((each for each in spots if all(dist(each, other) >= 2 * TOKEN for other in taken)), wanted)


def _within(whole: Box, by: float, box: Box) -> Box:
    return Box(whole.x + box.x * by, whole.y + box.y * by, box.width * by, box.height * by)


def _space(ink: Ink, space: PrintedSpace, at: PlacedSpace, whole: Box, by: float, turned: bool, mortgaged: str) -> None:
    box = _within(whole, by, at.box)
    ink.frame(box, FINE)
    small = Type(LEAST, align="centre", least=1, leading=LINES)
    if at.corner:
        ink.write(space.name, box.inset(2, 1).rows(DEEP * by / 3, 0)[0], small)
        return
    rim = RIM * by
    body, marks = {
        0: lambda: box.rows(rim, 0)[::-1],
        1: lambda: box.columns(0, rim),
        2: lambda: box.rows(0, rim),
        3: lambda: box.columns(rim, 0)[::-1],
    }[at.edge]()
    signs = ((PrintedPiece(mortgaged),) if space.mortgaged else ()) + space.pieces
    across = box.width / 3 if at.edge % 2 == 0 else rim
    first = int(_wide(ink, signs[0].mark) <= across) if signs else 0
    more = [signs[at : at + ABREAST] for at in range(first, len(signs), ABREAST)]
    body, *rows = body.rows(0, *[rim] * len(more))
    if at.edge % 2 == 0 and turned:
        ink.turned_name(space.name, body.inset(1, 0.5 if _torn(ink, space.name, body.height - 4) else 2), small)
    else:
        ink.write(space.name, body.inset(0.5 if _torn(ink, space.name, body.width - 4) else 2, 1), small)
    if at.edge % 2 == 0:
        letter, owner, built = marks.columns(marks.width * 0.42, marks.width * 0.28, 0)
        ink.say(space.letter, letter, small)
    else:  # the rim is narrow, and above the name is room
        letter, owner, built = marks.rows(0, 0, 0)
        beside = Box(box.x, letter.y, box.width, letter.height).inset(2, 0)
        ink.say(space.letter, beside, replace(small, align="right" if at.edge == 1 else "left"))
    if space.owner:
        _owner(ink, space, owner)
    for sign in signs[:first]:
        _sign(ink, sign, built)
    for several, row in zip(more, rows, strict=True):
        for sign, cell in zip(several, row.columns(*[0] * len(several)), strict=True):
            _sign(ink, sign, cell)


def _owner(ink: Ink, space: PrintedSpace, box: Box) -> None:
    """Draw the owner in white on black, or, if the deed is mortgaged, in black on white."""
    inner = box.inset(1)
    if not space.mortgaged:
        ink.fill(inner, 0, 1)
    ink.frame(inner, PLAIN, 1)
    ink.say(space.owner, inner, Type(9, "bold", "centre", white=not space.mortgaged, least=0.7))


def _sign(ink: Ink, sign: PrintedPiece, box: Box) -> None:
    """Draw the letters of what stands there: white on black if it is bad for the owner, crossed out if it is void."""
    if sign.bad:
        ink.fill(box.inset(0.6), 0, 1)
    ink.say(sign.mark, box, Type(MARK, "bold", "centre", white=sign.bad, least=NARROWEST))
    if sign.void:
        ink.rule(box.x, box.bottom - 1, box.right, box.y + 1, PLAIN)


def _wide(ink: Ink, mark: str) -> float:
    """The width that a mark needs at least."""
    return width(mark, ink.language, "bold") * MARK * NARROWEST


def _token(ink: Ink, token: PrintedToken, middle: tuple[float, float], whole: Box, by: float) -> None:
    x, y, radius = whole.x + middle[0] * by, whole.y + middle[1] * by, TOKEN * by
    disc = Box(x - radius, y - radius, 2 * radius, 2 * radius)
    ink.frame(disc, PLAIN, 0 if token.jailed else radius)
    ink.say(token.letter, disc, Type(9, "bold", "centre", least=0.7))


def _torn(ink: Ink, name: str, across: float) -> bool:
    """Whether a word of a name is too wide for a line of this width in points at the smallest size."""
    return any(width(part, ink.language, "regular") * LEAST > across for part in whole_words(clean(name)))
