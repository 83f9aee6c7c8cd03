"""Editions that are kept in the service."""

from __future__ import annotations

from sqlmodel import Field

from referee.models.base import SignedRow, long_text


class KeptEdition(SignedRow, table=True):
    """An edition that was filled in here, with who kept it.  Written once: games are judged by it.

    ``ruleset``: the game that it is for; ``text``: its TOML.
    """

    __tablename__ = "kept_edition"

    name: str = Field(primary_key=True, max_length=60)
    ruleset: str = Field(max_length=60)
    text: str = long_text()
