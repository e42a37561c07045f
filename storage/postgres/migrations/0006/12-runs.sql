CREATE TABLE runs (
	id              TEXT COLLATE "C" NOT NULL PRIMARY KEY,
	runner          TEXT COLLATE "C" NOT NULL,
	initiator       TEXT COLLATE "C" NOT NULL,
	resumed         BOOLEAN          NOT NULL,
	resumes         BIGINT           NOT NULL,
	options         TEXT COLLATE "C",
	status          TEXT COLLATE "C" NOT NULL,
	reason          TEXT COLLATE "C" NOT NULL,
	error           TEXT COLLATE "C" NOT NULL,
	control         TEXT COLLATE "C" NOT NULL,
	started_at      BIGINT           NOT NULL,
	updated_at      BIGINT           NOT NULL,
	ended_at        BIGINT           NOT NULL,
	waiting_until   BIGINT           NOT NULL,
	total           BIGINT           NOT NULL,
	completed       BIGINT           NOT NULL,
	failed          BIGINT           NOT NULL,
	skipped         BIGINT           NOT NULL,
	current_subject TEXT COLLATE "C" NOT NULL,
	totals          TEXT COLLATE "C"
);

CREATE INDEX runs_newest ON runs (started_at, id);
CREATE INDEX runs_runner ON runs (runner, started_at, id);
CREATE INDEX runs_open ON runs (ended_at, runner, started_at, id) WHERE ended_at = 0;

CREATE TABLE run_items (
	run_id  TEXT COLLATE "C" NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
	seq     BIGINT           NOT NULL,
	subject TEXT COLLATE "C" NOT NULL,
	done    BOOLEAN          NOT NULL,
	outcome TEXT COLLATE "C" NOT NULL,
	detail  TEXT COLLATE "C",
	crashes BIGINT           NOT NULL,
	waiting BOOLEAN          NOT NULL,
	PRIMARY KEY (run_id, seq)
);

-- Serves the next item of a run.
CREATE INDEX run_items_pending ON run_items (run_id, seq) WHERE done = FALSE;

-- What waits, and what a process has taken.
CREATE TABLE tasks (
	kind     TEXT COLLATE "C" NOT NULL,
	subject  TEXT COLLATE "C" NOT NULL,
	due      BIGINT           NOT NULL,
	owner    TEXT COLLATE "C" NOT NULL,
	taken_at BIGINT           NOT NULL,
	attempts BIGINT           NOT NULL,
	PRIMARY KEY (kind, subject)
);
