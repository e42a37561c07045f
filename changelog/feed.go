package changelog

import (
	"context"
	"fmt"
	"slices"

	"github.com/privacylabels/auditor/storage"
)

// The sizes of a feed.
const (
	DefaultFeedLimit = 100 // rows, when a query does not say
	MaxFeedLimit     = 500 // rows at most

	// SnapshotsPerRow bounds what a feed looks at: for each row that may be
	// asked for, so many of the newest snapshots.
	SnapshotsPerRow = 8
)

// FeedQuery narrows a feed. The zero query is the newest of all apps.
type FeedQuery struct {
	From storage.Time  // seen at or after
	To   storage.Time  // seen at or before; zero: no bound, less: nothing
	App  storage.AppID // zero: every app

	// Types and Categories keep the entries that have one of each; empty keeps
	// every one.
	Types      []storage.EntryType
	Categories []storage.EntryCategory

	Limit  int // rows; zero or less: DefaultFeedLimit, more than MaxFeedLimit: that
	Offset int // skip so many matching entries first; less than zero: none
}

// Feed is a page of the feed of changes.
type Feed struct {
	Rows  []FeedRow `json:"rows"`  // newest snapshot first, never nil
	Total int       `json:"total"` // matching entries within the window
}

// FeedRow is an entry with where it comes from.
type FeedRow struct {
	// ID is the snapshot's id, a colon and the entry's index in the snapshot,
	// which no filter changes.
	ID           string          `json:"id"`
	App          storage.AppID   `json:"appId,string"`
	AppName      string          `json:"appName"`
	AppIconURL   storage.Text    `json:"appIconUrl"`
	AppDeveloper storage.Text    `json:"appDeveloper"`
	ScrapedAt    storage.Time    `json:"scrapedAt"`
	Source       storage.Source  `json:"source"`
	TriggeredBy  storage.Trigger `json:"triggeredBy"`
	Entry        storage.Entry   `json:"entry"`
}

// Feed returns the entries of the newest snapshots that are marked as changed,
// newest first, at one moment by app, and in a snapshot by index.
//
// It looks at a window of the newest Limit × SnapshotsPerRow snapshots in the
// range, and only there: Total counts the matching entries of the window, so it
// may grow with Limit, and what is older is reached with To.
func (r *Reader) Feed(ctx context.Context, q FeedQuery) (Feed, error) {
	return view(ctx, r.store, func(tx storage.Tx) (Feed, error) { return feedOf(tx, q.bounded()) })
}

func (q FeedQuery) bounded() FeedQuery {
	if q.Limit <= 0 {
		q.Limit = DefaultFeedLimit
	}
	q.Limit = min(q.Limit, MaxFeedLimit)
	q.Offset = max(q.Offset, 0)
	return q
}

// filtered says whether entries must be looked at to be counted.
func (q FeedQuery) filtered() bool { return len(q.Types) > 0 || len(q.Categories) > 0 }

func (q FeedQuery) match(e storage.Entry) bool {
	category := e.Category
	if category == "" {
		category = storage.CategoryPrivacyLabel
	}
	return (len(q.Types) == 0 || slices.Contains(q.Types, e.Type)) &&
		(len(q.Categories) == 0 || slices.Contains(q.Categories, category))
}

func feedOf(tx storage.Tx, q FeedQuery) (Feed, error) {
	feed := Feed{Rows: []FeedRow{}}
	if q.To < 0 {
		return feed, nil
	}
	seen, err := storage.Collect(tx.Snapshots().List(storage.SnapshotQuery{
		App: q.App, From: q.From, To: q.To, Changed: true, Limit: q.Limit * SnapshotsPerRow,
	}))
	if err != nil {
		return Feed{}, fmt.Errorf("list the newest snapshots: %w", err)
	}
	if len(seen) == 0 {
		return feed, nil
	}

	if !q.filtered() {
		for _, s := range seen {
			feed.Total += s.Entries
		}
		if q.Offset >= feed.Total {
			return feed, nil
		}
	}
	matched, err := feed.fill(tx, q, seen)
	if err != nil {
		return Feed{}, err
	}
	if q.filtered() {
		feed.Total = matched
	}
	return feed, nil
}

