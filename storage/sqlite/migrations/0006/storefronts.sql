-- What storefronts other than that of the tracked app showed of it, a row for each observation.
CREATE TABLE storefronts (
	app_id         INTEGER NOT NULL REFERENCES apps (id) ON DELETE CASCADE,
	country        TEXT    NOT NULL,
	at             INTEGER NOT NULL,
	listed         INTEGER NOT NULL,
	label          BLOB    REFERENCES labels (digest) ON DELETE RESTRICT,
	name           TEXT    NOT NULL,
	developer      TEXT    NOT NULL,
	version        TEXT    NOT NULL,
	age_rating     TEXT    NOT NULL,
	price_amount   REAL,
	price_currency TEXT    NOT NULL,
	policy_url     TEXT    NOT NULL,
	PRIMARY KEY (app_id, country, at)
) STRICT, WITHOUT ROWID;
