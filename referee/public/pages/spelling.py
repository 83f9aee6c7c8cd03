"""Public pages have one spelling: any other is redirected to it, so that nobody fills caches with more."""

from __future__ import annotations

import re
from urllib.parse import quote, urlencode

from flask import redirect, request
from werkzeug.wrappers import Response as AnyResponse

from referee.core.access.guard import SAFE
from referee.public.pages.frame import pages_of
from rulesets.languages import LANGUAGES

PAGES = re.compile(r"/+p/", re.IGNORECASE)
"""How the addresses of public pages begin, however they are spelled."""
PRIVATE = "/m/"
"""How those of players' pages do, whose codes have one spelling anyway."""
ID = re.compile(r"[0-9a-z]{18}")
TAKEN = {
    "seats": ("name",),
    "screen": ("parts", "seconds", "slide", "preview", "colours"),
    "versus": ("one", "other"),
}
"""What a page takes behind ``?`` besides the language, by the end of its address."""
PICKS = re.compile(r"[pm]\d{1,5}")
"""What is picked on the page of what would be if; it is not cached."""
LONGEST = 100
"""Letters of what is taken."""


def one_spelling() -> AnyResponse | None:
    """Redirect a request to the one spelling of its address: small letters, no stroke twice or at
    the end, the short address of an event that has one, and nothing behind ``?`` that the page does not take.
    """
    given_path = request.environ.get("PATH_INFO", "")
    is_page = PAGES.match(given_path) is not None
    if not (is_page or given_path.startswith(PRIVATE)) or request.method not in SAFE:
        return None
    path = request.path  # which has one stroke at the beginning, however many there were
    wanted = spelled(path) if is_page else path
    end = wanted.split("/")[3:4] if is_page else []
    query = urlencode(known_arguments(end), safe=",")
    as_wanted = query == request.query_string.decode() or (
        "name" in request.args and known_arguments(end) == all_arguments()
    )
    whole = not given_path.startswith("//")
    if whole and wanted == path and as_wanted and raw_path() in (None, quote(request.root_path + path)):
        return None
    return redirect(request.root_path + quote(wanted) + (f"?{query}" if query else ""), 308)


def spelled(path: str) -> str:
    """A path as it should be."""
    _, prefix, address, *rest = [*re.sub(r"/+", "/", path).rstrip("/").lower().split("/"), ""]
    pages = pages_of(address) if ID.fullmatch(address) else None
    if pages is not None and pages.content.shown.open:
        address = pages.content.shown.address or address
    return "/".join(["", prefix, address, *rest]).rstrip("/")


def known_arguments(end: list[str]) -> list[tuple[str, str]]:
    """What stands behind ``?`` as far as the page takes it, the language first."""
    picks = [name for name in request.args if PICKS.fullmatch(name)] if end == ["what-if"] else []
    names = ("lang", *TAKEN.get("".join(end), ()), *picks)
    found = [(name, request.args[name][:LONGEST]) for name in names if request.args.get(name)]
    return [each for each in found if each[0] != "lang" or each[1] in LANGUAGES]


def all_arguments() -> list[tuple[str, str]]:
    """All of ``?``: a name to search for may be encoded in many ways, and its page is not cached."""
    return list(request.args.items(multi=True))


def raw_path() -> str | None:
    """The path as it came, where the web server has it; ours has it decoded only."""
    raw = request.environ.get("RAW_URI")
    return None if raw is None else str(raw).partition("?")[0]
