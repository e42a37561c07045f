package health

import (
	"context"
	"errors"
	"fmt"

	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/internal/tempfile"
	"github.com/privacylabels/auditor/storage"
)

// Ready reports whether a service can work: the database answers and enforces foreign
// keys, and the folder, if it is not empty, is writable. It is quick, changes no record,
// and returns all errors.
func Ready(ctx context.Context, store storage.Store, dir string) error {
	var wrong []error
	if dir != "" {
		wrong = append(wrong, TryWrite(dir))
	}
	err := store.View(ctx, func(tx *storage.Tx) error {
		_, err := settings.Text(tx, lastReport)
		return err
	})
	if err != nil {
		return errors.Join(append(wrong, fmt.Errorf("read from the database: %w", err))...)
	}
	layout, err := Inspect(ctx, store)
	switch {
	case err != nil:
		wrong = append(wrong, fmt.Errorf("inspect the database: %w", err))
	case layout != nil && !layout.ForeignKeys:
		wrong = append(wrong, errors.New("the database does not enforce foreign keys"))
	}
	return errors.Join(wrong...)
}

// TryWrite creates, writes and removes a file in a folder.
func TryWrite(dir string) error {
	f, err := tempfile.Create(dir, "probe")
	if err != nil {
		return fmt.Errorf("write in the data folder: %w", err)
	}
	_, err = f.WriteString("ready")
	return errors.Join(err, f.Close())
}
