-- The record as people read it: see docs/DATA.md, which promises these views. They have the columns
-- and rows of the tables of the same names in a data set (backup/dataset), whose tests compare them.

CREATE VIEW v_apps (app_id, source, identifier, platform, country, bundle_id, developer, name, url, privacy_policy_url, genre_id, genre, price, currency, in_app_purchases, age_rating, availability, first_seen, tags) AS
SELECT a.id, CASE a.source WHEN '' THEN 'appstore' ELSE a.source END, i.identifier,
	CASE WHEN a.source <> '' THEN NULL WHEN a.url LIKE '%platform=mac%' OR a.url LIKE '%mt=12%' THEN 'mac' WHEN a.url LIKE '%platform=tv%' OR a.url LIKE '%platform=appletv%' THEN 'tv'
		WHEN a.url LIKE '%platform=vision%' THEN 'vision' WHEN a.url LIKE '%platform=watch%' OR a.url LIKE '%platform=applewatch%' THEN 'watch' ELSE 'ios' END,
	NULLIF(a.country, ''), NULLIF(a.bundle_id, ''), NULLIF(a.developer, ''), a.name, a.url, NULLIF(a.privacy_policy_url, ''), a.genre_id, NULLIF(a.genre_name, ''),
	a.price_amount, NULLIF(a.price_currency, ''), a.has_iap, NULLIF(a.age_rating, ''), CASE a.delisted_at WHEN 0 THEN 'listed' ELSE 'unlisted' END,
	strftime('%Y-%m-%dT%H:%M:%fZ', a.first_seen / 1000.0, 'unixepoch'),
	(SELECT group_concat(tag, ',') FROM (SELECT tag FROM app_tags WHERE app_id = a.id ORDER BY tag))
FROM apps AS a LEFT JOIN identifiers AS i ON i.app_id = a.id;

CREATE VIEW v_states (app_id, valid_from, valid_to, observations, origin, availability, label_digest, version, developer, age_rating, policy_digest) AS
WITH seen AS (
	SELECT s.app_id, s.at, s.source, s.label, s.app_version, s.extractor,
		EXISTS (SELECT 1 FROM changes AS c WHERE c.app_id = s.app_id AND c.at = s.at AND c.category = 'availability' AND c.subject ->> '$.to' = 'unlisted') AS gone
	FROM snapshots AS s
), observed AS (
	SELECT s.app_id, s.at,
		CASE s.source WHEN 'wayback' THEN 'archive' ELSE 'live' END AS origin,
		CASE WHEN s.gone AND s.source <> 'wayback' THEN 'unlisted' ELSE 'listed' END AS availability,
		CASE WHEN s.source = 'wayback' OR NOT s.gone THEN s.label END AS label,
		CASE WHEN s.source <> 'wayback' AND NOT s.gone THEN NULLIF(s.app_version, '') END AS version,
		CASE WHEN s.source <> 'wayback' AND NOT s.gone THEN NULLIF(coalesce((SELECT c.subject ->> '$.from' FROM changes AS c
			WHERE c.app_id = s.app_id AND c.at > s.at AND c.category = 'listing' AND c.subject ->> '$.fact' = 'developer'
			ORDER BY c.at, c.idx LIMIT 1), a.developer), '') END AS developer,
		CASE WHEN s.source <> 'wayback' AND NOT s.gone THEN NULLIF(coalesce((SELECT c.subject ->> '$.from' FROM changes AS c
			WHERE c.app_id = s.app_id AND c.at > s.at AND c.category = 'age-rating' AND c.subject ->> '$.from' <> '' AND coalesce(c.subject ->> '$.feature', '') = ''
			ORDER BY c.at, c.idx LIMIT 1), a.age_rating), '') END AS rating,
		CASE WHEN s.source <> 'wayback' AND NOT s.gone THEN (SELECT substr(c.subject ->> '$.to', 18) FROM changes AS c
			WHERE c.app_id = s.app_id AND c.at <= s.at AND c.category = 'privacy-policy' AND c.subject ->> '$.to' <> ''
			ORDER BY c.at DESC, c.idx DESC LIMIT 1) END AS policy
	FROM seen AS s JOIN apps AS a ON a.id = s.app_id
	WHERE s.label IS NOT NULL OR s.extractor <> '' OR s.app_version <> '' OR s.gone
), begun AS (
	SELECT observed.*, CASE WHEN origin IS lag(origin) OVER w AND availability IS lag(availability) OVER w AND label IS lag(label) OVER w AND version IS lag(version) OVER w AND developer IS lag(developer) OVER w AND rating IS lag(rating) OVER w AND policy IS lag(policy) OVER w THEN 0 ELSE 1 END AS begins
	FROM observed WINDOW w AS (PARTITION BY app_id ORDER BY at)
), numbered AS (
	SELECT begun.*, sum(begins) OVER (PARTITION BY app_id ORDER BY at) AS n FROM begun
)
SELECT app_id, strftime('%Y-%m-%dT%H:%M:%fZ', min(at) / 1000.0, 'unixepoch'), strftime('%Y-%m-%dT%H:%M:%fZ', max(at) / 1000.0, 'unixepoch'), count(*), origin, availability,
	CASE WHEN label IS NOT NULL THEN lower(hex(label)) END, version, developer, rating, policy
