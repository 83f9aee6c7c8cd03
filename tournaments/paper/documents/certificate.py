"""Certificates (賞状): vertical on a landscape sheet, and horizontal on a portrait one, with numbers in kanji
(第十二回, 二〇二六年十一月二十一日) on the vertical ones.

As on Japanese certificates, the sentence has no 、 and 。; the name is larger than everything but the title.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from rulesets.languages import language as settings
from tournaments.fault import Fault, Faulty
from tournaments.paper.page.box import MM, Box
from tournaments.paper.page.fields import ornament
from tournaments.paper.page.ink import PLAIN, Ink, Type
from tournaments.paper.page.layout import Layout
from tournaments.paper.page.press import framed, press
from tournaments.paper.type.breaking import break_lines
from tournaments.paper.type.characters import VERTICAL, clean
from tournaments.paper.type.runs import width
from tournaments.paper.type.vertical import Piece, break_columns, cut_column, length
from tournaments.paper.words import words

DIGITS = "〇一二三四五六七八九"


def in_kanji(text: str) -> str:
    """A text with its numbers in kanji: up to 99 spelled out, longer ones digit by digit, as in years."""
    return re.sub("[0-9]+", lambda match: _number(match[0]), text)


def _number(digits: str) -> str:
    if len(digits) > 2 or digits.startswith("0"):
        return "".join(DIGITS[int(digit)] for digit in digits)
    tens, ones = divmod(int(digits), 10)
    return ("" if not tens else "十" if tens == 1 else f"{DIGITS[tens]}十") + (DIGITS[ones] if ones else "")


INDENT = "\u3000\u3000"
"""How a paragraph begins where the award stands amid the text."""
SEAL = 19 * MM
"""The side of the place for the seal: seals of associations are 18 mm and more."""

WRITTEN, WRITTEN_BELOW = 50 * MM, 0.44
"""The room for a name that is written by hand, and how far down it begins in a column, as a fraction of the height."""


@dataclass(frozen=True, slots=True)
class Issuer:
    """The person who issues the certificate.  ``name``: empty to write it by hand; ``office``: such as president or
    head judge; empty for none.
    """

    name: str
    office: str = ""


@dataclass(frozen=True, slots=True)
class Certificate:
    """A certificate.

    ``award``: such as 優勝 or second place, or empty; ``date``: exactly as printed; ``text``: replaces the usual
    sentence, ``title`` the usual title.
    """

    name: str
    award: str
    date: str
    organization: str
    issuers: tuple[Issuer, ...] = ()
    text: str = ""
    title: str = ""


def vertical_certificates(
    certificates: Sequence[Certificate], layout: Layout, language: str, kind: str = "certificate"
) -> bytes:
    """Vertical certificates, one per sheet, with numbers in kanji.  ``kind``: what the file is called.  Raises Faulty
    for languages that are not written vertically.
    """
    if language not in VERTICAL:
        raise Faulty([Fault("", "paper_not_vertical", {"given": language, "known": ", ".join(VERTICAL)})])
    title = words(language)[kind]
    if not certificates:
        return framed([], layout, language, title)
    return press([partial(_vertical, each, layout) for each in certificates], layout.landscape, layout, language, title)


def horizontal_certificates(
    certificates: Sequence[Certificate], layout: Layout, language: str, kind: str = "certificate"
) -> bytes:
    """Horizontal certificates, one per sheet.  ``kind``: what the file is called."""
    title = words(language)[kind]
    if not certificates:
        return framed([], layout, language, title)
    own = settings(language).paper
    page = _with_lines if own["signature_lines"] else _award_in_text if own["award_in_text"] else _horizontal
    return press([partial(page, each, layout) for each in certificates], layout.sheet, layout, language, title)


def participation_certificates(certificates: Sequence[Certificate], layout: Layout, language: str) -> bytes:
    """Certificates of participation, in the way in which the language's certificates are written."""
    make = vertical_certificates if settings(language).paper["vertical"] else horizontal_certificates
    return make(certificates, layout, language, "participation")


def _sentence(certificate: Certificate, layout: Layout, language: str) -> str:
    return certificate.text or words(language)["certificate_body"].format(event=layout.event[language])


@dataclass(frozen=True, slots=True)
class _Columns:
    """Columns of one text.  ``low``: where they begin, as a fraction of the height; ``end``: aligned to the bottom."""

    text: str
    size: float
    low: float = 0
    end: bool = False
    lines: int = 1
    weight: str = "serif"


