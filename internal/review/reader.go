package review

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

// MaxReaders is how many readers of the changelog are remembered.
const MaxReaders = 100

var (
	// ErrReaderName means that a reader has a name of other characters than letters,
	// digits, dots, hyphens and underscores, or more than 64.
	ErrReaderName = errors.New("not a name of a reader")
	// ErrTooManyReaders means that there are [MaxReaders] readers already.
	ErrTooManyReaders = errors.New("too many readers")
)

var readerPattern = regexp.MustCompile(`^[A-Za-z0-9._-]{1,64}$`)

// Reader is a page or program that reads the changelog, with the cursor up to which it
// has read.
type Reader struct {
	Name      string           `json:"name"`      // the name
	Cursor    changelog.Cursor `json:"cursor"`    // how far the reader has read: send it as since
	UpdatedAt storage.Time     `json:"updatedAt"` // when it last changed
}

// Readers returns the readers by name.
func (s *Service) Readers(ctx context.Context) ([]Reader, error) {
	return storage.View(ctx, s.store, func(tx *storage.Tx) ([]Reader, error) {
		readers := []Reader{}
		for set, err := range tx.Settings.List(storage.SettingQuery{Prefix: settings.Readers}) {
			if err != nil {
				return nil, err
			}
			r, err := readerOf(set)
			if err != nil {
				return nil, err
			}
			readers = append(readers, r)
		}
		return readers, nil
	})
}

// Reader returns a reader. The error wraps storage.ErrNotFound if it has no cursor.
func (s *Service) Reader(ctx context.Context, name string) (Reader, error) {
	return storage.View(ctx, s.store, func(tx *storage.Tx) (Reader, error) {
		set, found, err := storage.Find(tx.Settings, settings.Readers+name)
		if err != nil {
			return Reader{}, fmt.Errorf("reader %.80q: %w", name, err)
		}
		if !found {
			return Reader{}, &storage.MissingError{Kind: "reader", Key: name}
		}
		return readerOf(set)
	})
}

// SetReader stores the cursor up to which a reader has read; empty stands for all that is
// committed. The error wraps [ErrReaderName], [ErrTooManyReaders] or one of
// [changelog.Reader.After].
func (s *Service) SetReader(ctx context.Context, name string, cursor changelog.Cursor) (Reader, error) {
	if !readerPattern.MatchString(name) {
		return Reader{}, fmt.Errorf("%w: %.80q", ErrReaderName, name)
	}
	now := storage.TimeOf(s.now())
	return storage.Update(ctx, s.store, func(tx *storage.Tx) (r Reader, err error) {
		at, err := changelog.Resolve(tx, cursor)
		if err != nil {
			return r, err
		}
		_, known, err := storage.Find(tx.Settings, settings.Readers+name)
		if err == nil && !known {
			var n int
			if n, err = tx.Settings.Count(storage.SettingQuery{Prefix: settings.Readers}); err == nil && n >= MaxReaders {
				err = ErrTooManyReaders
			}
		}
		if err != nil {
			return r, err
		}
		r = Reader{Name: name, Cursor: at, UpdatedAt: now}
		return r, settings.PutJSON(tx, settings.Readers+name, r)
	})
}

// ForgetReader removes a reader. The error wraps storage.ErrNotFound if there is none.
func (s *Service) ForgetReader(ctx context.Context, name string) error {
	return s.store.Update(ctx, func(tx *storage.Tx) error {
		n, err := tx.Settings.Delete(settings.Readers + name)
		if err == nil && n == 0 {
			err = &storage.MissingError{Kind: "reader", Key: name}
		}
		return err
	})
}

func readerOf(set storage.Setting) (r Reader, err error) {
	if err := json.Unmarshal([]byte(set.Value), &r); err != nil {
		return r, fmt.Errorf("%w: setting %s: %w", storage.ErrDamaged, set.Name, err)
	}
	r.Name = strings.TrimPrefix(set.Name, settings.Readers)
	return r, nil
}
