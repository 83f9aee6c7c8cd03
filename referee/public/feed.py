"""The news of an event as an Atom feed (RFC 4287)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from xml.etree.ElementTree import Element, SubElement, tostring

from referee.public.news import NewsItem

ATOM = "http://www.w3.org/2005/Atom"
TYPE = "application/atom+xml; charset=utf-8"
UNFIT = {number: None for number in range(32) if number not in (9, 10)}
"""Letters that XML has not."""


def feed(event_id: str, name: str, language: str, address: str, made_at: int, news: Sequence[NewsItem]) -> str:
    """The feed.  ``address``: of the event's public page; ``made_at``: when the event was made (ms), the moment of a
    feed without news.
    """
    root = Element("feed", {"xmlns": ATOM, "xml:lang": language})
    _add(root, "id", f"urn:monopoly-referee:{event_id}")
    _add(root, "title", name)
    _add(root, "updated", _moment(max((each.at for each in news), default=made_at)))
    SubElement(root, "link", {"rel": "self", "href": f"{address}/news.atom?lang={language}"})
    SubElement(root, "link", {"rel": "alternate", "type": "text/html", "href": f"{address}?lang={language}"})
    _add(SubElement(root, "author"), "name", name)
    for each in news:
        entry = SubElement(root, "entry")
        _add(entry, "id", f"urn:monopoly-referee:{event_id}:{each.id}")
        _add(entry, "title", each.text)
        _add(entry, "updated", _moment(each.at))
        SubElement(entry, "link", {"rel": "alternate", "href": f"{address}{each.page}?lang={language}"})
        SubElement(entry, "category", {"term": each.kind})
        _add(entry, "content", each.text)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + tostring(root, "unicode")


def _add(parent: Element, name: str, text: str) -> None:
    SubElement(parent, name).text = text.translate(UNFIT).encode("utf-8", "replace").decode()


def _moment(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
