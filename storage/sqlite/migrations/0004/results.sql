-- Answers of requests whose clients do not wait for them.
CREATE TABLE results (
	id          TEXT    NOT NULL PRIMARY KEY,
	started_at  INTEGER NOT NULL,
	alive_at    INTEGER NOT NULL,
	ended_at    INTEGER NOT NULL,
	http_status INTEGER NOT NULL,
	answer      TEXT
) STRICT;

CREATE INDEX results_newest ON results (started_at, id);

-- schema digest: 81104ec3481c2138ccaa7a9574d66dac1e3567044b4578640c445f4ec10bfa61
