CREATE TABLE devices (
	id                      TEXT COLLATE "C" NOT NULL PRIMARY KEY,
	name                    TEXT COLLATE "C" NOT NULL,
	ecid                    TEXT COLLATE "C" NOT NULL,
	model                   TEXT COLLATE "C" NOT NULL,
	ios_version             TEXT COLLATE "C" NOT NULL,
	class                   TEXT COLLATE "C" NOT NULL,
	created_at              BIGINT           NOT NULL,
	last_synced             BIGINT           NOT NULL,
	placeholder             BOOLEAN          NOT NULL,
	owner_label             TEXT COLLATE "C" NOT NULL,
	owner_audience          TEXT COLLATE "C" NOT NULL,
	permission_acknowledged BOOLEAN          NOT NULL
);

CREATE INDEX devices_newest ON devices (last_synced DESC, name, id);
CREATE INDEX devices_ecid ON devices (ecid, last_synced DESC, name, id);

-- The key of the app's name is here too, so that the apps of a device are a range of the index in
-- the order in which apps are listed.
CREATE TABLE device_links (
	app_id     BIGINT           NOT NULL REFERENCES apps (id) ON DELETE CASCADE,
	device_id  TEXT COLLATE "C" NOT NULL REFERENCES devices (id) ON DELETE CASCADE,
	first_seen BIGINT           NOT NULL,
	last_seen  BIGINT           NOT NULL,
	app_key    BYTEA            NOT NULL,
	PRIMARY KEY (app_id, device_id)
);

CREATE INDEX device_links_listed ON device_links (device_id, app_key, app_id);

CREATE FUNCTION device_links_named() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
	NEW.app_key := coalesce((SELECT name_key FROM apps WHERE id = NEW.app_id), '');
	RETURN NEW;
END $$;

CREATE TRIGGER device_links_named BEFORE INSERT ON device_links FOR EACH ROW EXECUTE FUNCTION device_links_named();

CREATE FUNCTION apps_renamed() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
	UPDATE device_links SET app_key = NEW.name_key WHERE app_id = NEW.id;
	RETURN NULL;
END $$;

CREATE TRIGGER apps_renamed AFTER UPDATE ON apps FOR EACH ROW WHEN (NEW.name_key <> OLD.name_key) EXECUTE FUNCTION apps_renamed();

CREATE FUNCTION device_links_counted() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
	direction BIGINT := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
	UPDATE apps SET devices = devices + direction * c.n
	FROM (SELECT app_id, count(*) AS n FROM counted GROUP BY 1) AS c WHERE apps.id = c.app_id;
	RETURN NULL;
END $$;

CREATE TRIGGER device_links_more AFTER INSERT ON device_links REFERENCING NEW TABLE AS counted FOR EACH STATEMENT EXECUTE FUNCTION device_links_counted();
CREATE TRIGGER device_links_less AFTER DELETE ON device_links REFERENCING OLD TABLE AS counted FOR EACH STATEMENT EXECUTE FUNCTION device_links_counted();
