"""What is new in an event, as everybody may know it: for its page, its feed, and whoever is sent it."""

from __future__ import annotations

from dataclasses import dataclass

from referee.core.language import text
from referee.core.pages.format import round_name
from referee.public.queries import PublicEvent

NOTICE, SEATS, RESULTS = "notice.made", "seats.published", "results.published"
KINDS = (NOTICE, SEATS, RESULTS)


@dataclass(frozen=True, slots=True)
class NewsItem:
    """A piece of news.  ``id``: the same as long as it is the same news; ``at``: when it came out (ms since 1970, UTC);
    ``page``: the end of the address of the public page that shows it.
    """

    id: str
    kind: str
    at: int
    text: str
    page: str


def news_of(public: PublicEvent, language: str) -> list[NewsItem]:
    """What is new, the latest first: notices to everybody, seatings and results that came out."""
    found = [
        NewsItem(f"notice:{each.id}", NOTICE, each.made_at, each.text, "")
        for each in public.notices
        if each.player_id is None
    ]
    for each in public.rounds:
        name = round_name(each.number, each, language)
        if (at := each.published_at) is not None and public.shows("seating") and public.at(each.number):
            told = text(language, "public_seats_out", round=name)
            found.append(NewsItem(f"seats:{each.id}:{at}", SEATS, at, told, f"/seats/{each.number}"))
        if (at := each.results_published_at) is not None and public.shows("standings"):
            told = text(language, "public_results_out", round=name)
            found.append(NewsItem(f"results:{each.id}:{at}", RESULTS, at, told, "/standings"))
    return sorted(found, key=lambda each: (-each.at, each.id))
