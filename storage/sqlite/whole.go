package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"

	"github.com/ncruces/go-sqlite3"
)

// upkeep is what the triggers of a table do for each of its rows, as statements that do it for
// all of them.
type upkeep struct {
	triggers []string

	// emptied is run when all rows were deleted, and counted when rows were put into an empty
	// table. Nil: the triggers have to run for each row that is put.
	emptied, counted []string

	// without is a table whose rows need what the triggers would keep. Empty: there is none.
	without string
}

// upkeeps has all triggers of the schema, by the table that they watch.
var upkeeps = map[string]upkeep{
	"apps": {
		triggers: []string{
			"apps_more", "apps_less", "apps_order_other", "apps_risk_other", "apps_changed_other", "apps_failed_other", "apps_delisted_other",
			"apps_renamed", // there are no links to the apps of an empty table
		},
		emptied: countApps,
		counted: countApps,
	},
	"snapshots": {
		triggers: []string{"snapshots_more", "snapshots_less"},
		emptied:  []string{"DELETE FROM snapshot_days"},
		counted: []string{
			"DELETE FROM snapshot_days",
			"INSERT INTO snapshot_days (day, n) SELECT at / 86400000, count(*) FROM snapshots GROUP BY 1",
		},
	},
	"changes": {
		triggers: []string{"changes_more", "changes_less", "changes_other"},
		emptied:  []string{"DELETE FROM change_days"},
		counted: []string{
			"DELETE FROM change_days",
			`INSERT INTO change_days (day, type, category, direction, n)
				SELECT at / 86400000, type, category, direction, count(*) FROM changes WHERE changed GROUP BY 1, 2, 3, 4`,
		},
	},
	"notifications": {
		triggers: []string{"notifications_more", "notifications_less", "notifications_other"},
		emptied:  []string{"DELETE FROM notification_counts"},
		counted: []string{
			"DELETE FROM notification_counts",
			"INSERT INTO notification_counts (type, read, n) SELECT type, read, count(*) FROM notifications GROUP BY 1, 2",
		},
	},
	"device_links": {
		triggers: []string{"device_links_more", "device_links_less"},
		emptied:  []string{"UPDATE apps SET devices = 0 WHERE devices <> 0"},
	},
	"policy_analyses": {
		triggers: []string{"policy_analyses_more", "policy_analyses_other", "policy_analyses_less"},
		emptied:  []string{"UPDATE apps SET summarised = FALSE WHERE summarised"},
	},
	"policy_versions": {
		triggers: []string{"policy_versions_text_less", "policy_versions_text_other"},
		emptied:  []string{"DELETE FROM policy_texts"},
		without:  "manual_policy_versions",
	},
	"manual_policy_versions": {
		triggers: []string{"manual_policy_versions_text_less", "manual_policy_versions_text_other"},
		emptied:  []string{"DELETE FROM policy_texts"},
		without:  "policy_versions",
	},
	"policy_texts": {triggers: []string{"policy_texts_base_less"}},
}

// countApps counts the apps and the parts of their list. Their order may be another one.
var countApps = func() []string {
	count := func(part, where string) string {
		return "UPDATE sizes SET n = (SELECT count(*) FROM apps" + where + ") WHERE kind = 'apps" + part + "'"
	}
	all := []string{
		"UPDATE sizes SET n = n + 1 WHERE kind = 'apps/order'",
		count("", ""),
		count("/changed", " WHERE change_count > 0"),
		count("/failed", " WHERE failed"),
		count("/delisted", " WHERE delisted_at > 0"),
	}
	for rank, risk := range []string{"unknown", "minimal", "low", "moderate"} {
		all = append(all, count("/risk="+risk, fmt.Sprintf(" WHERE risk = %d", rank)))
	}
	return append(all, count("/risk=high", " WHERE risk NOT BETWEEN 0 AND 3"))
}()

