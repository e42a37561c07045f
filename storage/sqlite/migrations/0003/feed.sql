-- The total of a feed, and its entries of some types and categories, are read from the
-- indexes alone, which have to hold the column that they are restricted by as well.
DROP INDEX snapshots_feed;
CREATE INDEX snapshots_feed ON snapshots (at DESC, app_id, entries, changed) WHERE changed;
DROP INDEX changes_feed;
CREATE INDEX changes_feed ON changes (at DESC, app_id, idx, type, category, changed) WHERE changed;
