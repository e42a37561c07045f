package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/ncruces/go-sqlite3"

	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/sqldb"
)

// borrowed is the context key of an Update that uses the space of the reserve.
type borrowed struct{}

// freedSlack is the number of pages that an Update with the reserve may add to the file if it
// mostly deletes, because a deletion may write pages before it frees any, and for each app that it
// deletes, because what is needed to bring the app back is saved.
const freedSlack = 16

// Update implements [storage.Store]. With [WithReserve], an Update that fails because the disk
// is full is retried with the space of the reserve. It then succeeds if it does not enlarge
// the database, as deletions do not.
func (s *Store) Update(ctx context.Context, fn func(*storage.Tx) error) error {
	err := s.Store.Update(ctx, fn)
	if s.reserve == nil {
		return err
	}
	if err == nil {
		s.renewReserve(ctx)
		return nil
	}
	if !errors.Is(err, storage.ErrFull) || s.bounded && !s.file.noRoom() {
		return err
	}
	return s.updateBorrowing(ctx, fn, err)
}

// updateBorrowing runs fn with the space of the reserve. If there is none, it
// returns the given error.
func (s *Store) updateBorrowing(ctx context.Context, fn func(*storage.Tx) error, full error) error {
	r := s.reserve
	r.lending.Lock()
	defer r.lending.Unlock()
	if err := r.release(); err != nil {
		return errors.Join(full, err)
	}
	// Empty the log if possible, because it may be long.
	_ = s.checkpoint(ctx)
	err := s.Store.Update(context.WithValue(ctx, borrowed{}, true), fn)
	// Not cancelled with ctx, because other writers would take the space.
	after := context.WithoutCancel(ctx)
	_ = s.checkpoint(after)
	_ = r.fill() // if it fails, a later Update tries again
	return err
}

// renewReserve completes a reserve for which the disk did not have enough space.
func (s *Store) renewReserve(ctx context.Context) {
	r := s.reserve
	if !r.short.Load() || !r.lending.TryLock() {
		return
	}
	defer r.lending.Unlock()
	if r.due() {
		_ = s.checkpoint(context.WithoutCancel(ctx))
		_ = r.fill()
	}
}

// mayCommit refuses an Update that borrowed the reserve and enlarges the database.
func (s *Store) mayCommit(ctx context.Context, conn *sql.Conn, work sqldb.Work) error {
	if ctx.Value(borrowed{}) == nil {
		return nil
	}
	var pages, before int64
	if err := conn.QueryRowContext(ctx, "SELECT page_count FROM pragma_page_count").Scan(&pages); err != nil {
		return err
	}
	// Another connection sees the size before this transaction.
	err := s.withConn(ctx, func(other *sqlite3.Conn) error {
		return each(other, "SELECT page_count FROM pragma_page_count", func(row *sqlite3.Stmt) { before = row.ColumnInt64(0) })
	})
	if err != nil {
		return err
	}
	if work.Deleted > 0 && work.Deleted >= work.Put {
		before += freedSlack
	}
	before += int64(work.Apps) * freedSlack
	if pages > before {
		return fmt.Errorf("%w: the disk is full, and this needs %d more pages of the file", storage.ErrFull, pages-before)
	}
	return nil
}
