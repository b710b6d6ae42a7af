"""What the database holds, and how an older one becomes this one.

Steps are never changed once they have been released: each is the SQL of its day.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Float,
    ForeignKey,
    Integer,
    MetaData,
    Table,
    Text,
    inspect,
    text,
)

from kibitz.recycle import KibitzError

metadata = MetaData()

tables = Table(
    "tables",
    metadata,
    Column("code", Text, primary_key=True),
    Column("version", Integer, nullable=False),
    Column("room", Text, nullable=False),
    Column("touched", Float, nullable=False),
)
"""Every table with its Room, as JSON; the version grows with every change of it."""

matches = Table(
    "matches",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("code", Text, ForeignKey("tables.code"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("game", Text, nullable=False),
    Column("digest", Text, nullable=False),
    Column("options", Text, nullable=False),
    Column("seed", BigInteger, nullable=False),
    Column("players", Text, nullable=False),
    Column("deal", Text, nullable=False),
    Column("begun", Float, nullable=False),
    Column("ended", Float),
    Column("scores", Text),
    Column("origin", Text, nullable=False),
    Column("people", Text, nullable=False),
)
"""Every match as its record begins, and how it ended; who of the table's people had which seat."""

choices = Table(
    "choices",
    metadata,
    Column("match", Integer, ForeignKey("matches.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("option", Integer, nullable=False),
    Column("key", Text, nullable=False),
)
"""The log: appended to, never changed. A number is given once, so two cannot both play."""

servers = Table(
    "servers",
    metadata,
    Column("server", Text, primary_key=True),
    Column("seen", Float, nullable=False),
)
"""Processes, and when each was last heard of; with a process its visitors go."""

visitors = Table(
    "visitors",
    metadata,
    Column("code", Text, ForeignKey("tables.code"), primary_key=True),
    Column("person", Integer, primary_key=True),
    Column("server", Text, ForeignKey("servers.server", ondelete="CASCADE"), primary_key=True),
)
"""Who has a browser at a table, and through which process."""

_FIRST = """
CREATE TABLE tables (
  code TEXT PRIMARY KEY, version INTEGER NOT NULL, room TEXT NOT NULL,
  touched DOUBLE PRECISION NOT NULL);
CREATE TABLE matches (
  id {identity}, code TEXT NOT NULL REFERENCES tables (code), number INTEGER NOT NULL,
  game TEXT NOT NULL, digest TEXT NOT NULL, options TEXT NOT NULL, seed BIGINT NOT NULL,
  players TEXT NOT NULL, deal TEXT NOT NULL, begun DOUBLE PRECISION NOT NULL,
  ended DOUBLE PRECISION, scores TEXT, UNIQUE (code, number));
CREATE TABLE choices (
  match INTEGER NOT NULL REFERENCES matches (id), number INTEGER NOT NULL,
  seat INTEGER NOT NULL, option INTEGER NOT NULL, key TEXT NOT NULL,
  PRIMARY KEY (match, number))
"""
_VISITORS = """
CREATE TABLE servers (server TEXT PRIMARY KEY, seen DOUBLE PRECISION NOT NULL);
CREATE TABLE visitors (
  code TEXT NOT NULL REFERENCES tables (code), person INTEGER NOT NULL,
  server TEXT NOT NULL REFERENCES servers (server) ON DELETE CASCADE,
  PRIMARY KEY (code, person, server))
"""
_ORIGINS = """
ALTER TABLE matches ADD COLUMN origin TEXT NOT NULL DEFAULT 'table';
ALTER TABLE matches ADD COLUMN people TEXT NOT NULL DEFAULT '[]'
"""
STEPS = (_FIRST, _VISITORS, _ORIGINS)
"""From each version to the next."""
_LOCK = 7_546_203
"""A number of our own, by which PostgreSQL lets one process at a time change the schema."""
_IDENTITY = {
    "sqlite": "INTEGER PRIMARY KEY",
    "postgresql": "INTEGER GENERATED ALWAYS AS IDENTITY PRIMARY KEY",
}


class UnknownDatabase(KibitzError):
    """A database that a newer kibitz has written."""


def migrate(connection: Connection) -> None:
    """Bring the database up to this version, in the caller's transaction.

    Raises UnknownDatabase.
    """
    if connection.dialect.name == "postgresql":  # two processes may start at once
        connection.execute(text(f"SELECT pg_advisory_xact_lock({_LOCK})"))
    version = _version(connection)
    if version > len(STEPS):
        raise UnknownDatabase(
            f"the database has version {version}, and this kibitz knows {len(STEPS)}: "
            "a newer kibitz has written it"
        )
    for step in STEPS[version:]:
        for statement in step.format(identity=_IDENTITY[connection.dialect.name]).split(";"):
            connection.execute(text(statement))
    connection.execute(text("UPDATE version SET number = :n"), {"n": len(STEPS)})


def _version(connection: Connection) -> int:
    """0 for a new database."""
    if not inspect(connection).has_table("version"):
        connection.execute(text("CREATE TABLE version (number INTEGER NOT NULL)"))
        connection.execute(text("INSERT INTO version VALUES (0)"))
    return int(connection.execute(text("SELECT number FROM version")).scalar_one())