// fill adds the rows of the page, and returns how many entries it found to match.
func (f *Feed) fill(tx storage.Tx, q FeedQuery, seen []storage.Snapshot) (matched int, err error) {
	list, skip := q.changes(seen)
	rows := rowReader{tx: tx, apps: make(map[storage.AppID]storage.App)}
	at := 0 // both lists are in the same order
	for c, err := range tx.Changes().List(list) {
		if err != nil {
			return 0, fmt.Errorf("list changes: %w", err)
		}
		for at < len(seen) && earlier(seen[at].ID, c.ID.Snapshot) {
			at++
		}
		if at == len(seen) {
			break
		}
		if seen[at].ID != c.ID.Snapshot || !q.match(c.Entry) {
			continue
		}
		if matched++; matched > skip && len(f.Rows) < q.Limit {
			row, err := rows.row(seen[at], c)
			if err != nil {
				return 0, err
			}
			f.Rows = append(f.Rows, row)
		}
	}
	return matched, nil
}

// changes returns which changes to list for a page of a window, and how many
// matching ones to skip in that list. With a filter it is the whole window;
// without, the snapshots' counts tell where the page lies.
func (q FeedQuery) changes(seen []storage.Snapshot) (list storage.ChangeQuery, skip int) {
	list = storage.ChangeQuery{App: q.App, From: seen[len(seen)-1].ID.At, To: seen[0].ID.At, Changed: true}
	if q.filtered() {
		return list, q.Offset
	}
	at, before := place(seen, q.Offset)
	skip = q.Offset - before
	list.To, list.Limit = at, skip+q.Limit
	return list, skip
}

// place returns the moment at which the entry with this offset was seen, and how
// many entries are newer than that moment.
func place(seen []storage.Snapshot, offset int) (at storage.Time, before int) {
	sum := 0
	for _, s := range seen {
		if s.ID.At != at {
			at, before = s.ID.At, sum
		}
		if sum += s.Entries; sum > offset {
			break
		}
	}
	return at, before
}

// earlier says whether snapshot a comes before b in a list.
func earlier(a, b storage.SnapshotID) bool {
	return a.At > b.At || a.At == b.At && a.App < b.App
}

// rowReader makes rows, and reads each app once.
type rowReader struct {
	tx   storage.Tx
	apps map[storage.AppID]storage.App
}

// app returns an app.
func (r rowReader) app(id storage.AppID) (storage.App, error) {
	app, known := r.apps[id]
	if !known {
		var err error
		if app, err = r.tx.Apps().Get(id); err != nil {
			return storage.App{}, fmt.Errorf("read app %d of a change: %w", id, err)
		}
		r.apps[id] = app
	}
	return app, nil
}

func (r rowReader) row(s storage.Snapshot, c storage.Change) (FeedRow, error) {
	app, err := r.app(s.ID.App)
	if err != nil {
		return FeedRow{}, err
	}
	return FeedRow{
		ID:           c.ID.String(),
		App:          app.ID,
		AppName:      app.Name,
		AppIconURL:   app.IconURL,
		AppDeveloper: app.Developer,
		ScrapedAt:    s.ID.At,
		Source:       source(s),
		TriggeredBy:  trigger(s),
		Entry:        c.Entry,
	}, nil
}

// source returns where a snapshot comes from: the archive only when it says so.
func source(s storage.Snapshot) storage.Source {
	if s.Source == storage.SourceWayback {
		return storage.SourceWayback
	}
	return storage.SourceLive
}

// trigger returns what caused a snapshot. One from the archive that does not say
// was caused by the archive; another, by nothing known.
func trigger(s storage.Snapshot) storage.Trigger {
	switch s.TriggeredBy {
	case storage.TriggerScheduled, storage.TriggerManual, storage.TriggerImport,
		storage.TriggerWayback, storage.TriggerSample:
		return s.TriggeredBy
	}
	if s.Source == storage.SourceWayback {
		return storage.TriggerWayback
	}
	return ""
}
