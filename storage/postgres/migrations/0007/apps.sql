-- The facts of the listing that were read from the page or the lookup.
ALTER TABLE apps ADD COLUMN page_facts BIGINT NOT NULL DEFAULT 0;
ALTER TABLE apps ADD COLUMN lookup_facts BIGINT NOT NULL DEFAULT 0;
