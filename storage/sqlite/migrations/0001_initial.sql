-- The first version of the schema.
--
-- Times are milliseconds since 1970-01-01 UTC and 0 is never; digests are 32
-- bytes; an unknown text is empty; JSON is text. Texts compare bytewise, which
-- is the default collation. Whether something is so is 0 or 1.
--
-- A table WITHOUT ROWID is one tree, ordered by its key: right for small rows
-- that are read in that order. Where a comment says "serves", it names the
-- lists that an index is for.

-- "PLau": the file says what it belongs to (see `file` and PRAGMA application_id).
PRAGMA application_id = 0x504C6175;

CREATE TABLE apps (
	id                       INTEGER PRIMARY KEY,
	name                     TEXT    NOT NULL,
	url                      TEXT    NOT NULL,
	icon_url                 TEXT    NOT NULL,
	bundle_id                TEXT    NOT NULL,
	developer                TEXT    NOT NULL,
	privacy_policy_url       TEXT    NOT NULL,
	country                  TEXT    NOT NULL,
	first_seen               INTEGER NOT NULL,
	last_synced              INTEGER NOT NULL,
	change_count             INTEGER NOT NULL,
	changes_acknowledged_at  INTEGER NOT NULL,
	changes_snoozed_until    INTEGER NOT NULL,
	current_version          TEXT    NOT NULL,
	version_updated_at       INTEGER NOT NULL,
	whats_new                TEXT    NOT NULL,
	price_amount             REAL,
	price_currency           TEXT    NOT NULL,
	price_formatted          TEXT    NOT NULL,
	has_iap                  INTEGER,
	genre_id                 INTEGER,
	genre_name               TEXT    NOT NULL,
	age_rating               TEXT    NOT NULL,
	age_rating_source        TEXT    NOT NULL,
	has_privacy_details      INTEGER,
	has_accessibility_labels INTEGER,
	label                    BLOB    CHECK (length(label) = 32),
	category_count           INTEGER NOT NULL,
	track_count              INTEGER NOT NULL,
	linked_count             INTEGER NOT NULL,
	unlinked_count           INTEGER NOT NULL,
	sync_count               INTEGER NOT NULL,
	accessibility_count      INTEGER NOT NULL,
	pending                  INTEGER NOT NULL,
	footprint                INTEGER NOT NULL,
	decision                 TEXT    NOT NULL,
	devices                  INTEGER NOT NULL DEFAULT 0 -- that the app is on, counted by the triggers of device_links
) STRICT;

-- Serves the list of apps; the id is part of it, as of every index on this table.
-- The third serves the apps on no device.
CREATE INDEX apps_name ON apps (name);
CREATE INDEX apps_bundle_id ON apps (lower(bundle_id), name);
CREATE INDEX apps_unattached ON apps (name) WHERE devices = 0;

-- How many apps there are, kept by the database itself, so that nobody counts
-- them for each page.
CREATE TABLE sizes (
	kind TEXT    NOT NULL PRIMARY KEY,
	n    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO sizes (kind, n) VALUES ('apps', 0);

CREATE TRIGGER apps_more AFTER INSERT ON apps BEGIN UPDATE sizes SET n = n + 1 WHERE kind = 'apps'; END;
CREATE TRIGGER apps_less AFTER DELETE ON apps BEGIN UPDATE sizes SET n = n - 1 WHERE kind = 'apps'; END;

CREATE TABLE labels (
	digest BLOB NOT NULL PRIMARY KEY CHECK (length(digest) = 32),
	label  TEXT NOT NULL
) STRICT;

CREATE TABLE features (
	app_id        INTEGER NOT NULL REFERENCES apps (id) ON DELETE CASCADE,
	identifier    TEXT    NOT NULL,
	title         TEXT    NOT NULL,
	description   TEXT    NOT NULL,
	icon_template TEXT    NOT NULL,
	position      INTEGER NOT NULL,
	PRIMARY KEY (app_id, identifier)
) STRICT, WITHOUT ROWID;

-- A shelf has a few dozen apps at most: they are put in the order of their
-- position when they are read.
CREATE TABLE related_apps (
	app_id      INTEGER NOT NULL REFERENCES apps (id) ON DELETE CASCADE,
	shelf       TEXT    NOT NULL,
	related_id  INTEGER NOT NULL,
	name        TEXT    NOT NULL,
	developer   TEXT    NOT NULL,
	icon_url    TEXT    NOT NULL,
	url         TEXT    NOT NULL,
	position    INTEGER NOT NULL,
	observed_at INTEGER NOT NULL,
	PRIMARY KEY (app_id, shelf, related_id)
) STRICT, WITHOUT ROWID;

-- The table that grows for ever: a row for each app and refresh. So it has no
-- index that every row is in. Deleting a label reads all of it, which nobody
-- does but who removes labels that no snapshot shows any more.
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
	extractor              TEXT    NOT NULL,
	PRIMARY KEY (app_id, at)
) STRICT, WITHOUT ROWID;