def _vertical(certificate: Certificate, layout: Layout, ink: Ink, sheet: Box) -> None:
    _frame(ink, sheet, layout)
    texts = words(ink.language)
    room = sheet.inset(31 * MM, 29 * MM)
    title = "\u3000".join(clean(certificate.title or texts["certificate_title"]))
    award = _Columns(in_kanji(certificate.award), _award_size(certificate, 30), 0.06)
    name = _Columns(texts["certificate_name"].format(name=certificate.name), 31, 0.16, end=True, weight="serif_bold")
    said = _sentence(certificate, layout, ink.language)
    blocks = [award, name, _Columns(in_kanji(said), 20, lines=4)]
    if settings(ink.language).paper["award_in_text"]:
        lead, _, end = said.partition("\n")
        lines = (_Columns(in_kanji(each), 20, lines=2) for each in (lead, end))
        blocks = [replace(name, low=0, end=False), next(lines), replace(award, low=0.3), *lines]
    blocks = [
        _Columns(title, 52, 0.06, weight="serif_bold"),
        *(each for each in blocks if each.text),
        _Columns(in_kanji(certificate.date), 18, 0.12),
        _Columns(certificate.organization, 17, 0.3, end=not certificate.issuers),
        *(
            _Columns(_signer(each), 19, 0.3 if each.name else WRITTEN_BELOW, end=bool(each.name))
            for each in certificate.issuers
        ),
    ]
    set_ = [_set(ink, block, room.height) for block in blocks]
    taken = sum(size * 1.75 * len(columns) for columns, size in set_)
    if taken > room.width:
        set_ = [(columns, size * room.width / taken) for columns, size in set_]
    gap = max(0, room.width - taken) / max(len(blocks) - 1, 1)
    x = room.right
    for number, (block, (columns, size)) in enumerate(zip(blocks, set_, strict=True)):
        for column in columns:
            tall = length(column) * size
            seal = SEAL + 4 * MM if number + 1 == len(blocks) else 0
            y = room.bottom - tall - seal if block.end else room.y + block.low * room.height
            ink.column(column, x - size * 0.875, y, size, block.weight)
            if seal:
                _seal(ink, Box(x - size * 0.875 - SEAL / 2, room.bottom - SEAL, SEAL, SEAL))
            x -= size * 1.75
        x -= gap


def _signer(issuer: Issuer) -> str:
    return f"{issuer.office}\u3000{issuer.name}".strip("\u3000")


def _award_size(certificate: Certificate, size: float) -> float:
    """The size of the award; a place on a certificate of another title is smaller, not to be taken for the prize."""
    return size * 0.7 if certificate.title else size


def _set(ink: Ink, block: _Columns, height: float) -> tuple[list[tuple[Piece, ...]], float]:
    """The columns of a text at the largest size, down to half, at which there are few enough of them; at half size they
    are truncated.
    """
    text = clean(block.text)
    most = block.lines + text.count("\n")
    size = block.size
    while True:
        room = height * (1 - block.low) / size
        columns = break_columns(text, room, ink.language, block.weight)
        if len(columns) <= most and all(length(column) <= room + 1 for column in columns):
            return columns, size
        if size <= block.size / 2:
            return [cut_column(column, room, ink.language, block.weight) for column in columns[:most]], size
        size -= 0.5


def _frame(ink: Ink, sheet: Box, layout: Layout) -> None:
    """Draw the ornament and, inside it at the bottom, the note that the ranks are not public yet."""
    ornament(ink.coloured(layout.colour), sheet.inset(9 * MM))
    ink.say(layout.draft, sheet.inset(30 * MM, 14.5 * MM).rows(0, 8 * MM)[1], Type(11, "bold", "centre"))


def _seal(ink: Ink, box: Box) -> None:
    """Draw the place for the seal."""
    ink.frame(box, PLAIN)
    ink.say(words(ink.language)["seal"], box.inset(1), Type(9, "serif", "centre"))


