-- How often a process ended during an item, and whether it was only waiting then.
ALTER TABLE run_items ADD COLUMN crashes INTEGER NOT NULL DEFAULT 0;
ALTER TABLE run_items ADD COLUMN waiting INTEGER NOT NULL DEFAULT 0;

-- Holds whole rows, so it needs the new columns as well.
DROP INDEX run_items_pending;
CREATE INDEX run_items_pending ON run_items (run_id, done, seq, subject, outcome, detail, crashes, waiting) WHERE done = FALSE;
