-- What storefronts other than that of the tracked app showed of it, a row for each observation.
CREATE TABLE storefronts (
	app_id         BIGINT           NOT NULL REFERENCES apps (id) ON DELETE CASCADE,
	country        TEXT COLLATE "C" NOT NULL,
	at             BIGINT           NOT NULL,
	listed         BOOLEAN          NOT NULL,
	label          BYTEA            REFERENCES labels (digest) ON DELETE RESTRICT CHECK (length(label) = 32),
	name           TEXT COLLATE "C" NOT NULL,
	developer      TEXT COLLATE "C" NOT NULL,
	version        TEXT COLLATE "C" NOT NULL,
	age_rating     TEXT COLLATE "C" NOT NULL,
	price_amount   DOUBLE PRECISION,
	price_currency TEXT COLLATE "C" NOT NULL,
	policy_url     TEXT COLLATE "C" NOT NULL,
	PRIMARY KEY (app_id, country, at)
);
