-- Long columns are last, so that those before them are read without their pages.
CREATE TABLE apps (
	id                       INTEGER PRIMARY KEY,
	source                   TEXT    NOT NULL, -- empty: the main one
	name                     TEXT    NOT NULL,
	developer                TEXT    NOT NULL,
	bundle_id                TEXT    NOT NULL,
	url                      TEXT    NOT NULL,
	icon_url                 TEXT    NOT NULL,
	privacy_policy_url       TEXT    NOT NULL,
	legal_entity             TEXT    NOT NULL,
	installs                 TEXT    NOT NULL,
	country                  TEXT    NOT NULL,
	first_seen               INTEGER NOT NULL,
	last_synced              INTEGER NOT NULL,
	delisted_at              INTEGER NOT NULL,
	missed_days              INTEGER NOT NULL,
	missed_at                INTEGER NOT NULL,
	change_count             INTEGER NOT NULL,
	changes_acknowledged_at  INTEGER NOT NULL,
	changes_snoozed_until    INTEGER NOT NULL,
	current_version          TEXT    NOT NULL,
	version_updated_at       INTEGER NOT NULL,
	price_amount             REAL,
	price_currency           TEXT    NOT NULL,
	price_formatted          TEXT    NOT NULL,
	has_iap                  INTEGER,
	genre_id                 INTEGER,
	genre_name               TEXT    NOT NULL,
	age_rating               TEXT    NOT NULL,
	age_rating_value         INTEGER,
	age_rating_source        TEXT    NOT NULL,
	age_rating_language      TEXT    NOT NULL,
	background_location      INTEGER,
	unstable_until           INTEGER NOT NULL,
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

	-- The facts of the listing that were read from the page or the lookup. They are compared with
	-- what is read later.
	page_facts               INTEGER NOT NULL DEFAULT 0,
	lookup_facts             INTEGER NOT NULL DEFAULT 0,

	-- What a list is searched, filtered and counted by. The program writes it with the app: the
	-- place of the risk in the list of the grades, whether the last refresh failed, and what the
	-- search looks in (name, developer and bundle id without upper case and accents), and the key by which
	-- names are ordered.
	risk                     INTEGER NOT NULL,
	failed                   INTEGER NOT NULL,
	devices                  INTEGER NOT NULL DEFAULT 0, -- that the app is on, counted by the triggers of device_links
	summarised               INTEGER NOT NULL DEFAULT 0, -- whether its policy is, set by the triggers of policy_analyses
	search                   TEXT    NOT NULL,
	name_key                 BLOB    NOT NULL,

	-- The app as a list shows it, encoded by the program that wrote the row. It is read only if
	-- it begins as that program's would; a statement that changes another column has to empty it.
	listed                   TEXT    NOT NULL,

	last_error               TEXT, -- why the last refresh failed
	age_rating_descriptors   TEXT,
	accessibility            TEXT,
	archive                  TEXT,
	whats_new                TEXT    NOT NULL
) STRICT;

-- Each order of the list, with what it is filtered by, so that the rows of other apps are
-- not read. The columns that change with every refresh, or with every change that one finds,
-- are in few of them, because each index with such a column is written again then. The id is
-- part of every index on this table.
CREATE INDEX apps_name ON apps (name_key);
CREATE INDEX apps_search ON apps (name_key, id, risk, failed, delisted_at, changes_snoozed_until, footprint, decision, age_rating, source, search);
CREATE INDEX apps_developer ON apps (developer, name_key, id, risk, failed, delisted_at, changes_snoozed_until);
CREATE INDEX apps_risk ON apps (risk DESC, name_key, id, failed, delisted_at, changes_snoozed_until);
CREATE INDEX apps_changes ON apps (change_count DESC, name_key, id, risk, failed, delisted_at, changes_snoozed_until);
CREATE INDEX apps_checked ON apps (last_synced DESC, id DESC, risk, failed, delisted_at, changes_snoozed_until);
CREATE INDEX apps_added ON apps (first_seen DESC, id DESC, risk, failed, delisted_at, changes_snoozed_until);

-- Parts of the list that are usually small.
CREATE INDEX apps_changed ON apps (name_key, id, risk, failed, delisted_at, change_count, changes_snoozed_until) WHERE change_count > 0;
CREATE INDEX apps_failed ON apps (name_key, id, risk, failed, delisted_at, changes_snoozed_until) WHERE failed;
CREATE INDEX apps_delisted ON apps (name_key, id, risk, failed, delisted_at, changes_snoozed_until) WHERE delisted_at > 0;
CREATE INDEX apps_snoozed ON apps (changes_snoozed_until, id, change_count) WHERE changes_snoozed_until > 0;
CREATE INDEX apps_bundle_id ON apps (lower(bundle_id), name_key);
CREATE INDEX apps_unattached ON apps (name_key) WHERE devices = 0;
CREATE INDEX apps_summarised ON apps (name_key) WHERE summarised;

-- How many apps have each label is counted off, without their rows.
CREATE INDEX apps_label ON apps (label) WHERE label IS NOT NULL;

