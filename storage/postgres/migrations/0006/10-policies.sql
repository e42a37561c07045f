CREATE TABLE policy_versions (
	app_id               BIGINT           NOT NULL REFERENCES apps (id) ON DELETE CASCADE,
	hash                 BYTEA            NOT NULL CHECK (length(hash) = 32),
	replaces             BYTEA CHECK (length(replaces) = 32), -- the version that is the same text under earlier rules
	first_fetched_at     BIGINT           NOT NULL,
	last_fetched_at      BIGINT           NOT NULL,
	policy_url           TEXT COLLATE "C" NOT NULL,
	final_url            TEXT COLLATE "C" NOT NULL,
	title                TEXT COLLATE "C" NOT NULL,
	content_type         TEXT COLLATE "C" NOT NULL,
	origin               TEXT COLLATE "C" NOT NULL,
	word_count           BIGINT           NOT NULL,
	archive_url          TEXT COLLATE "C" NOT NULL,
	archive_submitted_at BIGINT           NOT NULL,
	extractor            TEXT COLLATE "C" NOT NULL,
	text                 BYTEA            NOT NULL REFERENCES policy_texts (digest) ON DELETE RESTRICT,
	PRIMARY KEY (app_id, hash)
);

CREATE INDEX policy_versions_newest ON policy_versions (app_id, first_fetched_at DESC, hash);
CREATE INDEX policy_versions_text ON policy_versions (text);

CREATE TABLE policy_analyses (
	app_id               BIGINT           NOT NULL PRIMARY KEY REFERENCES apps (id) ON DELETE CASCADE,
	status               TEXT COLLATE "C" NOT NULL,
	current_hash         BYTEA CHECK (length(current_hash) = 32),
	previous_hash        BYTEA CHECK (length(previous_hash) = 32),
	policy_url           TEXT COLLATE "C" NOT NULL,
	final_url            TEXT COLLATE "C" NOT NULL,
	title                TEXT COLLATE "C" NOT NULL,
	content_type         TEXT COLLATE "C" NOT NULL,
	origin               TEXT COLLATE "C" NOT NULL,
	word_count           BIGINT           NOT NULL,
	length               BIGINT           NOT NULL,
	fetched_at           BIGINT           NOT NULL,
	archive_url          TEXT COLLATE "C" NOT NULL,
	archive_submitted_at BIGINT           NOT NULL,
	updated_at           BIGINT           NOT NULL,
	error                TEXT COLLATE "C" NOT NULL,
	failed_days          BIGINT           NOT NULL,
	failed_at            BIGINT           NOT NULL,
	fetch_again_at       BIGINT           NOT NULL,
	doubtful_hash        BYTEA CHECK (length(doubtful_hash) = 32),
	doubtful_at          BIGINT           NOT NULL,
	unstable_until       BIGINT           NOT NULL,
	notified_hash        BYTEA CHECK (length(notified_hash) = 32),
	recent_hashes        TEXT COLLATE "C",
	changing_blocks      TEXT COLLATE "C",
	excluded_blocks      TEXT COLLATE "C",
	mode                 TEXT COLLATE "C" NOT NULL,
	model                TEXT COLLATE "C" NOT NULL,
	summary_at           BIGINT           NOT NULL,
	summary              TEXT COLLATE "C",
	previous_summary_at  BIGINT           NOT NULL,
	previous_summary     TEXT COLLATE "C",
	notes_of             BYTEA CHECK (length(notes_of) = 32),
	notes                TEXT COLLATE "C",
	log                  TEXT COLLATE "C"
);

CREATE INDEX policy_analyses_again ON policy_analyses (fetch_again_at, app_id) WHERE fetch_again_at > 0;

CREATE TRIGGER policy_versions_text_less AFTER DELETE ON policy_versions FOR EACH ROW EXECUTE FUNCTION text_released();
CREATE TRIGGER policy_versions_text_other AFTER UPDATE ON policy_versions FOR EACH ROW
	WHEN (OLD.text <> NEW.text) EXECUTE FUNCTION text_released();

-- The app has it too whether there is a summary, so that analyses, which are long, are not
-- read to find those that have one.
CREATE FUNCTION policy_analyses_summarised() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
	IF TG_OP = 'DELETE' THEN
		UPDATE apps SET summarised = FALSE WHERE id = OLD.app_id;
	ELSE
		UPDATE apps SET summarised = NEW.summary IS NOT NULL WHERE id = NEW.app_id;
	END IF;
	RETURN NULL;
END $$;

CREATE TRIGGER policy_analyses_more AFTER INSERT ON policy_analyses FOR EACH ROW
	WHEN (NEW.summary IS NOT NULL) EXECUTE FUNCTION policy_analyses_summarised();
CREATE TRIGGER policy_analyses_other AFTER UPDATE ON policy_analyses FOR EACH ROW
	WHEN ((NEW.summary IS NULL) <> (OLD.summary IS NULL)) EXECUTE FUNCTION policy_analyses_summarised();
CREATE TRIGGER policy_analyses_less AFTER DELETE ON policy_analyses FOR EACH ROW
	WHEN (OLD.summary IS NOT NULL) EXECUTE FUNCTION policy_analyses_summarised();
