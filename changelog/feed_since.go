package changelog

import (
	"errors"

	"github.com/privacylabels/auditor/internal/commitlog"
	"github.com/privacylabels/auditor/storage"
)

// sinceOf returns the entries after a cursor, in the order of commits. The entries of a
// snapshot stay together: the page ends before a snapshot that would exceed the limit,
// unless it is the first.
func sinceOf(tx *storage.Tx, q FeedQuery) (Feed, error) {
	feed := Feed{Rows: []FeedRow{}}
	h, err := commitsOf(tx)
	if err != nil {
		return Feed{}, err
	}
	after, err := q.Since.number(h)
	if err != nil {
		return Feed{}, err
	}
	member, err := q.members().Member(tx)
	if err != nil {
		return Feed{}, err
	}
	last, more, err := eachAfter(tx, h, after, q.Limit*SnapshotsPerRow, func(c Committed) bool {
		if q.App != 0 && c.ID.App != q.App || !member(c.ID.App) || c.ID.At < q.From || q.To != 0 && c.ID.At > q.To {
			return true
		}
		if len(c.Entries) == 0 {
			feed.Withdrawn = append(feed.Withdrawn, c.ID)
			return true
		}
		rows := c.rows(q)
		if len(feed.Rows) > 0 && len(feed.Rows)+len(rows) > q.Limit {
			return false
		}
		feed.Rows = append(feed.Rows, rows...)
		return true
	})
	if err != nil {
		return Feed{}, err
	}
	feed.Total, feed.Cursor, feed.More = len(feed.Rows), cursorAt(h, last), more
	return feed, nil
}

// rows returns the matching entries.
func (c Committed) rows(q FeedQuery) []FeedRow {
	var rows []FeedRow
	for i, e := range c.Entries {
		if q.match(e) {
			rows = append(rows, rowOf(c.App, c.Source, c.TriggeredBy, storage.Change{
				ID: storage.ChangeID{Snapshot: c.ID, Index: i}, Entry: e,
			}))
		}
	}
	return rows
}

// endOf returns the cursor after all changes, empty if the store has none.
func endOf(tx *storage.Tx) (Cursor, error) {
	h, err := commitlog.HeadOf(tx)
	if err == nil && h.Generation == "" { // there are no commits yet, or the store does not record them
		h, err = commitsOf(tx)
	}
	if errors.Is(err, storage.ErrNotSupported) {
		return "", nil
	}
	return cursorAt(h, h.Last), err
}
