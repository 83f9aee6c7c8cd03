"""Options of the rulesets in words."""

from __future__ import annotations

import pytest

import rulesets
from referee.core.language import text
from referee.events.points_text import TITLES, VALUES, option_lines
from rulesets.languages import LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_of_a_shipped_ruleset_and_its_values_have_words(language: str) -> None:
    for name in rulesets.names():
        for option in rulesets.load(name).options:
            assert option.name in TITLES
            for value in (option.default, *option.samples):
                (line,) = option_lines(name, {option.name: value}, language)
                assert option.name not in line
                assert not option.money or rulesets.load(name).money().typed(value) in line
                assert not isinstance(value, str) or text(language, VALUES[option.name, value]) in line


def test_an_option_without_words_is_told_as_the_file_has_it() -> None:
    assert option_lines("jma-2006", {"house_rule": ["a", True, 1200]}, "en") == ["house_rule: a, yes, 1,200"]
