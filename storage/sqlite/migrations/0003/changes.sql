-- What an entry is about, as a JSON object of identifiers; null: not known.
ALTER TABLE changes ADD COLUMN subject TEXT;
