"""The labels of a page's fields, read from the page itself, so that a fault calls a field what its reader sees."""

from __future__ import annotations

from collections.abc import Mapping
from html.parser import HTMLParser

FIELDS = frozenset({"input", "select", "textarea"})
UNREAD = frozenset({"select", "textarea", "option", "script", "style"})
"""Elements whose text is no part of the label around them."""


def labels_in(page: str, path: str) -> Mapping[str, str]:
    """The label of each field by its name; those in a form that is sent to ``path`` come before others of the name."""
    reader = _Reader(path)
    reader.feed(page)
    return reader.labels()


class _Reader(HTMLParser):
    def __init__(self, path: str) -> None:
        super().__init__()
        self.path = path
        self.sent_here = False
        self.unread = 0
        self.inside: list[str] | None = None  # the text of the label that is open
        self.texts: dict[str, list[str]] = {}  # of labels, by the id of their field
        self.fields: list[tuple[str, str, list[str] | None, bool]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.sent_here = given.get("action", self.path).partition("#")[0].partition("?")[0] == self.path
        elif tag == "label":
            self.inside = self.texts.setdefault(given["for"], []) if "for" in given else []
        if tag in FIELDS and given.get("name") and given.get("type") not in ("hidden", "radio"):
            own = [given["aria-label"]] if given.get("aria-label") else self.inside
            self.fields.append((given["name"], given.get("id", ""), own, self.sent_here))
        self.unread += tag in UNREAD

    def handle_endtag(self, tag: str) -> None:
        if tag == "label":
            self.inside = None
        self.unread -= tag in UNREAD

    def handle_data(self, data: str) -> None:
        if self.inside is not None and not self.unread:
            self.inside.append(data)

    def labels(self) -> Mapping[str, str]:
        found: dict[str, str] = {}
        for name, id_, own, _ in sorted(self.fields, key=lambda field: not field[3]):
            label = " ".join("".join(self.texts.get(id_, ()) if own is None else own).split()).rstrip(":：")
            if label:
                found.setdefault(name, label)
        return found
