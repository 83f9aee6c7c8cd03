"""The words of faults, for whoever reads the notation elsewhere (a page, say) and knows only codes and facts."""

from __future__ import annotations

from rulesets.kernel.sentence import templates

PREFIX = "notation_"


def words(language: str) -> dict[str, str]:
    """The sentences of all faults in a language, by code, their facts in braces.

    Raises KeyError for a language that there is not.
    """
    return {code: text for code, text in templates(language).items() if code.startswith(PREFIX)}
