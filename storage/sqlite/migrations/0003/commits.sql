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

-- The order of commits before this version is unknown, so the order of time stands for it.
INSERT INTO commits (app_id, at, number)
SELECT app_id, at, row_number() OVER (ORDER BY at, app_id DESC) FROM snapshots WHERE changed;

INSERT INTO settings (name, value)
SELECT 'changeLog', json_object('generation', printf('%d-%d', app_id, at), 'last', (SELECT count(*) FROM commits))
FROM commits WHERE number = 1;
