-- The record as people read it: see docs/DATA.md, which promises these views. They have the columns
-- and rows of the tables of the same names in a data set (backup/dataset), whose tests compare them.

CREATE VIEW v_apps (app_id, source, identifier, platform, country, bundle_id, developer, name, url, privacy_policy_url, genre_id, genre, price, currency, in_app_purchases, age_rating, availability, first_seen, tags) AS
SELECT a.id, CASE a.source WHEN '' THEN 'appstore' ELSE a.source END, i.identifier,
	CASE WHEN a.source <> '' THEN NULL WHEN a.url LIKE '%platform=mac%' OR a.url LIKE '%mt=12%' THEN 'mac' WHEN a.url LIKE '%platform=tv%' OR a.url LIKE '%platform=appletv%' THEN 'tv'
		WHEN a.url LIKE '%platform=vision%' THEN 'vision' WHEN a.url LIKE '%platform=watch%' OR a.url LIKE '%platform=applewatch%' THEN 'watch' ELSE 'ios' END,
	NULLIF(a.country, ''), NULLIF(a.bundle_id, ''), NULLIF(a.developer, ''), a.name, a.url, NULLIF(a.privacy_policy_url, ''), a.genre_id, NULLIF(a.genre_name, ''),
	a.price_amount, NULLIF(a.price_currency, ''), a.has_iap, NULLIF(a.age_rating, ''), CASE a.delisted_at WHEN 0 THEN 'listed' ELSE 'unlisted' END,
	to_char(to_timestamp(a.first_seen / 1000.0) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
	(SELECT string_agg(tag, ',' ORDER BY tag) FROM app_tags WHERE app_id = a.id)
FROM apps AS a LEFT JOIN identifiers AS i ON i.app_id = a.id;

CREATE VIEW v_states (app_id, valid_from, valid_to, observations, origin, availability, label_digest, version, developer, age_rating, policy_digest) AS
WITH seen AS (
	SELECT s.app_id, s.at, s.source, s.label, s.app_version, s.extractor,
		EXISTS (SELECT 1 FROM changes AS c WHERE c.app_id = s.app_id AND c.at = s.at AND c.category = 'availability' AND c.subject::jsonb ->> 'to' = 'unlisted') AS gone
	FROM snapshots AS s
), observed AS (
	SELECT s.app_id, s.at,
		CASE s.source WHEN 'wayback' THEN 'archive' ELSE 'live' END AS origin,
		CASE WHEN s.gone AND s.source <> 'wayback' THEN 'unlisted' ELSE 'listed' END AS availability,
		CASE WHEN s.source = 'wayback' OR NOT s.gone THEN s.label END AS label,
		CASE WHEN s.source <> 'wayback' AND NOT s.gone THEN NULLIF(s.app_version, '') END AS version,
		CASE WHEN s.source <> 'wayback' AND NOT s.gone THEN NULLIF(coalesce((SELECT c.subject::jsonb ->> 'from' FROM changes AS c
			WHERE c.app_id = s.app_id AND c.at > s.at AND c.category = 'listing' AND c.subject::jsonb ->> 'fact' = 'developer'
			ORDER BY c.at, c.idx LIMIT 1), a.developer), '') END AS developer,
		CASE WHEN s.source <> 'wayback' AND NOT s.gone THEN NULLIF(coalesce((SELECT c.subject::jsonb ->> 'from' FROM changes AS c
			WHERE c.app_id = s.app_id AND c.at > s.at AND c.category = 'age-rating' AND c.subject::jsonb ->> 'from' <> '' AND coalesce(c.subject::jsonb ->> 'feature', '') = ''
			ORDER BY c.at, c.idx LIMIT 1), a.age_rating), '') END AS rating,
		CASE WHEN s.source <> 'wayback' AND NOT s.gone THEN (SELECT substr(c.subject::jsonb ->> 'to', 18) FROM changes AS c
			WHERE c.app_id = s.app_id AND c.at <= s.at AND c.category = 'privacy-policy' AND c.subject::jsonb ->> 'to' <> ''
			ORDER BY c.at DESC, c.idx DESC LIMIT 1) END AS policy
	FROM seen AS s JOIN apps AS a ON a.id = s.app_id
	WHERE s.label IS NOT NULL OR s.extractor <> '' OR s.app_version <> '' OR s.gone
), begun AS (
	SELECT observed.*, CASE WHEN origin IS NOT DISTINCT FROM lag(origin) OVER w AND availability IS NOT DISTINCT FROM lag(availability) OVER w AND label IS NOT DISTINCT FROM lag(label) OVER w AND version IS NOT DISTINCT FROM lag(version) OVER w AND developer IS NOT DISTINCT FROM lag(developer) OVER w AND rating IS NOT DISTINCT FROM lag(rating) OVER w AND policy IS NOT DISTINCT FROM lag(policy) OVER w THEN 0 ELSE 1 END AS begins
	FROM observed WINDOW w AS (PARTITION BY app_id ORDER BY at)
), numbered AS (
	SELECT begun.*, sum(begins) OVER (PARTITION BY app_id ORDER BY at) AS n FROM begun
)
SELECT app_id, to_char(to_timestamp(min(at) / 1000.0) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), to_char(to_timestamp(max(at) / 1000.0) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), count(*), origin, availability,
	encode(label, 'hex'), version, developer, rating, policy
FROM numbered GROUP BY app_id, n, origin, availability, label, version, developer, rating, policy;

CREATE VIEW v_label_items (label_digest, privacy_type, category, purpose, data_type, data_type_text, optional) AS
SELECT encode(l.digest, 'hex'), t.value ->> 'identifier', NULL::text, NULL::text, NULL::text, NULL::text, NULL::boolean
FROM labels AS l CROSS JOIN LATERAL jsonb_array_elements(CASE jsonb_typeof(l.label::jsonb -> 'types') WHEN 'array' THEN l.label::jsonb -> 'types' ELSE '[]' END) AS t (value)
WHERE NOT EXISTS (SELECT 1 FROM jsonb_array_elements(CASE jsonb_typeof(t.value -> 'categories') WHEN 'array' THEN t.value -> 'categories' ELSE '[]' END) AS c (value)) AND NOT EXISTS (SELECT 1 FROM jsonb_array_elements(CASE jsonb_typeof(t.value -> 'purposes') WHEN 'array' THEN t.value -> 'purposes' ELSE '[]' END) AS p (value))
UNION SELECT encode(l.digest, 'hex'), t.value ->> 'identifier', c.value ->> 'identifier', p.value ->> 'identifier', NULLIF(d.value ->> 'identifier', ''), NULLIF(d.value ->> 'title', ''),
	CASE WHEN d.value IS NOT NULL AND t.value ->> 'identifier' IN ('DATA_SHARED', 'DATA_COLLECTED') THEN coalesce((d.value ->> 'optional')::boolean, FALSE) END
FROM labels AS l CROSS JOIN LATERAL jsonb_array_elements(CASE jsonb_typeof(l.label::jsonb -> 'types') WHEN 'array' THEN l.label::jsonb -> 'types' ELSE '[]' END) AS t (value) CROSS JOIN LATERAL jsonb_array_elements(CASE jsonb_typeof(t.value -> 'purposes') WHEN 'array' THEN t.value -> 'purposes' ELSE '[]' END) AS p (value) CROSS JOIN LATERAL jsonb_array_elements(CASE jsonb_typeof(p.value -> 'categories') WHEN 'array' THEN p.value -> 'categories' ELSE '[]' END) AS c (value) LEFT JOIN LATERAL jsonb_array_elements(CASE jsonb_typeof(c.value -> 'dataTypes') WHEN 'array' THEN c.value -> 'dataTypes' ELSE '[]' END) AS d (value) ON TRUE
UNION SELECT encode(l.digest, 'hex'), t.value ->> 'identifier', c.value ->> 'identifier', NULL::text, NULLIF(d.value ->> 'identifier', ''), NULLIF(d.value ->> 'title', ''),
	CASE WHEN d.value IS NOT NULL AND t.value ->> 'identifier' IN ('DATA_SHARED', 'DATA_COLLECTED') THEN coalesce((d.value ->> 'optional')::boolean, FALSE) END
FROM labels AS l CROSS JOIN LATERAL jsonb_array_elements(CASE jsonb_typeof(l.label::jsonb -> 'types') WHEN 'array' THEN l.label::jsonb -> 'types' ELSE '[]' END) AS t (value) CROSS JOIN LATERAL jsonb_array_elements(CASE jsonb_typeof(t.value -> 'categories') WHEN 'array' THEN t.value -> 'categories' ELSE '[]' END) AS c (value) LEFT JOIN LATERAL jsonb_array_elements(CASE jsonb_typeof(c.value -> 'dataTypes') WHEN 'array' THEN c.value -> 'dataTypes' ELSE '[]' END) AS d (value) ON TRUE
WHERE NOT EXISTS (SELECT 1 FROM jsonb_array_elements(CASE jsonb_typeof(t.value -> 'purposes') WHEN 'array' THEN t.value -> 'purposes' ELSE '[]' END) AS p (value) CROSS JOIN LATERAL jsonb_array_elements(CASE jsonb_typeof(p.value -> 'categories') WHEN 'array' THEN p.value -> 'categories' ELSE '[]' END) AS u (value)
	WHERE u.value ->> 'identifier' = c.value ->> 'identifier');

CREATE VIEW v_features (app_id, feature, title) AS
SELECT app_id, identifier, NULLIF(title, '') FROM features;

CREATE VIEW v_practices (label_digest, practice) AS
SELECT DISTINCT encode(l.digest, 'hex'), p.value
FROM labels AS l CROSS JOIN LATERAL jsonb_array_elements_text(CASE jsonb_typeof(l.label::jsonb -> 'practices') WHEN 'array' THEN l.label::jsonb -> 'practices' ELSE '[]' END) AS p (value);

CREATE VIEW v_changes (change_id, app_id, at, recorded_at, origin, type, category, privacy_type, data_category, purpose, data_type, feature, fact, old_value, new_value, direction, weight, in_feed, store_wide, description) AS
SELECT lpad(c.app_id::text, 16, '0') || '-' || lpad(c.at::text, 13, '0') || ':' || c.idx, c.app_id, to_char(to_timestamp(c.at / 1000.0) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
	to_char(to_timestamp((CASE s.recorded_at WHEN 0 THEN s.at ELSE s.recorded_at END) / 1000.0) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
	CASE s.source WHEN 'wayback' THEN 'archive' ELSE 'live' END, c.type, CASE c.category WHEN '' THEN 'privacy-label' ELSE c.category END,
	NULLIF(c.subject::jsonb ->> 'privacyType', ''), NULLIF(c.subject::jsonb ->> 'dataCategory', ''), NULLIF(c.subject::jsonb ->> 'purpose', ''), NULLIF(c.subject::jsonb ->> 'dataType', ''),
	NULLIF(c.subject::jsonb ->> 'feature', ''), NULLIF(c.subject::jsonb ->> 'fact', ''), NULLIF(c.subject::jsonb ->> 'from', ''), NULLIF(c.subject::jsonb ->> 'to', ''),
	NULLIF(c.direction, ''), NULLIF(c.weight, ''), c.changed, c.store_wide, c.description
FROM changes AS c JOIN snapshots AS s ON s.app_id = c.app_id AND s.at = c.at;

CREATE VIEW v_observations (app_id, at, recorded_at, origin, outcome, code, label_digest, version, archive_url, extractor) AS
WITH seen AS (
	SELECT s.*, EXISTS (SELECT 1 FROM changes AS c WHERE c.app_id = s.app_id AND c.at = s.at AND c.category = 'availability' AND c.subject::jsonb ->> 'to' = 'unlisted') AS gone
	FROM snapshots AS s
)
SELECT s.app_id, to_char(to_timestamp(s.at / 1000.0) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
	to_char(to_timestamp((CASE s.recorded_at WHEN 0 THEN s.at ELSE s.recorded_at END) / 1000.0) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
	CASE s.source WHEN 'wayback' THEN 'archive' ELSE 'live' END, CASE WHEN s.gone THEN 'unlisted' WHEN s.changed THEN 'changed' ELSE 'unchanged' END,
	NULL::text, CASE WHEN NOT s.gone THEN encode(s.label, 'hex') END, CASE WHEN NOT s.gone THEN NULLIF(s.app_version, '') END, NULLIF(s.archive_url, ''), NULLIF(s.extractor, '')
FROM seen AS s WHERE s.label IS NOT NULL OR s.extractor <> '' OR s.app_version <> '' OR s.gone
UNION ALL SELECT a.id, to_char(to_timestamp((a.last_error::jsonb ->> 'at')::bigint / 1000.0) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), to_char(to_timestamp((a.last_error::jsonb ->> 'at')::bigint / 1000.0) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'live', 'failed', a.last_error::jsonb ->> 'code', NULL::text, NULL::text, NULL::text, NULL::text
FROM apps AS a WHERE a.last_error IS NOT NULL AND NOT EXISTS (SELECT 1 FROM snapshots AS s WHERE s.app_id = a.id AND s.at = (a.last_error::jsonb ->> 'at')::bigint);

CREATE VIEW v_storefronts (app_id, country, at, availability, label_digest, name, developer, version, age_rating, price, currency, privacy_policy_url) AS
SELECT app_id, country, to_char(to_timestamp(at / 1000.0) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), CASE WHEN listed THEN 'listed' ELSE 'unlisted' END, encode(label, 'hex'),
	NULLIF(name, ''), NULLIF(developer, ''), NULLIF(version, ''), NULLIF(age_rating, ''), price_amount, NULLIF(price_currency, ''), NULLIF(policy_url, '')
FROM storefronts;

CREATE VIEW v_pairs (appstore_id, play_id, paired_at, differences) AS
SELECT p.app_id, p.with_id, to_char(to_timestamp(p.created_at / 1000.0) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), CASE WHEN p.compared THEN coalesce(json_array_length(p.open::json), 0) END
FROM pairs AS p JOIN apps AS a ON a.id = p.app_id JOIN apps AS b ON b.id = p.with_id;
