CREATE TABLE reviews (
	id                  TEXT    NOT NULL PRIMARY KEY,
	app_id              INTEGER NOT NULL REFERENCES apps (id) ON DELETE CASCADE,
	action              TEXT    NOT NULL,
	acted_at            INTEGER NOT NULL,
	covered_count       INTEGER NOT NULL,
	covered_snapshots   TEXT,
	snooze_until        INTEGER NOT NULL,
	note                TEXT    NOT NULL,
	pre_change_count    INTEGER NOT NULL,
	pre_acknowledged_at INTEGER NOT NULL,
	pre_snoozed_until   INTEGER NOT NULL
) STRICT;

CREATE INDEX reviews_newest ON reviews (acted_at DESC, id);
CREATE INDEX reviews_app ON reviews (app_id, acted_at DESC, id);

CREATE TABLE annotations (
	id          INTEGER PRIMARY KEY,
	app_id      INTEGER NOT NULL REFERENCES apps (id) ON DELETE CASCADE,
	change_id   TEXT    NOT NULL, -- the change that the note is about; empty: it is about the app
	body        TEXT    NOT NULL,
	tag         TEXT    NOT NULL,
	visibility  TEXT    NOT NULL,
	created_at  INTEGER NOT NULL,
	updated_at  INTEGER NOT NULL,
	deleted_at  INTEGER NOT NULL,
	source      TEXT    NOT NULL,
	source_name TEXT    NOT NULL
) STRICT;

-- The third serves the few that were just deleted and will go for good.
CREATE INDEX annotations_newest ON annotations (created_at, id);
CREATE INDEX annotations_app ON annotations (app_id, created_at, id);
CREATE INDEX annotations_deleted ON annotations (deleted_at) WHERE deleted_at > 0;

CREATE TABLE verdicts (
	app_id      INTEGER NOT NULL REFERENCES apps (id) ON DELETE CASCADE,
	source      TEXT    NOT NULL,
	source_name TEXT    NOT NULL,
	verdict     TEXT    NOT NULL,
	rationale   TEXT    NOT NULL,
	set_at      INTEGER NOT NULL,
	updated_at  INTEGER NOT NULL,
	PRIMARY KEY (app_id, source, source_name)
) STRICT, WITHOUT ROWID;

CREATE INDEX verdicts_decided ON verdicts (source, verdict, app_id, source_name);

-- A candidate need not be tracked.
CREATE TABLE shortlist (
	source_id    INTEGER NOT NULL REFERENCES apps (id) ON DELETE CASCADE,
	candidate_id INTEGER NOT NULL,
	name         TEXT    NOT NULL,
	developer    TEXT    NOT NULL,
	icon_url     TEXT    NOT NULL,
	url          TEXT    NOT NULL,
	bundle_id    TEXT    NOT NULL,
	note         TEXT    NOT NULL,
	modes        INTEGER NOT NULL,
	added_at     INTEGER NOT NULL,
	PRIMARY KEY (source_id, candidate_id)
) STRICT, WITHOUT ROWID;

-- What a user accepts of an app beyond the privacy profile.
CREATE TABLE concerns (
	app_id      INTEGER NOT NULL REFERENCES apps (id) ON DELETE CASCADE,
	category    TEXT    NOT NULL,
	accepted    TEXT,
	accepted_at INTEGER NOT NULL,
	until       INTEGER NOT NULL,
	note        TEXT    NOT NULL,
	PRIMARY KEY (app_id, category)
) STRICT, WITHOUT ROWID;
