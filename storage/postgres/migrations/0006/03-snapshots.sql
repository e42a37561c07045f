CREATE TABLE labels (
	digest BYTEA            NOT NULL PRIMARY KEY CHECK (length(digest) = 32),
	terms  TEXT COLLATE "C" NOT NULL, -- the identifiers in the label, for statistics
	label  TEXT COLLATE "C" NOT NULL
);

-- The table that grows for ever: a row for each app and refresh. So it has no index that
-- every row is in but the key. Deleting a label reads all of it.
CREATE TABLE snapshots (
	app_id                 BIGINT           NOT NULL REFERENCES apps (id) ON DELETE CASCADE,
	at                     BIGINT           NOT NULL,
	source                 TEXT COLLATE "C" NOT NULL,
	triggered_by           TEXT COLLATE "C" NOT NULL,
	label                  BYTEA            REFERENCES labels (digest) ON DELETE RESTRICT CHECK (length(label) = 32),
	changed                BOOLEAN          NOT NULL,
	entries                BIGINT           NOT NULL,
	app_version            TEXT COLLATE "C" NOT NULL,
	app_version_updated_at BIGINT           NOT NULL,
	archive_url            TEXT COLLATE "C" NOT NULL,
	listing                TEXT COLLATE "C", -- of a page of the archive
	extractor              TEXT COLLATE "C" NOT NULL,
	page                   TEXT COLLATE "C", -- what was noted of the page, with a changed state
	recorded_at            BIGINT           NOT NULL,
	PRIMARY KEY (app_id, at)
);

-- Serves what all apps have from the archive, few rows among the live ones.
CREATE INDEX snapshots_archived ON snapshots (at DESC, app_id) WHERE source = 'wayback';

-- Serves the feed. That of one app is read by the key.
CREATE INDEX snapshots_feed ON snapshots (at DESC, app_id) INCLUDE (entries) WHERE changed;

-- Serves the feed of a few apps, without their other snapshots.
CREATE INDEX snapshots_changed ON snapshots (app_id, at DESC) INCLUDE (entries) WHERE changed;

-- How many snapshots there are on each day, counted from 1970-01-01 UTC.
CREATE TABLE snapshot_days (
	day BIGINT NOT NULL PRIMARY KEY,
	n   BIGINT NOT NULL
);

CREATE FUNCTION snapshots_counted() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
	direction BIGINT := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
	INSERT INTO snapshot_days (day, n) SELECT at / 86400000, direction * count(*) FROM counted GROUP BY 1
	ON CONFLICT (day) DO UPDATE SET n = snapshot_days.n + excluded.n;
	RETURN NULL;
END $$;

CREATE TRIGGER snapshots_more AFTER INSERT ON snapshots REFERENCING NEW TABLE AS counted FOR EACH STATEMENT EXECUTE FUNCTION snapshots_counted();
CREATE TRIGGER snapshots_less AFTER DELETE ON snapshots REFERENCING OLD TABLE AS counted FOR EACH STATEMENT EXECUTE FUNCTION snapshots_counted();

-- What the snapshots and changes of each app tell by day, for statistics: made by the program in the
-- transaction that writes them. The last column is the time of the newest snapshot when a row was
-- written.
CREATE TABLE courses (
	app_id  BIGINT NOT NULL PRIMARY KEY REFERENCES apps (id) ON DELETE CASCADE,
	spans   BYTEA  NOT NULL,
	shifts  BYTEA  NOT NULL,
	written BIGINT NOT NULL
);