-- How many apps there are, and of some parts of the list, kept by the triggers. The counter
-- apps/order is another one whenever the order of the apps by name is.
CREATE TABLE sizes (
	kind TEXT    NOT NULL PRIMARY KEY,
	n    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO sizes (kind, n) VALUES ('apps', 0), ('apps/order', 0), ('apps/changed', 0), ('apps/failed', 0), ('apps/delisted', 0),
	('apps/risk=unknown', 0), ('apps/risk=minimal', 0), ('apps/risk=low', 0), ('apps/risk=moderate', 0), ('apps/risk=high', 0);

CREATE TRIGGER apps_more AFTER INSERT ON apps BEGIN
	UPDATE sizes SET n = n + 1 WHERE kind = 'apps';
	UPDATE sizes SET n = n + 1 WHERE kind = 'apps/order';
	UPDATE sizes SET n = n + 1 WHERE kind = 'apps/risk=' || CASE NEW.risk WHEN 0 THEN 'unknown' WHEN 1 THEN 'minimal' WHEN 2 THEN 'low' WHEN 3 THEN 'moderate' ELSE 'high' END;
	UPDATE sizes SET n = n + 1 WHERE kind = 'apps/changed' AND NEW.change_count > 0;
	UPDATE sizes SET n = n + 1 WHERE kind = 'apps/failed' AND NEW.failed;
	UPDATE sizes SET n = n + 1 WHERE kind = 'apps/delisted' AND NEW.delisted_at > 0;
END;

CREATE TRIGGER apps_less AFTER DELETE ON apps BEGIN
	UPDATE sizes SET n = n - 1 WHERE kind = 'apps';
	UPDATE sizes SET n = n + 1 WHERE kind = 'apps/order';
	UPDATE sizes SET n = n - 1 WHERE kind = 'apps/risk=' || CASE OLD.risk WHEN 0 THEN 'unknown' WHEN 1 THEN 'minimal' WHEN 2 THEN 'low' WHEN 3 THEN 'moderate' ELSE 'high' END;
	UPDATE sizes SET n = n - 1 WHERE kind = 'apps/changed' AND OLD.change_count > 0;
	UPDATE sizes SET n = n - 1 WHERE kind = 'apps/failed' AND OLD.failed;
	UPDATE sizes SET n = n - 1 WHERE kind = 'apps/delisted' AND OLD.delisted_at > 0;
END;

CREATE TRIGGER apps_order_other AFTER UPDATE OF name_key ON apps WHEN OLD.name_key <> NEW.name_key BEGIN
	UPDATE sizes SET n = n + 1 WHERE kind = 'apps/order';
END;

CREATE TRIGGER apps_risk_other AFTER UPDATE OF risk ON apps WHEN OLD.risk <> NEW.risk BEGIN
	UPDATE sizes SET n = n - 1 WHERE kind = 'apps/risk=' || CASE OLD.risk WHEN 0 THEN 'unknown' WHEN 1 THEN 'minimal' WHEN 2 THEN 'low' WHEN 3 THEN 'moderate' ELSE 'high' END;
	UPDATE sizes SET n = n + 1 WHERE kind = 'apps/risk=' || CASE NEW.risk WHEN 0 THEN 'unknown' WHEN 1 THEN 'minimal' WHEN 2 THEN 'low' WHEN 3 THEN 'moderate' ELSE 'high' END;
END;

CREATE TRIGGER apps_changed_other AFTER UPDATE OF change_count ON apps WHEN (OLD.change_count > 0) <> (NEW.change_count > 0) BEGIN
	UPDATE sizes SET n = n + (NEW.change_count > 0) - (OLD.change_count > 0) WHERE kind = 'apps/changed';
END;

CREATE TRIGGER apps_failed_other AFTER UPDATE OF failed ON apps WHEN OLD.failed <> NEW.failed BEGIN
	UPDATE sizes SET n = n + NEW.failed - OLD.failed WHERE kind = 'apps/failed';
END;

CREATE TRIGGER apps_delisted_other AFTER UPDATE OF delisted_at ON apps WHEN (OLD.delisted_at > 0) <> (NEW.delisted_at > 0) BEGIN
	UPDATE sizes SET n = n + (NEW.delisted_at > 0) - (OLD.delisted_at > 0) WHERE kind = 'apps/delisted';
END;

-- The trigrams of what apps are searched in, for searches of three characters and more. The program
-- writes it in the transaction that writes the apps. It names apps that are to be compared with what
-- is sought: the positions of the trigrams are not in it.
CREATE VIRTUAL TABLE app_search USING fts5(search, content = '', contentless_delete = 1, detail = 'none', tokenize = 'trigram case_sensitive 1');

CREATE TABLE features (
	app_id        INTEGER NOT NULL REFERENCES apps (id) ON DELETE CASCADE,
	identifier    TEXT    NOT NULL,
	title         TEXT    NOT NULL,
	description   TEXT    NOT NULL,
	icon_template TEXT    NOT NULL,
	position      INTEGER NOT NULL,
	PRIMARY KEY (app_id, identifier)
) STRICT, WITHOUT ROWID;

-- A shelf has a few dozen apps at most: they are put in the order of their position when they
-- are read.
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

-- The numbers of apps that their source identifies otherwise. They outlive the apps, so they
-- refer to none.
CREATE TABLE identifiers (
	app_id     INTEGER NOT NULL PRIMARY KEY,
	source     TEXT    NOT NULL,
	identifier TEXT    NOT NULL
) STRICT;

-- Serves the number of an identifier.
CREATE INDEX identifiers_identifier ON identifiers (identifier, app_id);

-- Two apps that are one to a person, in two stores. Like the numbers above they outlive the apps.
CREATE TABLE pairs (
	app_id     INTEGER NOT NULL PRIMARY KEY,
	with_id    INTEGER NOT NULL,
	created_at INTEGER NOT NULL,
	differs    INTEGER NOT NULL,
	compared   INTEGER NOT NULL,
	open       TEXT -- what one store is told and the other is not, as a JSON array
) STRICT;

-- Serves the partner of an app.
CREATE INDEX pairs_with ON pairs (with_id);
-- Serves the pairs with differences.
CREATE INDEX pairs_differs ON pairs (app_id) WHERE differs;
