-- Answers of requests whose clients do not wait for them.
CREATE TABLE results (
	id           TEXT    NOT NULL PRIMARY KEY,
	started_at   INTEGER NOT NULL,
	heartbeat_at INTEGER NOT NULL,
	ended_at     INTEGER NOT NULL,
	http_status  INTEGER NOT NULL,
	answer       TEXT
) STRICT;

CREATE INDEX results_newest ON results (started_at, id);

-- schema digest: 1b165c6c930a83607c79ea9b0a1220eef6634494ec3a407e3b99cd7a4c7b9f50
