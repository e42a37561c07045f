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
	extractor        TEXT    NOT NULL,
	text             BLOB    NOT NULL REFERENCES policy_texts (digest) ON DELETE RESTRICT,
	PRIMARY KEY (manual_app_id, hash)
) STRICT;

CREATE INDEX manual_policy_versions_newest ON manual_policy_versions (manual_app_id, last_fetched_at DESC, hash);
CREATE INDEX manual_policy_versions_text ON manual_policy_versions (text);
