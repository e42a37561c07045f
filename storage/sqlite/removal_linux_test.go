package sqlite_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/sqlite"
)

// TestRemovalOnFullDisk removes apps on full disks, see the tasks.
func TestRemovalOnFullDisk(t *testing.T) {
	t.Parallel()
	for _, task := range []string{"removal", "removal beside temporary files"} {
		t.Run(task, func(t *testing.T) {
			t.Parallel()
			onOwnDisk(t, task)
		})
	}
}

func init() {
	tasks["removal"] = func(dir string) error { return removeOnFull(dir, 0) }
	// What is left is enough for a small file, but not for those that SQLite makes for a large deletion.
	tasks["removal beside temporary files"] = func(dir string) error { return removeOnFull(dir, 100<<10) }
}

// removeOnFull runs in a process of its own. It removes apps on a disk where so many bytes are left.
func removeOnFull(dir string, left int64) (err error) {
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, fmt.Sprint("size=", diskSize)); err != nil {
		return fmt.Errorf("mount: %w", err)
	}
	defer func() { err = errors.Join(err, syscall.Unmount(dir, syscall.MNT_DETACH)) }()
	if err := os.Setenv("TMPDIR", dir); err != nil { // as the image of the container does
		return err
	}
	ctx, path := context.Background(), filepath.Join(dir, "auditor.db")
	s, err := sqlite.Open(ctx, path, sqlite.WithReserve(reserveSize))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()

	const apps, notes = 8, 100
	rows := rand.New(rand.NewChaCha8([32]byte{}))
	for note := range storage.AnnotationID(notes) { // of one app after the other, so that a page has notes of several
		err := s.Update(ctx, func(tx *storage.Tx) error {
			for app := range storage.AppID(apps) {
				if err := tx.Apps.Put(storage.App{ID: 1 + app, Name: "App", URL: "https://example.org"}); err != nil {
					return err
				}
				text := make([]byte, 1000+rows.IntN(1000))
				for i := range text {
					text[i] = byte('a' + rows.IntN(26))
				}
				if err := tx.Annotations.Put(storage.Annotation{
					ID: 1 + note*apps + storage.AnnotationID(app), App: 1 + app, Body: string(text), Visibility: storage.VisibilityPrivate,
					Origin: storage.OriginUser, CreatedAt: 1, UpdatedAt: 1,
				}); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	other := filepath.Join(dir, "other")
	if err := fillUp(other); err != nil {
		return err
	}
	if left > 0 {
		if err := os.Truncate(other, size(other)-left); err != nil {
			return err
		}
	}
	for app := range storage.AppID(apps) {
		err := s.Update(ctx, func(tx *storage.Tx) error {
			if n, err := tx.Apps.Delete(1 + app); n != 1 || err != nil {
				return fmt.Errorf("%d deleted, %w", n, err)
			}
			return errors.Join(
				tx.RemovedApps.Put(storage.RemovedApp{App: 1 + app, Name: "App", URL: "https://example.org", RemovedAt: 1}),
				tx.RemovedParts.Put(storage.RemovedPart{App: 1 + app, Data: strings.Repeat("x", 40<<10)}),
			)
		})
		if err != nil {
			return fmt.Errorf("remove app %d: %w", 1+app, err)
		}
	}
	return nil
}