-- How many snapshots there are on each day, counted from 1970-01-01 UTC, kept by
-- the database itself, so that nobody counts them for a picture of the year.
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

-- Serves the feed. That of one app is read from the table.
CREATE INDEX snapshots_feed ON snapshots (at DESC, app_id) WHERE changed;

-- Serves what all apps have from the archive, few rows among the live ones.
CREATE INDEX snapshots_archived ON snapshots (at DESC, app_id) WHERE source = 'wayback';

CREATE TABLE changes (
	app_id      INTEGER NOT NULL,
	at          INTEGER NOT NULL,
	idx         INTEGER NOT NULL,
	type        TEXT    NOT NULL,
	description TEXT    NOT NULL,
	category    TEXT    NOT NULL,
	details     TEXT,
	store_wide  INTEGER NOT NULL,
	more        TEXT,
	changed     INTEGER NOT NULL,
	PRIMARY KEY (app_id, at DESC, idx),
	FOREIGN KEY (app_id, at) REFERENCES snapshots (app_id, at) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE INDEX changes_feed ON changes (at DESC, app_id, idx) WHERE changed;

-- How many changes that the feed shows there are on each day, as of snapshots.
CREATE TABLE change_days (
	day      INTEGER NOT NULL,
	type     TEXT    NOT NULL,
	category TEXT    NOT NULL,
	n        INTEGER NOT NULL,
	PRIMARY KEY (day, type, category)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER changes_more AFTER INSERT ON changes WHEN new.changed BEGIN
	INSERT INTO change_days (day, type, category, n) VALUES (new.at / 86400000, new.type, new.category, 1)
	ON CONFLICT (day, type, category) DO UPDATE SET n = n + 1;
END;
CREATE TRIGGER changes_less AFTER DELETE ON changes WHEN old.changed BEGIN
	UPDATE change_days SET n = n - 1 WHERE day = old.at / 86400000 AND type = old.type AND category = old.category;
END;
-- Neither the app nor the moment of a change is ever another one.
CREATE TRIGGER changes_other AFTER UPDATE OF type, category, changed ON changes BEGIN
	UPDATE change_days SET n = n - 1 WHERE old.changed AND day = old.at / 86400000 AND type = old.type AND category = old.category;
	INSERT INTO change_days (day, type, category, n) SELECT new.at / 86400000, new.type, new.category, 1 WHERE new.changed
	ON CONFLICT (day, type, category) DO UPDATE SET n = n + 1;
END;

CREATE TABLE reviews (
	id                  TEXT    NOT NULL PRIMARY KEY,
	app_id              INTEGER NOT NULL REFERENCES apps (id) ON DELETE CASCADE,
	action              TEXT    NOT NULL,
	acted_at            INTEGER NOT NULL,
	covered_count       INTEGER NOT NULL,
	covered_snapshots   TEXT,
	snooze_until        INTEGER NOT NULL,
	note                TEXT    NOT NULL,
	pre_change_count    INTEGER NOT NULL,
	pre_acknowledged_at INTEGER NOT NULL,
	pre_snoozed_until   INTEGER NOT NULL
) STRICT;

CREATE INDEX reviews_newest ON reviews (acted_at DESC, id);
CREATE INDEX reviews_app ON reviews (app_id, acted_at DESC, id);

CREATE TABLE annotations (
	id          INTEGER PRIMARY KEY,
	app_id      INTEGER NOT NULL REFERENCES apps (id) ON DELETE CASCADE,
	body        TEXT    NOT NULL,
	tag         TEXT    NOT NULL,
	visibility  TEXT    NOT NULL,
	created_at  INTEGER NOT NULL,
	updated_at  INTEGER NOT NULL,
	deleted_at  INTEGER NOT NULL,
	source      TEXT    NOT NULL,
	source_name TEXT    NOT NULL
) STRICT;

-- The third serves the few that were just deleted and will go for good.
CREATE INDEX annotations_newest ON annotations (created_at, id);
CREATE INDEX annotations_app ON annotations (app_id, created_at, id);
CREATE INDEX annotations_deleted ON annotations (deleted_at) WHERE deleted_at > 0;

CREATE TABLE verdicts (
	app_id      INTEGER NOT NULL REFERENCES apps (id) ON DELETE CASCADE,
	source      TEXT    NOT NULL,
	source_name TEXT    NOT NULL,
	verdict     TEXT    NOT NULL,
	rationale   TEXT    NOT NULL,
	set_at      INTEGER NOT NULL,
	updated_at  INTEGER NOT NULL,
	PRIMARY KEY (app_id, source, source_name)
) STRICT, WITHOUT ROWID;

CREATE INDEX verdicts_decided ON verdicts (source, verdict, app_id, source_name);

-- A candidate need not be tracked.
CREATE TABLE shortlist (
	source_id    INTEGER NOT NULL REFERENCES apps (id) ON DELETE CASCADE,
	candidate_id INTEGER NOT NULL,
	name         TEXT    NOT NULL,
	developer    TEXT    NOT NULL,
	icon_url     TEXT    NOT NULL,
	url          TEXT    NOT NULL,
	bundle_id    TEXT    NOT NULL,
	note         TEXT    NOT NULL,
	modes        INTEGER NOT NULL,
	added_at     INTEGER NOT NULL,
	PRIMARY KEY (source_id, candidate_id)
) STRICT, WITHOUT ROWID;

-- Each text of an app's policy, once. It lies in a table of rows, as texts are
-- long; the index serves the list of an app, which is short.
CREATE TABLE policy_versions (
	app_id               INTEGER NOT NULL REFERENCES apps (id) ON DELETE CASCADE,
	hash                 BLOB    NOT NULL CHECK (length(hash) = 32),
	first_fetched_at     INTEGER NOT NULL,
	last_fetched_at      INTEGER NOT NULL,
	policy_url           TEXT    NOT NULL,
	final_url            TEXT    NOT NULL,
	title                TEXT    NOT NULL,
	content_type         TEXT    NOT NULL,
	origin               TEXT    NOT NULL,
	word_count           INTEGER NOT NULL,
	body                 TEXT    NOT NULL,
	archive_url          TEXT    NOT NULL,
	archive_submitted_at INTEGER NOT NULL,
	extractor            TEXT    NOT NULL,
	PRIMARY KEY (app_id, hash)
) STRICT;

CREATE INDEX policy_versions_newest ON policy_versions (app_id, first_fetched_at DESC, hash);

CREATE TABLE policy_analyses (
	app_id               INTEGER PRIMARY KEY REFERENCES apps (id) ON DELETE CASCADE,
	status               TEXT    NOT NULL,
	current_hash         BLOB    CHECK (length(current_hash) = 32),
	previous_hash        BLOB    CHECK (length(previous_hash) = 32),
	policy_url           TEXT    NOT NULL,
	final_url            TEXT    NOT NULL,
	title                TEXT    NOT NULL,
	content_type         TEXT    NOT NULL,
	origin               TEXT    NOT NULL,
	word_count           INTEGER NOT NULL,
	length               INTEGER NOT NULL,
	fetched_at           INTEGER NOT NULL,
	archive_url          TEXT    NOT NULL,
	archive_submitted_at INTEGER NOT NULL,
	updated_at           INTEGER NOT NULL,
	error                TEXT    NOT NULL,
	log                  TEXT,

	summary             TEXT,
	summary_at          INTEGER NOT NULL,
	mode                TEXT    NOT NULL,
	model               TEXT    NOT NULL,
	previous_summary    TEXT,
	previous_summary_at INTEGER NOT NULL,
	notes               TEXT,
	notes_of            BLOB    CHECK (length(notes_of) = 32),
	claim_owner         TEXT    NOT NULL,
	claim_started_at    INTEGER NOT NULL,
	claim_expires_at    INTEGER NOT NULL
) STRICT;

CREATE TABLE devices (
	id          TEXT    NOT NULL PRIMARY KEY,
	name        TEXT    NOT NULL,
	ecid        TEXT    NOT NULL,
	model       TEXT    NOT NULL,
	ios_version TEXT    NOT NULL,
	class       TEXT    NOT NULL,
	created_at  INTEGER NOT NULL,
	last_synced INTEGER NOT NULL,
	placeholder INTEGER NOT NULL
) STRICT;

CREATE INDEX devices_newest ON devices (last_synced DESC, name, id);
CREATE INDEX devices_ecid ON devices (ecid, last_synced DESC, name, id);

-- The name of the app is kept here too, by the triggers below, so that the apps of
-- a device are a range of the index in the order in which apps are listed.
CREATE TABLE device_links (
	app_id     INTEGER NOT NULL REFERENCES apps (id) ON DELETE CASCADE,
	device_id  TEXT    NOT NULL REFERENCES devices (id) ON DELETE CASCADE,
	first_seen INTEGER NOT NULL,
	last_seen  INTEGER NOT NULL,
	app_name   TEXT    NOT NULL DEFAULT '',
	PRIMARY KEY (app_id, device_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX device_links_listed ON device_links (device_id, app_name, app_id);

CREATE TRIGGER device_links_more AFTER INSERT ON device_links BEGIN
	UPDATE device_links SET app_name = coalesce((SELECT name FROM apps WHERE id = NEW.app_id), '')
		WHERE app_id = NEW.app_id AND device_id = NEW.device_id;
	UPDATE apps SET devices = devices + 1 WHERE id = NEW.app_id;
END;

CREATE TRIGGER device_links_less AFTER DELETE ON device_links BEGIN
	UPDATE apps SET devices = devices - 1 WHERE id = OLD.app_id;
END;

CREATE TRIGGER apps_renamed AFTER UPDATE OF name ON apps WHEN NEW.name <> OLD.name BEGIN
	UPDATE device_links SET app_name = NEW.name WHERE app_id = NEW.id;
END;

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

-- Apps of no store: some dozens, written down by hand.
CREATE TABLE manual_apps (
	id                 TEXT    NOT NULL PRIMARY KEY,
	name               TEXT    NOT NULL,
	source             TEXT    NOT NULL,
	developer          TEXT    NOT NULL,
	privacy_policy_url TEXT    NOT NULL,
	source_url         TEXT    NOT NULL,
	notes              TEXT    NOT NULL,
	first_seen         INTEGER NOT NULL,
	updated_at         INTEGER NOT NULL
) STRICT;

CREATE INDEX manual_apps_newest ON manual_apps (updated_at DESC, name, id);

CREATE TABLE manual_app_events (
	id            TEXT    NOT NULL PRIMARY KEY,
	manual_app_id TEXT    NOT NULL REFERENCES manual_apps (id) ON DELETE CASCADE,
	type          TEXT    NOT NULL,
	occurred_at   INTEGER NOT NULL,
	detail        TEXT
) STRICT;

CREATE INDEX manual_app_events_app ON manual_app_events (manual_app_id, occurred_at DESC, id DESC);

CREATE TABLE manual_policy_versions (
	manual_app_id    TEXT    NOT NULL REFERENCES manual_apps (id) ON DELETE CASCADE,
	hash             BLOB    NOT NULL CHECK (length(hash) = 32),
	first_fetched_at INTEGER NOT NULL,
	last_fetched_at  INTEGER NOT NULL,
	policy_url       TEXT    NOT NULL,
	final_url        TEXT    NOT NULL,
	title            TEXT    NOT NULL,
	content_type     TEXT    NOT NULL,
	origin           TEXT    NOT NULL,
	word_count       INTEGER NOT NULL,
	body             TEXT    NOT NULL,
	extractor        TEXT    NOT NULL,
	PRIMARY KEY (manual_app_id, hash)
) STRICT;

CREATE INDEX manual_policy_versions_newest ON manual_policy_versions (manual_app_id, last_fetched_at DESC, hash);

-- A notification outlives its app, and may be about none (0).
CREATE TABLE notifications (
	id         TEXT    NOT NULL PRIMARY KEY,
	app_id     INTEGER NOT NULL,
	app_name   TEXT    NOT NULL,
	type       TEXT    NOT NULL,
	changes    TEXT,
	created_at INTEGER NOT NULL,
	read       INTEGER NOT NULL,
	stale      INTEGER NOT NULL,
	not_before INTEGER NOT NULL
) STRICT;

-- The first two serve what is shown, and the number of unread ones, without a look
-- at rows that are not. The last holds what is or was held back, which is little.
CREATE INDEX notifications_newest ON notifications (created_at, id, not_before, type);
CREATE INDEX notifications_read ON notifications (read, created_at, id, not_before, type);
CREATE INDEX notifications_held ON notifications (not_before, id) WHERE not_before > 0;
CREATE INDEX notifications_app ON notifications (app_id, created_at, id);

-- Messages on their way out, and those that got there: a few thousand at most.
CREATE TABLE deliveries (
	id           TEXT    NOT NULL PRIMARY KEY,
	endpoint     TEXT    NOT NULL,
	host         TEXT    NOT NULL,
	kind         TEXT    NOT NULL,
	title        TEXT    NOT NULL,
	items        TEXT,
	omitted      INTEGER NOT NULL,
	state        TEXT    NOT NULL,
	created_at   INTEGER NOT NULL,
	queued_at    INTEGER NOT NULL,
	next_attempt INTEGER NOT NULL,
	attempts     INTEGER NOT NULL,
	last_status  INTEGER NOT NULL,
	last_error   TEXT    NOT NULL,
	delivered_at INTEGER NOT NULL
) STRICT;

-- The first serves also those that have ended, the second the queues.
CREATE INDEX deliveries_newest ON deliveries (created_at, id, state);
CREATE INDEX deliveries_queue ON deliveries (state, endpoint, queued_at, id);

-- The log keeps a few thousand lines: the orders by end and by duration are made
-- when they are read.
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
) STRICT;

CREATE INDEX activities_newest ON activities (started_at, id);
CREATE INDEX activities_type ON activities (type, started_at, id);
CREATE INDEX activities_status ON activities (status, started_at, id);

CREATE TABLE audits (
	id         TEXT    NOT NULL PRIMARY KEY,
	created_at INTEGER NOT NULL,
	action     TEXT    NOT NULL,
	actor_ip   TEXT    NOT NULL,
	user_agent TEXT    NOT NULL,
	detail     TEXT    NOT NULL,
	success    INTEGER NOT NULL
) STRICT;

CREATE INDEX audits_newest ON audits (created_at, id);
CREATE INDEX audits_action ON audits (action, created_at, id);

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

CREATE TABLE runs (
	id              TEXT    NOT NULL PRIMARY KEY,
	runner          TEXT    NOT NULL,
	initiator       TEXT    NOT NULL,
	resumed         INTEGER NOT NULL,
	options         TEXT,
	status          TEXT    NOT NULL,
	control         TEXT    NOT NULL,
	started_at      INTEGER NOT NULL,
	updated_at      INTEGER NOT NULL,
	ended_at        INTEGER NOT NULL,
	total           INTEGER NOT NULL,
	completed       INTEGER NOT NULL,
	failed          INTEGER NOT NULL,
	skipped         INTEGER NOT NULL,
	current_subject TEXT    NOT NULL,
	totals          TEXT,
	error           TEXT    NOT NULL
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
	PRIMARY KEY (run_id, seq)
) STRICT, WITHOUT ROWID;

-- Serves the next item of a run. It holds whole rows, or the planner would go
-- through all that is done instead.
CREATE INDEX run_items_pending ON run_items (run_id, done, seq, subject, outcome, detail) WHERE done = FALSE;

CREATE TABLE leases (
	name       TEXT    NOT NULL PRIMARY KEY,
	owner      TEXT    NOT NULL,
	epoch      INTEGER NOT NULL,
	expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
