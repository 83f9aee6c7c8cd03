"""Cards found by their names, as a table or the log of another program writes them."""

from __future__ import annotations

from collections.abc import Iterator

from rulesets.kernel.ruleset import Game
from rulesets.languages import LANGUAGES
from rulesets.search.fold import folded


def cards_named(game: Game, name: str, deck: str | None = None) -> list[str]:
    """Return the keys of the cards of a game's edition, or of one ``deck``, that have this name in some language.

    Case, width, blanks and punctuation do not matter, and a name may be longer or shorter at its end: "Advance to Go
    (collect $200)" is "Advance to GO".  A name that is a card's whole name names no other.
    """
    sought = letters(name)
    known = list(dict.fromkeys((key, letters(own)) for key, own in names(game, deck)))
    found = [key for key, own in known if own == sought]
    found = found or [key for key, own in known if sought and (own.startswith(sought) or sought.startswith(own))]
    return list(dict.fromkeys(found))


def names(game: Game, deck: str | None) -> Iterator[tuple[str, str]]:
    """Yield every card with its key as a name, and its name in every language."""
    table, printed = game.state.table, game.ruleset.mechanics.printed
    for language in LANGUAGES:
        for row in printed(table, language).get("decks", ()):
            if deck in (None, row["key"]):
                for card in row["cards"]:
                    yield card["key"], card["key"]
                    yield card["key"], card["label"]


def letters(text: str) -> str:
    """A text folded, and only its letters and digits."""
    return "".join(letter for letter in folded(text) if letter.isalnum())
