-- Each row is in one tree less than before: it is found by its id, and by nothing else.
CREATE TABLE notifications_by_id (
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

INSERT INTO notifications_by_id SELECT id, app_id, app_name, type, changes, created_at, read, stale, not_before FROM notifications;
DROP TABLE notifications;
ALTER TABLE notifications_by_id RENAME TO notifications;

CREATE INDEX notifications_newest ON notifications (created_at, id, not_before, type);
CREATE INDEX notifications_read ON notifications (read, created_at, id, not_before, type);
CREATE INDEX notifications_app ON notifications (app_id, created_at, id);
-- Those that are held back are counted off, without their rows.
CREATE INDEX notifications_held ON notifications (not_before, id, type, read) WHERE not_before > 0;

-- How many notifications there are of each type, counted by the triggers.
CREATE TABLE notification_counts (
	type TEXT    NOT NULL,
	read INTEGER NOT NULL,
	n    INTEGER NOT NULL,
	PRIMARY KEY (type, read)
) STRICT, WITHOUT ROWID;

INSERT INTO notification_counts (type, read, n) SELECT type, read, count(*) FROM notifications GROUP BY type, read;

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
