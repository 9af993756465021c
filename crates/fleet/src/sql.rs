//! All that is said to a database, in plain SQL that SQLite and PostgreSQL both understand.
//!
//! A unit is open, closed or set aside. An open one is held while its lease, which the database's own clock measures, is not
//! over. What a worker has done is also added up in its own row, so that nobody has to go through all units to say how far a
//! run is, and no two workers wait for the same row.

/// The words in which the two databases differ.
pub struct Words {
    /// A column of numbers that the database hands out.
    pub id: &'static str,
    /// Its clock, in seconds.
    pub now: &'static str,
    /// Locks the row that is read, and passes over those that others have locked.
    pub skip: &'static str,
    /// What stands before the number of a value.
    pub value: &'static str,
    /// Begins a transaction that writes.
    pub begin: &'static str,
    /// Waits until nobody else changes the form of the tables.
    pub alone: &'static str,
}

/// Those of SQLite. A transaction that writes is the only one from its beginning.
pub const SQLITE: Words = Words {
    id: "INTEGER PRIMARY KEY",
    now: "unixepoch('subsec')",
    skip: "",
    value: "?",
    begin: "BEGIN IMMEDIATE",
    alone: "SELECT 1",
};

/// Those of PostgreSQL.
pub const POSTGRES: Words = Words {
    id: "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY",
    now: "extract(epoch from statement_timestamp())::double precision",
    skip: "FOR UPDATE SKIP LOCKED",
    value: "$",
    // Whoever falls asleep in the middle of one must not keep the others waiting for what it has locked.
    begin: "BEGIN; SET LOCAL idle_in_transaction_session_timeout = '5s'",
    alone: "SELECT pg_advisory_xact_lock(1299665518)::text",
};

impl Words {
    /// A statement in the words of this database.
    pub fn say(&self, sql: &str) -> String {
        sql.replace('$', self.value)
            .replace("{id}", self.id)
            .replace("{now}", self.now)
            .replace("{skip}", self.skip)
    }
}

/// Where the form of the tables is kept.
pub const FORM_TABLE: &str = "CREATE TABLE IF NOT EXISTS marquetry_form (version BIGINT NOT NULL)";
/// The form in which they are.
pub const FORM: &str = "SELECT max(version) FROM marquetry_form";
/// Says that they have a form now.
pub const FORMED: &str = "INSERT INTO marquetry_form VALUES ($1)";

