"""Forms to cut out: calls, penalties, rulings, receipts.  Known values are printed in the boxes, the rest is filled in
by hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from tournaments.paper.documents.receipt import receipt
from tournaments.paper.page.box import MM, Box
from tournaments.paper.page.cards import cut_sheets
from tournaments.paper.page.ink import BOLD, PLAIN, Ink, Type
from tournaments.paper.page.layout import Layout
from tournaments.paper.page.press import press
from tournaments.paper.words import headed, words

Rows = tuple[tuple[float, tuple[tuple[str, float], ...]], ...]
"""A form's rows from the top: a share of its height, and its boxes, each with its label and share of the width."""
SMALL = 1.0
FORMS: Mapping[str, tuple[int, int, Rows]] = {
    "call_slips": (
        2,
        4,
        (
            (SMALL, (("round", 1), ("table", 1), ("called_at", 1))),
            (SMALL, (("caller", 1), ("who_is_wanted", 1))),
            (1.6, (("about", 1),)),
            (SMALL, (("came_at", 1), ("settled_at", 1), ("judge", 1.4))),
        ),
    ),
    "penalty_slips": (
        2,
        2,
        (
            (SMALL, (("player", 2), ("round", 1), ("table", 1))),
            (SMALL, (("penalty", 2), ("clauses", 1))),
            (1.7, (("facts", 1),)),
            (1.3, (("reason", 1),)),
            (SMALL, (("given_by", 1), ("at_time", 1))),
            (SMALL, (("player_signs", 1), ("judge_signs", 1))),
        ),
    ),
    "ruling_slips": (
        1,
        2,
        (
            (SMALL, (("round", 1), ("table", 1), ("players", 3), ("at_time", 1))),
            (2.0, (("facts", 1),)),
            (1.3, (("question", 1),)),
            (1.3, (("ruling", 1),)),
            (1.6, (("reason", 1),)),
            (SMALL, (("clauses", 1), ("given_by", 1), ("judge_signs", 1))),
            (1.3, (("appeal_until", 1), ("players_sign", 2))),
        ),
    ),
    "receipts": (2, 4, ()),
}
"""By name: how many fit across and down a sheet, and the rows of boxes; a receipt has lines instead."""


@dataclass(frozen=True, slots=True)
class Slip:
    """A slip.  ``values``: the text in its boxes, by their labels."""

    values: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Slips:
    """The slips of a form.  ``form``: one of FORMS; ``slips``: the filled-in ones; the rest of the last sheet, or
    one more, is for others, with what is known of all: ``rest``.
    """

    form: str
    slips: tuple[Slip, ...] = ()
    rest: Slip = field(default_factory=Slip)


def form_slips(facts: Slips, layout: Layout, language: str) -> bytes:
    """The slips in the given order, and others to fill in by hand up to the end of the sheet, or a sheet of them."""
    across, down, _ = FORMS[facts.form]
    draw = partial(_slip, facts.form, layout) if FORMS[facts.form][2] else receipt
    every = [*facts.slips, *[facts.rest] * (across * down - len(facts.slips) % (across * down))]
    pages = cut_sheets([partial(draw, each.values) for each in every], across, down, layout.sheet)
    return press(pages, layout.sheet, layout, language, words(language)[facts.form])


def _slip(form: str, layout: Layout, values: Mapping[str, str], ink: Ink, box: Box) -> None:
    ink, texts = ink.plain, words(ink.language)
    head, below = box.inset(9 * MM, 5 * MM).rows(6 * MM, 0, gap=2 * MM)
    title, event = head.columns(0, head.width * 0.6, gap=2 * MM)
    ink.say(texts[f"{form[:-1]}_title"], title, Type(11, "bold"))
    notes = (layout.event[ink.language], layout.draft or (layout.date or {}).get(ink.language, ""))
    ink.say(" · ".join(filter(None, notes)), event, Type(7.5, align="right"))
    ink.rule(head.x, head.bottom, head.right, head.bottom, BOLD)
    _boxes(ink, FORMS[form][2], values, below)


def _boxes(ink: Ink, rows: Rows, values: Mapping[str, str], box: Box) -> None:
    gap = 1.2 * MM
    high = (box.height - gap * (len(rows) - 1)) / sum(share for share, _ in rows)
    for (_, cells), line in zip(rows, box.rows(*(share * high for share, _ in rows), gap=gap), strict=True):
        wide = (line.width - gap * (len(cells) - 1)) / sum(share for _, share in cells)
        own = line.columns(*(share * wide for _, share in cells), gap=gap)
        for (key, _), cell in zip(cells, own, strict=True):
            _box(ink, key, values.get(key, ""), cell)


BARE = frozenset({"table", "player", "judge", "ruling"})
"""Labels that have a text of their own, without the ``slip_`` prefix."""


SIZES: Mapping[str, Type] = {
    "player": Type(11, "bold", leading=1.2, stand="top"),
    "penalty": Type(11, "bold", leading=1.2, stand="top"),
    "ruling": Type(11, "bold", leading=1.3, stand="top"),
    "facts": Type(11, leading=1.3, stand="top"),
    "question": Type(11, leading=1.3, stand="top"),
    "reason": Type(11, leading=1.3, stand="top"),
}
"""How values are set that are not set like the rest: names and what was decided bold, long texts under their label."""
USUAL = Type(10, leading=1.2, stand="top")


def _box(ink: Ink, key: str, value: str, box: Box) -> None:
    texts = words(ink.language)
    ink.frame(box, PLAIN, 0.8 * MM)
    name, text = box.inset(1.4 * MM, 0.8 * MM).rows(3.6 * MM, 0, gap=0.8 * MM)
    ink.say(headed(texts[key if key in BARE else f"slip_{key}"]), name, Type(7.5))
    ink.write(value, text, SIZES.get(key, USUAL))


def sheet_count(form: str, count: int) -> int:
    """The number of sheets for this many slips and the empty ones that fill the last sheet."""
    across, down, _ = FORMS[form]
    return 1 + count // (across * down)


def filled_slips(form: str, values: Sequence[Mapping[str, str]], rest: Mapping[str, str] | None = None) -> Slips:
    """Make the slips of a form from their values, and those of the sheet to fill in by hand."""
    return Slips(form, tuple(map(Slip, values)), Slip(rest or {}))
