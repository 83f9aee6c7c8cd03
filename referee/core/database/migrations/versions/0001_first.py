"""First."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make it so."""
    op.create_table(
        "account",
        sa.Column("id", sa.String(length=18), nullable=False),
        sa.Column("login", sa.String(length=100), nullable=True),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("password", sa.String(length=200), nullable=True),
        sa.Column("administrator", sa.Boolean(), nullable=False),
        sa.Column("language", sa.String(length=2), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("disabled_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_account")),
        sa.UniqueConstraint("login", name=op.f("uq_account_login")),
    )
    op.create_table(
        "audit_entry",
        sa.Column("id", sa.String(length=18), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("event_id", sa.String(length=18), nullable=True),
        sa.Column("author", sa.String(length=200), nullable=False),
        sa.Column("account_id", sa.String(length=18), nullable=True),
        sa.Column("credential_id", sa.String(length=18), nullable=True),
        sa.Column("action", sa.String(length=40), nullable=False),
        sa.Column("target", sa.String(length=60), nullable=False),
        sa.Column("details", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audit_entry")),
    )
    with op.batch_alter_table("audit_entry") as batch_op:
        batch_op.create_index(batch_op.f("ix_audit_entry_event_id"), ["event_id"], unique=False)

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
        "event",
        sa.Column("id", sa.String(length=18), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("language", sa.String(length=2), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("archived_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_event")),
    )
    op.create_table(
        "rate_limit",
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("opened_at", sa.BigInteger(), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_rate_limit")),
    )
    op.create_table(
        "membership",
        sa.Column("id", sa.String(length=18), nullable=False),
        sa.Column("account_id", sa.String(length=18), nullable=False),
        sa.Column("event_id", sa.String(length=18), nullable=False),
        sa.Column("role", sa.String(length=20), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], name=op.f("fk_membership_account_id")),
        sa.ForeignKeyConstraint(["event_id"], ["event.id"], name=op.f("fk_membership_event_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_membership")),
        sa.UniqueConstraint("account_id", "event_id", "role", name=op.f("uq_membership_account_id_event_id_role")),
    )
    with op.batch_alter_table("membership") as batch_op:
        batch_op.create_index(batch_op.f("ix_membership_event_id"), ["event_id"], unique=False)

    op.create_table(
        "round",
        sa.Column("id", sa.String(length=18), nullable=False),
        sa.Column("event_id", sa.String(length=18), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("minutes", sa.Integer(), nullable=True),
        sa.Column("warnings", sa.Text(), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["event_id"], ["event.id"], name=op.f("fk_round_event_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_round")),
        sa.UniqueConstraint("event_id", "number", name=op.f("uq_round_event_id_number")),
    )
    op.create_table(
        "game_table",
        sa.Column("id", sa.String(length=18), nullable=False),
        sa.Column("event_id", sa.String(length=18), nullable=False),
        sa.Column("round_id", sa.String(length=18), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("header", sa.Text(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("head", sa.String(length=64), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["event_id"], ["event.id"], name=op.f("fk_game_table_event_id")),
        sa.ForeignKeyConstraint(["round_id"], ["round.id"], name=op.f("fk_game_table_round_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_game_table")),
        sa.UniqueConstraint("round_id", "number", name=op.f("uq_game_table_round_id_number")),
    )
    with op.batch_alter_table("game_table") as batch_op:
        batch_op.create_index(batch_op.f("ix_game_table_event_id"), ["event_id"], unique=False)

    op.create_table(
        "activation",
        sa.Column("id", sa.String(length=18), nullable=False),
        sa.Column("round_id", sa.String(length=18), nullable=True),
        sa.Column("table_id", sa.String(length=18), nullable=True),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("span", sa.BigInteger(), nullable=False),
        sa.Column("author", sa.String(length=200), nullable=False),
        sa.Column("account_id", sa.String(length=18), nullable=True),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["round_id"], ["round.id"], name=op.f("fk_activation_round_id")),
        sa.ForeignKeyConstraint(["table_id"], ["game_table.id"], name=op.f("fk_activation_table_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_activation")),
    )
    with op.batch_alter_table("activation") as batch_op:
        batch_op.create_index(batch_op.f("ix_activation_round_id"), ["round_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_activation_table_id"), ["table_id"], unique=False)

    op.create_table(
        "deadline",
        sa.Column("id", sa.String(length=18), nullable=False),
        sa.Column("table_id", sa.String(length=18), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("due_at", sa.BigInteger(), nullable=True),
        sa.Column("fired_at", sa.BigInteger(), nullable=True),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["game_table.id"], name=op.f("fk_deadline_table_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_deadline")),
        sa.UniqueConstraint("table_id", "kind", name=op.f("uq_deadline_table_id_kind")),
    )
    with op.batch_alter_table("deadline") as batch_op:
        batch_op.create_index("ix_deadline_due", ["fired_at", "due_at"], unique=False)

    op.create_table(
        "entry",
        sa.Column("table_id", sa.String(length=18), nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("client_id", sa.String(length=64), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("author", sa.String(length=200), nullable=False),
        sa.Column("account_id", sa.String(length=18), nullable=True),
        sa.Column("credential_id", sa.String(length=18), nullable=True),
        sa.Column("accepted", sa.Boolean(), nullable=False),
        sa.Column("report", sa.Text(), nullable=False),
        sa.Column("answer", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["game_table.id"], name=op.f("fk_entry_table_id")),
        sa.PrimaryKeyConstraint("table_id", "seq", name=op.f("pk_entry")),
        sa.UniqueConstraint("table_id", "client_id", name=op.f("uq_entry_table_id_client_id")),
    )
    op.create_table(
        "invitation",
        sa.Column("id", sa.String(length=18), nullable=False),
        sa.Column("event_id", sa.String(length=18), nullable=False),
        sa.Column("account_id", sa.String(length=18), nullable=True),
        sa.Column("table_id", sa.String(length=18), nullable=True),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.Column("revoked_at", sa.BigInteger(), nullable=True),
        sa.CheckConstraint("(account_id IS NULL) <> (table_id IS NULL)", name=op.f("ck_invitation_one_target")),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], name=op.f("fk_invitation_account_id")),
        sa.ForeignKeyConstraint(["event_id"], ["event.id"], name=op.f("fk_invitation_event_id")),
        sa.ForeignKeyConstraint(["table_id"], ["game_table.id"], name=op.f("fk_invitation_table_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_invitation")),
        sa.UniqueConstraint("table_id", name=op.f("uq_invitation_table_id")),
    )
    with op.batch_alter_table("invitation") as batch_op:
        batch_op.create_index(batch_op.f("ix_invitation_event_id"), ["event_id"], unique=False)

    op.create_table(
        "snapshot",
        sa.Column("table_id", sa.String(length=18), nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("fingerprint", sa.String(length=16), nullable=False),
        sa.Column("position", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["game_table.id"], name=op.f("fk_snapshot_table_id")),
        sa.PrimaryKeyConstraint("table_id", "seq", name=op.f("pk_snapshot")),
    )
    op.create_table(
        "credential",
        sa.Column("id", sa.String(length=18), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("label", sa.String(length=200), nullable=False),
        sa.Column("account_id", sa.String(length=18), nullable=True),
        sa.Column("table_id", sa.String(length=18), nullable=True),
        sa.Column("invitation_id", sa.String(length=18), nullable=True),
        sa.Column("epoch", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.Column("revoked_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], name=op.f("fk_credential_account_id")),
        sa.ForeignKeyConstraint(["invitation_id"], ["invitation.id"], name=op.f("fk_credential_invitation_id")),
        sa.ForeignKeyConstraint(["table_id"], ["game_table.id"], name=op.f("fk_credential_table_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_credential")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_credential_token_hash")),
    )
    with op.batch_alter_table("credential") as batch_op:
        batch_op.create_index(batch_op.f("ix_credential_account_id"), ["account_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_credential_invitation_id"), ["invitation_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_credential_table_id"), ["table_id"], unique=False)
