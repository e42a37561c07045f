-- The source of an app; empty is the main one.
ALTER TABLE apps ADD COLUMN source TEXT NOT NULL DEFAULT '';

-- The numbers of apps that their source identifies otherwise. They outlive the apps, so
-- they refer to none.
CREATE TABLE identifiers (
	app_id     INTEGER NOT NULL PRIMARY KEY,
	source     TEXT    NOT NULL,
	identifier TEXT    NOT NULL
) STRICT;

-- Serves the number of an identifier.
CREATE INDEX identifiers_identifier ON identifiers (identifier, app_id);
