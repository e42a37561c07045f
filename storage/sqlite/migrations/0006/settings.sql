CREATE TABLE settings (
	name  TEXT NOT NULL PRIMARY KEY,
	value TEXT NOT NULL
) STRICT;

CREATE TABLE flag_overrides (
	flag       TEXT    NOT NULL PRIMARY KEY,
	value      TEXT    NOT NULL,
	updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE revocations (
	session    TEXT    NOT NULL PRIMARY KEY,
	expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX revocations_expiry ON revocations (expires_at, session);

-- The secrets with which clients may read, as digests.
CREATE TABLE read_tokens (
	id           TEXT    NOT NULL PRIMARY KEY,
	kind         TEXT    NOT NULL,
	name         TEXT    NOT NULL,
	digest       BLOB    NOT NULL CHECK (length(digest) = 32),
	created_at   INTEGER NOT NULL,
	last_used_at INTEGER NOT NULL,
	expires_at   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX read_tokens_newest ON read_tokens (created_at, id);

-- Answers of requests whose clients do not wait for them.
CREATE TABLE results (
	id           TEXT    NOT NULL PRIMARY KEY,
	started_at   INTEGER NOT NULL,
	heartbeat_at INTEGER NOT NULL,
	ended_at     INTEGER NOT NULL,
	http_status  INTEGER NOT NULL,
	answer       TEXT
) STRICT;

CREATE INDEX results_newest ON results (started_at, id);
