"""Positions as a link shows them: record headers compressed into URLs, which survive a reload and can be shared."""

from __future__ import annotations

import base64
import binascii
import zlib
from collections.abc import Mapping
from typing import Any

from referee.core.chain import canonical
from referee.core.language import language
from referee.core.problems import Problem
from referee.rules.positions.declared import declared_form, read_declared
from referee.rules.positions.fields import difference, has_fields, read_position
from referee.rules.positions.values import form_values
from rulesets.kernel.record import FORMAT, Unreadable, open_header, read_line
from rulesets.kernel.ruleset import Game
from rulesets.kernel.telling.placing import placing_of


def shown_values(game: Game, language: str) -> dict[str, str]:
    """What would have been typed for the position of a game."""
    return form_values(game) if has_fields(game) else declared_form(game, language).values()


def read_change(form: Mapping[str, str], game: Game, language: str) -> dict[str, Any]:
    """The ``set`` of a ruling that makes the position of a game the one that a form stands for.

    Raises the problem ``faulty`` with everything that cannot be read.
    """
    before = game.ruleset.position(game)
    if has_fields(game):
        return difference(before, read_position(form, game, language))
    after, faults = read_declared(form, game, language)
    if faults:
        said = [(field, message) for field, messages in faults.items() for message in messages]
        errors = [{"field": field, "fault": "misread", "message": message} for field, message in said]
        raise Problem("faulty", more={"errors": errors}, faults=[message for _, message in said])
    closed: dict[str, Any] = {part: [] if isinstance(before[part], list) else None for part in placing_of(game).opened}
    return difference(before, closed | after)


MAX_PACKED_LENGTH = 4_000
"""The longest packed text, in characters; URLs of about 8,000 are accepted everywhere."""
MAX_UNPACKED_BYTES = 100_000
"""The most bytes to unpack: a short text can expand to a very long one."""


def header_from(game: Game, header: dict[str, Any]) -> dict[str, Any]:
    """The header of a record that starts from a game's current position.  ``header``: that of the game's own record."""
    known: dict[str, Any] = {
        key: header[key] for key in ("ruleset", "edition", "seats", "names", "options") if key in header
    }
    return {"record": FORMAT, **known, "start": game.ruleset.position(game)}


def pack(header: dict[str, Any]) -> str:
    """Pack a header into text for a URL.  Raises the problem ``too_large`` if it is too long for one."""
    text = base64.urlsafe_b64encode(zlib.compress(canonical(header).encode(), 9)).decode().rstrip("=")
    if len(text) > MAX_PACKED_LENGTH:
        raise Problem("too_large", most=MAX_PACKED_LENGTH // 1000)
    return text


def unpack(text: str) -> Any:
    """Unpack the content of a URL; it is untrusted input.  Raises the problem ``not_found`` if it is truncated or not
    of our making.
    """
    try:
        data = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
        inflating = zlib.decompressobj()
        body = inflating.decompress(data, MAX_UNPACKED_BYTES)
        if inflating.eof:
            return read_line(body.decode())
    except (binascii.Error, zlib.error, UnicodeError, Unreadable):
        pass
    raise Problem("not_found", path=text[:40])


def ruling_fields(text: str, game: Game) -> dict[str, str]:
    """The form fields of a ruling that sets the position of a packed header at the table of ``game``.

    Empty if there is no such header, or it is for another board or other seats.
    """
    try:
        other = open_header(unpack(text)).game if text else None
    except Problem:  # truncated on the way: the form begins without it
        return {}
    if other is None:
        return {}
    mine, theirs = game.state.table, other.state.table
    if (mine.seats, mine.edition.name, game.ruleset.name) != (theirs.seats, theirs.edition.name, other.ruleset.name):
        return {}
    return {**shown_values(other, language()), "effect": "set", "base": str(game.seq)}
