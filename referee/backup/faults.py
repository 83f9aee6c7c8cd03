"""What is wrong with a backup, and why one is not restored: told on pages and printed, in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path

from rulesets.languages import FALLBACK, LANGUAGES
from rulesets.languages.counted import fill
from rulesets.languages.texts import texts


class BackupFault(Exception):
    """``code``: a key of ``referee/texts/backups.LANG.toml``, whose sentence the ``facts`` fill."""

    def __init__(self, code: str, **facts: object) -> None:
        super().__init__(fill(_sentences(FALLBACK)[code], **facts))
        self.code = code
        self.facts = facts

    @property
    def told(self) -> Mapping[str, str]:
        """The sentence in every language, without the path of the file."""
        return {language: fill(_sentences(language)[self.code], **self.facts) for language in LANGUAGES}


class BackupUnusable(BackupFault):
    """A file that is not a complete backup.  ``path``: which; the message, for logs and the command line, begins with
    it.
    """

    def __init__(self, path: Path, code: str, **facts: object) -> None:
        super().__init__(code, **facts)
        self.path = path

    def __str__(self) -> str:
        return f"{self.path}: {super().__str__()}"


class RestoreRefused(BackupFault):
    """A restore that would destroy something; the message says what, and what to do instead."""


def quoted(error: BaseException) -> str:
    """The words of the system or of a library, in whatever language they are, as a quotation."""
    return f"“{getattr(error, 'strerror', None) or str(error) or type(error).__name__}”"


@cache
def _sentences(language: str) -> Mapping[str, str]:
    return texts(files("referee") / "texts", "backups", language)
