"""The tables of the database, as the steps that every file goes through, oldest first.

A step that has been released is never edited: a change of the tables is a new step at the end of `STEPS`. The length of
`STEPS` is the version that a file carries in `PRAGMA user_version`.
"""

from __future__ import annotations

import sqlite3

from sqlite_utils import Database, Migrations

STRICT = "STRICT" if sqlite3.sqlite_version_info >= (3, 37) else ""
"""Strict types where this machine's SQLite has them; the tables of an older SQLite are the same but for that."""

WITHOUT_ROWID = f"WITHOUT ROWID, {STRICT}" if STRICT else "WITHOUT ROWID"


def first_tables(db: Database) -> None:
    """Tournaments with their schedule; matches with seats, faults, transcript; the ratings of each ladder."""
    for statement in (
        f"""
        CREATE TABLE tournaments (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL CHECK (name <> ''),
            run INTEGER NOT NULL CHECK (run >= 1),
            digest TEXT NOT NULL,
            plan TEXT NOT NULL,
            secret BLOB NOT NULL,
            created_at TEXT NOT NULL,
            UNIQUE (name, run)
        ) {STRICT}
        """,
        f"""
        CREATE TABLE bots (
            name TEXT NOT NULL PRIMARY KEY CHECK (name <> '')
        ) {WITHOUT_ROWID}
        """,
        f"""
        CREATE TABLE matches (
            id TEXT NOT NULL PRIMARY KEY,
            tournament INTEGER NOT NULL REFERENCES tournaments (id),
            number INTEGER NOT NULL CHECK (number >= 0),
            round INTEGER NOT NULL CHECK (round >= 0),
            ladder TEXT NOT NULL CHECK (ladder <> ''),
            ladder_number INTEGER NOT NULL CHECK (ladder_number >= 1),
            state TEXT NOT NULL DEFAULT 'scheduled' CHECK (state IN ('scheduled', 'finished')),
            voids INTEGER NOT NULL DEFAULT 0 CHECK (voids >= 0),
            void_reason TEXT,
            finished_at TEXT,
            game TEXT,
            rules TEXT,
            options TEXT,
            termination TEXT,
            moves INTEGER CHECK (moves >= 0),
            seconds REAL CHECK (seconds >= 0),
            commitment TEXT,
            secret TEXT,
            UNIQUE (tournament, number),
            UNIQUE (ladder, ladder_number),
            CHECK ((voids = 0) = (void_reason IS NULL)),
            CHECK (
                CASE state
                WHEN 'finished' THEN finished_at IS NOT NULL AND game IS NOT NULL AND rules IS NOT NULL
                    AND options IS NOT NULL AND termination IS NOT NULL AND moves IS NOT NULL
                    AND seconds IS NOT NULL AND commitment IS NOT NULL AND secret IS NOT NULL
                ELSE coalesce(finished_at, game, rules, options, termination, moves, seconds, commitment, secret)
                    IS NULL
                END
            )
        ) {STRICT}
        """,
        f"""
        CREATE TABLE seats (
            match TEXT NOT NULL REFERENCES matches (id),
            seat INTEGER NOT NULL CHECK (seat >= 0),
            bot TEXT NOT NULL REFERENCES bots (name),
            place INTEGER CHECK (place >= 1),
            score INTEGER,
            strikes INTEGER CHECK (strikes >= 0),
            forfeited INTEGER CHECK (forfeited IN (0, 1)),
            nonce TEXT,
            PRIMARY KEY (match, seat),
            UNIQUE (match, bot)
        ) {WITHOUT_ROWID}
        """,
        f"""
        CREATE TABLE faults (
            match TEXT NOT NULL,
            number INTEGER NOT NULL CHECK (number >= 1),
            seat INTEGER NOT NULL,
            turn INTEGER NOT NULL,
            question TEXT NOT NULL,
            kind TEXT NOT NULL,
            detail TEXT NOT NULL CHECK (length(detail) <= 200),
            strikes INTEGER NOT NULL CHECK (strikes >= 0),
            PRIMARY KEY (match, number),
            FOREIGN KEY (match, seat) REFERENCES seats (match, seat)
        ) {WITHOUT_ROWID}
        """,
        f"""
        CREATE TABLE transcripts (
            match TEXT NOT NULL PRIMARY KEY REFERENCES matches (id),
            packed BLOB NOT NULL
        ) {STRICT}
        """,
        f"""
        CREATE TABLE ratings (
            ladder TEXT NOT NULL,
            bot TEXT NOT NULL REFERENCES bots (name),
            number INTEGER NOT NULL,
            before INTEGER NOT NULL,
            "after" INTEGER NOT NULL,
            change INTEGER NOT NULL,
            PRIMARY KEY (ladder, bot, number),
            FOREIGN KEY (ladder, number) REFERENCES matches (ladder, ladder_number),
            CHECK ("after" = before + change)
        ) {WITHOUT_ROWID}
        """,
        "CREATE INDEX ratings_by_number ON ratings (ladder, number)",
    ):
        db.execute(statement)


def leases_and_latencies(db: Database) -> None:
    """Who holds which match and how often it was begun; how long each seat thought."""
    for statement in (
        "ALTER TABLE matches ADD COLUMN attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0)",
        "ALTER TABLE matches ADD COLUMN holder INTEGER",
        "ALTER TABLE matches ADD COLUMN lease_ends REAL",
        "ALTER TABLE seats ADD COLUMN thought_ms INTEGER CHECK (thought_ms >= 0)",
        "ALTER TABLE seats ADD COLUMN slowest_ms INTEGER CHECK (slowest_ms >= 0)",
        "CREATE INDEX matches_held ON matches (holder) WHERE holder IS NOT NULL",
    ):
        db.execute(statement)


STEPS = (first_tables, leases_and_latencies)


def upgrade(db: Database) -> None:
    """Take the steps that the file has not seen yet; called inside a transaction, so that all are taken or none."""
    migrations = Migrations("referee")
    for step in STEPS:
        migrations()(step)
    migrations.apply(db)
