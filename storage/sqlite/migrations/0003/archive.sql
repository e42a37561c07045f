-- When a run continues that waits, such as for the web archive.
ALTER TABLE runs ADD COLUMN waiting_until INTEGER NOT NULL DEFAULT 0;
