-- The schema. The scripts beside this one make its tables, and are applied in the order of
-- their names; so a trigger on the table of another script is in one that comes later.
--
-- Times are milliseconds since 1970-01-01 UTC and 0 is never; digests are 32 bytes; an
-- unknown text is empty; JSON is text. Texts compare bytewise, which is the default
-- collation. Whether something is so is 0 or 1.
--
-- A table WITHOUT ROWID is one tree, ordered by its key: right for small rows that are read
-- in that order, and for rows that are found by a text. Where a comment says "serves", it
-- names the lists that an index is for.

-- schema digest: a6801f0e2b8cfad8c0adffdd9f92333f6e52e0872c873365424d3e3c15369203

-- "PLau": the file says what it belongs to (see `file` and PRAGMA application_id).
PRAGMA application_id = 0x504C6175;
