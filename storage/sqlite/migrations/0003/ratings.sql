-- What a page says beside the label: null where it is not known.
ALTER TABLE apps ADD COLUMN age_rating_value       INTEGER;
ALTER TABLE apps ADD COLUMN age_rating_language    TEXT NOT NULL DEFAULT '';
ALTER TABLE apps ADD COLUMN age_rating_descriptors TEXT;
ALTER TABLE apps ADD COLUMN background_location    INTEGER;
ALTER TABLE apps ADD COLUMN accessibility          TEXT;
