CREATE TABLE settings (
	name  TEXT COLLATE "C" NOT NULL PRIMARY KEY,
	value TEXT COLLATE "C" NOT NULL
);

CREATE TABLE flag_overrides (
	flag       TEXT COLLATE "C" NOT NULL PRIMARY KEY,
	value      TEXT COLLATE "C" NOT NULL,
	updated_at BIGINT           NOT NULL
);

CREATE TABLE revocations (
	session    TEXT COLLATE "C" NOT NULL PRIMARY KEY,
	expires_at BIGINT           NOT NULL
);

CREATE INDEX revocations_expiry ON revocations (expires_at, session);
