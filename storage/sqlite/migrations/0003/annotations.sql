-- The change that a note is about: the id of the change as text, empty for a note about the app.
ALTER TABLE annotations ADD COLUMN change_id TEXT NOT NULL DEFAULT '';
