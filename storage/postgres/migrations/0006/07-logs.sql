CREATE TABLE activities (
	id         TEXT COLLATE "C" NOT NULL PRIMARY KEY,
	kind       TEXT COLLATE "C" NOT NULL,
	type       TEXT COLLATE "C" NOT NULL,
	status     TEXT COLLATE "C" NOT NULL,
	app_id     BIGINT           NOT NULL,
	app_name   TEXT COLLATE "C" NOT NULL,
	summary    TEXT COLLATE "C" NOT NULL,
	detail     TEXT COLLATE "C",
	started_at BIGINT           NOT NULL,
	ended_at   BIGINT           NOT NULL
);

CREATE INDEX activities_newest ON activities (started_at, id);

CREATE TABLE audits (
	id         TEXT COLLATE "C" NOT NULL PRIMARY KEY,
	created_at BIGINT           NOT NULL,
	action     TEXT COLLATE "C" NOT NULL,
	actor_ip   TEXT COLLATE "C" NOT NULL,
	actor_user TEXT COLLATE "C" NOT NULL,
	user_agent TEXT COLLATE "C" NOT NULL,
	detail     TEXT COLLATE "C" NOT NULL,
	success    BOOLEAN          NOT NULL
);

CREATE INDEX audits_newest ON audits (created_at, id);
CREATE INDEX audits_action ON audits (action, created_at, id);
CREATE INDEX audits_success ON audits (success, created_at, id);

CREATE TABLE ai_logs (
	id          TEXT COLLATE "C" NOT NULL PRIMARY KEY,
	created_at  BIGINT           NOT NULL,
	app_id      BIGINT           NOT NULL,
	app_name    TEXT COLLATE "C" NOT NULL,
	provider    TEXT COLLATE "C" NOT NULL,
	model       TEXT COLLATE "C" NOT NULL,
	phase       TEXT COLLATE "C" NOT NULL,
	prompt      TEXT COLLATE "C" NOT NULL,
	response    TEXT COLLATE "C" NOT NULL,
	duration_ms BIGINT           NOT NULL,
	error       TEXT COLLATE "C" NOT NULL
);

CREATE INDEX ai_logs_newest ON ai_logs (created_at, id);
