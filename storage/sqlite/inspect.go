package sqlite

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"github.com/ncruces/go-sqlite3"

	"github.com/privacylabels/auditor/storage"
)

// Inspect implements [storage.Inspector]. It does not wait for other transactions.
func (s *Store) Inspect(ctx context.Context) (storage.Layout, error) {
	layout := storage.Layout{Path: string(s.file)}
	sizes := []*int64{&layout.Bytes, &layout.LogBytes, &layout.SharedBytes}
	for i, part := range s.file.parts() {
		info, err := os.Stat(part)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return storage.Layout{}, fmt.Errorf("inspect database: %w", err)
		}
		*sizes[i] = info.Size()
	}
	// A new connection with the writer's pragmas has the same settings, so the writer,
	// which may be busy, is not needed.
	err := s.withPragmas(ctx, s.pragmas, func(conn *sqlite3.Conn) error {
		if err := each(conn, "PRAGMA wal_autocheckpoint", func(row *sqlite3.Stmt) {
			layout.AutoCheckpoint = row.ColumnInt64(0)
		}); err != nil {
			return err
		}
		return each(conn, `SELECT page_size, page_count, freelist_count, journal_mode, timeout, foreign_keys
			FROM pragma_page_size, pragma_page_count, pragma_freelist_count, pragma_journal_mode, pragma_busy_timeout,
			pragma_foreign_keys`, func(row *sqlite3.Stmt) {
			layout.PageSize, layout.Pages, layout.FreePages = row.ColumnInt64(0), row.ColumnInt64(1), row.ColumnInt64(2)
			layout.JournalMode = row.ColumnText(3)
			layout.BusyTimeout = time.Duration(row.ColumnInt64(4)) * time.Millisecond
			layout.ForeignKeys = row.ColumnBool(5)
		})
	})
	if err != nil {
		return storage.Layout{}, fmt.Errorf("inspect database: %w", err)
	}
	return layout, nil
}
