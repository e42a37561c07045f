-- A notification outlives its app, and may be about none (0).
CREATE TABLE notifications (
	id         TEXT    NOT NULL PRIMARY KEY,
	app_id     INTEGER NOT NULL,
	app_name   TEXT    NOT NULL,
	type       TEXT    NOT NULL,
	changes    TEXT,
	created_at INTEGER NOT NULL,
	read       INTEGER NOT NULL,
	stale      INTEGER NOT NULL,
	not_before INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The first two serve what is shown, without a look at rows that are not. The last holds what
-- is or was held back, which is little and is counted off, without the rows.
CREATE INDEX notifications_newest ON notifications (created_at, id, not_before, type);
CREATE INDEX notifications_read ON notifications (read, created_at, id, not_before, type);
CREATE INDEX notifications_app ON notifications (app_id, created_at, id);
CREATE INDEX notifications_held ON notifications (not_before, id, type, read) WHERE not_before > 0;

-- How many notifications there are of each type, counted by the triggers.
CREATE TABLE notification_counts (
	type TEXT    NOT NULL,
	read INTEGER NOT NULL,
	n    INTEGER NOT NULL,
	PRIMARY KEY (type, read)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER notifications_more AFTER INSERT ON notifications BEGIN
	INSERT INTO notification_counts (type, read, n) VALUES (new.type, new.read, 1) ON CONFLICT (type, read) DO UPDATE SET n = n + 1;
END;

CREATE TRIGGER notifications_less AFTER DELETE ON notifications BEGIN
	UPDATE notification_counts SET n = n - 1 WHERE type = old.type AND read = old.read;
END;

CREATE TRIGGER notifications_other AFTER UPDATE OF type, read ON notifications WHEN old.type <> new.type OR old.read <> new.read BEGIN
	UPDATE notification_counts SET n = n - 1 WHERE type = old.type AND read = old.read;
	INSERT INTO notification_counts (type, read, n) VALUES (new.type, new.read, 1) ON CONFLICT (type, read) DO UPDATE SET n = n + 1;
END;

-- Messages on their way out, and those that got there: a few thousand at most.
CREATE TABLE deliveries (
	id           TEXT    NOT NULL PRIMARY KEY,
	endpoint     TEXT    NOT NULL,
	host         TEXT    NOT NULL,
	kind         TEXT    NOT NULL,
	title        TEXT    NOT NULL,
	items        TEXT,
	omitted      INTEGER NOT NULL,
	state        TEXT    NOT NULL,
	created_at   INTEGER NOT NULL,
	queued_at    INTEGER NOT NULL,
	next_attempt INTEGER NOT NULL,
	attempts     INTEGER NOT NULL,
	last_status  INTEGER NOT NULL,
	last_error   TEXT    NOT NULL,
	delivered_at INTEGER NOT NULL
) STRICT;

-- The first serves also those that have ended, the second the queues.
CREATE INDEX deliveries_newest ON deliveries (created_at, id, state);
CREATE INDEX deliveries_queue ON deliveries (state, endpoint, queued_at, id);
