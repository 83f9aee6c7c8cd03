"""The preview card of a page whose link is shared: a title, a few lines, and a few rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from referee.pictures.moment import HEIGHT, STRIPES, WIDTH, fit_text, text_lines
from referee.pictures.svg import Caption, Disc, Mark, Picture, Rect

MEDALS = ("gold", "silver", "bronze")
MOST_ROWS = 6
LEFT, RIGHT = 60, WIDTH - 60
ROW = 52


@dataclass(frozen=True, slots=True)
class CardRow:
    """A row: what stands before the name (a rank, or a seat), the name, and a value."""

    mark: str
    name: str
    value: str


@dataclass(frozen=True, slots=True)
class PictureCard:
    """What a card shows.  ``lines``: below the title; ``head``: the heading of the rows."""

    title: str
    lines: Sequence[str]
    head: str
    rows: Sequence[CardRow]


def card_picture(card: PictureCard, language: str) -> Picture:
    summary = ". ".join([card.title, *card.lines, *(f"{row.mark} {row.name} {row.value}".strip() for row in card.rows)])
    return Picture(WIDTH, HEIGHT, summary, language, list(_marks(card, language)))


def _marks(card: PictureCard, language: str) -> Iterator[Mark]:
    rows = card.rows[:MOST_ROWS]
    top = HEIGHT - 30 - ROW * len(rows) - (44 if card.head else 0) if rows else HEIGHT
    yield Rect(0, 0, WIDTH, HEIGHT, "felt")
    part = WIDTH / len(STRIPES)
    yield from (Rect(number * part, 0, part, 14, name) for number, name in enumerate(STRIPES))
    title = fit_text(card.title, RIGHT - LEFT, min(220, top - 90), 72 if len(rows) < 5 else 60, 34, language)
    yield from text_lines(title, LEFT, 44, "on-felt")
    y = 44 + title.leading * len(title.lines) + 16
    for line in card.lines:
        small = fit_text(line, RIGHT - LEFT, 44, 32, 22, language)
        if y + small.leading < top:
            yield from text_lines(small, LEFT, y, "felt-faint")
            y += small.leading * len(small.lines) + 4
    if not rows:
        return
    yield Rect(0, top - 8, WIDTH, HEIGHT - top + 8, "sheet")
    if card.head:
        yield from text_lines(fit_text(card.head, RIGHT - LEFT, 34, 26, 18, language), LEFT, top + 4, "faint")
        top += 44
    for number, row in enumerate(rows):
        middle = top + ROW * number + ROW / 2
        medal = MEDALS[int(row.mark) - 1] if row.mark in ("1", "2", "3") else ""
        if medal:
            yield Disc(LEFT + 20, middle, 20, medal, "on-medal", 2)
        yield Caption(LEFT + 20, middle, row.mark, 26 if len(row.mark) < 3 else 20, "on-medal" if medal else "ink")
        name = fit_text(row.name, RIGHT - LEFT - 320, 36, 30, 20, language)
        yield Caption(LEFT + 60, middle, name.lines[0].rstrip(), name.size, "ink", "start")
        yield Caption(RIGHT, middle, row.value, 30, "ink", "end")
