package postgres

import (
	"context"
	"fmt"

	"github.com/privacylabels/auditor/storage"
)

// Inspect implements [storage.Inspector]. The path is the URL without user and password. The
// size is that of the tables of this installation with their indexes. The log belongs to the
// server, so its size is zero.
func (s *Store) Inspect(ctx context.Context) (storage.Layout, error) {
	layout := storage.Layout{JournalMode: "wal", BusyTimeout: s.address.lock, ForeignKeys: true}
	var schema string
	err := s.control.QueryRowContext(ctx, `SELECT current_schema(), current_setting('block_size')::BIGINT,
		coalesce(sum(pg_total_relation_size(oid)), 0)::BIGINT
		FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace`).
		Scan(&schema, &layout.PageSize, &layout.Bytes)
	if err != nil {
		return storage.Layout{}, fmt.Errorf("inspect database: %w", explain(err))
	}
	layout.Path = s.address.String() + "?search_path=" + schema
	layout.Pages = layout.Bytes / layout.PageSize
	return layout, nil
}
