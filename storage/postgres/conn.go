package postgres

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"

	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/sqldb"
)

// Conn returns the connection of a transaction, for statements on tables of other packages
// that are committed together with it. It must not be used after the end of the transaction,
// or while a list of the transaction is being read.
func Conn(tx *storage.Tx) (conn *pgx.Conn, err error) {
	shared, ok := sqldb.Conn(tx)
	if !ok {
		return nil, errors.New("transaction is not one of PostgreSQL")
	}
	err = shared.Raw(func(driver any) error {
		std, ok := driver.(*stdlib.Conn)
		if !ok {
			return errors.New("transaction is not one of PostgreSQL")
		}
		conn = std.Conn()
		return nil
	})
	return conn, err
}

// NewPool returns a pool of at most conns connections to the database, with the settings of
// the store, for other uses of the database. The caller must close it.
func (s *Store) NewPool(ctx context.Context, conns int) (*pgxpool.Pool, error) {
	c, err := pgxpool.ParseConfig("host=localhost")
	if err != nil {
		return nil, err
	}
	c.ConnConfig = s.address.conn.Copy()
	c.BeforeConnect = s.address.readPassword
	c.MaxConns = int32(conns)
	return pgxpool.NewWithConfig(ctx, c)
}
