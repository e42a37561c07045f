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

-- Those that are held back are counted off, without their rows.
DROP INDEX notifications_held;
CREATE INDEX notifications_held ON notifications (not_before, id, type, read) WHERE not_before > 0;
