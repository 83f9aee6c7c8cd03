"""What two scripts are given: the log-in page's, for a device that has left unsent reports, and that of unpairing."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from referee.core.access.guard import form_token, form_token_of, held_credential
from referee.core.access.principal import Principal
from referee.core.language import language, words
from referee.core.zone import zone_name
from rulesets.languages.texts import texts


@cache
def handover_texts(language: str) -> dict[str, str]:
    """The texts with which unsent reports are handed over, by name, and what their sheet needs besides."""
    folder = files("referee") / "texts" / "tablet"
    sheet = texts(folder, "tablet", language)
    left = words(language)["left_behind"]
    return {
        **texts(folder, "handover", language),
        "left_behind": left,
        "close": sheet["close"],
        "comma": sheet["comma"],
    }


def left_behind_data() -> dict[str, object]:
    """The data of the script that looks for what this device has not sent; nobody is logged in.

    If it still has the token that has ended, it can put its reports down at the service with it.
    """
    held = held_credential()
    return {
        "table": "",
        "number": 0,
        "name": "",
        "language": language(),
        "zone": zone_name(),
        "form_token": form_token_of(held.id) if held is not None else "",
        "words": handover_texts(language()),
    }


def leaving_data(who: Principal, number: int) -> dict[str, object]:
    """The data of the script that asks before a device is unpaired from its table.  ``number``: the table's."""
    names = ("leaving_sending", "leaving_unsent", "leaving_none", "leaving_now")
    return {
        "table": who.table_id,
        "number": number,
        "name": who.author.name,
        "language": language(),
        "zone": zone_name(),
        "form_token": form_token(who),
        "words": {"comma": words(language())["comma"], **{name: words(language())[name] for name in names}},
    }
