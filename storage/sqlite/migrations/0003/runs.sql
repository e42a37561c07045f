-- Why a run was interrupted or cancelled, which was in the column error. An interrupted
-- run was a paused one with an error.
ALTER TABLE runs ADD COLUMN reason TEXT NOT NULL DEFAULT '';

UPDATE runs SET status = 'interrupted', reason = error, error = '' WHERE status = 'paused' AND error <> '';
UPDATE runs SET reason = error, error = '' WHERE status = 'cancelled' AND error <> '';
