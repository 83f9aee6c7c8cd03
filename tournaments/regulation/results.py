"""How results are handled: ``[results]``."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.section import Section

CONFIRMATIONS = ("second_person", "none")
SHOWN = ("round_closed", "entered")


@dataclass(frozen=True, slots=True)
class ResultsPolicy:
    """The handling of results.

    ``confirmation``: who must confirm a result before it is valid; ``shown``: when it becomes public.
    """

    confirmation: str
    shown: str


def read_results(section: Section) -> ResultsPolicy:
    """Read the section ``[results]``."""
    policy = ResultsPolicy(
        section.one_of("confirmation", CONFIRMATIONS, CONFIRMATIONS[0]),
        section.one_of("shown", SHOWN, SHOWN[0]),
    )
    section.done()
    return policy
