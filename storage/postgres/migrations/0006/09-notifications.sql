-- A notification outlives its app, and may be about none (0).
CREATE TABLE notifications (
	id         TEXT COLLATE "C" NOT NULL PRIMARY KEY,
	app_id     BIGINT           NOT NULL,
	app_name   TEXT COLLATE "C" NOT NULL,
	type       TEXT COLLATE "C" NOT NULL,
	changes    TEXT COLLATE "C",
	created_at BIGINT           NOT NULL,
	read       BOOLEAN          NOT NULL,
	stale      BOOLEAN          NOT NULL,
	not_before BIGINT           NOT NULL
);

CREATE INDEX notifications_newest ON notifications (created_at, id) INCLUDE (not_before, type);
CREATE INDEX notifications_read ON notifications (read, created_at, id) INCLUDE (not_before, type);
CREATE INDEX notifications_app ON notifications (app_id, created_at, id);
CREATE INDEX notifications_held ON notifications (not_before, id) INCLUDE (type, read) WHERE not_before > 0;

CREATE TABLE deliveries (
	id           TEXT COLLATE "C" NOT NULL PRIMARY KEY,
	endpoint     TEXT COLLATE "C" NOT NULL,
	host         TEXT COLLATE "C" NOT NULL,
	kind         TEXT COLLATE "C" NOT NULL,
	title        TEXT COLLATE "C" NOT NULL,
	items        TEXT COLLATE "C",
	omitted      BIGINT           NOT NULL,
	state        TEXT COLLATE "C" NOT NULL,
	created_at   BIGINT           NOT NULL,
	queued_at    BIGINT           NOT NULL,
	next_attempt BIGINT           NOT NULL,
	attempts     BIGINT           NOT NULL,
	last_status  BIGINT           NOT NULL,
	last_error   TEXT COLLATE "C" NOT NULL,
	delivered_at BIGINT           NOT NULL
);

CREATE INDEX deliveries_newest ON deliveries (created_at, id) INCLUDE (state);
CREATE INDEX deliveries_queue ON deliveries (state, endpoint, queued_at, id);

-- How many notifications there are of each type.
CREATE TABLE notification_counts (
	type TEXT COLLATE "C" NOT NULL,
	read BOOLEAN          NOT NULL,
	n    BIGINT           NOT NULL,
	PRIMARY KEY (type, read)
);

CREATE FUNCTION notifications_counted() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
	direction BIGINT := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
	INSERT INTO notification_counts (type, read, n) SELECT type, read, direction * count(*) FROM counted GROUP BY 1, 2
	ON CONFLICT (type, read) DO UPDATE SET n = notification_counts.n + excluded.n;
	RETURN NULL;
END $$;

CREATE TRIGGER notifications_more AFTER INSERT ON notifications REFERENCING NEW TABLE AS counted FOR EACH STATEMENT EXECUTE FUNCTION notifications_counted();
CREATE TRIGGER notifications_less AFTER DELETE ON notifications REFERENCING OLD TABLE AS counted FOR EACH STATEMENT EXECUTE FUNCTION notifications_counted();

CREATE FUNCTION notifications_moved() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
	INSERT INTO notification_counts (type, read, n)
	SELECT type, read, sum(d) FROM (
		SELECT type, read, 1 AS d FROM after UNION ALL SELECT type, read, -1 FROM before
	) AS both_states GROUP BY 1, 2 HAVING sum(d) <> 0
	ON CONFLICT (type, read) DO UPDATE SET n = notification_counts.n + excluded.n;
	RETURN NULL;
END $$;

CREATE TRIGGER notifications_other AFTER UPDATE ON notifications REFERENCING OLD TABLE AS before NEW TABLE AS after
	FOR EACH STATEMENT EXECUTE FUNCTION notifications_moved();
