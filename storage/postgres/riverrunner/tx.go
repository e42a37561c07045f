package riverrunner

import (
	"context"
	"errors"
	"strconv"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/postgres"
)

var errNotOurs = errors.New("the transaction belongs to the store")

// statements are the methods of a connection that a transaction has as well.
type statements interface {
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
	CopyFrom(ctx context.Context, table pgx.Identifier, columns []string, from pgx.CopyFromSource) (int64, error)
	SendBatch(ctx context.Context, b *pgx.Batch) pgx.BatchResults
	Prepare(ctx context.Context, name, sql string) (*pgconn.StatementDescription, error)
}

// tx is a transaction of the store, as River expects one. The store ends it.
type tx struct {
	statements
	conn  *pgx.Conn
	depth int // of savepoints
}

var _ pgx.Tx = tx{}

// within returns a transaction of the store.
func within(t *storage.Tx) (tx, error) {
	conn, err := postgres.Conn(t)
	return tx{statements: conn, conn: conn}, err
}

// Begin sets a savepoint.
func (t tx) Begin(ctx context.Context) (pgx.Tx, error) {
	t.depth++
	inner := savepoint{t}
	return inner, inner.control(ctx, "SAVEPOINT ")
}

// Commit fails: the store commits.
func (tx) Commit(context.Context) error { return errNotOurs }

// Rollback fails: the store rolls back.
func (tx) Rollback(context.Context) error { return errNotOurs }

// Conn returns the connection.
func (t tx) Conn() *pgx.Conn { return t.conn }

// LargeObjects returns none.
func (tx) LargeObjects() pgx.LargeObjects { return pgx.LargeObjects{} }

// savepoint is a part of a transaction that can be rolled back.
type savepoint struct{ tx }

func (s savepoint) control(ctx context.Context, verb string) error {
	_, err := s.Exec(ctx, verb+"river_"+strconv.Itoa(s.depth))
	return err
}

// Commit releases the savepoint.
func (s savepoint) Commit(ctx context.Context) error { return s.control(ctx, "RELEASE SAVEPOINT ") }

// Rollback rolls back to the savepoint.
func (s savepoint) Rollback(ctx context.Context) error {
	return s.control(ctx, "ROLLBACK TO SAVEPOINT ")
}
