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

CREATE TABLE read_tokens (
	id           TEXT COLLATE "C" NOT NULL PRIMARY KEY,
	kind         TEXT COLLATE "C" NOT NULL,
	name         TEXT COLLATE "C" NOT NULL,
	digest       BYTEA            NOT NULL CHECK (length(digest) = 32),
	created_at   BIGINT           NOT NULL,
	last_used_at BIGINT           NOT NULL,
	expires_at   BIGINT           NOT NULL
);

CREATE INDEX read_tokens_newest ON read_tokens (created_at, id);

-- Answers of requests whose clients do not wait for them.
CREATE TABLE results (
	id           TEXT COLLATE "C" NOT NULL PRIMARY KEY,
	started_at   BIGINT           NOT NULL,
	heartbeat_at BIGINT           NOT NULL,
	ended_at     BIGINT           NOT NULL,
	http_status  BIGINT           NOT NULL,
	answer       TEXT COLLATE "C"
);

CREATE INDEX results_newest ON results (started_at, id);

-- The windows of the limits of requests, which all processes share. They are worth nothing
-- after a crash of the server.
CREATE UNLOGGED TABLE limits (
	bucket  TEXT COLLATE "C" NOT NULL,
	key     BYTEA            NOT NULL,
	ends    BIGINT           NOT NULL, -- in nanoseconds, as the length
	length  BIGINT           NOT NULL,
	calls   BIGINT           NOT NULL, -- allowed in each window
	extra   BIGINT           NOT NULL, -- allowed in this one as well
	taken   BIGINT           NOT NULL,
	granted BOOLEAN          NOT NULL, -- whether the last call was allowed
	PRIMARY KEY (bucket, key)
);

CREATE INDEX limits_ended ON limits (ends);
