-- Each text of a policy, once, whatever the number of versions that have it: as a zstd frame
-- or, with a base, as the difference to the text of another row, which has no base itself.
-- It is deleted with the last row that needs it.
CREATE TABLE policy_texts (
	digest BYTEA  NOT NULL PRIMARY KEY CHECK (length(digest) = 32),
	base   BYTEA  REFERENCES policy_texts (digest) ON DELETE RESTRICT,
	length BIGINT NOT NULL,
	packed BYTEA  NOT NULL
);

CREATE INDEX policy_texts_base ON policy_texts (base) WHERE base IS NOT NULL;

CREATE FUNCTION release_text(released BYTEA) RETURNS VOID LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
	DELETE FROM policy_texts WHERE digest = released
		AND NOT EXISTS (SELECT FROM policy_versions WHERE text = released)
		AND NOT EXISTS (SELECT FROM manual_policy_versions WHERE text = released)
		AND NOT EXISTS (SELECT FROM policy_texts WHERE base = released);
END $$;

CREATE FUNCTION text_released() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
	PERFORM release_text(OLD.text);
	RETURN NULL;
END $$;

CREATE FUNCTION base_released() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
	PERFORM release_text(OLD.base);
	RETURN NULL;
END $$;

CREATE TRIGGER policy_texts_base_less AFTER DELETE ON policy_texts FOR EACH ROW
	WHEN (OLD.base IS NOT NULL) EXECUTE FUNCTION base_released();
