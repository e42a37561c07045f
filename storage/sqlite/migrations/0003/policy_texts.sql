-- Each text of a policy, once, whatever the number of versions that have it: as a
-- zstd frame or, with a base, as the difference to the text of another row, which has
-- no base itself.
CREATE TABLE policy_texts (
	digest BLOB    NOT NULL PRIMARY KEY CHECK (length(digest) = 32),
	base   BLOB    REFERENCES policy_texts (digest) ON DELETE RESTRICT,
	length INTEGER NOT NULL,
	packed BLOB    NOT NULL
) STRICT;

CREATE INDEX policy_texts_base ON policy_texts (base) WHERE base IS NOT NULL;

-- The text of a version. Null: it is in the column body still, because the version was
-- saved before this table existed.
ALTER TABLE policy_versions ADD COLUMN text BLOB REFERENCES policy_texts (digest) ON DELETE RESTRICT;
ALTER TABLE manual_policy_versions ADD COLUMN text BLOB REFERENCES policy_texts (digest) ON DELETE RESTRICT;

CREATE INDEX policy_versions_text ON policy_versions (text) WHERE text IS NOT NULL;
CREATE INDEX policy_versions_plain ON policy_versions (app_id, hash) WHERE text IS NULL;
CREATE INDEX manual_policy_versions_text ON manual_policy_versions (text) WHERE text IS NOT NULL;
CREATE INDEX manual_policy_versions_plain ON manual_policy_versions (manual_app_id, hash) WHERE text IS NULL;

-- A text is deleted with the last row that needs it.
CREATE TRIGGER policy_versions_text_less AFTER DELETE ON policy_versions WHEN old.text IS NOT NULL BEGIN
	DELETE FROM policy_texts WHERE digest = old.text
		AND NOT EXISTS (SELECT 1 FROM policy_versions WHERE text = old.text)
		AND NOT EXISTS (SELECT 1 FROM manual_policy_versions WHERE text = old.text)
		AND NOT EXISTS (SELECT 1 FROM policy_texts WHERE base = old.text);
END;

CREATE TRIGGER policy_versions_text_other AFTER UPDATE OF text ON policy_versions WHEN old.text IS NOT NULL AND old.text IS NOT new.text BEGIN
	DELETE FROM policy_texts WHERE digest = old.text
		AND NOT EXISTS (SELECT 1 FROM policy_versions WHERE text = old.text)
		AND NOT EXISTS (SELECT 1 FROM manual_policy_versions WHERE text = old.text)
		AND NOT EXISTS (SELECT 1 FROM policy_texts WHERE base = old.text);
END;

CREATE TRIGGER manual_policy_versions_text_less AFTER DELETE ON manual_policy_versions WHEN old.text IS NOT NULL BEGIN
	DELETE FROM policy_texts WHERE digest = old.text
		AND NOT EXISTS (SELECT 1 FROM policy_versions WHERE text = old.text)
		AND NOT EXISTS (SELECT 1 FROM manual_policy_versions WHERE text = old.text)
		AND NOT EXISTS (SELECT 1 FROM policy_texts WHERE base = old.text);
END;

CREATE TRIGGER manual_policy_versions_text_other AFTER UPDATE OF text ON manual_policy_versions
WHEN old.text IS NOT NULL AND old.text IS NOT new.text BEGIN
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

-- Until when a policy counts as unstable, and when its current text was fetched if the
-- change to it is not on the timeline yet.
ALTER TABLE policy_analyses ADD COLUMN unstable_until INTEGER NOT NULL DEFAULT 0;
ALTER TABLE policy_analyses ADD COLUMN withheld_at INTEGER NOT NULL DEFAULT 0;
