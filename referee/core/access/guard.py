"""The guard of every endpoint: who sends a request, and whether they may."""

from __future__ import annotations

from flask import Response, after_this_request, g, request
from itsdangerous import BadSignature, URLSafeSerializer
from sqlmodel import select

from referee.core.access.principal import Principal, token_hash
from referee.core.access.roles import may
from referee.core.problems import Problem
from referee.core.service import service
from referee.core.zone import is_about
from referee.models import Credential

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


COOKIE = "referee"
"""The cookie that carries a token in a browser; over https with `cookies.PREFIX` before it."""
FORM_TOKEN = "X-CSRF-Token"
"""The header (or the form field ``csrf_token``) that a browser must send besides its cookie to change anything."""
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
NO_STORE = "no-store"
"""The caching of responses that say nothing else, which is added last (`referee.core.http.security`)."""


def principal() -> Principal | None:
    """The principal that sent the request, or None if unknown.

    A token comes as ``Authorization: Bearer`` or as the cookie.  With the cookie, a request that changes something must
    also carry the session's form token (else the problem ``form_token``), which another site's page does not know
    (CSRF).
    """
    if "principal" not in g:
        g.principal = _authenticated()
    found: Principal | None = g.principal
    return found


def _authenticated() -> Principal | None:
    token, by_cookie = _token()
    found = service().principals.find(token) if token else None
    if found is None or not by_cookie:
        return found
    if request.method not in SAFE and not _shows_form_token(found.credential_id):
        raise Problem("form_token")
    take_over(COOKIE, (found.expires_at - service().database.now()) // 1000)
    return found


def _token() -> tuple[str | None, bool]:
    """The token of the request, and whether it is a browser's cookie."""
    scheme, _, token = request.environ.get("HTTP_AUTHORIZATION", "").partition(" ")
    if scheme.lower() == "bearer" and token:
        return token.strip(), False
    return read_cookie(COOKIE), True


def held_credential() -> Credential | None:
    """The credential whose token the request carries, even if it is revoked or has expired; None if there is none.

    It proves who used to have a right, for the one thing that they may still do (`referee.tables.left_behind`).
    Raises the problem ``form_token`` as `principal` does.
    """
    token, by_cookie = _token()
    if not token:
        return None
    with service().database.read() as session:
        found = session.exec(select(Credential).where(Credential.token_hash == token_hash(token))).first()
    if found is not None and by_cookie and request.method not in SAFE and not _shows_form_token(found.id):
        raise Problem("form_token")
    return found


def keep_private(response: Response) -> Response:
    """Keep a response out of shared caches if its view has asked who sends the request: it may be for them alone.

    Runs after every view, so that none has to think of it: whatever ``Cache-Control`` a view sets, a proxy never gives
    to strangers what the staff was shown.
    """
    given = response.headers.get("Cache-Control", NO_STORE)
    if "principal" in g and NO_STORE not in given and "private" not in given:
        caching = response.cache_control
        caching.public, caching.s_maxage, caching.private = False, None, True
        response.vary.add("Cookie")
    return response


def form_token(who: Principal) -> str:
    """The form token that a session's pages send along with every change."""
    return form_token_of(who.credential_id)


def form_token_of(credential_id: str) -> str:
    return str(_signer().dumps(credential_id))


def _shows_form_token(credential_id: str) -> bool:
    shown = request.headers.get(FORM_TOKEN) or request.form.get("csrf_token", "")
    try:
        return bool(_signer().loads(shown) == credential_id)
    except BadSignature:
        return False


def _signer() -> URLSafeSerializer:
    return URLSafeSerializer(service().settings.secret, salt="form")


def require_principal() -> Principal:
    """The principal that sent the request.  Raises the problem ``unknown_person`` if unknown."""
    found = principal()
    if found is None:
        raise Problem("unknown_person")
    return found


def allowed(action: str, event_id: str | None = None, table_id: str | None = None) -> Principal:
    """The principal that sent the request, if they may take the action in the event, or at its table.

    Raises the problems ``unknown_person`` (401) and ``not_allowed`` (403).
    """
    return ensure_allowed(require_principal(), action, event_id, table_id)


def ensure_allowed(who: Principal, action: str, event_id: str | None = None, table_id: str | None = None) -> Principal:
    """Return ``who`` if they may take the action.  Raises the problem ``not_allowed`` (403)."""
    is_about(event_id)
    roles = who.roles_in(event_id, table_id)
    if not may(roles, action):
        raise Problem("not_allowed", more={"action": action, "roles": sorted(roles)})
    return who


def require_session() -> Principal:
    """The principal that sent the request, if they come in a session, by logging in or by a private link.  Raises the
    problem ``own_log_in`` for devices and programs.
    """
    who = require_principal()
    if who.kind != "session":
        raise Problem("own_log_in")
    return who


def set_token_cookie(response: Response, token: str, span: int) -> None:
    """Set the cookie with a token for ``span`` milliseconds, inaccessible to scripts and to other sites."""
    set_cookie(response, COOKIE, token, span // 1000)


def delete_token_cookie(response: Response) -> None:
    delete_cookie(response, COOKIE)
