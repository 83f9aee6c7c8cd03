"""The state of a case: if it is decided, the ruling in force, who appealed; derived from its steps, never stored."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from referee.core.access.principal import Principal
from referee.core.problems import Problem
from referee.models import Case, CaseStep, GameTable, Round
from referee.models.cases import case_name

OPENED, NOTED, DECIDED, WITHDRAWN, MARKED = "opened", "noted", "decided", "withdrawn", "marked"
APPEALED, APPEAL_WITHDRAWN, UPHELD, CHANGED = "appealed", "appeal_withdrawn", "upheld", "changed"
STATED, RESTRICTED, VOTED = "stated", "restricted", "voted"
KINDS = (
    OPENED,
    NOTED,
    STATED,
    RESTRICTED,
    DECIDED,
    APPEALED,
    VOTED,
    UPHELD,
    CHANGED,
    APPEAL_WITHDRAWN,
    WITHDRAWN,
    MARKED,
)
RIGHTS: Mapping[str, str] = {
    **dict.fromkeys((OPENED, NOTED, STATED, WITHDRAWN), "case.open"),
    **dict.fromkeys((RESTRICTED, DECIDED), "case.decide"),
    **dict.fromkeys((APPEALED, APPEAL_WITHDRAWN), "case.appeal"),
    **dict.fromkeys((VOTED, UPHELD, CHANGED), "appeal.decide"),
    MARKED: "precedent.change",
}
"""The action that a step of each kind takes."""
NOTE_KINDS = (NOTED, STATED, RESTRICTED)
"""The kinds of notes: by the staff, a statement by somebody, one that only arbiters may read."""
OUTCOMES = (UPHELD, CHANGED)
OPEN = "open"
STATES = (OPEN, APPEALED, DECIDED, WITHDRAWN)
STANDINGS = ("none", "advice", "binding")
CLOCKS = ("untimed", "running", "paused", "stopped", "over")


class RulingWords(NamedTuple):
    """What a ruling says in a language."""

    facts: str
    decision: str
    reasons: str


class KeptDecision(NamedTuple):
    """A decision as it is stored.  ``effect``: in the form of `referee.cases.ruling_effect.RulingEffect`, with its
    results; ``agreed``: the seats that settled it among themselves (JMA/REF-4); ``appeal_until``: ms since 1970;
    ``translations``: what was composed of its words, in other languages, as `referee.cases.ruling.Translation`.
    """

    facts: str
    question: str
    clauses: Sequence[str]
    decision: str
    reasons: str
    effect: Mapping[str, Any]
    agreed: Sequence[str]
    appeal_until: int
    translations: Sequence[Mapping[str, str]] = ()

    def said(self, language: str) -> RulingWords:
        """Its words for a reader: what was composed in their language, the rest as it was written."""
        theirs = next((each for each in self.translations if each["language"] == language), {})
        return RulingWords(*(theirs.get(name) or getattr(self, name) for name in RulingWords._fields))


def decision_of(step: CaseStep) -> KeptDecision:
    """The decision in a step ``decided`` or ``changed``."""
    assert step.decision is not None
    return KeptDecision(**json.loads(step.decision))


class CaseState(NamedTuple):
    """A case and what follows from its steps.  ``steps``: in order.  ``first``: the step that decided it; ``last``: the
    one in force.

    ``appeals``: the steps of all appeals, by seat; ``retracted``: the seats that withdrew theirs.  ``settled``: the
    head judge's step that decided the appeals.  ``standing``: what the case is worth as a precedent.
    """

    case: Case
    table: GameTable
    round: Round
    steps: Sequence[CaseStep]
    first: CaseStep | None
    last: CaseStep | None
    appeals: Mapping[str, CaseStep]
    retracted: frozenset[str]
    settled: CaseStep | None
    withdrawn: CaseStep | None
    standing: str

    @property
    def name(self) -> str:
        """Its name in the event: R-3."""
        return case_name(self.case.number)

    @property
    def penalty_ids(self) -> tuple[str, ...]:
        """The penalties that the decision in force gave."""
        effect = decision_of(self.last).effect if self.last else {}
        return tuple(each["penalty_id"] for each in (effect, *effect.get("also", ())) if "penalty_id" in each)

    @property
    def unrestricted_steps(self) -> tuple[CaseStep, ...]:
        """The steps, except those that only arbiters may read."""
        return tuple(each for each in self.steps if each.kind != RESTRICTED)

    @property
    def waiting(self) -> tuple[str, ...]:
        """The seats whose appeals wait for the head judge."""
        return () if self.settled else tuple(seat for seat in self.appeals if seat not in self.retracted)

    @property
    def state(self) -> str:
        """open, appealed (an appeal waits), decided or withdrawn."""
        if self.withdrawn is not None:
            return WITHDRAWN
        if self.first is None:
            return OPEN
        return APPEALED if self.waiting else DECIDED

    @property
    def over(self) -> bool:
        """Whether nothing is left to decide."""
        return self.state in (DECIDED, WITHDRAWN)

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats of its table, in turn order."""
        return tuple(json.loads(self.table.header)["seats"])

    def already_made(self, client_id: str, *kinds: str, seat: str | None = None) -> bool:
        """Whether this client id already has a step of one of these kinds and about this seat.

        Raises the problem ``case_id_reused`` if its step is a different one.
        """
        for each in self.steps:
            if each.client_id == client_id:
                if each.kind not in kinds or each.seat != seat:
                    raise Problem("case_id_reused", name=self.name)
                return True
        return False

    def appeal_deadline(self) -> int | None:
        """The deadline for appeals, in ms since 1970; None if the decision cannot be appealed.

        What the head judge has settled is final.  Publishing the round's results after the decision ends the time
        early.
        """
        if self.first is None or self.settled is not None:
            return None
        until = decision_of(self.first).appeal_until
        return until if self.published_since is None else min(until, self.published_since)

    @property
    def published_since(self) -> int | None:
        """When the round's results were published, in ms since 1970.  None if they are not, or were before the ruling,
        which can then be appealed for the full time.
        """
        published = self.round.results_published_at
        return published if published is not None and self.first and published >= self.first.at else None

    @property
    def published_before(self) -> bool:
        """Whether the round's results were public when it was decided, so that publishing no longer ends the time."""
        return self.round.results_published_at is not None and self.published_since is None

    def may_appeal(self, now: int) -> tuple[str, ...]:
        """The seats that may still appeal: those that have not, and did not agree to a settlement (JMA/REF-4)."""
        until = self.appeal_deadline()
        if self.first is None or until is None or until <= now:
            return ()
        agreed = decision_of(self.first).agreed
        return tuple(seat for seat in self.seats if seat not in self.appeals and seat not in agreed)


