package sqlite

import (
	"context"
	"fmt"

	"github.com/ncruces/go-sqlite3"
)

// Check implements [storage.Checker]. It reads every page and checks that all parents exist. It
// returns at most 100 sentences of each kind.
func (s *Store) Check(ctx context.Context) ([]string, error) {
	var wrong []string
	err := s.withConn(ctx, func(conn *sqlite3.Conn) error {
		if err := each(conn, "PRAGMA integrity_check(100)", func(row *sqlite3.Stmt) {
			if text := row.ColumnText(0); text != "ok" {
				wrong = append(wrong, text)
			}
		}); err != nil {
			return err
		}
		return each(conn, `SELECT "table", parent, count(*) FROM pragma_foreign_key_check GROUP BY 1, 2 LIMIT 100`,
			func(row *sqlite3.Stmt) {
				wrong = append(wrong, fmt.Sprintf("%d records of %s refer to a missing record of %s",
					row.ColumnInt(2), row.ColumnText(0), row.ColumnText(1)))
			})
	})
	if err != nil {
		return nil, fmt.Errorf("check database: %w", err)
	}
	return wrong, nil
}

// each calls fn for each row of a query.
func each(conn *sqlite3.Conn, query string, fn func(*sqlite3.Stmt)) error {
	rows, _, err := conn.Prepare(query)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Step() {
		fn(rows)
	}
	return rows.Err()
}
