"""Whatever the request, no answer is a fault of the service, and every answer is in the OpenAPI description."""

from __future__ import annotations

from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from rulesets.wordlist import pairs
from tests.referee.core.test_role_matrix import Targets
from tests.referee.support.databases import SQLITE_ONLY
from tests.referee.support.world import World

CHECKS = (not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance)
EXAMPLES = 5
TARGETS = pairs("""
    event_id={event} round_id={round} table_id={table} account_id={account} credential_id={device}
    invitation_id={link} player_id={player} seating_id={seating} name={shipped} result_id={result}
    decision_id={decision} adjustment_id={adjustment} document={document} call_id={call} notice_id={notice}
    case_id={case} precedent_id={precedent} taken_id={venue}
""")
"""Values for the parts of a path, so that most requests find something."""


@pytest.mark.slow
@SQLITE_ONLY
def test_every_answer_to_anything_is_in_the_description(world: World) -> None:
    targets = Targets(world)
    wrong: list[str] = []
    description = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", world.app)
    count, bearer = 0, ""

    def check(case: Any) -> None:
        nonlocal bearer
        for part in case.path_parameters or {}:
            if part in TARGETS and len(str(case.path_parameters[part])) % 4:
                case.path_parameters[part] = targets.filled(TARGETS[part])
        bearer = bearer or f"Bearer {world.token('x', administrator=True)}"
        # Uncompressed, as the client that calls the application here does not unpack.
        case.headers = {**(case.headers or {}), "Authorization": bearer, "Accept-Encoding": "identity"}
        answer = case.call()
        case.validate_response(answer, checks=CHECKS)
        if answer.status_code == 401:  # that session is over
            bearer = ""

    for result in description.get_all_operations():
        operation: Any = result.ok()  # type: ignore[union-attr]  # an invalid description would be an error here
        ask_all = given(case=operation.as_strategy())(check)
        ask_all = settings(
            max_examples=EXAMPLES,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
            deadline=None,
            database=None,
        )(ask_all)
        try:
            ask_all()
        except Exception as failure:
            wrong.append(f"{operation.label}: {failure}")
        count += 1
    assert count > 60
    assert not wrong, "\n\n".join(wrong)
