-- The version that is the same text under earlier rules.
ALTER TABLE policy_versions ADD COLUMN replaces BLOB CHECK (length(replaces) = 32);

-- Failed fetches, and when a policy is to be fetched again because the last fetch proves little.
ALTER TABLE policy_analyses ADD COLUMN failed_days INTEGER NOT NULL DEFAULT 0;
ALTER TABLE policy_analyses ADD COLUMN failed_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE policy_analyses ADD COLUMN fetch_again_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE policy_analyses ADD COLUMN doubtful_hash BLOB CHECK (length(doubtful_hash) = 32);
ALTER TABLE policy_analyses ADD COLUMN doubtful_at INTEGER NOT NULL DEFAULT 0;

CREATE INDEX policy_analyses_again ON policy_analyses (fetch_again_at, app_id) WHERE fetch_again_at > 0;

-- The texts of the last fetches, the last one of which users were notified, and blocks of the text.
ALTER TABLE policy_analyses ADD COLUMN recent_hashes TEXT;
ALTER TABLE policy_analyses ADD COLUMN notified_hash BLOB CHECK (length(notified_hash) = 32);
ALTER TABLE policy_analyses ADD COLUMN changing_blocks TEXT;
ALTER TABLE policy_analyses ADD COLUMN excluded_blocks TEXT;

-- Users have not been notified of a change that was withheld until its day was over.
UPDATE policy_analyses SET notified_hash = CASE WHEN withheld_at > 0 THEN previous_hash ELSE current_hash END
	WHERE unstable_until > fetched_at OR withheld_at > 0;
UPDATE policy_analyses SET unstable_until = 0 WHERE notified_hash IS NULL;
ALTER TABLE policy_analyses DROP COLUMN withheld_at;

-- schema digest: 4aaa3a79ca8cfedc51e4feea4aee89bc1f7ed8aa18e0121021af201170e0fea8
