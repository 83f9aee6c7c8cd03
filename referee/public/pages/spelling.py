"""Canonical URLs of public pages: any other spelling is redirected, so that nobody can fill caches with variants."""

from __future__ import annotations

import re
from urllib.parse import quote, urlencode

from flask import redirect, request
from werkzeug.wrappers import Response as AnyResponse

from referee.core.access.guard import SAFE
from referee.public.pages.frame import pages_of
from rulesets.languages import LANGUAGES

PAGE_PATH = re.compile(r"/+p/", re.IGNORECASE)
"""The start of a public page's path, in any spelling."""
PRIVATE_PATH = "/m/"
"""The start of the path of a player's private page; its code has only one spelling anyway."""
ID = re.compile(r"[0-9a-z]{18}")
PARAMETERS = {
    "seats": ("name",),
    "screen": ("parts", "seconds", "slide", "preview", "colours"),
    "versus": ("one", "other"),
}
"""The query parameters that a page takes besides the language, by the end of its path."""
PICKS = re.compile(r"[pm]\d{1,5}")
"""The picks on the what-if page, which is not cached."""
MAX_LENGTH = 100
"""The most characters of a query parameter."""


def redirect_to_canonical_url() -> AnyResponse | None:
    """Redirect a request to the canonical URL: lowercase, without double or trailing slashes, with the event's short
    address if it has one, and without query parameters that the page does not take.  None if it is canonical.
    """
    given_path = request.environ.get("PATH_INFO", "")
    is_page = PAGE_PATH.match(given_path) is not None
    if not (is_page or given_path.startswith(PRIVATE_PATH)) or request.method not in SAFE:
        return None
    path = request.path  # always with a single leading slash, however many there were
    wanted = canonical_path(path) if is_page else path
    end = wanted.split("/")[3:4] if is_page else []
    query = urlencode(known_parameters(end), safe=",")
    query_matches = query == request.query_string.decode() or (
        "name" in request.args and known_parameters(end) == all_parameters()
    )
    single_slash = not given_path.startswith("//")
    if single_slash and wanted == path and query_matches and raw_path() in (None, quote(request.root_path + path)):
        return None
    return redirect(request.root_path + quote(wanted) + (f"?{query}" if query else ""), 308)


def canonical_path(path: str) -> str:
    """The canonical form of a path."""
    _, prefix, address, *rest = [*re.sub(r"/+", "/", path).rstrip("/").lower().split("/"), ""]
    pages = pages_of(address) if ID.fullmatch(address) else None
    if pages is not None and pages.content.shown.open:
        address = pages.content.shown.address or address
    return "/".join(["", prefix, address, *rest]).rstrip("/")


def known_parameters(end: list[str]) -> list[tuple[str, str]]:
    """The query parameters that the page takes, the language first.  ``end``: the end of the path, as segments."""
    picks = [name for name in request.args if PICKS.fullmatch(name)] if end == ["what-if"] else []
    names = ("lang", *PARAMETERS.get("".join(end), ()), *picks)
    found = [(name, request.args[name][:MAX_LENGTH]) for name in names if request.args.get(name)]
    return [each for each in found if each[0] != "lang" or each[1] in LANGUAGES]


def all_parameters() -> list[tuple[str, str]]:
    """All query parameters, decoded: a name to search for may be encoded in several ways, as its page is not cached."""
    return list(request.args.items(multi=True))


def raw_path() -> str | None:
    """The path as received, if the web server passes it on; ours only has it decoded."""
    raw = request.environ.get("RAW_URI")
    return None if raw is None else str(raw).partition("?")[0]
