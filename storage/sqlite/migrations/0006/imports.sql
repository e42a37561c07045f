CREATE TABLE imports (
	id             TEXT    NOT NULL PRIMARY KEY,
	created_at     INTEGER NOT NULL,
	completed_at   INTEGER NOT NULL,
	source         TEXT    NOT NULL,
	source_label   TEXT    NOT NULL,
	total          INTEGER NOT NULL,
	device_id      TEXT    NOT NULL,
	matched        INTEGER NOT NULL,
	unmatched      INTEGER NOT NULL,
	skipped        INTEGER NOT NULL,
	imported       INTEGER NOT NULL,
	failed         INTEGER NOT NULL,
	pending_search INTEGER NOT NULL,
	queued         INTEGER NOT NULL,
	removed        INTEGER NOT NULL
) STRICT;

CREATE INDEX imports_newest ON imports (created_at, id);
CREATE INDEX imports_device ON imports (device_id, created_at, id);

-- An item outlives its app, and then has none.
CREATE TABLE import_items (
	import_id      TEXT    NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
	seq            INTEGER NOT NULL,
	query          TEXT    NOT NULL,
	edited_query   TEXT    NOT NULL,
	status         TEXT    NOT NULL,
	app_id         INTEGER REFERENCES apps (id) ON DELETE SET NULL,
	app_name       TEXT    NOT NULL,
	developer      TEXT    NOT NULL,
	url            TEXT    NOT NULL,
	icon_url       TEXT    NOT NULL,
	country        TEXT    NOT NULL,
	error          TEXT    NOT NULL,
	removed_app_id INTEGER NOT NULL,
	next_attempt   INTEGER NOT NULL,
	attempts       INTEGER NOT NULL,
	PRIMARY KEY (import_id, seq)
) STRICT, WITHOUT ROWID;

CREATE INDEX import_items_query ON import_items (import_id, query, seq);
CREATE INDEX import_items_queue ON import_items (status, next_attempt, import_id, seq);
CREATE INDEX import_items_app ON import_items (app_id, import_id, seq);
