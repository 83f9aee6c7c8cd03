"""Cookies that only this service may read: their names over http and over https.

Over https a name begins with ``__Host-``: the browser then accepts the cookie only from this very host, with ``Secure``
and for every path, so that neither a neighbouring host nor a page over plain http can put one in its place.  Over http
no browser accepts such a name, and the plain one is used.
"""

from __future__ import annotations

from flask import Response, after_this_request, request

PREFIX = "__Host-"


def name_here(name: str) -> str:
    """What a cookie is called over the scheme of the request."""
    return f"{PREFIX}{name}" if request.is_secure else name


def read_cookie(name: str) -> str | None:
    """The value of a cookie in the request; None if there is none.

    Over https the plain name counts too if the other is missing: whoever was logged in before a hall went from http to
    https, or before this version, stays so.  `take_over` then replaces it.
    """
    return request.cookies.get(name_here(name)) or request.cookies.get(name)


def take_over(name: str, seconds: int) -> None:
    """Give a cookie that came over https by its plain name the right name, for so many seconds."""
    value = request.cookies.get(name)
    if value and request.is_secure and name_here(name) not in request.cookies:

        @after_this_request
        def rename(response: Response) -> Response:
            if not any(each.startswith(f"{name_here(name)}=") for each in response.headers.getlist("Set-Cookie")):
                set_cookie(response, name, value, seconds)
            return response


def set_cookie(response: Response, name: str, value: str, seconds: int) -> None:
    """Set a cookie that scripts and other sites cannot read; over https the plain one is deleted."""
    response.set_cookie(
        name_here(name), value, max_age=seconds, httponly=True, samesite="Lax", secure=request.is_secure, path="/"
    )
    if request.is_secure and name in request.cookies:
        response.delete_cookie(name, path="/")


def delete_cookie(response: Response, name: str) -> None:
    for each in {name, name_here(name)}:
        response.delete_cookie(each, httponly=True, samesite="Lax", secure=request.is_secure, path="/")
