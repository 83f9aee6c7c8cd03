"""Rows by their ids."""

from __future__ import annotations

from typing import TypeVar

from sqlmodel import Session, SQLModel

from referee.core.problems import Problem

Row = TypeVar("Row", bound=SQLModel)

NO_KEY = {"key_share": True}
"""Locks a row against changes, but lets others refer to it meanwhile."""


def get_row(session: Session, kind: type[Row], row_id: str, *, lock: bool | dict[str, bool] = False) -> Row:
    """A row; with ``lock`` as it is now, locked until the transaction ends.  Raises the problem ``not_found``."""
    found = session.get(kind, row_id, with_for_update=lock or None, populate_existing=bool(lock))
    if found is None:
        raise Problem("not_found", path=row_id)
    return found
