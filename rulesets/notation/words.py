"""The texts of faults, for programs that read the notation elsewhere (such as a page) and only have codes and facts."""

from __future__ import annotations

from rulesets.kernel.sentence import templates

PREFIX = "notation_"


def words(language: str) -> dict[str, str]:
    """The sentences of all faults in a language, by code, with placeholders in braces for their facts.

    Raises KeyError for an unknown language.
    """
    return {code: text for code, text in templates(language).items() if code.startswith(PREFIX)}
