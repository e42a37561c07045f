-- Whose device it is, and whether the user confirmed that the owner allows the audit.
ALTER TABLE devices ADD COLUMN owner_label             TEXT    NOT NULL DEFAULT '';
ALTER TABLE devices ADD COLUMN owner_audience          TEXT    NOT NULL DEFAULT '';
ALTER TABLE devices ADD COLUMN permission_acknowledged INTEGER NOT NULL DEFAULT 0;
