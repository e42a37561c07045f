-- The secrets with which clients may read, as digests.
CREATE TABLE read_tokens (
	id           TEXT    NOT NULL PRIMARY KEY,
	kind         TEXT    NOT NULL,
	name         TEXT    NOT NULL,
	digest       BLOB    NOT NULL CHECK (length(digest) = 32),
	created_at   INTEGER NOT NULL,
	last_used_at INTEGER NOT NULL,
	expires_at   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX read_tokens_newest ON read_tokens (created_at, id);

-- Whom a proxy has signed in.
ALTER TABLE audits ADD COLUMN actor_user TEXT NOT NULL DEFAULT '';
