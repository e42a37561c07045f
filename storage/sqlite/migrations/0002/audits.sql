-- Successes and failures are retained separately, and each is pruned by age.
CREATE INDEX audits_success ON audits (success, created_at, id);
