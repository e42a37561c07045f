CREATE TABLE runs (
	id              TEXT    NOT NULL PRIMARY KEY,
	runner          TEXT    NOT NULL,
	initiator       TEXT    NOT NULL,
	resumed         INTEGER NOT NULL,
	resumes         INTEGER NOT NULL, -- how often it was resumed after it was left
	options         TEXT,
	status          TEXT    NOT NULL,
	reason          TEXT    NOT NULL, -- why it was interrupted or cancelled
	error           TEXT    NOT NULL,
	control         TEXT    NOT NULL,
	started_at      INTEGER NOT NULL,
	updated_at      INTEGER NOT NULL,
	ended_at        INTEGER NOT NULL,
	waiting_until   INTEGER NOT NULL, -- when it continues that waits, such as for the web archive
	total           INTEGER NOT NULL,
	completed       INTEGER NOT NULL,
	failed          INTEGER NOT NULL,
	skipped         INTEGER NOT NULL,
	current_subject TEXT    NOT NULL,
	totals          TEXT
) STRICT;

CREATE INDEX runs_newest ON runs (started_at, id);
CREATE INDEX runs_runner ON runs (runner, started_at, id);
CREATE INDEX runs_open ON runs (ended_at, runner, started_at, id) WHERE ended_at = 0;

CREATE TABLE run_items (
	run_id  TEXT    NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
	seq     INTEGER NOT NULL,
	subject TEXT    NOT NULL,
	done    INTEGER NOT NULL,
	outcome TEXT    NOT NULL,
	detail  TEXT,
	crashes INTEGER NOT NULL, -- how often a process ended during the item
	waiting INTEGER NOT NULL, -- whether it was only waiting then
	PRIMARY KEY (run_id, seq)
) STRICT, WITHOUT ROWID;

-- Serves the next item of a run. It holds whole rows, or the planner would go
-- through all that is done instead.
CREATE INDEX run_items_pending ON run_items (run_id, done, seq, subject, outcome, detail, crashes, waiting) WHERE done = FALSE;

-- What waits, and what a process has taken.
CREATE TABLE tasks (
	kind     TEXT    NOT NULL,
	subject  TEXT    NOT NULL,
	due      INTEGER NOT NULL,
	owner    TEXT    NOT NULL,
	taken_at INTEGER NOT NULL,
	attempts INTEGER NOT NULL,
	PRIMARY KEY (kind, subject)
) STRICT, WITHOUT ROWID;
