"""Reading rows by their ids."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, TypeVar

from sqlmodel import Session, SQLModel

from referee.core.problems import Problem

Row = TypeVar("Row", bound=SQLModel)
View = TypeVar("View")

NO_KEY_UPDATE = {"key_share": True}
"""Locks a row against changes, but lets foreign keys refer to it meanwhile (``FOR NO KEY UPDATE``)."""


def get_row(session: Session, kind: type[Row], row_id: str, *, lock: bool | dict[str, bool] = False) -> Row:
    """Return a row; with ``lock`` read anew, and locked for the transaction.  Raises the problem ``not_found``."""
    found = session.get(kind, row_id, with_for_update=lock or None, populate_existing=bool(lock))
    if found is None:
        raise Problem("not_found", path=row_id)
    return found


def shown_as(view: type[View], row: SQLModel, **more: Any) -> View:
    """A row as a view, a dataclass: its columns of the same names, and ``more``, what it does not say like that."""
    columns = {each.name for each in fields(view)} - more.keys()  # type: ignore[arg-type]
    return view(**{name: getattr(row, name) for name in columns}, **more)
