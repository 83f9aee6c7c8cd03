"""A receipt, as it is made out by hand: number and day, from whom, how much, for what, the tax in it, by whom."""

from __future__ import annotations

from collections.abc import Mapping
from string import digits

from tournaments.paper.page.box import MM, Box
from tournaments.paper.page.ink import FINE, Ink, Type
from tournaments.paper.type.runs import width
from tournaments.paper.words import words

KNOWN = ("receipt_number", "received_on", "receipt_to", "amount", "paid_for", "issuer")
"""What is printed as far as it is known.  Tax and seal are always left to the hand."""
LABEL = 7.5
"""The size of labels, in points."""


def receipt(values: Mapping[str, str], ink: Ink, box: Box) -> None:
    """Draw a receipt.  ``values``: what is known, by the names in `KNOWN`."""
    texts = words(ink.language)
    rows = box.inset(9 * MM, 4 * MM).rows(9 * MM, 9 * MM, 10.5 * MM, 7 * MM, 7 * MM, 0, gap=MM)
    head, to, amount, paid_for, parts, foot = rows
    title, facts = head.columns(0, 36 * MM, gap=4 * MM)
    ink.say(texts["receipt_title"], title, Type(17, "bold"))
    number, day = facts.rows(0, 0)
    _line(ink, number, texts["slip_receipt_number"], values.get("receipt_number", ""), Type(9, align="right"))
    _line(ink, day, texts["slip_received_on"], values.get("received_on", ""), Type(9, align="right"))
    name, after = to.columns(0, 7 * MM)
    _line(ink, name, texts["slip_receipt_to"], values.get("receipt_to", ""), Type(14, "bold"))
    _line(ink, after, "", texts["slip_receipt_to_after"], Type(12, align="right"))
    ink.fill(amount, 0.93)
    ink.say(texts["slip_amount"], amount.inset(2 * MM, 0), Type(LABEL))
    written = amount.inset(16 * MM, 0)  # beside the label
    if sum_ := values.get("amount", ""):  # after whose last digit nobody writes another one
        ink.say(sum_ + texts["slip_amount_after"] * (sum_[-1] in digits), written, Type(22, "bold", "centre"))
    else:
        ink.say(texts["slip_amount_before"], written, Type(18))
    _line(ink, paid_for, texts["slip_paid_for"], values.get("paid_for", ""), Type(10))
    for key, part in zip(("slip_net", "slip_tax"), parts.columns(0, 48 * MM, gap=3 * MM), strict=True):
        _line(ink, part, texts[key], "", Type(9))
    issuer, seal = foot.columns(0, 14 * MM, gap=2 * MM)
    sentence, issuer = issuer.rows(5.5 * MM, 0)
    ink.say(texts["receipt_sentence"], sentence, Type(8))
    ink.write(values.get("issuer", ""), issuer, Type(9.5, leading=1.3, stand="bottom"))
    seal = Box(seal.x, seal.bottom - seal.width, seal.width, seal.width)
    ink.frame(seal, FINE, 0.8 * MM)
    ink.say(texts["slip_receipt_seal"], seal, Type(LABEL, align="centre"))


def _line(ink: Ink, box: Box, label: str, value: str, type: Type) -> None:
    """Draw a label and its value, or room for it, on a line."""
    name, text = box.columns(width(label, ink.language, "regular") * LABEL + 0.1, 0, gap=1.5 * MM)
    ink.say(label, _standing(name, LABEL), Type(LABEL))
    ink.say(value, _standing(text, type.size), type)
    ink.rule(box.x, box.bottom, box.right, box.bottom, FINE)


def _standing(box: Box, size: float) -> Box:
    """The foot of a box in whose middle type of any size has its baseline at the same height."""
    height = 7 + 0.58 * size
    return Box(box.x, box.bottom - height, box.width, height)
