"""The logs: their chains, every report judged again, and the editions they were played with."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import Any, NamedTuple

import rulesets
from referee.core.chain import ChainLine, canonical, first_hash, next_hash
from referee.log.standing import Seats, left_then, seats_out
from referee.log.stored_answer import stored
from referee.log.table_game import judged
from referee.log.verify import start_of
from rulesets import Game
from rulesets.kernel.record import Unreadable
from rulesets.kernel.telling.filling import filling_of
from tournaments import toml_text
from tournaments.archive import records
from tournaments.archive.difference import Discrepancy
from tournaments.archive.files import CHAINS, LOGS
from tournaments.archive.lines import Malformed, load_json
from tournaments.archive.pack import split_lines
from tournaments.archive.records import FiledEdition
from tournaments.archive.unpack import Numbered, OpenedArchive


def learn_editions(lines: Sequence[Numbered], *, new: bool = True) -> list[Discrepancy]:
    """Make the editions of an archive known to their games, and return what is wrong with those that cannot be used.

    ``new``: also those that are not known here yet; a service does not learn from strangers what a name stands for.
    """
    return [found for each in lines for found in _learn(each, new)]


def _learn(line: Numbered, new: bool) -> Iterator[Discrepancy]:
    edition: FiledEdition = line.value
    try:
        game = rulesets.load(edition.ruleset)
        filling = filling_of(game.mechanics)
        tables = toml_text.parse(edition.text, float)
        if filling is None or tables.get("name") != edition.name:
            raise LookupError(edition.name)
        filling.check(tables)
        if new or edition.name in game.editions():
            filling.register(tables)
        else:
            yield Discrepancy("editions.jsonl", line.number, "edition_not_kept", {"name": edition.name})
    except (LookupError, ValueError):  # `EditionError` and `Faulty` among them
        yield Discrepancy("editions.jsonl", line.number, "edition_unusable", {"name": edition.name})


ALONE = 3000
"""Up to this many reports are judged in this process: starting others takes longer than that."""


class LogJob(NamedTuple):
    """A log to check.  ``seq``, ``head``: its end, by the file of tables; None if that has no such table.

    ``wanted``: the numbers of those entries after which the standing of the game is asked for.
    """

    name: str
    record: str
    chain: str
    seq: int | None
    head: str | None
    public: bool
    wanted: tuple[int, ...]


class CheckedLog(NamedTuple):
    """What was found in a log.  ``standings``: by the number of the entry, the standing, the seats that are out,
    and those of them that left the game;
    ``rulings``: the numbers of the entries by which the referee decided, with who and why.
    """

    name: str
    differences: list[Discrepancy]
    standings: dict[int, tuple[list[dict[str, Any]], Seats, Seats]]
    rulings: list[tuple[int, int, str, str]]


def jobs_of(archive: OpenedArchive) -> list[LogJob]:
    tables = {each.log: each for each in archive.all(records.FiledTable)}
    asked: dict[tuple[int, int], set[int]] = {}
    for each in archive.all(records.FiledResult):
        if each.source == "log" and isinstance(seq := each.entered.get("seq"), int):
            asked.setdefault((each.round, each.table), set()).add(seq)
    found = []
    for name in archive.logs():
        table = tables.get(name)
        wanted = asked.get((table.round, table.number), set()) if table else set()
        found.append(
            LogJob(
                name,
                archive.texts[LOGS + name],
                archive.texts.get(CHAINS + name, ""),
                table.seq if table else None,
                table.head if table else None,
                archive.public,
                tuple(sorted(wanted)),
            )
        )
    return found


def checked_logs(jobs: list[LogJob], processes: int, editions: Sequence[Numbered]) -> list[CheckedLog]:
    """Check all logs, in order; many reports are shared among processes, which learn the ``editions``."""
    if processes <= 1 or sum(job.record.count("\n") for job in jobs) <= ALONE:
        return [checked_log(job) for job in jobs]
    with ProcessPoolExecutor(processes, initializer=learn_editions, initargs=(editions,)) as pool:
        return list(pool.map(checked_log, jobs, chunksize=4))


def checked_log(job: LogJob) -> CheckedLog:
    check = _LogReading(job)
    return CheckedLog(job.name, list(check.differences()), check.standings, check.rulings)


class _LogReading:
    """Reads a log once, from its header to its end."""

    def __init__(self, job: LogJob) -> None:
        self.job = job
        self.standings: dict[int, tuple[list[dict[str, Any]], Seats, Seats]] = {}
        self.left: list[Seats] = [frozenset()]
        self.rulings: list[tuple[int, int, str, str]] = []
        self.where, self.beside = LOGS + job.name, CHAINS + job.name
        self.game: Game | None = None
        self.retired = False
        self.head = ""

    def differences(self) -> Iterator[Discrepancy]:
        job = self.job
        record, chain = split_lines(job.record), split_lines(job.chain)
        if not record:
            yield Discrepancy(self.where, 0, "log_empty")
            return
        if len(record) - 1 != len(chain):
            yield Discrepancy(self.beside, 0, "log_lengths", {"reports": len(record) - 1, "entries": len(chain)})
        header = _canonical(record[0])
        self.game, self.retired = (None, False) if header is None else start_of(header)
        if header is None or self.game is None:
            yield Discrepancy(self.where, 1, "log_header")
        self.head = first_hash(header or "")
        for number, (text, known) in enumerate(zip(record[1:], chain, strict=False), 1):
            try:
                entry = load_json(records.FiledEntry, known)
            except Malformed as error:
                yield Discrepancy(self.beside, number, error.code, error.facts)
                return
            report = _canonical(text)
            if report is None:
                yield Discrepancy(self.where, number + 1, "log_report")
                return
            yield from self._entry(number, _chain_line(report, entry), entry)
        if job.seq is None:
            yield Discrepancy(self.where, 0, "log_unlisted")
        elif (job.seq, job.head) != (len(chain), self.head):
            yield Discrepancy("tables.jsonl", 0, "log_end", {"log": job.name, "kept": job.seq, "last": len(chain)})

    def _entry(self, number: int, line: ChainLine, entry: records.FiledEntry) -> Iterator[Discrepancy]:
        if line.seq != number:
            yield Discrepancy(self.beside, number, "log_number", {"given": line.seq, "wanted": number})
        if not self.job.public and next_hash(self.head, line) != line.hash:
            yield Discrepancy(self.beside, number, "log_hash", {"seq": number})
        self.head = line.hash
        if self.game is None:
            return
        try:
            answer = judged(self.game, line.report)
        except Unreadable:
            yield Discrepancy(self.where, number + 1, "log_report")
            return
        if answer.accepted != line.accepted:
            code = "log_accepted" if line.accepted else "log_refused"
            yield Discrepancy(self.where, number + 1, code, {"seq": number})
            self.game = None
            return
        if not self.job.public and not self.retired and stored(answer) != line.answer:
            yield Discrepancy(self.beside, number, "log_answer", {"seq": number})
        games = {number - 1: self.game, number: answer.game}
        self.left.append(left_then(self.left, line, games.__getitem__))
        self.game = answer.game
        self._note(number, line.report, entry, answer.game)

    def _note(self, number: int, text: str, entry: records.FiledEntry, game: Game) -> None:
        """Note what others ask for: the standing after an entry, and rulings."""
        if number in self.job.wanted:
            self.standings[number] = (game.ruleset.standing(game), seats_out(game), self.left[number])
        if '"ruling"' in text and entry.accepted:
            report = json.loads(text)
            if report.get("type") == "ruling":
                why = "" if self.job.public else str(report.get("reason", ""))
                self.rulings.append((number, entry.at, entry.author, why))


def _canonical(text: str) -> str | None:
    """A line as it was stored and hashed; None if it is not JSON."""
    try:
        return canonical(json.loads(text))
    except (ValueError, RecursionError):
        return None


def _chain_line(report: str, entry: records.FiledEntry) -> ChainLine:
    return ChainLine(
        entry.seq,
        entry.client_id,
        entry.at,
        entry.author,
        entry.account_id,
        entry.credential_id,
        entry.accepted,
        report,
        canonical(dict(entry.answer)),
        entry.reason,
        entry.hash,
        entry.made_at,
    )
