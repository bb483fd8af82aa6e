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


def service_tables(db: Database) -> None:
    """Who uses the service and what it hosts; when each match was scheduled and begun, and whether it is rated."""
    for statement in (
        "ALTER TABLE matches ADD COLUMN rated INTEGER NOT NULL DEFAULT 1 CHECK (rated IN (0, 1))",
        "ALTER TABLE matches ADD COLUMN created_at TEXT",
        "ALTER TABLE matches ADD COLUMN started_at TEXT",
        "ALTER TABLE matches ADD COLUMN serial INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE seats ADD COLUMN version TEXT",
        "ALTER TABLE seats ADD COLUMN serial INTEGER NOT NULL DEFAULT 0",
        # The schedule of a run was always stored with the run.
        """
        UPDATE matches SET
            created_at = (SELECT t.created_at FROM tournaments AS t WHERE t.id = matches.tournament),
            serial = numbered.serial
        FROM (SELECT id, row_number() OVER (ORDER BY tournament, number) AS serial FROM matches) AS numbered
        WHERE numbered.id = matches.id
        """,
        # Beside its seat too, so that a bot's matches lie in the order in which they are listed.
        "UPDATE seats SET serial = (SELECT m.serial FROM matches AS m WHERE m.id = seats.match)",
        "ALTER TABLE ratings ADD COLUMN matches INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE ratings ADD COLUMN wins INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE ratings ADD COLUMN places INTEGER NOT NULL DEFAULT 0",
        """
        UPDATE ratings SET matches = so_far.matches, wins = so_far.wins, places = so_far.places
        FROM (
            SELECT r.ladder, r.bot, r.number, count(*) OVER played AS matches, sum(s.place = 1) OVER played AS wins,
                sum(s.place) OVER played AS places
            FROM ratings AS r JOIN matches AS m ON m.ladder = r.ladder AND m.ladder_number = r.number
            JOIN seats AS s ON s.match = m.id AND s.bot = r.bot
            WINDOW played AS (PARTITION BY r.ladder, r.bot ORDER BY r.number)
        ) AS so_far
        WHERE so_far.ladder = ratings.ladder AND so_far.bot = ratings.bot AND so_far.number = ratings.number
        """,
        "CREATE UNIQUE INDEX matches_by_serial ON matches (serial)",
        "CREATE INDEX matches_by_state ON matches (tournament, state)",
        "CREATE INDEX matches_by_time ON matches (tournament, created_at)",
        "CREATE INDEX matches_scheduled ON matches (tournament, number) WHERE state = 'scheduled'",
        "CREATE INDEX matches_to_come ON matches (serial) WHERE state = 'scheduled'",
        "CREATE INDEX matches_by_ladder ON matches (ladder, serial)",
        "CREATE INDEX matches_by_run ON matches (tournament, serial)",
        "CREATE INDEX seats_by_bot ON seats (bot, serial)",
        f"""
        CREATE TABLE accounts (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            name TEXT NOT NULL UNIQUE CHECK (name <> ''),
            likeness TEXT NOT NULL UNIQUE,
            role TEXT NOT NULL CHECK (role IN ('organiser', 'player')),
            created_at TEXT NOT NULL
        ) {STRICT}
        """,
        f"""
        CREATE TABLE invitations (
            id TEXT NOT NULL PRIMARY KEY,
            hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
            role TEXT NOT NULL CHECK (role IN ('organiser', 'player')),
            note TEXT NOT NULL,
            created_at TEXT NOT NULL,
            expires_at TEXT NOT NULL,
            account INTEGER REFERENCES accounts (id),
            used_at TEXT,
            CHECK ((account IS NULL) = (used_at IS NULL))
        ) {STRICT}
        """,
        f"""
        CREATE TABLE api_keys (
            id TEXT NOT NULL PRIMARY KEY,
            account INTEGER NOT NULL REFERENCES accounts (id),
            hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
            note TEXT NOT NULL,
            created_at TEXT NOT NULL,
            last_used_at TEXT,
            revoked_at TEXT
        ) {STRICT}
        """,
        "CREATE INDEX api_keys_by_account ON api_keys (account)",
        f"""
        CREATE TABLE entrants (
            bot TEXT NOT NULL PRIMARY KEY REFERENCES bots (name),
            likeness TEXT NOT NULL UNIQUE,
            account INTEGER NOT NULL REFERENCES accounts (id),
            url TEXT NOT NULL,
            keys TEXT NOT NULL CHECK (keys <> ''),
            key_until TEXT,
            state TEXT NOT NULL CHECK (state IN ('pending', 'active', 'benched', 'retired')),
            held INTEGER NOT NULL DEFAULT 0 CHECK (held IN (0, 1)),
            reason TEXT,
            games TEXT NOT NULL DEFAULT '[]',
            max_parallel INTEGER NOT NULL DEFAULT 1 CHECK (max_parallel >= 1),
            version TEXT,
            author TEXT,
            failures INTEGER NOT NULL DEFAULT 0 CHECK (failures >= 0),
            benches INTEGER NOT NULL DEFAULT 0 CHECK (benches >= 0),
            check_due REAL,
            check_token INTEGER NOT NULL DEFAULT 0,
            report TEXT,
            created_at TEXT NOT NULL,
            updated_at TEXT NOT NULL,
            CHECK (state <> 'retired' OR check_due IS NULL),
            CHECK (held = 0 OR (state = 'benched' AND check_due IS NULL))
        ) {STRICT}
        """,
        "CREATE INDEX entrants_by_account ON entrants (account)",
        "CREATE INDEX entrants_due ON entrants (check_due) WHERE check_due IS NOT NULL",
        f"""
        CREATE TABLE hosted (
            run INTEGER PRIMARY KEY REFERENCES tournaments (id),
            kind TEXT NOT NULL CHECK (kind IN ('ladder', 'tournament', 'challenge')),
            account INTEGER REFERENCES accounts (id),
            next_number INTEGER NOT NULL CHECK (next_number >= 0)
        ) {STRICT}
        """,
        f"""
        CREATE TABLE ladders (
            name TEXT NOT NULL PRIMARY KEY CHECK (name <> ''),
            run INTEGER NOT NULL UNIQUE REFERENCES hosted (run),
            state TEXT NOT NULL CHECK (state IN ('open', 'paused', 'closed')),
            settings TEXT NOT NULL,
            created_at TEXT NOT NULL
        ) {STRICT}
        """,
        f"""
        CREATE TABLE ladder_entrants (
            ladder TEXT NOT NULL REFERENCES ladders (name),
            bot TEXT NOT NULL REFERENCES entrants (bot),
            joined_at TEXT NOT NULL,
            left_at TEXT,
            matches INTEGER NOT NULL DEFAULT 0 CHECK (matches >= 0),
            last_match INTEGER NOT NULL DEFAULT 0 CHECK (last_match >= 0),
            PRIMARY KEY (ladder, bot)
        ) {WITHOUT_ROWID}
        """,
        "CREATE INDEX ladder_entrants_by_bot ON ladder_entrants (bot)",
        f"""
        CREATE TABLE challenges (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            account INTEGER NOT NULL REFERENCES accounts (id),
            match TEXT NOT NULL UNIQUE REFERENCES matches (id),
            created_at TEXT NOT NULL
        ) {STRICT}
        """,
        "CREATE INDEX challenges_by_account ON challenges (account)",
        f"""
        CREATE TABLE feed (
            match TEXT NOT NULL REFERENCES matches (id),
            number INTEGER NOT NULL CHECK (number >= 1),
            event TEXT NOT NULL,
            PRIMARY KEY (match, number)
        ) {WITHOUT_ROWID}
        """,
        f"""
        CREATE TABLE idempotency (
            account INTEGER NOT NULL REFERENCES accounts (id),
            key TEXT NOT NULL,
            request BLOB NOT NULL,
            status INTEGER,
            body TEXT,
            created_at REAL NOT NULL,
            PRIMARY KEY (account, key),
            CHECK ((status IS NULL) = (body IS NULL))
        ) {WITHOUT_ROWID}
        """,
        f"""
        CREATE TABLE actions (
            account INTEGER NOT NULL REFERENCES accounts (id),
            kind TEXT NOT NULL,
            at REAL NOT NULL
        ) {STRICT}
        """,
        "CREATE INDEX actions_by_account ON actions (account, kind, at)",
        f"""
        CREATE TABLE workers (
            number INTEGER PRIMARY KEY,
            started_at TEXT NOT NULL,
            seen_at REAL NOT NULL,
            in_play INTEGER NOT NULL CHECK (in_play >= 0),
            places INTEGER NOT NULL CHECK (places >= 0)
        ) {STRICT}
        """,
    ):
        db.execute(statement)


STEPS = (first_tables, leases_and_latencies, service_tables)


def upgrade(db: Database) -> None:
    """Take the steps that the file has not seen yet; called inside a transaction, so that all are taken or none."""
    migrations = Migrations("referee")
    for step in STEPS:
        migrations()(step)
    migrations.apply(db)
