"""Signs that lead through the building."""

from __future__ import annotations

from referee.printing.job import PaperJob
from referee.printing.request import DocumentRequest
from rulesets.languages import LANGUAGES
from tournaments.paper.documents.direction_signs import DirectionSign, direction_signs
from tournaments.paper.signs import EACH_WAY, PLACES, WAYS, WITHOUT_ARROW
from tournaments.paper.words import words


def way_signs(request: DocumentRequest) -> PaperJob:
    """The sign that was asked for, or one of every kind, each for the ways that it may point; in the document's
    language, or in it and all others.
    """
    options = request.options
    ways = WAYS if options.arrow == EACH_WAY else (options.arrow,)
    if options.sign_text:
        # What was typed is in whatever language it is in.
        line = (request.language, options.sign_text)
        return PaperJob(direction_signs, tuple(DirectionSign(each, (line,)) for each in ways), len(ways))
    spoken = [request.language]
    if options.every_language:
        spoken += (each for each in LANGUAGES if each != request.language)
    signs: list[DirectionSign] = []
    for place in PLACES if options.sign is None else (options.sign,):
        texts: dict[str, str] = {}
        for language in spoken:  # what two languages write alike is said once
            texts.setdefault(said(place, request, language), language)
        lines = tuple((language, each) for each, language in texts.items())
        signs += (DirectionSign(each, lines) for each in (("none",) if place in WITHOUT_ARROW else ways))
    return PaperJob(direction_signs, tuple(signs), len(signs))


def said(place: str, request: DocumentRequest, language: str) -> str:
    """What a sign says in a language; that of the tables says which."""
    texts = words(language)
    first, last = request.options.first_table, request.options.last_table
    if place != "tables" or (first is None and last is None):
        return texts[f"sign_{place}"]
    low, high = sorted((first or last or 1, last or first or 1))
    return texts["sign_table_of" if low == high else "sign_tables_of"].format(first=low, last=high)
