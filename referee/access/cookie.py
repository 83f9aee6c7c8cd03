"""The cookie that carries a token in a browser."""

from __future__ import annotations

from flask import Response, request

from referee.access.guard import COOKIE


def carry(response: Response, token: str, span: int) -> None:
    """Give a browser a token for ``span`` milliseconds: out of reach of scripts and of other sites."""
    response.set_cookie(
        COOKIE, token, max_age=span // 1000, httponly=True, samesite="Lax", secure=request.is_secure, path="/"
    )


def drop(response: Response) -> None:
    """Take the token from a browser."""
    response.delete_cookie(COOKIE, httponly=True, samesite="Lax", secure=request.is_secure, path="/")
