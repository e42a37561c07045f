CREATE TABLE changes (
	app_id      BIGINT           NOT NULL,
	at          BIGINT           NOT NULL,
	idx         BIGINT           NOT NULL,
	type        TEXT COLLATE "C" NOT NULL,
	description TEXT COLLATE "C" NOT NULL,
	category    TEXT COLLATE "C" NOT NULL,
	details     TEXT COLLATE "C",
	store_wide  BOOLEAN          NOT NULL,
	more        TEXT COLLATE "C",
	changed     BOOLEAN          NOT NULL,
	direction   TEXT COLLATE "C" NOT NULL,
	weight      TEXT COLLATE "C" NOT NULL,
	subject     TEXT COLLATE "C",
	PRIMARY KEY (app_id, at, idx),
	FOREIGN KEY (app_id, at) REFERENCES snapshots (app_id, at) ON DELETE CASCADE
);

-- Serves the feed and, without the rows, its total of some types and categories, and the
-- counts of each kind.
CREATE INDEX changes_feed ON changes (at DESC, app_id, idx) INCLUDE (type, category, direction) WHERE changed;

-- How many changes that the feed shows there are on each day, as of snapshots.
CREATE TABLE change_days (
	day       BIGINT           NOT NULL,
	type      TEXT COLLATE "C" NOT NULL,
	category  TEXT COLLATE "C" NOT NULL,
	direction TEXT COLLATE "C" NOT NULL,
	n         BIGINT           NOT NULL,
	PRIMARY KEY (day, type, category, direction)
);

CREATE FUNCTION changes_counted() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
	difference BIGINT := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
	INSERT INTO change_days (day, type, category, direction, n)
	SELECT at / 86400000, type, category, direction, difference * count(*) FROM counted WHERE changed GROUP BY 1, 2, 3, 4
	ON CONFLICT (day, type, category, direction) DO UPDATE SET n = change_days.n + excluded.n;
	RETURN NULL;
END $$;

CREATE TRIGGER changes_more AFTER INSERT ON changes REFERENCING NEW TABLE AS counted FOR EACH STATEMENT EXECUTE FUNCTION changes_counted();
CREATE TRIGGER changes_less AFTER DELETE ON changes REFERENCING OLD TABLE AS counted FOR EACH STATEMENT EXECUTE FUNCTION changes_counted();

CREATE FUNCTION changes_moved() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
	INSERT INTO change_days (day, type, category, direction, n)
	SELECT at / 86400000, type, category, direction, sum(d) FROM (
		SELECT at, type, category, direction, 1 AS d FROM after WHERE changed
		UNION ALL SELECT at, type, category, direction, -1 FROM before WHERE changed
	) AS both_states GROUP BY 1, 2, 3, 4 HAVING sum(d) <> 0
	ON CONFLICT (day, type, category, direction) DO UPDATE SET n = change_days.n + excluded.n;
	RETURN NULL;
END $$;

CREATE TRIGGER changes_other AFTER UPDATE ON changes REFERENCING OLD TABLE AS before NEW TABLE AS after
	FOR EACH STATEMENT EXECUTE FUNCTION changes_moved();

-- The order in which snapshots with changes were committed. A number is unique: the
-- transaction that writes it counts it up in the setting changeLog. It is not UNIQUE here,
-- because a restore renumbers all rows.
CREATE TABLE commits (
	app_id BIGINT NOT NULL,
	at     BIGINT NOT NULL,
	number BIGINT NOT NULL,
	PRIMARY KEY (app_id, at),
	FOREIGN KEY (app_id, at) REFERENCES snapshots (app_id, at) ON DELETE CASCADE
);

CREATE INDEX commits_order ON commits (number, app_id, at);
