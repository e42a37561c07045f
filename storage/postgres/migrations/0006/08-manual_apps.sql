CREATE TABLE manual_apps (
	id                 TEXT COLLATE "C" NOT NULL PRIMARY KEY,
	name               TEXT COLLATE "C" NOT NULL,
	source             TEXT COLLATE "C" NOT NULL,
	developer          TEXT COLLATE "C" NOT NULL,
	privacy_policy_url TEXT COLLATE "C" NOT NULL,
	source_url         TEXT COLLATE "C" NOT NULL,
	notes              TEXT COLLATE "C" NOT NULL,
	first_seen         BIGINT           NOT NULL,
	updated_at         BIGINT           NOT NULL
);

CREATE INDEX manual_apps_newest ON manual_apps (updated_at DESC, name, id);

CREATE TABLE manual_app_events (
	id            TEXT COLLATE "C" NOT NULL PRIMARY KEY,
	manual_app_id TEXT COLLATE "C" NOT NULL REFERENCES manual_apps (id) ON DELETE CASCADE,
	type          TEXT COLLATE "C" NOT NULL,
	occurred_at   BIGINT           NOT NULL,
	detail        TEXT COLLATE "C"
);

CREATE INDEX manual_app_events_app ON manual_app_events (manual_app_id, occurred_at DESC, id DESC);

CREATE TABLE manual_policy_versions (
	manual_app_id    TEXT COLLATE "C" NOT NULL REFERENCES manual_apps (id) ON DELETE CASCADE,
	hash             BYTEA            NOT NULL CHECK (length(hash) = 32),
	first_fetched_at BIGINT           NOT NULL,
	last_fetched_at  BIGINT           NOT NULL,
	policy_url       TEXT COLLATE "C" NOT NULL,
	final_url        TEXT COLLATE "C" NOT NULL,
	title            TEXT COLLATE "C" NOT NULL,
	content_type     TEXT COLLATE "C" NOT NULL,
	origin           TEXT COLLATE "C" NOT NULL,
	word_count       BIGINT           NOT NULL,
	extractor        TEXT COLLATE "C" NOT NULL,
	text             BYTEA            NOT NULL REFERENCES policy_texts (digest) ON DELETE RESTRICT,
	PRIMARY KEY (manual_app_id, hash)
);

CREATE INDEX manual_policy_versions_newest ON manual_policy_versions (manual_app_id, last_fetched_at DESC, hash);
CREATE INDEX manual_policy_versions_text ON manual_policy_versions (text);

CREATE TRIGGER manual_policy_versions_text_less AFTER DELETE ON manual_policy_versions FOR EACH ROW EXECUTE FUNCTION text_released();
CREATE TRIGGER manual_policy_versions_text_other AFTER UPDATE ON manual_policy_versions FOR EACH ROW
	WHEN (OLD.text <> NEW.text) EXECUTE FUNCTION text_released();