FROM numbered GROUP BY app_id, n, origin, availability, label, version, developer, rating, policy;

CREATE VIEW v_label_items (label_digest, privacy_type, category, purpose, data_type, data_type_text, optional) AS
SELECT CASE WHEN l.digest IS NOT NULL THEN lower(hex(l.digest)) END, t.value ->> '$.identifier', NULL, NULL, NULL, NULL, NULL
FROM labels AS l, json_each(l.label, '$.types') AS t
WHERE NOT EXISTS (SELECT 1 FROM json_each(t.value, '$.categories') AS c) AND NOT EXISTS (SELECT 1 FROM json_each(t.value, '$.purposes') AS p)
UNION SELECT CASE WHEN l.digest IS NOT NULL THEN lower(hex(l.digest)) END, t.value ->> '$.identifier', c.value ->> '$.identifier', p.value ->> '$.identifier', NULLIF(d.value ->> '$.identifier', ''), NULLIF(d.value ->> '$.title', ''),
	CASE WHEN d.value IS NOT NULL AND t.value ->> '$.identifier' IN ('DATA_SHARED', 'DATA_COLLECTED') THEN coalesce(d.value ->> '$.optional', 0) END
FROM labels AS l, json_each(l.label, '$.types') AS t, json_each(t.value, '$.purposes') AS p, json_each(p.value, '$.categories') AS c LEFT JOIN json_each(c.value, '$.dataTypes') AS d
UNION SELECT CASE WHEN l.digest IS NOT NULL THEN lower(hex(l.digest)) END, t.value ->> '$.identifier', c.value ->> '$.identifier', NULL, NULLIF(d.value ->> '$.identifier', ''), NULLIF(d.value ->> '$.title', ''),
	CASE WHEN d.value IS NOT NULL AND t.value ->> '$.identifier' IN ('DATA_SHARED', 'DATA_COLLECTED') THEN coalesce(d.value ->> '$.optional', 0) END
FROM labels AS l, json_each(l.label, '$.types') AS t, json_each(t.value, '$.categories') AS c LEFT JOIN json_each(c.value, '$.dataTypes') AS d
WHERE NOT EXISTS (SELECT 1 FROM json_each(t.value, '$.purposes') AS p, json_each(p.value, '$.categories') AS u
	WHERE u.value ->> '$.identifier' = c.value ->> '$.identifier');

CREATE VIEW v_features (app_id, feature, title) AS
SELECT app_id, identifier, NULLIF(title, '') FROM features;

CREATE VIEW v_practices (label_digest, practice) AS
SELECT DISTINCT lower(hex(l.digest)), p.value FROM labels AS l, json_each(l.label, '$.practices') AS p;

