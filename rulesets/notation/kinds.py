"""Reads each kind of argument from the words of a line."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Mapping
from typing import Any

from rulesets.notation.codes import PARTIES
from rulesets.notation.reader import Reader

WHOLE = re.compile(r"-?[0-9]{1,15}")
LEVEL = re.compile(r"(.*[^#0-9])([0-9])")
DIE = re.compile("[0-9]")
DICE = re.compile("([0-9])[+-]?([0-9])")
CLAIM = re.compile("([^/=]+)/([^/=]+)=(.+)")
BLOCK = re.compile("([ri])([0-9]{1,2})")
SELL = "sell"
"""The word for selling the buildings, in a side of a deal (JMA/TRADE-5)."""
BLOCKS = {"r": "residential", "i": "industrial"}

Arg = Mapping[str, Any]


def seat(reader: Reader, _arg: Arg) -> str:
    return reader.named(reader.word(), "seats")


def party(reader: Reader, arg: Arg) -> str:
    """A seat, ``bank`` or ``each``."""
    token = reader.peek()
    return reader.word().text if token and token.text in PARTIES else seat(reader, arg)


def deed(reader: Reader, _arg: Arg) -> str:
    """A deed by its code, its key, a prefix of the key, or the number of its space."""
    return reader.deed(reader.word())


def deck(reader: Reader, _arg: Arg) -> str:
    return reader.named(reader.word(), "decks")


def card(reader: Reader, _arg: Arg) -> str:
    return reader.named(reader.word(), "cards")


def number(reader: Reader, _arg: Arg) -> int:
    token = reader.word()
    if not WHOLE.fullmatch(token.text):
        raise reader.fault("notation_number", token)
    return int(token.text)


def amount(reader: Reader, _arg: Arg) -> int:
    """An amount as the game writes it, or in whole units."""
    token = reader.word()
    found = reader.amount(token)
    if found is None:
        raise reader.fault("notation_number", token)
    return found


def flag(_reader: Reader, _arg: Arg) -> bool:
    """A flag: its mark alone, with no value."""
    return True


def option(reader: Reader, arg: Arg) -> Any:
    """One of the values, by a prefix of it."""
    token = reader.word()
    found = [value for value in arg["values"] if str(value).startswith(token.text)]
    if len(found) != 1:
        raise reader.fault("notation_name_unknown", token, known=list(map(str, arg["values"])))
    return found[0]


def name(reader: Reader, arg: Arg) -> str:
    """A word in lower case, or a text in quotes."""
    token = reader.peek()
    return text(reader, arg) if token and token.kind == "text" else reader.word().text


def text(reader: Reader, _arg: Arg) -> str:
    """A text in quotes, or a single word as it was typed."""
    token = reader.peek()
    return str(reader.take().value if token and token.kind == "text" else reader.word().value)


def texts(reader: Reader, arg: Arg) -> list[str]:
    """Texts, at least one."""
    found = [text(reader, arg)]
    while reader.more():
        found.append(text(reader, arg))
    return found


def seats(reader: Reader, arg: Arg) -> list[str]:
    """Seats, at least one."""
    found = [seat(reader, arg)]
    while reader.more():
        found.append(seat(reader, arg))
    return found


def deeds(reader: Reader, arg: Arg) -> list[str]:
    """Deeds, at least one."""
    found = [deed(reader, arg)]
    while reader.more():
        found.append(deed(reader, arg))
    return found


def levels(reader: Reader, _arg: Arg) -> dict[str, int]:
    """Deeds with levels, at least one: ``bal2``, ``bal=2``, ``bal 2``, ``6=2`` for space number 6."""
    found: dict[str, int] = {}
    while reader.more() or not found:
        token = reader.word()
        glued = LEVEL.fullmatch(token.text)
        if "=" in token.text:
            key, _, level = token.text.rpartition("=")
        elif glued:
            key, level = glued.groups()
        else:
            key, level = token.text, reader.word().text if reader.more() else ""
        owned = reader.deed(token, key)
        if not WHOLE.fullmatch(level):
            raise reader.fault("notation_number", token)
        if owned in found:
            raise reader.fault("notation_twice", token)
        found[owned] = int(level)
    return found


def dice(reader: Reader, _arg: Arg) -> list[int]:
    """Two dice: ``34``, ``3+4``, ``3 4``."""
    token = reader.word()
    if both := DICE.fullmatch(token.text):
        return [int(both[1]), int(both[2])]
    other = reader.peek()
    if DIE.fullmatch(token.text) and other and DIE.fullmatch(other.text):
        return [int(token.text), int(reader.word().text)]
    raise reader.fault("notation_dice", token)


def another_seat(reader: Reader, found: Container[str]) -> str:
    """A seat that is not in ``found`` yet."""
    reader.halve()
    token = reader.word()
    player: str = reader.named(token, "seats")
    if player in found:
        raise reader.fault("notation_twice", token)
    return player


def throws(reader: Reader, arg: Arg) -> dict[str, list[int]]:
    """Seats with their dice, at least one: ``A=34``, ``A 34``."""
    found: dict[str, list[int]] = {}
    while reader.more() or not found:
        player = another_seat(reader, found)
        found[player] = dice(reader, arg)
    return found


def hands(reader: Reader, arg: Arg) -> dict[str, list[str]]:
    """Seats with their deeds, at least one seat: ``A bal ori B boa``."""
    found: dict[str, list[str]] = {}
    while reader.more() or not found:
        player = another_seat(reader, found)
        found[player] = []
        while (following := reader.peek()) and not reader.is_seat(following.text.partition("=")[0]):
            found[player].append(deed(reader, arg))
    return found


def side(reader: Reader, _arg: Arg) -> dict[str, Any]:
    """One side of a deal, in any order: cash, deeds, release cards, claims (``B/C=200``: B owes C 200), and ``sell``:
    the buildings of the deeds' groups are sold as part of the deal.
    """
    found: dict[str, Any] = {}
    cards = reader.codes["release"]
    while reader.more():
        token = reader.word()
        if (cash := reader.amount(token)) is not None:
            if "cash" in found:
                raise reader.fault("notation_twice", token)
            found["cash"] = cash
        elif token.text == SELL:
            if "sell_buildings" in found:
                raise reader.fault("notation_twice", token)
            found["sell_buildings"] = True
        elif (claim := CLAIM.fullmatch(token.text)) and (owed := reader.amount(token, claim[3])) is not None:
            debtor, creditor = (reader.named(token, "seats", word=word) for word in claim.groups()[:2])
            found.setdefault("claims", []).append({"debtor": debtor, "creditor": creditor, "amount": owed})
        elif token.text.startswith("#"):
            found.setdefault("deeds", []).append(reader.deed(token))
        else:
            key = reader.named(token, "deeds", cards)
            part = "deeds" if key in dict(reader.codes["deeds"]) else "cards"
            found.setdefault(part, []).append(key)
    return found


def blocks(reader: Reader, _arg: Arg) -> dict[str, list[int]]:
    """Pieces by size: ``r2`` is a residential piece of two blocks, ``i1`` an industrial piece of one."""
    found: dict[str, list[int]] = {}
    while reader.more():
        token = reader.word()
        piece = BLOCK.fullmatch(token.text)
        if piece is None:
            raise reader.fault("notation_word_extra", token)
        found.setdefault(BLOCKS[piece[1]], []).append(int(piece[2]))
    return found


def json(reader: Reader, _arg: Arg) -> Any:
    """A JSON object in braces."""
    token = reader.peek()
    if token is None or token.kind != "json":
        raise reader.missing()
    return reader.take().value


READ: Mapping[str, Callable[[Reader, Arg], Any]] = {
    kind.__name__: kind
    for kind in (
        *(seat, party, deed, deck, card, number, amount, flag, option, name, text, texts, seats, deeds, levels),
        *(dice, throws, hands, side, blocks, json),
    )
}
