-- The log keeps 2,000 lines: the orders by end and by duration are made when they are read,
-- and those of a type or a state are looked for among the newest.
CREATE TABLE activities (
	id         TEXT    NOT NULL PRIMARY KEY,
	kind       TEXT    NOT NULL,
	type       TEXT    NOT NULL,
	status     TEXT    NOT NULL,
	app_id     INTEGER NOT NULL,
	app_name   TEXT    NOT NULL,
	summary    TEXT    NOT NULL,
	detail     TEXT,
	started_at INTEGER NOT NULL,
	ended_at   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX activities_newest ON activities (started_at, id);

CREATE TABLE audits (
	id         TEXT    NOT NULL PRIMARY KEY,
	created_at INTEGER NOT NULL,
	action     TEXT    NOT NULL,
	actor_ip   TEXT    NOT NULL,
	actor_user TEXT    NOT NULL, -- whom a proxy has signed in
	user_agent TEXT    NOT NULL,
	detail     TEXT    NOT NULL,
	success    INTEGER NOT NULL
) STRICT;

-- The third serves the retention: successes and failures are kept separately, and each is
-- pruned by age.
CREATE INDEX audits_newest ON audits (created_at, id);
CREATE INDEX audits_action ON audits (action, created_at, id);
CREATE INDEX audits_success ON audits (success, created_at, id);

-- What models were asked: a few dozen rows.
CREATE TABLE ai_logs (
	id          TEXT    NOT NULL PRIMARY KEY,
	created_at  INTEGER NOT NULL,
	app_id      INTEGER NOT NULL,
	app_name    TEXT    NOT NULL,
	provider    TEXT    NOT NULL,
	model       TEXT    NOT NULL,
	phase       TEXT    NOT NULL,
	prompt      TEXT    NOT NULL,
	response    TEXT    NOT NULL,
	duration_ms INTEGER NOT NULL,
	error       TEXT    NOT NULL
) STRICT;

CREATE INDEX ai_logs_newest ON ai_logs (created_at, id);
