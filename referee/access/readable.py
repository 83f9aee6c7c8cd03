"""Letters that no text has: refused before anything is looked at, wherever in a request they stand."""

from __future__ import annotations

from flask import request

from referee.problems import Problem

FORMS = frozenset({"application/x-www-form-urlencoded", "multipart/form-data"})
ZERO = "\0"
"""The letter that PostgreSQL takes in no text, and that ends the texts of many a program."""


def refuse_unreadable() -> None:
    """Look for zero letters in the address and in what a form brings; bodies in JSON are read by schemas, which refuse
    them too (`referee.api.schemas.base.Line`).  What is no UTF-8 is read with � in its place.

    Raises the problem ``not_found`` for a path with one in it, and ``unreadable`` for all else.
    """
    environ = request.environ  # itself: each look through a proxy costs, at every move
    if ZERO in environ.get("PATH_INFO", ""):
        raise Problem("not_found", path=request.path.replace(ZERO, "�"))
    if "%00" in environ.get("QUERY_STRING", ""):
        raise Problem("unreadable")
    if environ.get("CONTENT_TYPE", "").partition(";")[0].strip().lower() in FORMS:
        sent = (*request.form.items(multi=True), *((name, file.filename or "") for name, file in request.files.items()))
        if any(ZERO in name or ZERO in value for name, value in sent):
            raise Problem("unreadable")
