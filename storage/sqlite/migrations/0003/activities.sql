-- Each row is in three trees less than before, because one is written with each refresh.
-- The log keeps 2,000 lines: those of a type or a state are looked for among the newest.
CREATE TABLE activities_by_id (
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

INSERT INTO activities_by_id SELECT id, kind, type, status, app_id, app_name, summary, detail, started_at, ended_at FROM activities;
DROP TABLE activities;
ALTER TABLE activities_by_id RENAME TO activities;

CREATE INDEX activities_newest ON activities (started_at, id);
