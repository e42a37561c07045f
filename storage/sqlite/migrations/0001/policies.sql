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

-- The app is told too whether there is a summary, so that nobody reads analyses,
-- which are long, to find those that have one.
CREATE TRIGGER policy_analyses_more AFTER INSERT ON policy_analyses WHEN NEW.summary IS NOT NULL BEGIN
	UPDATE apps SET summarised = TRUE WHERE id = NEW.app_id;
END;

CREATE TRIGGER policy_analyses_other AFTER UPDATE OF summary ON policy_analyses WHEN (NEW.summary IS NULL) <> (OLD.summary IS NULL) BEGIN
	UPDATE apps SET summarised = NEW.summary IS NOT NULL WHERE id = NEW.app_id;
END;

CREATE TRIGGER policy_analyses_less AFTER DELETE ON policy_analyses WHEN OLD.summary IS NOT NULL BEGIN
	UPDATE apps SET summarised = FALSE WHERE id = OLD.app_id;
END;
