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
