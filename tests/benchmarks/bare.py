"""The reference of the moves benchmark: a Flask application with only one view, which does one durable INSERT."""

from __future__ import annotations

import sqlite3
import threading
from typing import Any

from flask import Flask, Response, request
from psycopg_pool import ConnectionPool

from referee.core.settings import from_environment

TABLE = "CREATE TABLE IF NOT EXISTS bare (id TEXT PRIMARY KEY, body TEXT NOT NULL)"
THREADS = 16


def create_app() -> Flask:
    """Create the application on the configured database."""
    app = Flask(__name__)
    url = from_environment().database_url
    insert = on_sqlite(url.partition("///")[2]) if url.startswith("sqlite") else on_postgresql(url)

    @app.post("/moves")
    def post_move() -> Response:
        body = request.get_json()
        insert((body["client_id"], request.get_data(as_text=True)))
        return Response('{"ok":true}', 201, content_type="application/json")

    return app


def on_sqlite(path: str) -> Any:
    """Return a function that inserts a row into SQLite, durably and one at a time."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=10)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute(TABLE)
    lock = threading.Lock()

    def insert(row: tuple[str, str]) -> None:
        with lock:
            connection.execute("INSERT INTO bare VALUES (?, ?)", row)

    return insert


def on_postgresql(url: str) -> Any:
    """Return a function that inserts a row into PostgreSQL, in one statement and one transaction."""
    pool = ConnectionPool(url.replace("+psycopg", ""), min_size=THREADS, kwargs={"autocommit": True}, open=True)
    with pool.connection() as connection:
        connection.execute(TABLE)

    def insert(row: tuple[str, str]) -> None:
        with pool.connection() as connection:
            connection.execute("INSERT INTO bare VALUES (%s, %s)", row)

    return insert
