"""The languages, discovered from files: ``LANG.toml`` here for each, and its texts in ``NAME.LANG.toml`` everywhere."""

from rulesets.languages.known import FALLBACK, FIRST, LANGUAGES, NAMES, Language, language

__all__ = ["FALLBACK", "FIRST", "LANGUAGES", "NAMES", "Language", "language"]
