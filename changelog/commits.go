package changelog

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"github.com/privacylabels/auditor/internal/commitlog"
	"github.com/privacylabels/auditor/storage"
)

// Committed is the changes of an app at one time, and the cursor after them.
//
// The same ID can occur again, when a page of the web archive changed what the snapshot is
// compared with. The last occurrence counts. One without entries means that the snapshot no
// longer has changes.
type Committed struct {
	News
	TriggeredBy storage.Trigger
	Cursor      Cursor
}

// CommittedPage is the result of [Reader.After].
type CommittedPage struct {
	Changes []Committed // in the order of commits
	Next    Cursor      // after the last one
	More    bool        // whether there are changes after Next
}

// End returns the cursor after the last committed change.
func (r *Reader) End(ctx context.Context) (Cursor, error) {
	return storage.View(ctx, r.store, func(tx *storage.Tx) (Cursor, error) {
		h, err := commitsOf(tx)
		return cursorAt(h, h.Last), err
	})
}

// After returns the changes after a cursor in the order in which they were committed, as
// the feed shows them now: those of removed apps and snapshots are missing. The limit is
// the number of snapshots: DefaultFeedLimit if zero or less, and MaxFeedLimit at most.
//
// The error wraps [ErrCursor], [ErrStaleCursor], or [storage.ErrNotSupported] if the store
// does not record the order of commits.
func (r *Reader) After(ctx context.Context, after Cursor, limit int) (CommittedPage, error) {
	limit = FeedQuery{Limit: limit}.bounded().Limit
	return storage.View(ctx, r.store, func(tx *storage.Tx) (page CommittedPage, err error) {
		h, err := commitsOf(tx)
		if err != nil {
			return page, err
		}
		number, err := after.number(h)
		if err != nil {
			return page, err
		}
		number, more, err := eachAfter(tx, h, number, limit, func(c Committed) bool {
			page.Changes = append(page.Changes, c)
			return true
		})
		page.Next, page.More = cursorAt(h, number), more
		return page, err
	})
}

// eachAfter calls yield with the commits after a number, until yield returns false or limit
// is reached. It returns the number of the last commit for which yield returned true, and
// whether there are more.
func eachAfter(tx *storage.Tx, h commitlog.Head, after int64, limit int, yield func(Committed) bool) (last int64, more bool, err error) {
	rows := rowReader{tx: tx, apps: make(map[storage.AppID]storage.App)}
	last, seen := after, 0
	for commit, err := range tx.Commits.List(storage.CommitQuery{After: after, Limit: limit + 1}) {
		if err != nil {
			return last, false, fmt.Errorf("list commits: %w", err)
		}
		if seen++; seen > limit {
			return last, true, nil
		}
		c, err := rows.committed(commit)
		if err != nil {
			return last, false, err
		}
		c.Cursor = cursorAt(h, commit.Number)
		if !yield(c) {
			return last, true, nil
		}
		last = commit.Number
	}
	return h.Last, false, nil
}

// committed returns the changes of a commit.
func (r rowReader) committed(commit storage.Commit) (Committed, error) {
	id := commit.Snapshot
	s, err := r.tx.Snapshots.Get(id)
	if err != nil {
		return Committed{}, fmt.Errorf("read snapshot %v of a commit: %w", id, err)
	}
	app, err := r.app(id.App)
	if err != nil {
		return Committed{}, err
	}
	c := Committed{News: News{ID: id, App: app, Source: source(s)}, TriggeredBy: trigger(s)}
	if !s.Changed { // its changes were withdrawn after the commit
		return c, nil
	}
	for change, err := range r.tx.Changes.List(storage.ChangeQuery{App: id.App, From: id.At, To: id.At}) {
		if err != nil {
			return Committed{}, fmt.Errorf("list the changes of snapshot %v: %w", id, err)
		}
		c.Entries = append(c.Entries, Shown(change.Entry))
	}
	return c, nil
}

// Follow yields the changes after a cursor in the order in which they were committed. Then
// it yields each further change, of any process, a fraction of a second after its commit.
//
// The caller decides the pace: Follow reads a few changes at a time and holds no transaction
// while the caller handles one, so it never delays a refresh. A program that stores
// [Committed.Cursor] after it has handled a change, and starts there after a restart, gets
// every change at least once.
//
// Follow ends with an error: that of ctx, of the database, or one of [Reader.After].
func (r *Reader) Follow(ctx context.Context, after Cursor) iter.Seq2[Committed, error] {
	return func(yield func(Committed, error) bool) {
		for {
			revision, err := r.revision(ctx)
			if err != nil {
				yield(Committed{}, err)
				return
			}
			page, err := r.After(ctx, after, followed)
			if err != nil {
				yield(Committed{}, err)
				return
			}
			for _, c := range page.Changes {
				if !yield(c, nil) {
					return
				}
			}
			if after = page.Next; page.More {
				continue
			}
			if err := r.awaitCommit(ctx, revision); err != nil {
				yield(Committed{}, err)
				return
			}
		}
	}
}

// followed is the number of snapshots that [Reader.Follow] reads at a time.
const followed = 50

// revision returns the revision of the database, 0 if the store has none.
func (r *Reader) revision(ctx context.Context) (uint64, error) {
	revisions, ok := storage.As[storage.Revisioner](r.store)
	if !ok {
		return 0, nil
	}
	n, err := revisions.Revision(ctx)
	if err != nil {
		return 0, errors.Join(ctx.Err(), fmt.Errorf("read the revision of the database: %w", err))
	}
	return n, nil
}
