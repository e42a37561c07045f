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
