"""Chains: what people decided is chained event by event; what was restored and what is missing is noted.

Events that are there already get their chain of the rows as they are.  What is hashed, and how, stands here once more
(`referee.storage.changes`): a step must go on doing what it did.
"""

from __future__ import annotations

import hashlib
import json
import time

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


CHAINED = {
    "ruling_case": "SELECT * FROM ruling_case ORDER BY id",
    "case_step": "SELECT c.event_id, s.* FROM case_step s JOIN ruling_case c ON c.id = s.case_id ORDER BY s.id",
    "precedent": "SELECT * FROM precedent ORDER BY id",
    "decision": "SELECT * FROM decision ORDER BY id",
    "adjustment": "SELECT * FROM adjustment ORDER BY id",
    "table_result": "SELECT * FROM table_result ORDER BY id",
    "penalty": "SELECT * FROM penalty ORDER BY id",
    "penalty_step": "SELECT p.event_id, s.* FROM penalty_step s JOIN penalty p ON p.id = s.penalty_id ORDER BY s.id",
}
"""The rows of each table, with the event that each belongs to."""


def upgrade() -> None:
    """Make it so."""
    connection = op.get_bind()
    if "backup_turn" not in sa.inspect(connection).get_table_names():  # 0001 was published once without it
        op.create_table(
            "backup_turn",
            sa.Column("name", sa.String(length=20), nullable=False),
            sa.Column("due_at", sa.BigInteger(), nullable=False),
            sa.Column("made_at", sa.BigInteger(), nullable=True),
            sa.Column("machine", sa.String(length=255), nullable=True),
            sa.Column("fault", sa.Text(), nullable=True),
            sa.PrimaryKeyConstraint("name", name=op.f("pk_backup_turn")),
        )
    op.create_table(
        "restored",
        sa.Column("id", sa.String(length=18), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_restored")),
    )
    op.create_table(
        "change",
        sa.Column("event_id", sa.String(length=18), nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.String(length=40), nullable=False),
        sa.Column("row_id", sa.String(length=18), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(["event_id"], ["event.id"], name=op.f("fk_change_event_id")),
        sa.PrimaryKeyConstraint("event_id", "seq", name=op.f("pk_change")),
    )
    op.create_table(
        "event_chain",
        sa.Column("event_id", sa.String(length=18), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("head", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(["event_id"], ["event.id"], name=op.f("fk_event_chain_event_id")),
        sa.PrimaryKeyConstraint("event_id", name=op.f("pk_event_chain")),
    )
    op.create_table(
        "missing_head",
        sa.Column("table_id", sa.String(length=18), nullable=False),
        sa.Column("label", sa.String(length=200), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("noted_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["game_table.id"], name=op.f("fk_missing_head_table_id")),
        sa.PrimaryKeyConstraint("table_id", "label", name=op.f("pk_missing_head")),
    )
    chain(connection)


def chain(connection: sa.Connection) -> None:
    """Chain the rows that are there."""
    at = time.time_ns() // 1_000_000
    ends: dict[str, tuple[int, str]] = {}
    for kind, wanted in CHAINED.items():
        own = {column["name"] for column in sa.inspect(connection).get_columns(kind)}
        for row in connection.execute(sa.text(wanted)).mappings().all():
            event_id = row["event_id"]
            seq, before = ends.get(event_id, (0, hashlib.sha256(event_id.encode()).hexdigest()))
            content = packed({name: value for name, value in row.items() if name in own})
            digest = hashlib.sha256(packed([before, seq + 1, at, kind, row["id"], content]).encode()).hexdigest()
            connection.execute(
                sa.text("INSERT INTO change VALUES (:event_id, :seq, :at, :kind, :row_id, :content, :hash)"),
                {"event_id": event_id, "seq": seq + 1, "at": at, "kind": kind, "row_id": row["id"],
                 "content": content, "hash": digest},
            )  # fmt: skip
            ends[event_id] = seq + 1, digest
    for event_id, (seq, head) in ends.items():
        values = {"event_id": event_id, "seq": seq, "head": head}
        connection.execute(sa.text("INSERT INTO event_chain VALUES (:event_id, :seq, :head)"), values)


def packed(value: object) -> str:
    """A value as the text that is hashed."""
    return json.dumps(value, separators=(",", ":"))
