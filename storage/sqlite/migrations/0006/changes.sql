CREATE TABLE changes (
	app_id      INTEGER NOT NULL,
	at          INTEGER NOT NULL,
	idx         INTEGER NOT NULL,
	type        TEXT    NOT NULL,
	description TEXT    NOT NULL,
	category    TEXT    NOT NULL,
	details     TEXT,
	store_wide  INTEGER NOT NULL,
	more        TEXT,
	changed     INTEGER NOT NULL,
	direction   TEXT    NOT NULL,
	weight      TEXT    NOT NULL,
	subject     TEXT, -- what the entry is about, as a JSON object of identifiers; null: not known
	PRIMARY KEY (app_id, at DESC, idx),
	FOREIGN KEY (app_id, at) REFERENCES snapshots (app_id, at) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- Serves the feed and, without the rows, its total, its entries of some types and
-- categories, and the counts of each kind.
CREATE INDEX changes_feed ON changes (at DESC, app_id, idx, type, category, direction, changed) WHERE changed;

-- How many changes that the feed shows there are on each day, as of snapshots.
CREATE TABLE change_days (
	day       INTEGER NOT NULL,
	type      TEXT    NOT NULL,
	category  TEXT    NOT NULL,
	direction TEXT    NOT NULL,
	n         INTEGER NOT NULL,
	PRIMARY KEY (day, type, category, direction)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER changes_more AFTER INSERT ON changes WHEN new.changed BEGIN
	INSERT INTO change_days (day, type, category, direction, n) VALUES (new.at / 86400000, new.type, new.category, new.direction, 1)
	ON CONFLICT (day, type, category, direction) DO UPDATE SET n = n + 1;
END;

CREATE TRIGGER changes_less AFTER DELETE ON changes WHEN old.changed BEGIN
	UPDATE change_days SET n = n - 1
	WHERE day = old.at / 86400000 AND type = old.type AND category = old.category AND direction = old.direction;
END;

-- Neither the app nor the moment of a change is ever another one.
CREATE TRIGGER changes_other AFTER UPDATE OF type, category, direction, changed ON changes BEGIN
	UPDATE change_days SET n = n - 1
	WHERE old.changed AND day = old.at / 86400000 AND type = old.type AND category = old.category AND direction = old.direction;
	INSERT INTO change_days (day, type, category, direction, n)
	SELECT new.at / 86400000, new.type, new.category, new.direction, 1 WHERE new.changed
	ON CONFLICT (day, type, category, direction) DO UPDATE SET n = n + 1;
END;

-- The order in which snapshots with changes were committed. A number is unique: the
-- transaction that writes it counts it up in the setting changeLog. It is not UNIQUE here,
-- because a restore renumbers all rows.
CREATE TABLE commits (
	app_id INTEGER NOT NULL,
	at     INTEGER NOT NULL,
	number INTEGER NOT NULL,
	PRIMARY KEY (app_id, at),
	FOREIGN KEY (app_id, at) REFERENCES snapshots (app_id, at) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE INDEX commits_order ON commits (number, app_id, at);
