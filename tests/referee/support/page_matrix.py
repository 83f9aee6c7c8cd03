"""Who may open which page, and who may send which form: every page of the service with every role.

A new page needs a place in `SHOWN`, and its form in `SENT`.  The letters are those of
`tests.referee.support.role_matrix.COLUMNS`, D only if the page is of the device's table; ``*`` is anybody, without a
log-in.
"""

from __future__ import annotations

from collections.abc import Mapping

from rulesets.wordlist import wordlist

SHOWN: dict[str, tuple[str, ...]] = {
    "A": wordlist("""
        /audit /backups /backups/<name> /backups/<name>/restore /people /register /register/<person_id>
        /register/seasons/<season_id> /register/seasons/new
    """),
    "AO": wordlist("""
        /events/<event_id>/about /events/<event_id>/archive /events/<event_id>/close
        /events/<event_id>/floor /events/<event_id>/players/import /events/<event_id>/prizes
        /events/<event_id>/players/take-over /events/<event_id>/registration
        /events/<event_id>/regulation/change /events/<event_id>/regulation/ready
        /events/<event_id>/seating/prepared
        /events/<event_id>/staff /events/<event_id>/venues /events/<event_id>/webhooks
    """),
    "AOH": wordlist("""
        /events/<event_id>/audit /events/<event_id>/decisions /events/<event_id>/devices /events/<event_id>/projector
        /events/<event_id>/projector/remote /events/<event_id>/public /events/<event_id>/rounds/<round_id>/codes
    """),
    "AOHR": wordlist("""
        /events/<event_id>/cases/<case_id>/remedies/<kind>
    """),
    "AOHRJ": wordlist("""
        /events/<event_id>/calls /events/<event_id>/calls/<call_id> /events/<event_id>/cases/new
        /events/<event_id>/penalties
    """),
    "AOHRJS": wordlist("""
        /events/<event_id>/rota
        /cases/<case_id> /events/<event_id>/cases /events/<event_id>/cases/<case_id>
        /events/<event_id>/cases/<case_id>/dossier /events/<event_id>/cases/review /events/<event_id>/chain
        /events/<event_id>/check-in /events/<event_id>/check-in/<code> /events/<event_id>/papers
        /events/<event_id>/papers/<document> /events/<event_id>/papers/<document>/runs/<run_id>
        /events/<event_id>/papers/<document>/runs/<run_id>/file /events/<event_id>/players
        /events/<event_id>/players/<player_id> /events/<event_id>/precedents /events/<event_id>/rounds
        /events/<event_id>/rounds/<round_id> /events/<event_id>/rounds/<round_id>/results
        /events/<event_id>/rounds/import /events/<event_id>/seating /events/<event_id>/stale
        /events/<event_id>/tables/<table_id>/start-order /events/<event_id>/teams /events/<event_id>/what-if
    """),
    "AOHRJSD": wordlist("""
        /events/<event_id>/tables/<table_id>/result /tables/<table_id>/explain
    """),
    "AOHRJSV": wordlist("""
        /events/<event_id> /events/<event_id>/bracket /events/<event_id>/pictures/<picture_id>
        /events/<event_id>/regulation /events/<event_id>/standings
    """),
    "AOHRJSVD": wordlist("""
        /tables/<table_id>
    """),
    "AOHRJSVN": wordlist("""
        /account/second-factor
    """),
    "AOHRJSVNDF": wordlist("""
        / /account /editions/new /past /positions /positions/new
    """),
    "AOHRJSVNDF*": (
        "/alerts-worker.js",
        "/ca.crt",
        "/healthz",
        "/help",
        "/help/<name>",
        "/https",
        "/j/<code>",
        "/law/<version>/<name>",
        "/law/<version>/rulesets.zip",
        "/law/<version>/device.zip",
        "/law/<version>/worker.js",
        "/login",
        "/m/<code>",
        "/m/<code>/alerts",
        "/m/<code>/app.webmanifest",
        "/m/<code>/count/<table_id>",
        "/metrics",
        "/p/<address>",
        "/p/<address>/bracket",
        "/p/<address>/event.ics",
        "/p/<address>/live",
        "/p/<address>/live/<int:number>",
        "/p/<address>/live/<int:number>/<int:table>",
        "/p/<address>/live/<int:number>/<int:table>/<int:seq>",
        "/p/<address>/news.atom",
        "/p/<address>/pictures/<picture_id>",
        "/p/<address>/players/<int:number>",
        "/p/<address>/prizes",
        "/p/<address>/qr.svg",
        "/p/<address>/register",
        "/p/<address>/screen",
        "/p/<address>/screen/cue",
        "/p/<address>/seats",
        "/p/<address>/seats.json",
        "/p/<address>/seats/<int:number>",
        "/p/<address>/share.png",
        "/p/<address>/standings",
        "/p/<address>/standings/share.png",
        "/p/<address>/story",
        "/p/<address>/story/<name>.csv",
        "/p/<address>/tables/<int:number>/<int:table>",
        "/p/<address>/tables/<int:number>/<int:table>/at/<int:seq>",
        "/p/<address>/tables/<int:number>/<int:table>/at/<int:seq>.<any(svg, png):kind>",
        "/p/<address>/tables/<int:number>/<int:table>/replay",
        "/p/<address>/tables/<int:number>/<int:table>/replay.json",
        "/p/<address>/tables/<int:number>/<int:table>/replay/<name>.csv",
        "/p/<address>/versus",
        "/p/<address>/what-if",
        "/r/<given>",
        "/r/<given>/confirm",
        "/ratings",
        "/ratings/<person_id>",
        "/readyz",
        "/rules",
        "/rules-worker.js",
        "/rules/<name>",
        "/rules/<name>/<path:clause_id>",
        "/rules/<name>/booklet.pdf",
        "/rules/<name>/index.json",
        "/rules/answers",
        "/rules/answers/<path:answer_id>",
        "/rules/compare",
        "/rules/irregularities",
        "/rules/irregularities/<key>",
        "/rules/regulations/<name>",
        "/seasons/<season_id>",
        "/seasons/<season_id>/season.csv",
        "/static/<path:filename>",
        "/static/tablet-<version>/<path:name>",
        "/t/<code>",
        "/tablet-worker.js",
        "/try",
        "/verify",
    ),
}
"""The pages (GET), by who may see them."""

