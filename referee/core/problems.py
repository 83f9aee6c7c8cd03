"""Problems: the errors that requests are answered with (RFC 9457), in the reader's language.

A problem has a code, which is the end of its ``type`` and never changes its meaning; the sentences are in
``referee/texts/problems.LANG.toml``: what was reported, what the rule is, what would be right.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from rulesets.languages.counted import fill
from rulesets.languages.texts import texts as read_texts
from tournaments.fault import in_language

STATUS: Mapping[str, int] = {
    "malformed": 400,
    "unreadable": 400,
    "unknown_person": 401,
    "wrong_password": 401,
    "own_password_wrong": 401,
    "form_token": 403,
    "foreign_page": 403,
    "own_log_in": 403,
    "password_needed": 403,
    "factor_needed": 401,
    "factor_wrong": 401,
    "first_code_wrong": 401,
    "factor_setup": 403,
    "factor_there": 409,
    "factor_none": 409,
    "factor_demanded": 409,
    "not_allowed": 403,
    "bench_entries": 403,
    "access_lost": 403,
    "not_found": 404,
    "unknown_code": 404,
    "method_not_allowed": 405,
    "not_acceptable": 406,
    "outdated": 409,
    "table_closed": 409,
    "after_signal": 409,
    "signal_passed": 409,
    "no_signal": 409,
    "table_bound": 409,
    "rules_changed": 409,
    "conflict": 409,
    "chosen_partly": 409,
    "clock_runs": 409,
    "clock_stands": 409,
    "clock_paused": 409,
    "clock_not_paused": 409,
    "clock_untimed": 409,
    "clock_too_short": 409,
    "time_is_up": 409,
    "round_closed": 409,
    "games_open": 409,
    "player_has_history": 409,
    "players_both_played": 409,
    "players_both_drawn": 409,
    "merge_changed": 409,
    "event_in_use": 409,
    "registration_closed": 409,
    "archive_changed": 409,
    "restore_elsewhere": 409,
    "secret_elsewhere": 409,
    "sponsors_many": 409,
    "people_met": 409,
    "webhooks_many": 409,
    "prizes_many": 409,
    "prize_drawn": 409,
    "prize_nobody": 409,
    "player_at_table": 409,
    "no_teams": 409,
    "teams_few": 409,
    "playoff_seated": 409,
    "playoff_size": 409,
    "playoff_begun": 409,
    "no_venues_rule": 409,
    "venue_itself": 409,
    "venue_begun": 409,
    "venue_taken": 409,
    "venue_played": 409,
    "restore_unconfirmed": 422,
    "passphrase_short": 422,
    "passphrase_differs": 422,
    "passphrase_wrong": 422,
    "backup_unusable": 422,
    "upload_out_of_turn": 409,
    "registered_already": 409,
    "alerts_off": 409,
    "alerts_no_address": 409,
    "registration_namesake": 409,
    "registration_stale": 409,
    "registration_unconfirmed": 409,
    "seating_public": 409,
    "seating_derived": 409,
    "round_not_ready": 409,
    "round_not_begun": 409,
    "round_played": 409,
    "no_regulation": 409,
    "table_unseated": 409,
    "result_outdated": 409,
    "own_result": 409,
    "dispute_open": 409,
    "count_too_early": 409,
    "count_outdated": 409,
    "call_claimed": 409,
    "call_over": 409,
    "call_above": 409,
    "call_highest": 409,
    "no_extension": 409,
    "case_decided": 409,
    "case_undecided": 409,
    "case_withdrawn": 409,
    "case_id_reused": 422,
    "ruling_outdated": 409,
    "appeal_too_late": 409,
    "appeal_twice": 409,
    "appeal_agreed": 409,
    "appeal_final": 409,
    "appeal_own_ruling": 409,
    "no_appeal": 409,
    "penalty_over": 409,
    "penalty_in_force": 409,
    "own_penalty": 409,
    "out_by_penalty": 409,
    "game_not_over": 409,
    "round_open": 409,
    "results_missing": 409,
    "changed_meanwhile": 409,
    "no_score_sheet": 409,
    "paper_long": 409,
    "runs_full": 409,
    "run_broken": 409,
    "no_qualification": 409,
    "not_qualified": 409,
    "finals_begun": 409,
    "nothing_to_decide": 409,
    "regulation_locked": 409,
    "round_unplanned": 409,
    "address_taken": 409,
    "seating_together": 409,
    "seating_outdated": 409,
    "seating_played": 409,
    "seating_unchanged": 409,
    "seating_by_results": 409,
    "not_stale": 409,
    "exchange_settled": 409,
    "stand_in_begun": 409,
    "stand_in_taken": 409,
    "stand_in_left": 409,
    "stand_in_none": 409,
    "stand_in_merged": 409,
    "exchange_of_others": 409,
    "stale_stays": 409,
    "round_unseated": 409,
    "results_open": 409,
    "decision_wanted": 409,
    "table_unplayable": 409,
    "nobody_qualified": 409,
    "table_begun": 409,
    "last_administrator": 409,
    "no_log_in_name": 409,
    "invitation_over": 410,
    "precondition_failed": 412,
    "body_late": 408,
    "too_large": 413,
    "not_json": 415,
    "refused": 422,
    "header_refused": 422,
    "sheet_objected": 422,
    "base_ahead": 422,
    "client_id_reused": 422,
    "invalid": 422,
    "faulty": 422,
    "paper_language": 422,
    "other_players": 422,
    "not_answering": 422,
    "precondition_required": 428,
    "too_many": 429,
    "too_many_refused": 429,
    "fault": 500,
    "unavailable": 503,
    "backup_failed": 503,
    "database_lost": 503,
    "disk_full": 507,
}
"""The HTTP status of every problem."""


class Problem(Exception):
    """An error that a request is answered with.

    ``facts`` fill in the sentence (a text that differs by language is a mapping); ``more`` are further members of the
    response body; ``headers`` are added to the response.
    """

    def __init__(
        self,
        code: str,
        /,
        *,
        more: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
        **facts: Any,
    ) -> None:
        super().__init__(code)
        self.code = code
        self.facts = facts
        self.more = more or {}
        self.headers = headers or {}

    @property
    def status(self) -> int:
        return STATUS[self.code]

    def to_json(self, language: str) -> dict[str, Any]:
        """The response body.  It repeats little of the request, however long that was."""
        text = texts(language)[self.code]
        more = dict(self.more)
        beyond = [len(value) - MAX_LISTED for value in self.facts.values() if isinstance(value, list)]
        beyond += [len(more[name]) - MAX_LISTED for name in LISTED & more.keys()]
        omitted = more.get("omitted", max(0, *beyond, 0))
        more |= {name: [clipped_item(each) for each in more[name][:MAX_LISTED]] for name in LISTED & more.keys()}
        facts = {name: fact_text(in_language(value, language)) for name, value in self.facts.items()}
        detail = fill(text["detail"], **facts)
        return {
            "type": f"/problems/{self.code}",
            "title": text["title"],
            "status": self.status,
            "detail": f"{detail} … (+{omitted})" if omitted else detail,
            "code": self.code,
            **more,
            **({"omitted": omitted} if omitted else {}),
        }


MAX_LISTED = 20
"""How many faults are listed at most; the rest are only counted."""
MAX_LENGTH = 500
"""Maximum length in characters of anything that is repeated from the request."""
LISTED = frozenset({"errors", "refusals", "objections"})
"""Members with an item for each thing that is wrong with the request."""


def fact_text(value: Any) -> Any:
    """A fact as it appears in a sentence: of a list the first few items, separated by slashes if they are sentences."""
    if not isinstance(value, list):
        return clipped(value)
    few = [clipped(str(each)) for each in value[:MAX_LISTED]]
    return (" / " if any(each.endswith((".", "。")) for each in few) else ", ").join(few)


def clipped_item(row: Any) -> Any:
    """An item of a listed member, with its long texts cut off."""
    return {name: clipped(value) for name, value in row.items()} if isinstance(row, dict) else row


def clipped(value: Any) -> Any:
    """A value, cut off if it is a long text."""
    return f"{value[:MAX_LENGTH]}…" if isinstance(value, str) and len(value) > MAX_LENGTH else value


@cache
def texts(language: str) -> Mapping[str, Mapping[str, str]]:
    return read_texts(files("referee") / "texts", "problems", language)


class AccessLost(Exception):
    """The credential was revoked, has expired or was changed since it was last checked."""
