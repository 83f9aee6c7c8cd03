"""Headers that go with every answer: what a browser must not do with it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

POLICY = "default-src 'self'; base-uri 'none'; object-src 'none'; form-action 'self'; frame-ancestors 'none'"
"""Everything from here, nothing inline, in nobody's frame."""
ALWAYS = [
    ("X-Content-Type-Options", "nosniff"),
    # Not no-referrer: with that a browser sends its own forms as from nowhere (Origin: null).
    ("Referrer-Policy", "same-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
]
UNLESS_SAID = {"content-security-policy": POLICY, "cache-control": "no-store"}
"""What an answer may say itself."""
HSTS = ("Strict-Transport-Security", "max-age=86400")
"""A day: a laptop that served https in the hall may serve plain http at home."""


def protected(application: WSGIApplication) -> WSGIApplication:
    """The application with the headers on its answers.  Around it rather than in it: that costs a tenth, every move."""

    def answered(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        def start(status: str, headers: list[tuple[str, str]], *fault: Any) -> Any:
            said = {name.lower() for name, _ in headers}
            headers = headers + ALWAYS + [each for each in UNLESS_SAID.items() if each[0] not in said]
            if environ["wsgi.url_scheme"] == "https":
                headers.append(HSTS)
            return start_response(status, headers, *fault)

        return application(environ, start)

    return answered
