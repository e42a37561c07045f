CREATE TABLE reviews (
	id                  TEXT COLLATE "C" NOT NULL PRIMARY KEY,
	app_id              BIGINT           NOT NULL REFERENCES apps (id) ON DELETE CASCADE,
	action              TEXT COLLATE "C" NOT NULL,
	acted_at            BIGINT           NOT NULL,
	covered_count       BIGINT           NOT NULL,
	covered_snapshots   TEXT COLLATE "C",
	snooze_until        BIGINT           NOT NULL,
	note                TEXT COLLATE "C" NOT NULL,
	pre_change_count    BIGINT           NOT NULL,
	pre_acknowledged_at BIGINT           NOT NULL,
	pre_snoozed_until   BIGINT           NOT NULL
);

CREATE INDEX reviews_newest ON reviews (acted_at DESC, id);
CREATE INDEX reviews_app ON reviews (app_id, acted_at DESC, id);

CREATE TABLE annotations (
	id          BIGINT           NOT NULL PRIMARY KEY,
	app_id      BIGINT           NOT NULL REFERENCES apps (id) ON DELETE CASCADE,
	change_id   TEXT COLLATE "C" NOT NULL,
	body        TEXT COLLATE "C" NOT NULL,
	tag         TEXT COLLATE "C" NOT NULL,
	visibility  TEXT COLLATE "C" NOT NULL,
	created_at  BIGINT           NOT NULL,
	updated_at  BIGINT           NOT NULL,
	deleted_at  BIGINT           NOT NULL,
	source      TEXT COLLATE "C" NOT NULL,
	source_name TEXT COLLATE "C" NOT NULL
);

CREATE INDEX annotations_newest ON annotations (created_at, id);
CREATE INDEX annotations_app ON annotations (app_id, created_at, id);
CREATE INDEX annotations_deleted ON annotations (deleted_at) WHERE deleted_at > 0;

CREATE TABLE verdicts (
	app_id      BIGINT           NOT NULL REFERENCES apps (id) ON DELETE CASCADE,
	source      TEXT COLLATE "C" NOT NULL,
	source_name TEXT COLLATE "C" NOT NULL,
	verdict     TEXT COLLATE "C" NOT NULL,
	rationale   TEXT COLLATE "C" NOT NULL,
	set_at      BIGINT           NOT NULL,
	updated_at  BIGINT           NOT NULL,
	PRIMARY KEY (app_id, source, source_name)
);

CREATE INDEX verdicts_decided ON verdicts (source, verdict, app_id, source_name);

CREATE TABLE shortlist (
	source_id    BIGINT           NOT NULL REFERENCES apps (id) ON DELETE CASCADE,
	candidate_id BIGINT           NOT NULL,
	name         TEXT COLLATE "C" NOT NULL,
	developer    TEXT COLLATE "C" NOT NULL,
	icon_url     TEXT COLLATE "C" NOT NULL,
	url          TEXT COLLATE "C" NOT NULL,
	bundle_id    TEXT COLLATE "C" NOT NULL,
	note         TEXT COLLATE "C" NOT NULL,
	modes        BIGINT           NOT NULL,
	added_at     BIGINT           NOT NULL,
	PRIMARY KEY (source_id, candidate_id)
);

CREATE TABLE concerns (
	app_id      BIGINT           NOT NULL REFERENCES apps (id) ON DELETE CASCADE,
	category    TEXT COLLATE "C" NOT NULL,
	accepted    TEXT COLLATE "C",
	accepted_at BIGINT           NOT NULL,
	until       BIGINT           NOT NULL,
	note        TEXT COLLATE "C" NOT NULL,
	PRIMARY KEY (app_id, category)
);