/// The forms of the tables: each step leads from one to the next.
pub const FORMS: &[&str] = &["
    CREATE TABLE marquetry_run (
        id {id},
        name TEXT NOT NULL,
        puzzle TEXT NOT NULL,
        question TEXT NOT NULL,
        job TEXT,
        state BIGINT NOT NULL DEFAULT 0,
        units BIGINT NOT NULL,
        lease DOUBLE PRECISION NOT NULL,
        unit DOUBLE PRECISION NOT NULL,
        tries BIGINT NOT NULL,
        planned DOUBLE PRECISION NOT NULL
    );
    CREATE TABLE marquetry_unit (
        id {id},
        run BIGINT NOT NULL REFERENCES marquetry_run (id),
        part TEXT,
        share DOUBLE PRECISION NOT NULL,
        state BIGINT NOT NULL DEFAULT 0,
        token TEXT,
        lease DOUBLE PRECISION NOT NULL DEFAULT 0,
        tries BIGINT NOT NULL DEFAULT 0,
        why TEXT,
        nodes BIGINT NOT NULL DEFAULT 0,
        seconds DOUBLE PRECISION NOT NULL DEFAULT 0,
        total TEXT NOT NULL DEFAULT '0'
    );
    CREATE INDEX marquetry_unit_open ON marquetry_unit (run, lease, id DESC) WHERE state = 0;
    CREATE INDEX marquetry_unit_aside ON marquetry_unit (run, id) WHERE state = 2;
    CREATE TABLE marquetry_solution (
        run BIGINT NOT NULL,
        unit BIGINT NOT NULL,
        ordinal BIGINT NOT NULL,
        solution TEXT NOT NULL,
        PRIMARY KEY (run, unit, ordinal)
    );
    CREATE TABLE marquetry_board (
        id {id},
        run BIGINT NOT NULL REFERENCES marquetry_run (id),
        breaks BIGINT NOT NULL,
        empty BIGINT NOT NULL,
        board TEXT NOT NULL,
        how TEXT NOT NULL
    );
    CREATE INDEX marquetry_board_best ON marquetry_board (run, breaks, empty, id);
    CREATE TABLE marquetry_worker (
        run BIGINT NOT NULL REFERENCES marquetry_run (id),
        id TEXT NOT NULL,
        name TEXT NOT NULL,
        since DOUBLE PRECISION NOT NULL,
        seen DOUBLE PRECISION NOT NULL,
        waiting DOUBLE PRECISION NOT NULL DEFAULT 0,
        closed BIGINT NOT NULL DEFAULT 0,
        opened BIGINT NOT NULL DEFAULT 0,
        nodes BIGINT NOT NULL DEFAULT 0,
        seconds DOUBLE PRECISION NOT NULL DEFAULT 0,
        share DOUBLE PRECISION NOT NULL DEFAULT 0,
        found DOUBLE PRECISION NOT NULL DEFAULT 0,
        seconds2 DOUBLE PRECISION NOT NULL DEFAULT 0,
        mixed DOUBLE PRECISION NOT NULL DEFAULT 0,
        share2 DOUBLE PRECISION NOT NULL DEFAULT 0,
        PRIMARY KEY (run, id)
    );
"];

/// Plans a run.
pub const PLAN: &str = "
    INSERT INTO marquetry_run (name, puzzle, question, units, lease, unit, tries, planned)
    VALUES ($1, $2, $3, $4, $5, $6, $7, {now}) RETURNING id";
/// All runs.
pub const RUNS: &str = "
    SELECT id, name, puzzle, question, job, state, units, lease, unit, tries, planned
    FROM marquetry_run ORDER BY id";
/// Says of which engine the units of a run are.
pub const CHOSEN: &str = "UPDATE marquetry_run SET job = $2 WHERE id = $1 AND job IS NULL";
/// A run goes on, has enough, or is cancelled.
pub const SET_STATE: &str = "UPDATE marquetry_run SET state = $2 WHERE id = $1";

/// Opens a unit.
pub const OPEN: &str = "INSERT INTO marquetry_unit (run, part, share) VALUES ($1, $2, $3)";
/// Claims the newest unit that nobody has: there are never many more than workers then. Those whose lease is over come last.
pub const CLAIM: &str = "
    UPDATE marquetry_unit SET token = $2, lease = {now} + $3, tries = tries + 1
    WHERE id = (
        SELECT id FROM marquetry_unit
        WHERE run = $1 AND state = 0 AND lease <= {now}
            AND EXISTS (SELECT 1 FROM marquetry_run WHERE marquetry_run.id = $1 AND marquetry_run.state = 0)
        ORDER BY lease, id DESC LIMIT 1 {skip})
    RETURNING id, part, share, tries";
/// Prolongs the lease of whoever still has a unit.
pub const BEAT: &str = "
    UPDATE marquetry_unit SET lease = {now} + $3 WHERE id = $1 AND token = $2 AND state = 0";
/// Closes a unit for whoever still has it.
pub const CLOSE: &str = "
    UPDATE marquetry_unit SET state = 1, token = NULL, nodes = $3, seconds = $4, total = $5
    WHERE id = $1 AND token = $2 AND state = 0";
/// Gives a unit back that was not worked on.
pub const GIVE_BACK: &str = "
    UPDATE marquetry_unit SET token = NULL, lease = 0, tries = tries - 1
    WHERE id = $1 AND token = $2 AND state = 0";
/// Says what went wrong with a unit, and lets others try.
pub const FAIL: &str = "
    UPDATE marquetry_unit SET token = NULL, lease = 0, why = $3
    WHERE id = $1 AND token = $2 AND state = 0";
/// Sets a unit aside that was tried too often.
pub const SET_ASIDE: &str =
    "UPDATE marquetry_unit SET state = 2, token = NULL WHERE id = $1 AND token = $2 AND state = 0";
/// Takes all units that were set aside, or that somebody has, as new: for a run that nobody else works on.
pub const RENEW_ALL: &str = "
    UPDATE marquetry_unit SET state = 0, token = NULL, lease = 0, tries = 0
    WHERE run = $1 AND (state = 2 OR state = 0 AND (token IS NOT NULL OR tries > 0))";
/// Takes the units that were set aside as new.
pub const RENEW: &str = "
    UPDATE marquetry_unit SET state = 0, token = NULL, lease = 0, tries = 0
    WHERE run = $1 AND state = 2";

/// What a worker must know of a run: its state, how many wait for work, and how many units nobody has, up to a hundred.
pub const LOOK: &str = "
    SELECT state,
        (SELECT count(*) FROM marquetry_worker
         WHERE marquetry_worker.run = $1 AND waiting > {now} - 3),
        (SELECT count(*) FROM (
            SELECT 1 FROM marquetry_unit
            WHERE marquetry_unit.run = $1 AND marquetry_unit.state = 0 AND lease <= {now} LIMIT 100
         ) AS free)
    FROM marquetry_run WHERE id = $1";
/// Is a unit open?
pub const ANY_OPEN: &str = "SELECT 1 FROM marquetry_unit WHERE run = $1 AND state = 0 LIMIT 1";
/// Those that are, from one on.
pub const OPEN_PARTS: &str = "
    SELECT id, part FROM marquetry_unit WHERE run = $1 AND state = 0 AND id > $2 ORDER BY id LIMIT 1000";
/// Those that were set aside.
pub const ASIDE: &str = "
    SELECT id, part, why FROM marquetry_unit WHERE run = $1 AND state = 2 ORDER BY id LIMIT 100";
/// How many were set aside, and how many somebody has.
pub const STUCK: &str = "
    SELECT (SELECT count(*) FROM marquetry_unit WHERE run = $1 AND state = 2),
        (SELECT count(*) FROM marquetry_unit WHERE run = $1 AND state = 0 AND lease > {now})";
/// The totals of closed units, from one on.
pub const TOTALS: &str = "
    SELECT id, total, nodes, seconds FROM marquetry_unit
    WHERE run = $1 AND state = 1 AND id > $2 ORDER BY id LIMIT 10000";

/// The beginning of what writes solutions down; a list of values follows.
pub const FOUND: &str = "INSERT INTO marquetry_solution (run, unit, ordinal, solution) VALUES ";
/// Solutions from one on.
pub const SOLUTIONS: &str = "
    SELECT unit, ordinal, solution FROM marquetry_solution
    WHERE run = $1 AND (unit, ordinal) > ($2, $3) ORDER BY unit, ordinal LIMIT 1000";

/// A worker comes.
pub const COME: &str = "
    INSERT INTO marquetry_worker (run, id, name, since, seen) VALUES ($1, $2, $3, {now}, {now})
    ON CONFLICT (run, id) DO NOTHING";
/// A worker is there still.
pub const SEEN: &str = "UPDATE marquetry_worker SET seen = {now} WHERE run = $1 AND id = $2";
/// A worker waits for work.
pub const WAITS: &str =
    "UPDATE marquetry_worker SET seen = {now}, waiting = {now} WHERE run = $1 AND id = $2";
/// A worker goes.
pub const GOES: &str =
    "UPDATE marquetry_worker SET seen = 0, waiting = 0 WHERE run = $1 AND id = $2";
/// Adds what a worker has done.
pub const DONE: &str = "
    UPDATE marquetry_worker SET seen = {now}, waiting = 0, closed = closed + 1, opened = opened + $3,
        nodes = nodes + $4, seconds = seconds + $5, share = share + $6, found = found + $7,
        seconds2 = seconds2 + $8, mixed = mixed + $9, share2 = share2 + $10
    WHERE run = $1 AND id = $2";
/// How many solutions were found, as far as a number of this kind tells.
pub const HOW_MANY: &str = "SELECT coalesce(sum(found), 0.0) FROM marquetry_worker WHERE run = $1";
/// All workers of a run, with how long ago each was seen.
pub const WORKERS: &str = "
    SELECT name, {now} - seen, waiting > {now} - 3, closed, opened, nodes, seconds, share, found,
        seconds2, mixed, share2
    FROM marquetry_worker WHERE run = $1 ORDER BY since, id";

/// Keeps a board that is better than all before.
pub const BOARD: &str = "
    INSERT INTO marquetry_board (run, breaks, empty, board, how)
    SELECT CAST($1 AS BIGINT), CAST($2 AS BIGINT), CAST($3 AS BIGINT), CAST($4 AS TEXT), CAST($5 AS TEXT)
    WHERE NOT EXISTS (
        SELECT 1 FROM marquetry_board
        WHERE run = CAST($1 AS BIGINT)
            AND (breaks, empty) <= (CAST($2 AS BIGINT), CAST($3 AS BIGINT)))";
/// The best board.
pub const BEST: &str = "
    SELECT id, breaks, empty, board, how FROM marquetry_board
    WHERE run = $1 ORDER BY breaks, empty, id LIMIT 1";