def _horizontal(certificate: Certificate, layout: Layout, ink: Ink, sheet: Box) -> None:
    ink = ink.plain
    _frame(ink, sheet, layout)
    texts = words(ink.language)
    room = sheet.inset(30 * MM, 32 * MM)
    signing = SEAL * (1 + len(certificate.issuers))
    title, award, name, text, date, foot = room.rows(52 * MM, 24 * MM, 34 * MM, 0, 18 * MM, signing)
    ink.say("\u3000".join(certificate.title or texts["certificate_title"]), title, Type(72, "serif_bold", "centre"))
    ink.say(certificate.award, award, Type(_award_size(certificate, 34), "serif_bold", "centre", least=0.5))
    ink.name(texts["certificate_name"].format(name=certificate.name), name, Type(46, "serif_bold", "centre", least=0.4))
    body = Type(22, "serif", least=0.5, leading=2)
    sentence, box = _sentence(certificate, layout, ink.language), text.inset(2 * MM, 6 * MM)
    lines = break_lines(clean(sentence), box.width / body.size, ink.language, body.weight)
    longest = max((width(line, ink.language, body.weight) for line in lines), default=0) * body.size + 1
    text = box.centred(min(longest, box.width), box.height)
    ink.write(sentence, text, body)
    dated = Box(text.x, date.y, date.right - text.x, date.height)
    ink.say(certificate.date, dated, Type(18, "serif", least=0.5))
    signers = [(certificate.organization, True), *((_signer(each), bool(each.name)) for each in certificate.issuers)]
    organized = width(clean(certificate.organization), ink.language, "serif") * 20
    for at, ((signer, named), line) in enumerate(zip(signers, foot.rows(*[0] * len(signers)), strict=True), 1):
        signed, seal = line.columns(0, SEAL, gap=2 * MM)
        if not named:  # below the beginning of the organization, with room for a name to be written behind it
            office = width(clean(signer), ink.language, "serif") * 20 + 1
            start = max(signed.x, signed.right - max(organized, office + WRITTEN))
            signed = Box(start, signed.y, min(office, signed.right - start), signed.height)
        ink.say(signer, signed, Type(20, "serif", "right", least=0.5))
        if at == len(signers):
            _seal(ink, seal.centred(SEAL, SEAL))


def _award_in_text(certificate: Certificate, layout: Layout, ink: Ink, sheet: Box) -> None:
    """Draw a certificate that addresses its player, has the award amid its sentence, and ends in who awards it, and
    then the date, at the right.
    """
    ink = ink.plain
    _frame(ink, sheet, layout)
    texts = words(ink.language)
    title, name, text, foot = sheet.inset(32 * MM, 34 * MM).rows(56 * MM, 24 * MM, 0, 66 * MM)
    ink.say("\u3000".join(certificate.title or texts["certificate_title"]), title, Type(56, "serif_bold", "centre"))
    ink.name(texts["certificate_name"].format(name=certificate.name), name, Type(34, "serif_bold", least=0.5))
    lead, award, end = text.rows(24 * MM, 0, 18 * MM)
    before, _, after = _sentence(certificate, layout, ink.language).partition("\n")
    for said, box in ((before, lead), (after, end)):
        ink.write(INDENT + said, box, Type(22, "serif", stand="top", least=0.5, leading=1.8))
    ink.say(certificate.award, award, Type(_award_size(certificate, 54), "serif_bold", "centre", least=0.5))
    signed, seal = foot.rows(0, 52 * MM)[1].columns(0, SEAL, gap=4 * MM)
    _seal(ink, seal.centred(SEAL, SEAL))
    offices = (f"{_signer(each)}{'' if each.name else INDENT * 4}" for each in certificate.issuers)
    lines = [certificate.organization, *offices, certificate.date]
    for line, box in zip(lines, signed.rows(*[0] * len(lines)), strict=True):
        ink.say(line, box, Type(20, "serif", "right", least=0.5))


def _with_lines(certificate: Certificate, layout: Layout, ink: Ink, sheet: Box) -> None:
    ink = ink.plain
    _frame(ink, sheet, layout)
    texts = words(ink.language)
    room = sheet.inset(30 * MM, 34 * MM)
    title, kind, given, name, award, text, date, foot = room.rows(
        26 * MM, 14 * MM, 18 * MM, 34 * MM, 24 * MM, 0, 12 * MM, 46 * MM
    )
    large, _, small = (certificate.title or texts["certificate_title"]).partition("\n")
    ink.say(large, title, Type(64, "serif_bold", "centre", least=0.4))
    ink.say(small, kind, Type(28, "serif_bold", "centre", least=0.5))
    ink.say(texts["certificate_given"], given, Type(14, "serif", "centre", "bottom"))
    ink.name(certificate.name, name.inset(0, 3 * MM), Type(50, "serif_bold", "centre", least=0.4))
    ink.rule(name.x + 15 * MM, name.bottom, name.right - 15 * MM, name.bottom, PLAIN)
    ink.say(certificate.award, award, Type(_award_size(certificate, 32), "serif_bold", "centre", least=0.5))
    ink.write(_sentence(certificate, layout, ink.language), text, Type(20, "serif", "centre", least=0.5, leading=1.6))
    ink.say(f"{certificate.organization}, {certificate.date}", date, Type(14, "serif", "centre", least=0.6))
    signed = foot.inset(0, 4 * MM).columns(*[0] * max(len(certificate.issuers), 1), gap=12 * MM)
    for issuer, box in zip(certificate.issuers, signed, strict=False):
        _, person, office = box.rows(0, 7 * MM, 6 * MM)
        ink.rule(box.x, person.y, box.right, person.y, PLAIN)
        ink.say(issuer.name, person, Type(14, "serif", "centre", least=0.5))
        ink.say(issuer.office, office if issuer.name else person, Type(11, "serif", "centre", least=0.5))
