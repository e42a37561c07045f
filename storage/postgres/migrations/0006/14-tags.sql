CREATE TABLE app_tags (
	app_id BIGINT           NOT NULL REFERENCES apps (id) ON DELETE CASCADE,
	tag    TEXT COLLATE "C" NOT NULL,
	PRIMARY KEY (app_id, tag)
);

CREATE INDEX app_tags_tag ON app_tags (tag, app_id);

CREATE TABLE paused_apps (
	app_id    BIGINT NOT NULL PRIMARY KEY REFERENCES apps (id) ON DELETE CASCADE,
	paused_at BIGINT NOT NULL
);

CREATE TABLE removed_apps (
	id         BIGINT           NOT NULL PRIMARY KEY,
	name       TEXT COLLATE "C" NOT NULL,
	developer  TEXT COLLATE "C" NOT NULL,
	icon_url   TEXT COLLATE "C" NOT NULL,
	url        TEXT COLLATE "C" NOT NULL,
	first_seen BIGINT           NOT NULL,
	sync_count BIGINT           NOT NULL,
	removed_at BIGINT           NOT NULL
);

CREATE INDEX removed_apps_last ON removed_apps (removed_at DESC, id);

CREATE TABLE removed_parts (
	app_id BIGINT           NOT NULL REFERENCES removed_apps (id) ON DELETE CASCADE,
	part   BIGINT           NOT NULL,
	data   TEXT COLLATE "C" NOT NULL,
	PRIMARY KEY (app_id, part)
);
