CREATE TABLE devices (
	id                      TEXT    NOT NULL PRIMARY KEY,
	name                    TEXT    NOT NULL,
	ecid                    TEXT    NOT NULL,
	model                   TEXT    NOT NULL,
	ios_version             TEXT    NOT NULL,
	class                   TEXT    NOT NULL,
	created_at              INTEGER NOT NULL,
	last_synced             INTEGER NOT NULL,
	placeholder             INTEGER NOT NULL,
	owner_label             TEXT    NOT NULL,
	owner_audience          TEXT    NOT NULL,
	permission_acknowledged INTEGER NOT NULL -- the user confirmed that the owner allows the audit
) STRICT;

CREATE INDEX devices_newest ON devices (last_synced DESC, name, id);
CREATE INDEX devices_ecid ON devices (ecid, last_synced DESC, name, id);

-- The key of the app's name is kept here too, by the triggers below, so that the apps of
-- a device are a range of the index in the order in which apps are listed.
CREATE TABLE device_links (
	app_id     INTEGER NOT NULL REFERENCES apps (id) ON DELETE CASCADE,
	device_id  TEXT    NOT NULL REFERENCES devices (id) ON DELETE CASCADE,
	first_seen INTEGER NOT NULL,
	last_seen  INTEGER NOT NULL,
	app_key    BLOB    NOT NULL DEFAULT x'',
	PRIMARY KEY (app_id, device_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX device_links_listed ON device_links (device_id, app_key, app_id);

CREATE TRIGGER device_links_more AFTER INSERT ON device_links BEGIN
	UPDATE device_links SET app_key = coalesce((SELECT name_key FROM apps WHERE id = NEW.app_id), x'')
		WHERE app_id = NEW.app_id AND device_id = NEW.device_id;
	UPDATE apps SET devices = devices + 1 WHERE id = NEW.app_id;
END;

CREATE TRIGGER device_links_less AFTER DELETE ON device_links BEGIN
	UPDATE apps SET devices = devices - 1 WHERE id = OLD.app_id;
END;

CREATE TRIGGER apps_renamed AFTER UPDATE OF name_key ON apps WHEN NEW.name_key <> OLD.name_key BEGIN
	UPDATE device_links SET app_key = NEW.name_key WHERE app_id = NEW.id;
END;
