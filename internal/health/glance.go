package health

import (
	"context"
	"errors"
	"fmt"

	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/internal/tempfile"
	"github.com/privacylabels/auditor/storage"
)

// Glance looks whether a service can work on a store and a folder: the one answers
// and checks what hangs on what, the other can be written to. It is quick, changes
// no record, and returns all that is wrong. An empty folder is none.
func Glance(ctx context.Context, store storage.Store, dir string) error {
	var wrong []error
	if dir != "" {
		wrong = append(wrong, TryFolder(dir))
	}
	err := store.View(ctx, func(tx storage.Tx) error {
		_, err := settings.Text(tx, lastReport)
		return err
	})
	if err != nil {
		return errors.Join(append(wrong, fmt.Errorf("ask the database: %w", err))...)
	}
	layout, err := Inspect(ctx, store)
	switch {
	case err != nil:
		wrong = append(wrong, fmt.Errorf("look at the database: %w", err))
	case layout != nil && !layout.ForeignKeys:
		wrong = append(wrong, errors.New("the database does not check what hangs on what"))
	}
	return errors.Join(wrong...)
}

// TryFolder writes a file in a folder and removes it.
func TryFolder(dir string) error {
	f, err := tempfile.Create(dir, "probe")
	if err != nil {
		return fmt.Errorf("write in the data folder: %w", err)
	}
	_, err = f.WriteString("ready")
	return errors.Join(err, f.Close())
}
