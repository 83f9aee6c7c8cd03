"""The public news of an event: for its page, its Atom feed (RFC 4287), and those who have it delivered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from xml.etree.ElementTree import Element, SubElement, tostring

from referee.core.language import text
from referee.core.pages.format import for_xml, round_name
from referee.public.queries import PublicEvent

NOTICE, SEATS, RESULTS = "notice.made", "seats.published", "results.published"
KINDS = (NOTICE, SEATS, RESULTS)
ATOM = "http://www.w3.org/2005/Atom"
FEED = "application/atom+xml; charset=utf-8"


@dataclass(frozen=True, slots=True)
class NewsItem:
    """A piece of news.  ``id``: stable for the same news; ``at``: when it was published (ms since 1970, UTC); ``page``:
    the end of the address of the public page that shows it.
    """

    id: str
    kind: str
    at: int
    text: str
    page: str


def news_of(public: PublicEvent, language: str) -> list[NewsItem]:
    """The news of an event, latest first: notices to everybody, published seatings and published results."""
    found = [
        NewsItem(f"notice:{each.id}", NOTICE, each.made_at, each.text, "")
        for each in public.notices
        if each.player_id is None
    ]
    for each in public.rounds:
        name = round_name(each.number, each, language)
        if (at := each.published_at) is not None and public.shows("seating") and public.at(each.number):
            sentence = text(language, "public_seats_out", round=name)
            found.append(NewsItem(f"seats:{each.id}:{at}", SEATS, at, sentence, f"/seats/{each.number}"))
        if (at := each.results_published_at) is not None and public.shows("standings"):
            sentence = text(language, "public_results_out", round=name)
            found.append(NewsItem(f"results:{each.id}:{at}", RESULTS, at, sentence, "/standings"))
    return sorted(found, key=lambda each: (-each.at, each.id))


def feed(event_id: str, name: str, language: str, address: str, made_at: int, news: Sequence[NewsItem]) -> str:
    """Return the Atom feed.  ``address``: of the event's public page; ``made_at``: when the event was made (ms), which
    is the date of a feed without news.
    """
    root = Element("feed", {"xmlns": ATOM, "xml:lang": language})
    _add(root, "id", f"urn:monopoly-referee:{event_id}")
    _add(root, "title", name)
    _add(root, "updated", _timestamp(max((each.at for each in news), default=made_at)))
    SubElement(root, "link", {"rel": "self", "href": f"{address}/news.atom?lang={language}"})
    SubElement(root, "link", {"rel": "alternate", "type": "text/html", "href": f"{address}?lang={language}"})
    _add(SubElement(root, "author"), "name", name)
    for each in news:
        entry = SubElement(root, "entry")
        _add(entry, "id", f"urn:monopoly-referee:{event_id}:{each.id}")
        _add(entry, "title", each.text)
        _add(entry, "updated", _timestamp(each.at))
        SubElement(entry, "link", {"rel": "alternate", "href": f"{address}{each.page}?lang={language}"})
        SubElement(entry, "category", {"term": each.kind})
        _add(entry, "content", each.text)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + tostring(root, "unicode")


def _add(parent: Element, name: str, text: str) -> None:
    SubElement(parent, name).text = for_xml(text)


def _timestamp(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
