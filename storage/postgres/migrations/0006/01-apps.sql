-- The schema, which has the tables of storage/sqlite/migrations. The scripts are applied in the
-- order of their names.
--
-- Times are milliseconds since 1970-01-01 UTC and 0 is never; digests are 32 bytes; an
-- unknown text is empty; JSON is text, which comes back byte for byte. Texts compare
-- bytewise, so each column of text has the collation "C".
--
-- A trigger that counts rows is one for each statement: within a transaction, PostgreSQL
-- retains each version of a counter, so that one for each row would become slow.

-- How often something was written that may have changed the lists of a table.
CREATE TABLE revisions (
	name TEXT COLLATE "C" NOT NULL PRIMARY KEY,
	n    BIGINT           NOT NULL
);

-- Without rows: who holds the lock on it is the one that writes.
CREATE TABLE writer ();

CREATE TABLE apps (
	-- What is read of many apps is in front, because the server steps over all columns before the last one
	-- that a statement reads.
	id                       BIGINT           NOT NULL PRIMARY KEY,
	footprint                BIGINT           NOT NULL,
	name_key                 BYTEA            NOT NULL,
	name                     TEXT COLLATE "C" NOT NULL,
	developer                TEXT COLLATE "C" NOT NULL,
	icon_url                 TEXT COLLATE "C" NOT NULL,
	label                    BYTEA CHECK (length(label) = 32),
	source                   TEXT COLLATE "C" NOT NULL,
	search                   TEXT COLLATE "C" NOT NULL,
	bundle_id                TEXT COLLATE "C" NOT NULL,
	url                      TEXT COLLATE "C" NOT NULL,
	privacy_policy_url       TEXT COLLATE "C" NOT NULL,
	legal_entity             TEXT COLLATE "C" NOT NULL,
	installs                 TEXT COLLATE "C" NOT NULL,
	country                  TEXT COLLATE "C" NOT NULL,
	first_seen               BIGINT           NOT NULL,
	last_synced              BIGINT           NOT NULL,
	delisted_at              BIGINT           NOT NULL,
	missed_days              BIGINT           NOT NULL,
	missed_at                BIGINT           NOT NULL,
	change_count             BIGINT           NOT NULL,
	changes_acknowledged_at  BIGINT           NOT NULL,
	changes_snoozed_until    BIGINT           NOT NULL,
	current_version          TEXT COLLATE "C" NOT NULL,
	version_updated_at       BIGINT           NOT NULL,
	price_amount             DOUBLE PRECISION,
	price_currency           TEXT COLLATE "C" NOT NULL,
	price_formatted          TEXT COLLATE "C" NOT NULL,
	has_iap                  BOOLEAN,
	genre_id                 BIGINT,
	genre_name               TEXT COLLATE "C" NOT NULL,
	age_rating               TEXT COLLATE "C" NOT NULL,
	age_rating_value         BIGINT,
	age_rating_source        TEXT COLLATE "C" NOT NULL,
	age_rating_language      TEXT COLLATE "C" NOT NULL,
	background_location      BOOLEAN,
	unstable_until           BIGINT           NOT NULL,
	has_privacy_details      BOOLEAN,
	has_accessibility_labels BOOLEAN,
	category_count           BIGINT           NOT NULL,
	track_count              BIGINT           NOT NULL,
	linked_count             BIGINT           NOT NULL,
	unlinked_count           BIGINT           NOT NULL,
	sync_count               BIGINT           NOT NULL,
	accessibility_count      BIGINT           NOT NULL,
	pending                  BIGINT           NOT NULL,
	decision                 TEXT COLLATE "C" NOT NULL,
	-- The facts of the listing that were read from the page or the lookup.
	page_facts               BIGINT           NOT NULL DEFAULT 0,
	lookup_facts             BIGINT           NOT NULL DEFAULT 0,
	risk                     BIGINT           NOT NULL,
	failed                   BOOLEAN          NOT NULL,
	devices                  BIGINT           NOT NULL DEFAULT 0,
	summarised               BOOLEAN          NOT NULL DEFAULT FALSE,
	-- The app as a list shows it, encoded by the program that wrote the row. It is read only if
	-- it begins as that program's would; a statement that changes another column has to empty it.
	listed                   TEXT COLLATE "C" NOT NULL,
	last_error               TEXT COLLATE "C",
	age_rating_descriptors   TEXT COLLATE "C",
	accessibility            TEXT COLLATE "C",
	archive                  TEXT COLLATE "C",
	whats_new                TEXT COLLATE "C" NOT NULL
);

