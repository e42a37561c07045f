-- Why the last refresh of an app failed, and whether the App Store lists it.
ALTER TABLE apps ADD COLUMN last_error TEXT;
ALTER TABLE apps ADD COLUMN delisted_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE apps ADD COLUMN missed_days INTEGER NOT NULL DEFAULT 0;
ALTER TABLE apps ADD COLUMN missed_at INTEGER NOT NULL DEFAULT 0;
