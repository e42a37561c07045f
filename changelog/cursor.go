package changelog

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/privacylabels/auditor/internal/commitlog"
	"github.com/privacylabels/auditor/storage"
)

// Cursor is a position in the order in which changes were committed. It is not a time,
// because a page of the web archive adds changes in the past. Its text is opaque. [Beginning]
// and the empty Cursor are before the first change.
type Cursor string

// Beginning is the cursor before the first change.
const Beginning Cursor = "0"

var (
	// ErrCursor means that a string is not a cursor.
	ErrCursor = errors.New("not a cursor of the changelog")
	// ErrStaleCursor means that a cursor is from before a restore, from before the service
	// started over with an empty database, from a database with another history, or after the
	// last change of this one, so the changes after it are unknown. Start again at
	// [Beginning] or, to skip the stored changes, at [Reader.End].
	//
	// A cursor stays valid when a reset or wipe removes the apps: the counter continues. It
	// is also valid in a copy of the database that has the change at the cursor. If a copy
	// takes the place of its original, cursors of later changes are stale at first, and
	// become valid once the copy has as many changes, which are not the same ones. Start
	// again at [Beginning] then.
	ErrStaleCursor = errors.New("the cursor is not of this changelog: the database was restored or replaced after it was given out")
)

// cursorPattern is a generation, a dot and a number.
var cursorPattern = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}\.(0|[1-9][0-9]{0,17})$`)

// Check returns an error that wraps [ErrCursor] if c is malformed.
func (c Cursor) Check() error {
	if c == "" || c == Beginning || cursorPattern.MatchString(string(c)) {
		return nil
	}
	return fmt.Errorf("%w: %.80q", ErrCursor, string(c))
}

// cursorAt returns the cursor after the commit with a number.
func cursorAt(h commitlog.Head, number int64) Cursor {
	if h.Generation == "" {
		return Beginning
	}
	return Cursor(h.Generation + "." + strconv.FormatInt(number, 10))
}

// number returns the number of the commit that the cursor follows, zero at the beginning.
func (c Cursor) number(h commitlog.Head) (int64, error) {
	if err := c.Check(); err != nil {
		return 0, err
	}
	if c == "" || c == Beginning {
		return 0, nil
	}
	generation, digits, _ := strings.Cut(string(c), ".")
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil {
		return 0, fmt.Errorf("%w: %w", ErrCursor, err)
	}
	if generation != h.Generation || n > h.Last {
		return 0, fmt.Errorf("%w: %s", ErrStaleCursor, c)
	}
	return n, nil
}

// commitsOf returns the newest commit number and the generation. The error wraps
// [storage.ErrNotSupported] if the store does not record commits.
func commitsOf(tx *storage.Tx) (commitlog.Head, error) {
	for _, err := range tx.Commits.List(storage.CommitQuery{Limit: 1}) {
		if err != nil {
			return commitlog.Head{}, fmt.Errorf("list commits: %w", err)
		}
	}
	return commitlog.HeadOf(tx)
}

// Resolve checks that c is a cursor of this changelog and returns it. For the empty cursor
// it returns the one after the last committed change. The errors are those of
// [Reader.After].
func Resolve(tx *storage.Tx, c Cursor) (Cursor, error) {
	h, err := commitsOf(tx)
	if err != nil {
		return "", err
	}
	if c == "" {
		return cursorAt(h, h.Last), nil
	}
	_, err = c.number(h)
	return c, err
}
