CREATE TABLE imports (
	id             TEXT COLLATE "C" NOT NULL PRIMARY KEY,
	created_at     BIGINT           NOT NULL,
	completed_at   BIGINT           NOT NULL,
	source         TEXT COLLATE "C" NOT NULL,
	source_label   TEXT COLLATE "C" NOT NULL,
	total          BIGINT           NOT NULL,
	device_id      TEXT COLLATE "C" NOT NULL,
	matched        BIGINT           NOT NULL,
	unmatched      BIGINT           NOT NULL,
	skipped        BIGINT           NOT NULL,
	imported       BIGINT           NOT NULL,
	failed         BIGINT           NOT NULL,
	pending_search BIGINT           NOT NULL,
	queued         BIGINT           NOT NULL,
	removed        BIGINT           NOT NULL
);

CREATE INDEX imports_newest ON imports (created_at, id);
CREATE INDEX imports_device ON imports (device_id, created_at, id);

-- An item outlives its app, and then has none.
CREATE TABLE import_items (
	import_id      TEXT COLLATE "C" NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
	seq            BIGINT           NOT NULL,
	query          TEXT COLLATE "C" NOT NULL,
	edited_query   TEXT COLLATE "C" NOT NULL,
	status         TEXT COLLATE "C" NOT NULL,
	app_id         BIGINT           REFERENCES apps (id) ON DELETE SET NULL,
	app_name       TEXT COLLATE "C" NOT NULL,
	developer      TEXT COLLATE "C" NOT NULL,
	url            TEXT COLLATE "C" NOT NULL,
	icon_url       TEXT COLLATE "C" NOT NULL,
	country        TEXT COLLATE "C" NOT NULL,
	error          TEXT COLLATE "C" NOT NULL,
	removed_app_id BIGINT           NOT NULL,
	next_attempt   BIGINT           NOT NULL,
	attempts       BIGINT           NOT NULL,
	PRIMARY KEY (import_id, seq)
);

CREATE INDEX import_items_query ON import_items (import_id, query, seq);
CREATE INDEX import_items_queue ON import_items (status, next_attempt, import_id, seq);
CREATE INDEX import_items_app ON import_items (app_id, import_id, seq);
