"""The lines of an event's archive, read from the database; `public` makes the variant for everybody of them."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import asdict, fields, replace
from typing import TYPE_CHECKING, Any, TypeVar

from sqlmodel import Session, SQLModel, col, select

from referee.archives.facts import began, regulation_at, versions_at
from referee.archives.naming import log_name
from referee.core.database.changes import content_of, first_hash
from referee.events.regulation import parse_regulation, regulation_name
from referee.floor.queries import floor_of
from referee.models import (
    Account,
    Activation,
    Adjustment,
    Assignment,
    AuditEntry,
    Call,
    CallLine,
    CallStep,
    Case,
    CaseStep,
    DecisionMade,
    Event,
    EventChain,
    EventPicture,
    GameTable,
    KeptEdition,
    LayoutVersion,
    LeftBehind,
    Made,
    Notice,
    Penalty,
    PenaltyStep,
    Player,
    Playoff,
    Precedent,
    Prize,
    Registration,
    RegulationVersion,
    Round,
    RowChange,
    Seat,
    Seating,
    TableNote,
    TableResult,
    VenueTaken,
)
from tournaments.archive import records
from tournaments.players.entrant import FIELDS

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Filed = TypeVar("Filed", bound="DataclassInstance")
ATTENDANCE = ("player.change", "player.check_in", "player.import", "player.stand_in")


class Gathered:
    """Everything about an event, read at one moment.  ``rows``: the lines by the name of their file."""

    def __init__(self, session: Session, event_id: str) -> None:
        self.session = session
        self.event = session.get_one(Event, event_id)
        self.rounds = self._of_event(Round, Round.number)
        self.tables = self._of_event(GameTable)
        self.number_of = {each.id: each.number for each in self.rounds}
        self.place_of = {each.id: (self.number_of[each.round_id], each.number) for each in self.tables}
        self.players = self._of_event(Player, Player.number)
        self.audit = self._of_event(AuditEntry)
        self.rows: dict[str, list[Any]] = {
            "event.jsonl": [self._event()],
            "regulations.jsonl": list(self._regulations()),
            "players.csv": [self._player(each) for each in self.players],
            "attendance.jsonl": list(self._attendance()),
            "seatings.jsonl": list(self._seatings()),
            "merges.jsonl": self._merges(),
            "seats.csv": list(self._seats()),
            "results.jsonl": [self._result(each) for each in self._of_event(TableResult)],
            "decisions.jsonl": [self._decision(each) for each in self._of_event(DecisionMade)],
            "adjustments.jsonl": [self._adjustment(each) for each in self._of_event(Adjustment)],
            "penalties.jsonl": list(self._penalties()),
            "cases.jsonl": list(self._rows(Case, (CaseStep, "case_id"), Precedent)),
            "calls.jsonl": list(self._rows(Call, (CallLine, "call_id"), (CallStep, "call_id"), TableNote)),
            "left_behind.jsonl": list(self._rows(LeftBehind)),
            "registrations.jsonl": list(self._rows(Registration)),
            "venues.jsonl": list(self._rows(VenueTaken)),
            "clock.jsonl": list(self._clock()),
            "prizes.jsonl": [self._prize(each) for each in self._of_event(Prize)],
            "made.jsonl": [self._made(each) for each in self._of_event(Made, Made.made_at)],
            "layouts.jsonl": [self._layout(each) for each in self._of_event(LayoutVersion, LayoutVersion.number)],
            "rota.jsonl": list(self._rota()),
            "floor.jsonl": [records.FiledFloorThing(**asdict(each)) for each in floor_of(session, event_id)],
            "pictures.jsonl": [self._picture(each) for each in self._of_event(EventPicture)],
            "audit.jsonl": [self._audited(each) for each in self.audit],
            "changes.jsonl": list(self._changes()),
        }
        self.rows["exchanges.jsonl"] = list(self._exchanges())
        self.rows["rounds.jsonl"] = list(self._rounds())
        self.rows["tables.jsonl"] = [self._table(each) for each in self._sorted_tables()]
        self.rows["rulesets.jsonl"] = list(self._rulesets())
        self.rows["editions.jsonl"] = list(self._editions())
        self.rows["publications.jsonl"] = list(self._publications())

    def _of_event(self, model: type[Any], order: Any = None) -> Sequence[Any]:
        query = select(model).where(model.event_id == self.event.id)
        return self.session.exec(query.order_by(col(model.id) if order is None else col(order))).all()

    def _event(self) -> records.FiledEvent:
        event = self.event
        chain = self.session.get(EventChain, event.id)
        return _filed(
            records.FiledEvent,
            event,
            changes=chain.seq if chain else 0,
            head=chain.head if chain else first_hash(event.id),
        )

    def _regulations(self) -> Iterator[records.FiledRegulation]:
        query = select(RegulationVersion).where(RegulationVersion.event_id == self.event.id)
        for each in self.session.exec(query.order_by(col(RegulationVersion.number))):
            yield _filed(records.FiledRegulation, each, name=regulation_name(each.text))

    def _rulesets(self) -> Iterator[records.FiledRuleset]:
        headers = (json.loads(each.header) for each in self.tables)
        found = {(each["ruleset"], each.get("version", ""), each.get("fingerprint", "")) for each in headers}
        for name, version, fingerprint in sorted(found):
            yield records.FiledRuleset(name, version, fingerprint)

    def _editions(self) -> Iterator[records.FiledEdition]:
        """Yield the kept editions that the regulation, in any version, or a table names."""
        named = {parse_regulation(each.text).game.edition for each in self.rows["regulations.jsonl"]}
        named |= {json.loads(each.header).get("edition") for each in self.tables}
        query = select(KeptEdition).where(col(KeptEdition.name).in_(named - {None}))
        for each in self.session.exec(query.order_by(col(KeptEdition.name))):
            yield _filed(records.FiledEdition, each)

    def _rounds(self) -> Iterator[records.FiledRound]:
        playoffs = {each.round_id: each for each in self._of_event(Playoff, Playoff.round_id)}
        for each in self.rounds:
            playoff = playoffs.get(each.id)
            yield _filed(
                records.FiledRound,
                each,
                regulation=regulation_at(self.rows["regulations.jsonl"], began(self.rows["clock.jsonl"], each.number)),
                playoff=playoff.about if playoff else None,
                places=playoff.places if playoff else None,
                players=tuple(json.loads(playoff.players)) if playoff else (),
            )

    def _player(self, player: Player) -> records.FiledPlayer:
        fields = {kind.column or key: getattr(player, kind.column or key) for key, kind in FIELDS.items()}
        fields["flags"] = tuple(json.loads(player.flags))
        return records.FiledPlayer(
            **fields,
            checked_in_at=player.checked_in_at,
            archived_at=player.archived_at,
            stands_for=player.stands_for,
        )

    def _attendance(self) -> Iterator[records.FiledAttendance]:
        for each in self.audit:
            if each.action in ATTENDANCE:
                kind, _, target = each.target.partition(":")
                player = target if kind == "player" else ""
                yield records.FiledAttendance(each.at, each.author, each.action, player, json.loads(each.details))

    def _merges(self) -> list[records.FiledMerge]:
        """The merges of players who both had a history; those that were undone are as if they had not been."""
        made: list[tuple[str, records.FiledMerge | None]] = []
        for each in self.audit:
            if each.action == "player.undo_merge":
                last = max(at for at, (target, _) in enumerate(made) if target == each.target)
                del made[last]
            elif each.action == "player.change" and (merged := json.loads(each.details).get("merged")) is not None:
                filed = None
                if "rows" in merged:
                    filed = records.FiledMerge(
                        each.at, each.author, merged["gone"], merged["kept"], merged["before"], merged["rows"]
                    )
                made.append((each.target, filed))
        return [filed for _, filed in made if filed is not None]

    def _known_as(self, player: str, at: int) -> str:
        """Whose a player's id, as it was at a moment, is now."""
        for each in self.rows["merges.jsonl"]:
            player = each.kept if each.gone == player and each.at >= at else player
        return player

    def _seatings(self) -> Iterator[records.FiledSeating]:
        """Yield the versions of the seatings, each with when it was drawn that it was changed from."""
        drawn: dict[str, int] = {}
        for each in sorted(self._of_event(Seating), key=lambda each: (each.made_at, each.id)):
            filed = self._seating(each)
            basis = json.dumps([each.first_round, filed.document["seed"], filed.document["input"]])
            if all(move["kind"] == "merge" for move in filed.document["moves"]):
                drawn[basis] = each.made_at
            yield replace(filed, drawn_at=drawn.get(basis))

    def _seating(self, each: Seating) -> records.FiledSeating:
        return _filed(records.FiledSeating, each, document=json.loads(each.document))

    def _sorted_tables(self) -> list[GameTable]:
        """The tables by round and number, without those that were dissolved before anything happened at them."""
        seated = {(each.round, each.table) for each in self.rows["seats.csv"]}
        used = [each for each in self.tables if each.seq or self.place_of[each.id] in seated]
        return sorted(used, key=lambda each: self.place_of[each.id])

    def _table(self, each: GameTable) -> records.FiledTable:
        round_, number = self.place_of[each.id]
        name = log_name(round_, number)
        return _filed(records.FiledTable, each, round=round_, number=number, log=name)

    def _seats(self) -> Iterator[records.FiledSeat]:
        known = {each.id: each for each in self.players}
        query = select(Seat).where(col(Seat.table_id).in_(list(self.place_of)))
        for each in sorted(
            self.session.exec(query), key=lambda seat: (*self.place_of[seat.table_id], seat.start_order)
        ):
            who = known[each.player_id]
            yield records.FiledSeat(
                *self.place_of[each.table_id], each.start_order, each.seat, who.id, who.number, who.name
            )

    def _exchanges(self) -> Iterator[records.FiledExchange]:
        for each in self.audit:
            if each.action == "seating.start_order":
                details = json.loads(each.details)
                yield records.FiledExchange(
                    each.at,
                    each.author,
                    "start_order",
                    each.target.removeprefix("table:"),
                    tuple(self._known_as(player, each.at) for player in details["players"]),
                    details.get("reason"),
                )

    def _result(self, each: TableResult) -> records.FiledResult:
        return records.FiledResult(
            each.id,
            *self.place_of[each.table_id],
            each.version,
            each.source,
            json.loads(each.entered),
            tuple(json.loads(each.players)),
            each.notes,
            each.entered_by,
            each.entered_at,
            each.confirmed_by,
            each.confirmed_at,
            each.confirmed_how,
        )

    def _decision(self, each: DecisionMade) -> records.FiledDecision:
        details = json.loads(each.details)
        among = tuple(details.pop("among", ()))
        order = tuple(json.loads(each.players))
        return _filed(records.FiledDecision, each, order=order, among=among, details=details)

    def _adjustment(self, each: Adjustment) -> records.FiledAdjustment:
        return _filed(records.FiledAdjustment, each, player=each.player_id)

    def _penalties(self) -> Iterator[records.FiledPenalty]:
        penalties = self._of_event(Penalty)
        steps: dict[str, list[dict[str, Any]]] = defaultdict(list)
        query = select(PenaltyStep).where(col(PenaltyStep.penalty_id).in_([each.id for each in penalties]))
        for step in self.session.exec(query.order_by(col(PenaltyStep.at), col(PenaltyStep.id))):
            kept = ("kind", "at", "author", "note", "dropped_before")
            steps[step.penalty_id].append({name: getattr(step, name) for name in kept})
        for each in penalties:
            place = self.place_of.get(each.table_id or "")
            yield _filed(
                records.FiledPenalty,
                each,
                player=each.player_id,
                table=place[1] if place else None,
                rule=json.loads(each.rule),
                clauses=tuple(json.loads(each.clauses)),
                steps=tuple(steps[each.id]),
            )

    def _rows(self, model: type[Any], *more: type[Any] | tuple[type[Any], str]) -> Iterator[records.FiledRow]:
        """Yield the rows of models as they are: of the event, or of the first model's rows by a key."""
        owners = self._of_event(model)
        ids = [each.id for each in owners]
        yield from map(_row, owners)
        for other in more:
            if isinstance(other, tuple):
                kind, key = other
                query = select(kind).where(getattr(kind, key).in_(ids)).order_by(col(kind.id))
                yield from map(_row, self.session.exec(query))
            else:
                yield from map(_row, self._of_event(other))

    def _rota(self) -> Iterator[records.FiledDuty]:
        query = (
            select(Assignment, Account.name)
            .where(Assignment.account_id == Account.id, col(Assignment.round_id).in_(list(self.number_of)))
            .order_by(col(Assignment.id))
        )
        for each, name in self.session.exec(query):
            yield records.FiledDuty(self.number_of[each.round_id], name, each.first, each.last, each.duty)

    def _clock(self) -> Iterator[records.FiledClock]:
        rounds = col(Activation.round_id).in_(list(self.number_of))
        tables = col(Activation.table_id).in_(list(self.place_of))
        query = select(Activation).where(rounds | tables).order_by(col(Activation.at), col(Activation.id))
        for each in self.session.exec(query):
            place = self.place_of.get(each.table_id or "")
            round_ = place[0] if place else self.number_of[each.round_id or ""]
            yield _filed(records.FiledClock, each, round=round_, table=place[1] if place else None)

    def _prize(self, each: Prize) -> records.FiledPrize:
        entrants = tuple(json.loads(each.entrants))
        seed = each.seed if each.drawn_at is not None else ""
        return _filed(records.FiledPrize, each, seed=seed, entrants=entrants)

    def _made(self, each: Made) -> records.FiledMade:
        content = json.loads(each.content) if each.content else {}
        return _filed(records.FiledMade, each, content=content)

    def _layout(self, each: LayoutVersion) -> records.FiledLayout:
        return _filed(records.FiledLayout, each)

    def _picture(self, each: EventPicture) -> records.FiledPicture:
        return _filed(records.FiledPicture, each)

    def _publications(self) -> Iterator[records.FiledPublication]:
        for each in self.audit:
            if each.action == "result.publish":
                details = json.loads(each.details)
                round_ = self.number_of.get(each.target.removeprefix("round:"))
                kind = "results" if details["published"] else "hidden"
                if round_ is not None:
                    versions = versions_at(self.rows["results.jsonl"], round_, each.at) if details["published"] else {}
                    yield records.FiledPublication(
                        each.at, each.author, kind, round_, details.get("reason"), versions, ""
                    )
        for notice in self._of_event(Notice):
            if notice.player_id is None:
                yield records.FiledPublication(notice.made_at, notice.author, "notice", None, None, {}, notice.text)

    def _audited(self, each: AuditEntry) -> records.FiledAudit:
        return _filed(records.FiledAudit, each, details=json.loads(each.details))

    def _changes(self) -> Iterator[records.FiledChange]:
        query = select(RowChange).where(RowChange.event_id == self.event.id).order_by(col(RowChange.seq))
        for each in self.session.exec(query):
            yield _filed(records.FiledChange, each, row=json.loads(each.content))


def _filed(kind: type[Filed], row: SQLModel, /, **other: Any) -> Filed:
    """A line of a file: what it does not take from ``other`` is the row's, under the same name."""
    names = {each.name for each in fields(kind)} - other.keys()
    return kind(**{name: getattr(row, name) for name in names if hasattr(row, name)}, **other)


def _row(row: SQLModel) -> records.FiledRow:
    content = content_of(row)
    content.pop("seal", None)  # of a registration's form: a code, not a fact of the event
    content.pop("network", None)
    return records.FiledRow(str(row.__tablename__), content)
