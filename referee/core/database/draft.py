"""Drafts a migration: ``python -m referee.core.database.draft NAME``.

NAME is that of the migration, such as ``0002_seating``.  It leads from the schema that the earlier migrations make to
that of the current models; an existing one of the same name is overwritten.

Review the result: a renamed column must be written by hand, and existing rows may need a value.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Literal

from alembic.autogenerate import produce_migrations, render_python_code
from alembic.operations.ops import UpgradeOps
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection
from sqlmodel.sql.sqltypes import AutoString

from referee.core.database import migrate
from referee.models import METADATA

FOLDER = Path(__file__).parent / "migrations" / "versions"

STEP = '''"""{title}."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "{number}"
down_revision = {before}


def upgrade() -> None:
    """Make it so."""
{body}
'''


def draft(name: str) -> Path:
    """Write the migration of this name; return its file."""
    path = FOLDER / f"{name}.py"
    path.unlink(missing_ok=True)
    number, _, title = name.partition("_")
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/draft.db"
        before = next(iter(migrate.steps()), None)
        if before is not None:
            migrate.upgrade(url)
        with migrate.schema_transaction(url) as connection:
            body = upgrade_code(connection)
    shown = "None" if before is None else f'"{before}"'
    path.write_text(STEP.format(title=title.replace("_", " ").capitalize(), number=number, before=shown, body=body))
    return path


def upgrade_code(connection: Connection) -> str:
    """The Python code that turns a database into what the models describe."""
    options = {"target_metadata": METADATA, "compare_type": True}
    context = MigrationContext.configure(connection, opts=options)
    found = produce_migrations(context, METADATA).upgrade_ops or UpgradeOps()
    code = render_python_code(found, render_as_batch=True, render_item=render_type, migration_context=context)
    kept = (line for line in code.splitlines() if not line.strip().startswith("# ###"))
    return "\n".join(kept).replace(", schema=None)", ")")


def render_type(kind: str, item: object, _context: object) -> str | Literal[False]:
    """Render SQLModel's texts as SQLAlchemy's: a migration should not need SQLModel.  False: as Alembic would."""
    return f"sa.String(length={item.length})" if kind == "type" and isinstance(item, AutoString) else False


if __name__ == "__main__":
    written = draft(sys.argv[1])
    subprocess.run(["ruff", "format", str(written)], check=True)
    print(written)
