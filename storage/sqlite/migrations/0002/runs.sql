-- schema digest: 11ca7587a19e405d36e0db50a817db9c6a19f35b5fd5eb975ca3a77ce13dc113

-- How often a process ended during an item, and whether it was only waiting then.
ALTER TABLE run_items ADD COLUMN crashes INTEGER NOT NULL DEFAULT 0;
ALTER TABLE run_items ADD COLUMN waiting INTEGER NOT NULL DEFAULT 0;

-- Holds whole rows, so it needs the new columns as well.
DROP INDEX run_items_pending;
CREATE INDEX run_items_pending ON run_items (run_id, done, seq, subject, outcome, detail, crashes, waiting) WHERE done = FALSE;
