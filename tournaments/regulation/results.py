"""What happens to results: ``[results]``."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.section import Section

CONFIRMATIONS = ("second_person", "none")
SHOWN = ("round_closed", "entered")


@dataclass(frozen=True, slots=True)
class ResultsPolicy:
    """``confirmation``: who must confirm a result before it stands; ``shown``: from when the public sees it."""

    confirmation: str
    shown: str


def read_results(section: Section) -> ResultsPolicy:
    """The section ``[results]``."""
    policy = ResultsPolicy(
        section.one_of("confirmation", CONFIRMATIONS, CONFIRMATIONS[0]),
        section.one_of("shown", SHOWN, SHOWN[0]),
    )
    section.done()
    return policy