// knownTriggers returns whether all triggers of the database are of its schema. Others may be those of a
// replication tool, which have to run for each row.
func knownTriggers(ctx context.Context, c *sql.Conn) (bool, error) {
	rows, err := c.QueryContext(ctx, "SELECT tbl_name, name FROM sqlite_schema WHERE type = 'trigger'")
	if err != nil {
		return false, err
	}
	defer rows.Close()
	known := true
	for rows.Next() {
		var table, name string
		if err := rows.Scan(&table, &name); err != nil {
			return false, err
		}
		known = known && slices.Contains(upkeeps[table].triggers, name)
	}
	return known, rows.Err()
}

// empty implements [sqldb.Dialect].Empty. SQLite deletes the rows of a table without reading them
// if it has no triggers and no references, so these are turned off: then it frees whole pages.
func empty(ctx context.Context, c *sql.Conn, table string) (n int, done bool, err error) {
	known, err := knownTriggers(ctx, c)
	if err != nil || !known {
		return 0, false, err
	}
	left, err := referring(ctx, c, table)
	if err != nil {
		return 0, false, err
	}
	of := upkeeps[table]
	if of.without != "" {
		left = append(left, of.without)
	}
	for _, other := range left {
		var some bool
		if err := c.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM "+sqlite3.QuoteIdentifier(other)+")").Scan(&some); err != nil || some {
			return 0, false, err
		}
	}
	defer func() { err = errors.Join(err, enforce(c, true, true)) }()
	if err := enforce(c, false, false); err != nil {
		return 0, false, err
	}
	result, err := c.ExecContext(ctx, "DELETE FROM "+table)
	if err != nil {
		return 0, false, err
	}
	deleted, err := result.RowsAffected()
	if err != nil || deleted == 0 {
		return 0, err == nil, err
	}
	return int(deleted), true, execAll(ctx, c, of.emptied)
}

// referring returns the other tables with a reference to a table.
func referring(ctx context.Context, c *sql.Conn, table string) (names []string, err error) {
	rows, err := c.QueryContext(ctx, `SELECT DISTINCT m.name FROM sqlite_schema AS m, pragma_foreign_key_list(m.name) AS f
		WHERE m.type = 'table' AND f."table" = ? COLLATE NOCASE AND m.name <> ? COLLATE NOCASE`, table, table)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return nil, err
		}
		names = append(names, name)
	}
	return names, rows.Err()
}

// load implements [sqldb.Dialect].Load: it turns the triggers off, and counts the rows in the end.
func load(ctx context.Context, c *sql.Conn, table string) (end func(context.Context, bool) error, err error) {
	counted := upkeeps[table].counted
	if counted == nil {
		return nil, nil
	}
	known, err := knownTriggers(ctx, c)
	if err != nil || !known {
		return nil, err
	}
	if err := enforce(c, false, true); err != nil {
		return nil, errors.Join(err, enforce(c, true, true))
	}
	return func(ctx context.Context, count bool) error {
		err := enforce(c, true, true)
		if err == nil && count {
			err = execAll(ctx, c, counted)
		}
		return err
	}, nil
}

func execAll(ctx context.Context, c *sql.Conn, statements []string) error {
	for _, statement := range statements {
		if _, err := c.ExecContext(ctx, statement); err != nil {
			return err
		}
	}
	return nil
}

// enforce turns the triggers and the references of a connection on or off, also within a
// transaction, where the pragma of the latter has no effect.
func enforce(c *sql.Conn, triggers, references bool) error {
	return c.Raw(func(of any) error {
		whole, ok := of.(conn)
		if !ok {
			return errDriver
		}
		_, err := whole.Raw().Config(sqlite3.DBCONFIG_ENABLE_TRIGGER, triggers)
		if err == nil {
			_, err = whole.Raw().Config(sqlite3.DBCONFIG_ENABLE_FKEY, references)
		}
		return err
	})
}