def state_of(case: Case, table: GameTable, round_: Round, steps: Sequence[CaseStep]) -> CaseState:
    """Derive the state of a case from its steps, which are in order."""
    latest = {each.kind: each for each in steps}
    first = latest.get(DECIDED)
    return CaseState(
        case,
        table,
        round_,
        steps,
        first,
        latest.get(CHANGED, first),
        {each.seat: each for each in steps if each.kind == APPEALED and each.seat},
        frozenset(each.seat for each in steps if each.kind == APPEAL_WITHDRAWN and each.seat),
        latest.get(UPHELD) or latest.get(CHANGED),
        latest.get(WITHDRAWN),
        next((each.standing for each in reversed(steps) if each.standing), "none"),
    )


def audited_step(case: Case, step: CaseStep) -> Mapping[str, object]:
    """What the audit log says of a step; the log of its table has the decision."""
    note = "" if step.kind == RESTRICTED else step.note  # the audit log has more readers
    columns = {"seat": step.seat, "entry": step.entry, "standing": step.standing}
    return {"number": case.number, "note": note} | {name: each for name, each in columns.items() if each is not None}


def obstacle(found: CaseState, kind: str, who: Principal) -> Problem | None:
    """What keeps somebody who has the right to a step from it, whichever seat appeals; None if nothing does."""
    decided, withdrawn, settling = found.first, found.withdrawn, kind in OUTCOMES
    if withdrawn is not None and kind in (DECIDED, WITHDRAWN, APPEALED, MARKED):
        return Problem("case_withdrawn", name=found.name, by=withdrawn.author)
    if decided is not None and kind in (DECIDED, WITHDRAWN):
        return Problem("case_decided", name=found.name, by=decided.author)
    if decided is None and kind in (APPEALED, MARKED):
        return Problem("case_undecided", name=found.name)
    if kind == APPEALED and found.settled is not None:
        return Problem("appeal_final", name=found.name, by=found.settled.author)
    if (settling or kind == APPEAL_WITHDRAWN) and not found.waiting:
        return Problem("no_appeal", name=found.name)
    if settling and decided is not None and decided.account_id == who.account_id:
        return Problem("appeal_own_ruling", name=found.name, by=decided.author)
    return None
