"""Options of the rulesets in words."""

from __future__ import annotations

import pytest
from flask import Flask

import rulesets
from referee.core.language import spoken
from referee.events.points_text import TITLES, VALUES, options_told
from rulesets.languages import LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_of_a_shipped_ruleset_and_its_values_have_words(language: str) -> None:
    with Flask(__name__).test_request_context(), spoken(language):
        for name in rulesets.names():
            for option in rulesets.load(name).options:
                assert option.name in TITLES
                for value in (option.default, *option.samples):
                    (line,) = options_told(name, {option.name: value})
                    assert option.name not in line
                    assert not isinstance(value, str) or VALUES[option.name, value]() in line


def test_an_option_without_words_is_told_as_the_file_has_it() -> None:
    with Flask(__name__).test_request_context():
        assert options_told("jma-2006", {"house_rule": ["a", True, 1200]}) == ["house_rule → a, yes, 1,200"]
