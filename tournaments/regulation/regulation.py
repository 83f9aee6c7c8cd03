"""A regulation: how an event is played."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from tournaments.penalties.rule import PenaltiesRule
from tournaments.points.rule import Points
from tournaments.points.score import RoundFacts
from tournaments.qualification.rule import QualificationRule
from tournaments.regulation.game import GameRule, header_of
from tournaments.regulation.round import STAGES, PlannedRound
from tournaments.regulation.sections import ResultsPolicy, RulingsRule, SeatingPolicy, SpectatorsRule, TableSizes
from tournaments.standings.rule import StandingsRule
from tournaments.teams import TeamsRule
from tournaments.venues.rule import VenuesRule


@dataclass(frozen=True, slots=True)
class Regulation:
    """A valid regulation.

    ``titles``: by language; ``sources``: URLs of the documents it follows; ``content``: the content of its file, before
    parameters are replaced; ``fingerprint``: of that content.
    """

    name: str
    version: str
    titles: Mapping[str, str]
    sources: tuple[str, ...]
    game: GameRule
    tables: TableSizes
    rounds: tuple[PlannedRound, ...]
    seating: SeatingPolicy
    points: Points
    standings: StandingsRule
    qualification: QualificationRule | None
    teams: TeamsRule | None
    venues: VenuesRule | None
    results: ResultsPolicy
    penalties: PenaltiesRule
    rulings: RulingsRule
    spectators: SpectatorsRule
    content: Mapping[str, object]
    fingerprint: str

    @property
    def finals(self) -> tuple[QualificationRule, ...]:
        """Who plays for which final: the event's rule first, then those of classes; empty without a final."""
        return (self.qualification, *self.qualification.classes) if self.qualification is not None else ()

    @property
    def stages(self) -> tuple[str, ...]:
        """The stages after the main rounds, in order."""
        return tuple(dict.fromkeys(each.stage for each in self.rounds if each.stage != STAGES[0]))

    def final_of(self, class_name: str) -> QualificationRule | None:
        """The rule of the final that players of a class play for; empty: of those without one."""
        return next((each for each in self.finals if each.takes(class_name)), None)

    def class_played(self, number: int, classes: Iterable[str]) -> str:
        """The class whose final a table of round ``number`` plays, by the ``classes`` of its players; empty: the
        event's, or none.
        """
        found = {*classes}
        own = {each.class_name for each in self.finals if each.class_name}
        return found.pop() if len(found) == 1 and found <= own and self.planned(number).stage != STAGES[0] else ""

    @property
    def last_counting(self) -> int:
        """The number of the last round whose games count for points."""
        return max(each.number for each in self.rounds if each.counts)

    def header(self, number: int, seats: list[str], beside: int | None = None) -> dict[str, Any]:
        """The header of the record of a game in round ``number``, from 1; ``beside`` as in `planned`."""
        return header_of(self.game, self.planned(number, beside), seats)

    def planned(self, number: int, beside: int | None = None) -> PlannedRound:
        """The plan of round ``number``; a round beyond the plan is like the last that counts, with ``beside`` as its
        minutes.
        """
        if number <= len(self.rounds):
            return self.rounds[number - 1]
        return replace(self.rounds[self.last_counting - 1], minutes=beside)

    def facts(
        self, number: int, flags: Mapping[str, frozenset[str]] | None = None, dice: Mapping[str, int] | None = None
    ) -> RoundFacts:
        """What points need to know about round ``number``; ``flags`` and ``dice`` by player."""
        return RoundFacts(number == self.last_counting, flags or {}, dice or {})