CREATE INDEX apps_bundle_id ON apps (lower(bundle_id), name_key);
-- The apps on no device, and those whose policy has a summary: triggers on other tables
-- maintain both columns.
CREATE INDEX apps_unattached ON apps (name_key) WHERE devices = 0;
CREATE INDEX apps_summarised ON apps (name_key) WHERE summarised;
-- Each order of the list, with what it is filtered by, so that the rows of other apps are
-- not read where the pages are visible to all.
CREATE INDEX apps_name ON apps (name_key, id) INCLUDE (risk, failed, delisted_at, changes_snoozed_until, footprint, decision, age_rating, source);
CREATE INDEX apps_developer ON apps (developer, name_key, id) INCLUDE (risk, failed, delisted_at, changes_snoozed_until);
CREATE INDEX apps_risk ON apps (risk DESC, name_key, id) INCLUDE (failed, delisted_at, changes_snoozed_until);
CREATE INDEX apps_changes ON apps (change_count DESC, name_key, id) INCLUDE (risk, failed, delisted_at, changes_snoozed_until);
CREATE INDEX apps_checked ON apps (last_synced DESC, id DESC) INCLUDE (risk, failed, delisted_at, changes_snoozed_until);
CREATE INDEX apps_added ON apps (first_seen DESC, id DESC) INCLUDE (risk, failed, delisted_at, changes_snoozed_until);

-- Parts of the list that are usually small.
CREATE INDEX apps_changed ON apps (name_key, id) INCLUDE (risk, failed, delisted_at, change_count, changes_snoozed_until) WHERE change_count > 0;
CREATE INDEX apps_failed ON apps (name_key, id) INCLUDE (risk, failed, delisted_at, changes_snoozed_until) WHERE failed;
CREATE INDEX apps_delisted ON apps (name_key, id) INCLUDE (risk, failed, delisted_at, changes_snoozed_until) WHERE delisted_at > 0;
CREATE INDEX apps_snoozed ON apps (changes_snoozed_until, id) INCLUDE (change_count) WHERE changes_snoozed_until > 0;
CREATE INDEX apps_label ON apps (label) WHERE label IS NOT NULL;

-- How many apps there are, and of some parts of the list.
CREATE TABLE sizes (
	kind TEXT COLLATE "C" NOT NULL PRIMARY KEY,
	n    BIGINT           NOT NULL
);

INSERT INTO sizes (kind, n) VALUES ('apps', 0), ('apps/changed', 0), ('apps/failed', 0), ('apps/delisted', 0),
	('apps/risk=unknown', 0), ('apps/risk=minimal', 0), ('apps/risk=low', 0), ('apps/risk=moderate', 0), ('apps/risk=high', 0);

-- The name of the part of the apps with a risk.
CREATE FUNCTION risk_part(risk BIGINT) RETURNS TEXT LANGUAGE sql IMMUTABLE
	RETURN 'apps/risk=' || (ARRAY['unknown', 'minimal', 'low', 'moderate', 'high'])[risk + 1];

CREATE FUNCTION apps_counted() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
	direction BIGINT := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
	IF NOT EXISTS (SELECT FROM counted) THEN -- an upsert that inserted nothing
		RETURN NULL;
	END IF;
	UPDATE sizes SET n = sizes.n + direction * c.n FROM (
		SELECT 'apps' AS kind, count(*) AS n FROM counted
		UNION ALL SELECT 'apps/changed', count(*) FROM counted WHERE change_count > 0
		UNION ALL SELECT 'apps/failed', count(*) FROM counted WHERE failed
		UNION ALL SELECT 'apps/delisted', count(*) FROM counted WHERE delisted_at > 0
		UNION ALL SELECT risk_part(risk), count(*) FROM counted GROUP BY risk
	) AS c WHERE sizes.kind = c.kind AND c.n > 0;
	RETURN NULL;