CREATE VIEW v_changes (change_id, app_id, at, recorded_at, origin, type, category, privacy_type, data_category, purpose, data_type, feature, fact, old_value, new_value, direction, weight, in_feed, store_wide, description) AS
SELECT printf('%016d-%013d:%d', c.app_id, c.at, c.idx), c.app_id, strftime('%Y-%m-%dT%H:%M:%fZ', c.at / 1000.0, 'unixepoch'),
	strftime('%Y-%m-%dT%H:%M:%fZ', CASE s.recorded_at WHEN 0 THEN s.at ELSE s.recorded_at END / 1000.0, 'unixepoch'),
	CASE s.source WHEN 'wayback' THEN 'archive' ELSE 'live' END, c.type, CASE c.category WHEN '' THEN 'privacy-label' ELSE c.category END,
	NULLIF(c.subject ->> '$.privacyType', ''), NULLIF(c.subject ->> '$.dataCategory', ''), NULLIF(c.subject ->> '$.purpose', ''), NULLIF(c.subject ->> '$.dataType', ''),
	NULLIF(c.subject ->> '$.feature', ''), NULLIF(c.subject ->> '$.fact', ''), NULLIF(c.subject ->> '$.from', ''), NULLIF(c.subject ->> '$.to', ''),
	NULLIF(c.direction, ''), NULLIF(c.weight, ''), c.changed, c.store_wide, c.description
FROM changes AS c JOIN snapshots AS s ON s.app_id = c.app_id AND s.at = c.at;

CREATE VIEW v_observations (app_id, at, recorded_at, origin, outcome, code, label_digest, version, archive_url, extractor) AS
WITH seen AS (
	SELECT s.*, EXISTS (SELECT 1 FROM changes AS c WHERE c.app_id = s.app_id AND c.at = s.at AND c.category = 'availability' AND c.subject ->> '$.to' = 'unlisted') AS gone
	FROM snapshots AS s
)
SELECT s.app_id, strftime('%Y-%m-%dT%H:%M:%fZ', s.at / 1000.0, 'unixepoch'),
	strftime('%Y-%m-%dT%H:%M:%fZ', CASE s.recorded_at WHEN 0 THEN s.at ELSE s.recorded_at END / 1000.0, 'unixepoch'),
	CASE s.source WHEN 'wayback' THEN 'archive' ELSE 'live' END, CASE WHEN s.gone THEN 'unlisted' WHEN s.changed THEN 'changed' ELSE 'unchanged' END,
	NULL, CASE WHEN NOT s.gone THEN CASE WHEN s.label IS NOT NULL THEN lower(hex(s.label)) END END, CASE WHEN NOT s.gone THEN NULLIF(s.app_version, '') END, NULLIF(s.archive_url, ''), NULLIF(s.extractor, '')
FROM seen AS s WHERE s.label IS NOT NULL OR s.extractor <> '' OR s.app_version <> '' OR s.gone
UNION ALL SELECT a.id, strftime('%Y-%m-%dT%H:%M:%fZ', (a.last_error ->> '$.at') / 1000.0, 'unixepoch'), strftime('%Y-%m-%dT%H:%M:%fZ', (a.last_error ->> '$.at') / 1000.0, 'unixepoch'), 'live', 'failed', a.last_error ->> '$.code', NULL, NULL, NULL, NULL
FROM apps AS a WHERE a.last_error IS NOT NULL AND NOT EXISTS (SELECT 1 FROM snapshots AS s WHERE s.app_id = a.id AND s.at = (a.last_error ->> '$.at'));

CREATE VIEW v_storefronts (app_id, country, at, availability, label_digest, name, developer, version, age_rating, price, currency, privacy_policy_url) AS
SELECT app_id, country, strftime('%Y-%m-%dT%H:%M:%fZ', at / 1000.0, 'unixepoch'), CASE WHEN listed THEN 'listed' ELSE 'unlisted' END, CASE WHEN label IS NOT NULL THEN lower(hex(label)) END,
	NULLIF(name, ''), NULLIF(developer, ''), NULLIF(version, ''), NULLIF(age_rating, ''), price_amount, NULLIF(price_currency, ''), NULLIF(policy_url, '')
FROM storefronts;

CREATE VIEW v_pairs (appstore_id, play_id, paired_at, differences) AS
SELECT p.app_id, p.with_id, strftime('%Y-%m-%dT%H:%M:%fZ', p.created_at / 1000.0, 'unixepoch'), CASE WHEN p.compared THEN coalesce(json_array_length(p.open), 0) END
FROM pairs AS p JOIN apps AS a ON a.id = p.app_id JOIN apps AS b ON b.id = p.with_id;
