CREATE TABLE app_tags (
	app_id INTEGER NOT NULL REFERENCES apps (id) ON DELETE CASCADE,
	tag    TEXT    NOT NULL,
	PRIMARY KEY (app_id, tag)
) STRICT, WITHOUT ROWID;

-- Serves the apps of a tag, and the list of all tags.
CREATE INDEX app_tags_tag ON app_tags (tag, app_id);

-- The apps that runs do not refresh.
CREATE TABLE paused_apps (
	app_id    INTEGER PRIMARY KEY REFERENCES apps (id) ON DELETE CASCADE,
	paused_at INTEGER NOT NULL
) STRICT;

-- What was removed and can be restored. It refers to no app, because there is none. The parts of
-- the records are rows of their own, so that the list reads none of them.
CREATE TABLE removed_apps (
	id         INTEGER PRIMARY KEY,
	name       TEXT    NOT NULL,
	developer  TEXT    NOT NULL,
	icon_url   TEXT    NOT NULL,
	url        TEXT    NOT NULL,
	first_seen INTEGER NOT NULL,
	sync_count INTEGER NOT NULL,
	removed_at INTEGER NOT NULL
) STRICT;

CREATE INDEX removed_apps_last ON removed_apps (removed_at DESC, id);

CREATE TABLE removed_parts (
	app_id INTEGER NOT NULL REFERENCES removed_apps (id) ON DELETE CASCADE,
	part   INTEGER NOT NULL,
	data   TEXT    NOT NULL,
	PRIMARY KEY (app_id, part)
) STRICT;
