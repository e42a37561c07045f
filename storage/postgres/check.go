package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// Check implements [storage.Checker]. It reads every row, finds constraints and indexes that
// the server marks as not valid, and compares the counters of the triggers with the tables.
// To find damaged indexes, use PostgreSQL's pg_amcheck.
func (s *Store) Check(ctx context.Context) ([]string, error) {
	wrong, err := s.check(ctx)
	if err != nil {
		return nil, fmt.Errorf("check database: %w", explain(err))
	}
	return wrong, nil
}

// suspects is a query that returns a sentence for each defect.
const suspects = `
	SELECT 'the constraint ' || conname || ' of ' || conrelid::regclass || ' was never checked'
	FROM pg_constraint WHERE NOT convalidated AND connamespace = current_schema()::regnamespace
	UNION ALL
	SELECT 'the index ' || c.oid::regclass || ' is not valid'
	FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid
	WHERE NOT i.indisvalid AND c.relnamespace = current_schema()::regnamespace
	UNION ALL
	SELECT 'the trigger ' || tgname || ' of ' || tgrelid::regclass || ' is disabled'
	FROM pg_trigger AS t JOIN pg_class AS c ON c.oid = t.tgrelid
	WHERE t.tgenabled = 'D' AND c.relnamespace = current_schema()::regnamespace
	UNION ALL
	SELECT 'the counter of ' || kind || ' is ' || sizes.n || ', and there are ' || c.n FROM sizes JOIN (
		SELECT 'apps' AS kind, count(*) AS n FROM apps
		UNION ALL SELECT 'apps/changed', count(*) FROM apps WHERE change_count > 0
		UNION ALL SELECT 'apps/failed', count(*) FROM apps WHERE failed
		UNION ALL SELECT 'apps/delisted', count(*) FROM apps WHERE delisted_at > 0
		UNION ALL SELECT risk_part(r), (SELECT count(*) FROM apps WHERE risk = r) FROM generate_series(0::BIGINT, 4) AS r
	) AS c USING (kind) WHERE sizes.n <> c.n
	UNION ALL
	SELECT 'the counter of snapshots on day ' || day || ' is ' || coalesce(d.n, 0) || ', and there are ' || coalesce(c.n, 0)
	FROM snapshot_days AS d FULL JOIN (SELECT at / 86400000 AS day, count(*) AS n FROM snapshots GROUP BY 1) AS c USING (day)
	WHERE coalesce(d.n, 0) <> coalesce(c.n, 0)
	UNION ALL
	SELECT 'the counter of changes on day ' || day || ' is ' || coalesce(d.n, 0) || ', and there are ' || coalesce(c.n, 0)
	FROM change_days AS d FULL JOIN (
		SELECT at / 86400000 AS day, type, category, direction, count(*) AS n FROM changes WHERE changed GROUP BY 1, 2, 3, 4
	) AS c USING (day, type, category, direction) WHERE coalesce(d.n, 0) <> coalesce(c.n, 0)
	UNION ALL
	SELECT 'the counter of notifications of type ' || type || ' is ' || coalesce(d.n, 0) || ', and there are ' || coalesce(c.n, 0)
	FROM notification_counts AS d FULL JOIN (SELECT type, read, count(*) AS n FROM notifications GROUP BY 1, 2) AS c USING (type, read)
	WHERE coalesce(d.n, 0) <> coalesce(c.n, 0)
	UNION ALL
	SELECT 'app ' || id || ' counts ' || devices || ' devices and is on ' || n FROM (
		SELECT id, devices, (SELECT count(*) FROM device_links WHERE app_id = apps.id) AS n FROM apps
	) AS c WHERE devices <> n
	LIMIT 100`

func (s *Store) check(ctx context.Context) (wrong []string, err error) {
	db := s.address.open(1, viewIdle) // a pool of its own, so that readers need not wait
	defer func() { err = errors.Join(err, db.Close()) }()
	if _, err := db.ExecContext(ctx, "SET statement_timeout = 0"); err != nil {
		return nil, err
	}
	tables, err := texts(ctx, db, "SELECT tablename FROM pg_tables WHERE schemaname = current_schema() ORDER BY 1")
	if err != nil {
		return nil, err
	}
	for _, table := range tables {
		name := pgx.Identifier{table}.Sanitize()
		var read sql.NullInt64
		err := db.QueryRowContext(ctx, "SELECT sum(octet_length(t::TEXT)) FROM "+name+" AS t").Scan(&read)
		if c := code(err); c == dataCorrupted || c == indexCorrupted {
			wrong = append(wrong, fmt.Sprintf("%s cannot be read: %v", table, err))
		} else if err != nil {
			return nil, err
		}
	}
	more, err := texts(ctx, db, suspects)
	return append(wrong, more...), err
}

// texts returns the rows of a query with one text column.
func texts(ctx context.Context, db *sql.DB, query string) (all []string, err error) {
	rows, err := db.QueryContext(ctx, query)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			return nil, err
		}
		all = append(all, text)
	}
	return all, rows.Err()
}
