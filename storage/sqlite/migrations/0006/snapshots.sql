CREATE TABLE labels (
	digest BLOB NOT NULL PRIMARY KEY CHECK (length(digest) = 32),
	terms  TEXT NOT NULL, -- the identifiers in the label, for statistics
	label  TEXT NOT NULL
) STRICT;

-- The table that grows for ever: a row for each app and refresh. So it has no index that
-- every row is in. Deleting a label reads all of it.
CREATE TABLE snapshots (
	app_id                 INTEGER NOT NULL REFERENCES apps (id) ON DELETE CASCADE,
	at                     INTEGER NOT NULL,
	source                 TEXT    NOT NULL,
	triggered_by           TEXT    NOT NULL,
	label                  BLOB    REFERENCES labels (digest) ON DELETE RESTRICT,
	changed                INTEGER NOT NULL,
	entries                INTEGER NOT NULL,
	app_version            TEXT    NOT NULL,
	app_version_updated_at INTEGER NOT NULL,
	archive_url            TEXT    NOT NULL,
	listing                TEXT, -- of a page of the archive
	extractor              TEXT    NOT NULL,
	page                   TEXT, -- what was noted of the page, with a changed state
	recorded_at            INTEGER NOT NULL,
	PRIMARY KEY (app_id, at)
) STRICT, WITHOUT ROWID;

-- How many snapshots there are on each day, counted from 1970-01-01 UTC by the triggers.
CREATE TABLE snapshot_days (
	day INTEGER PRIMARY KEY,
	n   INTEGER NOT NULL
) STRICT;

CREATE TRIGGER snapshots_more AFTER INSERT ON snapshots BEGIN
	INSERT INTO snapshot_days (day, n) VALUES (new.at / 86400000, 1) ON CONFLICT (day) DO UPDATE SET n = n + 1;
END;

CREATE TRIGGER snapshots_less AFTER DELETE ON snapshots BEGIN
	UPDATE snapshot_days SET n = n - 1 WHERE day = old.at / 86400000;
END;

-- Serves the feed and its total, without the rows. The feed of one app is read from the table.
CREATE INDEX snapshots_feed ON snapshots (at DESC, app_id, entries, changed) WHERE changed;

-- Serves the feed of a few apps, without their other snapshots.
CREATE INDEX snapshots_changed ON snapshots (app_id, at DESC, entries, changed) WHERE changed;

-- Serves what all apps have from the archive, few rows among the live ones.
CREATE INDEX snapshots_archived ON snapshots (at DESC, app_id) WHERE source = 'wayback';

-- What the snapshots and changes of each app tell by day, for statistics: made by the program in the
-- transaction that writes them. The last column is the time of the newest snapshot when a row was
-- written.
CREATE TABLE courses (
	app_id  INTEGER PRIMARY KEY REFERENCES apps (id) ON DELETE CASCADE,
	spans   BLOB    NOT NULL,
	shifts  BLOB    NOT NULL,
	written INTEGER NOT NULL
) STRICT;