END $$;

CREATE TRIGGER apps_more AFTER INSERT ON apps REFERENCING NEW TABLE AS counted FOR EACH STATEMENT EXECUTE FUNCTION apps_counted();
CREATE TRIGGER apps_less AFTER DELETE ON apps REFERENCING OLD TABLE AS counted FOR EACH STATEMENT EXECUTE FUNCTION apps_counted();

CREATE FUNCTION apps_moved() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
	UPDATE sizes SET n = sizes.n + c.n FROM (VALUES
		('apps/changed', (NEW.change_count > 0)::INT - (OLD.change_count > 0)::INT),
		('apps/failed', NEW.failed::INT - OLD.failed::INT),
		('apps/delisted', (NEW.delisted_at > 0)::INT - (OLD.delisted_at > 0)::INT),
		(risk_part(OLD.risk), -(OLD.risk <> NEW.risk)::INT),
		(risk_part(NEW.risk), (OLD.risk <> NEW.risk)::INT)
	) AS c (kind, n) WHERE sizes.kind = c.kind AND c.n <> 0;
	RETURN NULL;
END $$;

CREATE TRIGGER apps_other AFTER UPDATE ON apps FOR EACH ROW WHEN (
	OLD.risk <> NEW.risk OR OLD.failed <> NEW.failed OR (OLD.change_count > 0) <> (NEW.change_count > 0) OR (OLD.delisted_at > 0) <> (NEW.delisted_at > 0)
) EXECUTE FUNCTION apps_moved();

CREATE TABLE features (
	app_id        BIGINT           NOT NULL REFERENCES apps (id) ON DELETE CASCADE,
	identifier    TEXT COLLATE "C" NOT NULL,
	title         TEXT COLLATE "C" NOT NULL,
	description   TEXT COLLATE "C" NOT NULL,
	icon_template TEXT COLLATE "C" NOT NULL,
	position      BIGINT           NOT NULL,
	PRIMARY KEY (app_id, identifier)
);

CREATE TABLE related_apps (
	app_id      BIGINT           NOT NULL REFERENCES apps (id) ON DELETE CASCADE,
	shelf       TEXT COLLATE "C" NOT NULL,
	related_id  BIGINT           NOT NULL,
	name        TEXT COLLATE "C" NOT NULL,
	developer   TEXT COLLATE "C" NOT NULL,
	icon_url    TEXT COLLATE "C" NOT NULL,
	url         TEXT COLLATE "C" NOT NULL,
	position    BIGINT           NOT NULL,
	observed_at BIGINT           NOT NULL,
	PRIMARY KEY (app_id, shelf, related_id)
);

-- They outlive the apps, so they refer to none.
CREATE TABLE identifiers (
	app_id     BIGINT           NOT NULL PRIMARY KEY,
	source     TEXT COLLATE "C" NOT NULL,
	identifier TEXT COLLATE "C" NOT NULL
);

CREATE INDEX identifiers_identifier ON identifiers (identifier, app_id);

-- Two apps that are one to a person, in two stores. Like the numbers above they outlive the apps.
CREATE TABLE pairs (
	app_id     BIGINT  NOT NULL PRIMARY KEY,
	with_id    BIGINT  NOT NULL,
	created_at BIGINT  NOT NULL,
	differs    BOOLEAN NOT NULL,
	compared   BOOLEAN NOT NULL,
	open       TEXT COLLATE "C" -- what one store is told and the other is not, as a JSON array
);

CREATE INDEX pairs_with ON pairs (with_id);
CREATE INDEX pairs_differs ON pairs (app_id) WHERE differs;
