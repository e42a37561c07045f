-- Each text of a policy, once, whatever the number of versions that have it: as a zstd frame
-- or, with a base, as the difference to the text of another row, which has no base itself.
CREATE TABLE policy_texts (
	digest BLOB    NOT NULL PRIMARY KEY CHECK (length(digest) = 32),
	base   BLOB    REFERENCES policy_texts (digest) ON DELETE RESTRICT,
	length INTEGER NOT NULL,
	packed BLOB    NOT NULL
) STRICT;

CREATE INDEX policy_texts_base ON policy_texts (base) WHERE base IS NOT NULL;

-- The versions of an app's policy.
CREATE TABLE policy_versions (
	app_id               INTEGER NOT NULL REFERENCES apps (id) ON DELETE CASCADE,
	hash                 BLOB    NOT NULL CHECK (length(hash) = 32),
	replaces             BLOB    CHECK (length(replaces) = 32), -- the version that is the same text under earlier rules
	first_fetched_at     INTEGER NOT NULL,
	last_fetched_at      INTEGER NOT NULL,
	policy_url           TEXT    NOT NULL,
	final_url            TEXT    NOT NULL,
	title                TEXT    NOT NULL,
	content_type         TEXT    NOT NULL,
	origin               TEXT    NOT NULL,
	word_count           INTEGER NOT NULL,
	archive_url          TEXT    NOT NULL,
	archive_submitted_at INTEGER NOT NULL,
	extractor            TEXT    NOT NULL,
	text                 BLOB    NOT NULL REFERENCES policy_texts (digest) ON DELETE RESTRICT,
	PRIMARY KEY (app_id, hash)
) STRICT;

CREATE INDEX policy_versions_newest ON policy_versions (app_id, first_fetched_at DESC, hash);
CREATE INDEX policy_versions_text ON policy_versions (text);

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

	-- Failed fetches, and when the policy is to be fetched again because the last fetch proves
	-- little.
	failed_days          INTEGER NOT NULL,
	failed_at            INTEGER NOT NULL,
	fetch_again_at       INTEGER NOT NULL,
	doubtful_hash        BLOB    CHECK (length(doubtful_hash) = 32),
	doubtful_at          INTEGER NOT NULL,

	-- Until when the policy counts as unstable, the last text of which users were notified, the
	-- texts of the last fetches, and blocks of the text.
	unstable_until       INTEGER NOT NULL,
	notified_hash        BLOB    CHECK (length(notified_hash) = 32),
	recent_hashes        TEXT,
	changing_blocks      TEXT,
	excluded_blocks      TEXT,

	mode                 TEXT    NOT NULL,
	model                TEXT    NOT NULL,
	summary_at           INTEGER NOT NULL,
	summary              TEXT,
	previous_summary_at  INTEGER NOT NULL,
	previous_summary     TEXT,
	notes_of             BLOB    CHECK (length(notes_of) = 32),
	notes                TEXT,
	log                  TEXT
) STRICT;

CREATE INDEX policy_analyses_again ON policy_analyses (fetch_again_at, app_id) WHERE fetch_again_at > 0;

-- The app has it too whether there is a summary, so that analyses, which are long, are not
-- read to find those that have one.
CREATE TRIGGER policy_analyses_more AFTER INSERT ON policy_analyses WHEN NEW.summary IS NOT NULL BEGIN
	UPDATE apps SET summarised = TRUE WHERE id = NEW.app_id;
END;

CREATE TRIGGER policy_analyses_other AFTER UPDATE OF summary ON policy_analyses WHEN (NEW.summary IS NULL) <> (OLD.summary IS NULL) BEGIN
	UPDATE apps SET summarised = NEW.summary IS NOT NULL WHERE id = NEW.app_id;
END;

CREATE TRIGGER policy_analyses_less AFTER DELETE ON policy_analyses WHEN OLD.summary IS NOT NULL BEGIN
	UPDATE apps SET summarised = FALSE WHERE id = OLD.app_id;
END;

-- A text is deleted with the last row that needs it.
CREATE TRIGGER policy_versions_text_less AFTER DELETE ON policy_versions BEGIN
	DELETE FROM policy_texts WHERE digest = old.text
		AND NOT EXISTS (SELECT 1 FROM policy_versions WHERE text = old.text)
		AND NOT EXISTS (SELECT 1 FROM manual_policy_versions WHERE text = old.text)
		AND NOT EXISTS (SELECT 1 FROM policy_texts WHERE base = old.text);
END;

CREATE TRIGGER policy_versions_text_other AFTER UPDATE OF text ON policy_versions WHEN old.text <> new.text BEGIN
	DELETE FROM policy_texts WHERE digest = old.text
		AND NOT EXISTS (SELECT 1 FROM policy_versions WHERE text = old.text)
		AND NOT EXISTS (SELECT 1 FROM manual_policy_versions WHERE text = old.text)
		AND NOT EXISTS (SELECT 1 FROM policy_texts WHERE base = old.text);
END;

CREATE TRIGGER manual_policy_versions_text_less AFTER DELETE ON manual_policy_versions BEGIN
	DELETE FROM policy_texts WHERE digest = old.text
		AND NOT EXISTS (SELECT 1 FROM policy_versions WHERE text = old.text)
		AND NOT EXISTS (SELECT 1 FROM manual_policy_versions WHERE text = old.text)
		AND NOT EXISTS (SELECT 1 FROM policy_texts WHERE base = old.text);
END;

CREATE TRIGGER manual_policy_versions_text_other AFTER UPDATE OF text ON manual_policy_versions WHEN old.text <> new.text BEGIN
	DELETE FROM policy_texts WHERE digest = old.text
		AND NOT EXISTS (SELECT 1 FROM policy_versions WHERE text = old.text)
		AND NOT EXISTS (SELECT 1 FROM manual_policy_versions WHERE text = old.text)
		AND NOT EXISTS (SELECT 1 FROM policy_texts WHERE base = old.text);
END;

CREATE TRIGGER policy_texts_base_less AFTER DELETE ON policy_texts WHEN old.base IS NOT NULL BEGIN
	DELETE FROM policy_texts WHERE digest = old.base
		AND NOT EXISTS (SELECT 1 FROM policy_versions WHERE text = old.base)
		AND NOT EXISTS (SELECT 1 FROM manual_policy_versions WHERE text = old.base)
		AND NOT EXISTS (SELECT 1 FROM policy_texts WHERE base = old.base);
END;
