-- schema digest: cf7a2c4874868fed7e617337f4fb5f95f2f3932495188e3465d43bb7e3578913

-- The facts of the listing that were read from the page or the lookup. They are compared with
-- what is read later. Of facts from before this version, it is not known where they are from.
ALTER TABLE apps ADD COLUMN page_facts INTEGER NOT NULL DEFAULT 0;
ALTER TABLE apps ADD COLUMN lookup_facts INTEGER NOT NULL DEFAULT 0;
