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

-- schema digest: 58dab0e4e41677176a1cf97b80a83a4d0b0f3ccb18761945fc77e8051d2451b9

-- "PLau": the file says what it belongs to (see `file` and PRAGMA application_id).
PRAGMA application_id = 0x504C6175;