ASKED: dict[str, tuple[str, ...]] = {
    "AOHRJSV": ("/rules/jma-2006?event={event}", "/rules/irregularities/rent-wrong?event={event}"),
    "AOHRJSVD": ("/rules/jma-2006?case={table}",),
}
"""Public pages that show something of an event if they are asked for it."""

SENT: dict[str, tuple[str, ...]] = {
    "A": wordlist("""
        /backups /backups/<name>/restore /backups/passphrase /backups/pieces /events /people /people/<account_id>
        /register /register/<person_id> /register/seasons/<season_id> /register/seasons/new /register/take-in
    """),
    "AO": wordlist("""
        /events/<event_id>/about /events/<event_id>/address /events/<event_id>/archive
        /events/<event_id>/floor /events/<event_id>/papers/layout
        /events/<event_id>/pictures /events/<event_id>/pictures/<picture_id>/remove /events/<event_id>/players
        /events/<event_id>/players/<player_id> /events/<event_id>/players/<player_id>/archive
        /events/<event_id>/players/<player_id>/delete /events/<event_id>/players/<player_id>/drop-out
        /events/<event_id>/players/<player_id>/merge /events/<event_id>/players/<player_id>/return
        /events/<event_id>/players/<player_id>/stand-in /events/<event_id>/players/<player_id>/stand-in/end
        /events/<event_id>/players/import /events/<event_id>/players/reserves /events/<event_id>/prizes
        /events/<event_id>/players/take-over
        /events/<event_id>/public /events/<event_id>/put-away /events/<event_id>/registration
        /events/<event_id>/registration/many /events/<event_id>/registration/paid /events/<event_id>/regulation
        /events/<event_id>/regulation/change /events/<event_id>/regulation/ready
        /events/<event_id>/rounds/plan /events/<event_id>/seating/discard /events/<event_id>/seating/prepared
        /events/<event_id>/seating/draw /events/<event_id>/seating/publish /events/<event_id>/seating/reseat
        /events/<event_id>/seating/swap /events/<event_id>/staff /events/<event_id>/staff/<account_id>/renew
        /events/<event_id>/staff/<account_id>/take /events/<event_id>/teams /events/<event_id>/venues
        /events/<event_id>/walk-ins /events/<event_id>/webhooks
    """),
    "AOH": wordlist("""
        /events/<event_id> /events/<event_id>/adjustments /events/<event_id>/adjustments/<adjustment_id>/withdraw
        /events/<event_id>/bracket/withdrawals /events/<event_id>/calls/assignments /events/<event_id>/decisions
        /events/<event_id>/rota /events/<event_id>/decisions/<decision_id>/withdraw /events/<event_id>/decisions/playoff
        /events/<event_id>/stale /events/<event_id>/devices /events/<event_id>/players/<player_id>/link
        /events/<event_id>/projector /events/<event_id>/projector/remote /events/<event_id>/public/notices
        /events/<event_id>/public/notices/<notice_id> /events/<event_id>/rounds/<round_id>
        /events/<event_id>/rounds/<round_id>/codes /events/<event_id>/standings/published
    """),
    "AOHR": wordlist("""
        /events/<event_id>/cases/<case_id> /events/<event_id>/cases/<case_id>/remedies/<kind>
        /events/<event_id>/precedents/import /events/<event_id>/precedents/mark
    """),
    "AOHRJ": wordlist("""
        /events/<event_id>/calls/<call_id> /events/<event_id>/calls/notes /events/<event_id>/cases
        /events/<event_id>/penalties /events/<event_id>/penalties/<penalty_id>
        /events/<event_id>/tables/<table_id>/start-order
    """),
    "AOHRJS": wordlist("""
        /events/<event_id>/check-in /events/<event_id>/check-in/<code> /events/<event_id>/papers/<document>/runs
        /events/<event_id>/rounds/<round_id>/results /events/<event_id>/rounds/<round_id>/results/confirm
        /events/<event_id>/rounds/import /events/<event_id>/tables/<table_id>/result/confirm
    """),
    "AOHRJSD": wordlist("""
        /events/<event_id>/tables/<table_id>/result
    """),
    "AOHRJSVN": wordlist("""
        /account/end /account/second-factor
    """),
    "AOHRJSVNDF": wordlist("""
        /account/confirm /account/password /editions/new /positions/new
    """),
    "AOHRJSVNDF*": wordlist("""
        /m/<code>/alerts /m/<code>/count/<table_id>
        /j/<code> /login /login/code /p/<address>/register /r/<given> /r/<given>/confirm /t/<code> /verify
    """),
}
"""The forms (POST), by who may send them."""

FORMS: Mapping[str, Mapping[str, str]] = {
    "/account/second-factor": {"do": "begin"},
    "/events/<event_id>/cases/<case_id>": {"do": "decide"},
    "/events/<event_id>/penalties/<penalty_id>": {"do": "cancel", "note": "x"},
    "/people/<account_id>": {"do": "disable"},
}
"""The fields without which a form is not taken for one, so that nobody is asked who sends it."""
