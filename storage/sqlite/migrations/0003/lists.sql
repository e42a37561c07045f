-- What a list of apps is searched, filtered and counted by: what the search looks in
-- (name, developer and bundle id without upper case), the place of the risk in the list
-- of the grades, and whether the last refresh failed. The program writes them with the app.
ALTER TABLE apps ADD COLUMN search TEXT    NOT NULL DEFAULT '';
ALTER TABLE apps ADD COLUMN risk   INTEGER NOT NULL DEFAULT 0;
ALTER TABLE apps ADD COLUMN failed INTEGER NOT NULL DEFAULT 0;

-- The app as a list shows it, encoded by the program that wrote the row. It is read only if
-- it begins as that program's would; a statement that changes another column has to empty it.
ALTER TABLE apps ADD COLUMN listed TEXT    NOT NULL DEFAULT '';

-- No refresh of these apps is known to have failed. The function is the program's own.
UPDATE apps SET search = fold_case(name || char(10) || developer || char(10) || bundle_id), risk = CASE
	WHEN track_count > 0 THEN 4
	WHEN linked_count >= 3 THEN 3
	WHEN category_count > 0 THEN 2
	WHEN has_privacy_details THEN 1
	ELSE 0
END;

-- Each order of the list, with what it is filtered by, so that the rows of other apps are
-- not read. The columns that change with every refresh, or with every change that one finds,
-- are in few of them, because each index with such a column is written again then.
CREATE INDEX apps_search ON apps (name, id, risk, failed, delisted_at, changes_snoozed_until, footprint, search);
CREATE INDEX apps_developer ON apps (developer, name, id, risk, failed, delisted_at, changes_snoozed_until);
CREATE INDEX apps_risk ON apps (risk DESC, name, id, failed, delisted_at, changes_snoozed_until);
CREATE INDEX apps_changes ON apps (change_count DESC, name, id, risk, failed, delisted_at, changes_snoozed_until);
CREATE INDEX apps_checked ON apps (last_synced DESC, id DESC, risk, failed, delisted_at, changes_snoozed_until);
CREATE INDEX apps_added ON apps (first_seen DESC, id DESC, risk, failed, delisted_at, changes_snoozed_until);

-- How many apps have each label is counted off, without their rows.
CREATE INDEX apps_label ON apps (label) WHERE label IS NOT NULL;

-- Parts of the list that are usually small.
CREATE INDEX apps_changed ON apps (name, id, risk, failed, delisted_at, change_count, changes_snoozed_until) WHERE change_count > 0;
CREATE INDEX apps_failed ON apps (name, id, risk, failed, delisted_at, changes_snoozed_until) WHERE failed;
CREATE INDEX apps_delisted ON apps (name, id, risk, failed, delisted_at, changes_snoozed_until) WHERE delisted_at > 0;
CREATE INDEX apps_snoozed ON apps (changes_snoozed_until, id, change_count) WHERE changes_snoozed_until > 0;

-- The counter apps/order is another one whenever the order of the apps by name is.
INSERT INTO sizes (kind, n) VALUES ('apps/order', 0), ('apps/changed', (SELECT count(*) FROM apps WHERE change_count > 0)), ('apps/failed', 0), ('apps/delisted', 0),
	('apps/risk=unknown', (SELECT count(*) FROM apps WHERE risk = 0)), ('apps/risk=minimal', (SELECT count(*) FROM apps WHERE risk = 1)),
	('apps/risk=low', (SELECT count(*) FROM apps WHERE risk = 2)), ('apps/risk=moderate', (SELECT count(*) FROM apps WHERE risk = 3)),
	('apps/risk=high', (SELECT count(*) FROM apps WHERE risk = 4));

CREATE TRIGGER apps_parts_more AFTER INSERT ON apps BEGIN
	UPDATE sizes SET n = n + 1 WHERE kind = 'apps/order';
	UPDATE sizes SET n = n + 1 WHERE kind = 'apps/risk=' || CASE NEW.risk WHEN 0 THEN 'unknown' WHEN 1 THEN 'minimal' WHEN 2 THEN 'low' WHEN 3 THEN 'moderate' ELSE 'high' END;
	UPDATE sizes SET n = n + 1 WHERE kind = 'apps/changed' AND NEW.change_count > 0;
	UPDATE sizes SET n = n + 1 WHERE kind = 'apps/failed' AND NEW.failed;
	UPDATE sizes SET n = n + 1 WHERE kind = 'apps/delisted' AND NEW.delisted_at > 0;
END;

CREATE TRIGGER apps_parts_less AFTER DELETE ON apps BEGIN
	UPDATE sizes SET n = n + 1 WHERE kind = 'apps/order';
	UPDATE sizes SET n = n - 1 WHERE kind = 'apps/risk=' || CASE OLD.risk WHEN 0 THEN 'unknown' WHEN 1 THEN 'minimal' WHEN 2 THEN 'low' WHEN 3 THEN 'moderate' ELSE 'high' END;
	UPDATE sizes SET n = n - 1 WHERE kind = 'apps/changed' AND OLD.change_count > 0;
	UPDATE sizes SET n = n - 1 WHERE kind = 'apps/failed' AND OLD.failed;
	UPDATE sizes SET n = n - 1 WHERE kind = 'apps/delisted' AND OLD.delisted_at > 0;
END;

CREATE TRIGGER apps_order_other AFTER UPDATE OF name ON apps WHEN OLD.name <> NEW.name BEGIN
	UPDATE sizes SET n = n + 1 WHERE kind = 'apps/order';
END;

CREATE TRIGGER apps_risk_other AFTER UPDATE OF risk ON apps WHEN OLD.risk <> NEW.risk BEGIN
	UPDATE sizes SET n = n - 1 WHERE kind = 'apps/risk=' || CASE OLD.risk WHEN 0 THEN 'unknown' WHEN 1 THEN 'minimal' WHEN 2 THEN 'low' WHEN 3 THEN 'moderate' ELSE 'high' END;
	UPDATE sizes SET n = n + 1 WHERE kind = 'apps/risk=' || CASE NEW.risk WHEN 0 THEN 'unknown' WHEN 1 THEN 'minimal' WHEN 2 THEN 'low' WHEN 3 THEN 'moderate' ELSE 'high' END;
END;

CREATE TRIGGER apps_changed_other AFTER UPDATE OF change_count ON apps WHEN (OLD.change_count > 0) <> (NEW.change_count > 0) BEGIN
	UPDATE sizes SET n = n + (NEW.change_count > 0) - (OLD.change_count > 0) WHERE kind = 'apps/changed';
END;

CREATE TRIGGER apps_failed_other AFTER UPDATE OF failed ON apps WHEN OLD.failed <> NEW.failed BEGIN
	UPDATE sizes SET n = n + NEW.failed - OLD.failed WHERE kind = 'apps/failed';
END;

CREATE TRIGGER apps_delisted_other AFTER UPDATE OF delisted_at ON apps WHEN (OLD.delisted_at > 0) <> (NEW.delisted_at > 0) BEGIN
	UPDATE sizes SET n = n + (NEW.delisted_at > 0) - (OLD.delisted_at > 0) WHERE kind = 'apps/delisted';
END;
