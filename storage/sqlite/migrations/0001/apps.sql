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
	devices                  INTEGER NOT NULL DEFAULT 0, -- that the app is on, counted by the triggers of device_links
	summarised               INTEGER NOT NULL DEFAULT 0  -- whether its policy is, told by the triggers of policy_analyses
) STRICT;

-- Serves the list of apps; the id is part of it, as of every index on this table.
-- The third serves the apps on no device, the fourth those whose policy has a summary.
CREATE INDEX apps_name ON apps (name);
CREATE INDEX apps_bundle_id ON apps (lower(bundle_id), name);
CREATE INDEX apps_unattached ON apps (name) WHERE devices = 0;
CREATE INDEX apps_summarised ON apps (name) WHERE summarised;

-- How many apps there are, kept by the database itself, so that nobody counts
-- them for each page.
CREATE TABLE sizes (
	kind TEXT    NOT NULL PRIMARY KEY,
	n    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO sizes (kind, n) VALUES ('apps', 0);

CREATE TRIGGER apps_more AFTER INSERT ON apps BEGIN UPDATE sizes SET n = n + 1 WHERE kind = 'apps'; END;
CREATE TRIGGER apps_less AFTER DELETE ON apps BEGIN UPDATE sizes SET n = n - 1 WHERE kind = 'apps'; END;

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
