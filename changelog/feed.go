package changelog

import (
	"context"
	"fmt"
	"slices"

	"github.com/privacylabels/auditor/storage"
)

// The limits of a feed.
const (
	DefaultFeedLimit = 100 // rows, by default
	MaxFeedLimit     = 500 // rows at most

	// SnapshotsPerRow is how many of the newest snapshots a feed reads for each row of its
	// limit.
	SnapshotsPerRow = 8
)

// FeedQuery narrows a feed. The zero query is the newest of all apps.
type FeedQuery struct {
	From storage.Time  // observed at or after this time
	To   storage.Time  // observed at or before this time; zero: no bound, negative: nothing matches
	App  storage.AppID // zero: every app

	Device string // only of apps on this device; empty: of all
	Tag    string // only of apps with this tag; empty: of all

	// Since asks for the changes after a cursor, in the order of commits and without a
	// window; Offset has no effect. Empty: the newest.
	Since Cursor

	// Types and Categories select the entries whose type and category they contain. An
	// empty list selects all.
	Types      []storage.EntryType
	Categories []storage.EntryCategory

	// Directions and Weights select the entries with one of them. An empty list selects all.
	Directions []storage.Direction
	Weights    []storage.Weight

	Limit  int // number of rows, at most MaxFeedLimit; zero or less: DefaultFeedLimit
	Offset int // number of matching entries to skip; negative: none

	// Window is how many of the newest snapshots are read; zero or less: SnapshotsPerRow for
	// each row of the limit. At most SnapshotsPerRow × MaxFeedLimit.
	Window int
}

// Feed is a page of the feed of changes.
type Feed struct {
	Rows []FeedRow `json:"rows"` // the changes, newest snapshot first
	// The number of changes that match, or with since the number on the page.
	Total int `json:"total"`

	// Whether there are older changes in the range than those of the snapshots that the response
	// covers: use since to get all changes, or to for older ones.
	WindowTruncated bool `json:"windowTruncated,omitempty"`

	// The cursor after all changes, or with since after the changes of the page. Empty: the database
	// does not record the order of commits.
	Cursor Cursor `json:"cursor"`

	// Whether there are more changes after the cursor; only with since.
	More bool `json:"more,omitempty"`
	// The IDs of snapshots that were deleted after the cursor.
	Withdrawn []storage.SnapshotID `json:"withdrawn,omitempty"`
}

// FeedRow is an entry with its origin.
type FeedRow struct {
	// The ID of the snapshot, a colon, and the index of the entry in the snapshot, which does not
	// depend on filters.
	ID           string          `json:"id"`
	App          storage.AppID   `json:"appId,string"` // the ID of the app
	AppName      string          `json:"appName"`      // the name of the app
	AppIconURL   storage.Text    `json:"appIconUrl"`   // the URL of the app's icon; null: not known
	AppDeveloper storage.Text    `json:"appDeveloper"` // the developer of the app; null: not known
	ScrapedAt    storage.Time    `json:"scrapedAt"`    // when the page was fetched
	Source       storage.Source  `json:"source"`       // the source
	TriggeredBy  storage.Trigger `json:"triggeredBy"`  // what caused the refresh; null: not known
	Entry        storage.Entry   `json:"entry"`        // the entry
}

// Feed returns the entries of the newest snapshots that are marked as changed,
// newest first, at one moment by app, and in a snapshot by index.
//
// It reads only a window of the newest snapshots in the range, Limit × SnapshotsPerRow
// unless the query has another one. Total counts the matching entries of the window, so it
// can grow with the window. If older snapshots are left out, WindowTruncated is set: their entries
// are reached with To, or in the order of commits with Since.
//
// With Since, it returns the entries after that cursor in the order in which they were
// committed. The error is then as of [Reader.After].
func (r *Reader) Feed(ctx context.Context, q FeedQuery) (Feed, error) {
	return storage.View(ctx, r.store, func(tx *storage.Tx) (Feed, error) { return feedOf(tx, q.bounded()) })
}

// Newest returns when the newest entry with the app, time range and categories of a query
// was observed, or zero if there is none. It ignores the window. Entries without a category
// do not match [storage.CategoryPrivacyLabel] here.
func (r *Reader) Newest(ctx context.Context, q FeedQuery) (storage.Time, error) {
	return storage.View(ctx, r.store, func(tx *storage.Tx) (newest storage.Time, err error) {
		if q.To < 0 {
			return 0, nil
		}
		for _, category := range orAny(q.Categories) {
			at, err := newestOf(tx, storage.ChangeQuery{
				App: q.App, Of: q.members(), From: q.From, To: q.To, Changed: true, Category: category, Direction: q.direction(),
			})
			if err != nil {
				return 0, fmt.Errorf("find an older change: %w", err)
			}
			newest = max(newest, at)
		}
		return newest, nil
	})
}

// newestOf returns when the newest change of a query was observed, zero if there is none. What there
// is on each day is counted when it is written, so that of all apps only the changes of one day are read.
func newestOf(tx *storage.Tx, q storage.ChangeQuery) (storage.Time, error) {
	newest := func(q storage.ChangeQuery) (storage.Time, error) {
		q.Limit = 1
		found, _, err := storage.FindFirst(tx.Changes.List(q))
		return found.ID.Snapshot.At, err
	}
	if q.App != 0 || q.Of != (storage.Members{}) || q.Category == "" && q.Direction == "" {
		return newest(q)
	}
	latest, err := newest(storage.ChangeQuery{From: q.From, To: q.To, Changed: true})
	if err != nil || latest == 0 {
		return 0, err
	}
	first, last := storage.DayOf(q.From), storage.DayOf(latest)
	for first <= last {
		day, found, err := lastDay(tx, q, first, last)
		if err != nil || !found {
			return 0, err
		}
		on := q
		on.From, on.To = max(q.From, day.Start()), min(latest, (day+1).Start()-1)
		if at, err := newest(on); err != nil || at != 0 {
			return at, err
		}
		last = day - 1 // what there is on that day is out of the range of the query
	}
	return 0, nil
}

// lastDay returns the last of some days on which there is a change of a query, whatever its range. It
// counts them on more and more days, and then halves the days on which there are some.
func lastDay(tx *storage.Tx, q storage.ChangeQuery, first, last storage.Day) (day storage.Day, found bool, err error) {
	any := func(from, to storage.Day) bool {
		q.From, q.To = from.Start(), (to+1).Start()-1
		n := 0
		if err == nil {
			n, err = tx.Changes.Count(q)
		}
		return n > 0
	}
	for days := storage.Day(1); err == nil && first <= last; days *= 2 {
		from := max(first, last-days+1)
		if !any(from, last) {
			last = from - 1
			continue
		}
		for from < last && err == nil {
			if middle := last - (last-from)/2; any(middle, last) {
				from = middle
			} else {
				last = middle - 1
			}
		}
		return last, true, err
	}
	return 0, false, err
}

// members are the apps on the device and with the tag of the query.
func (q FeedQuery) members() storage.Members { return storage.Members{Device: q.Device, Tag: q.Tag} }

// direction returns the one direction of the query, empty if it selects others as well.
func (q FeedQuery) direction() storage.Direction {
	if len(q.Directions) == 1 {
		return q.Directions[0]
	}
	return ""
}

// orAny returns categories or, if there are none, the empty one, which matches all.
func orAny(categories []storage.EntryCategory) []storage.EntryCategory {
	if len(categories) == 0 {
		return []storage.EntryCategory{""}
	}
	return categories
}

func (q FeedQuery) bounded() FeedQuery {
	if q.Limit <= 0 {
		q.Limit = DefaultFeedLimit
	}
	q.Limit = min(q.Limit, MaxFeedLimit)
	q.Offset = max(q.Offset, 0)
	if q.Window <= 0 {
		q.Window = q.Limit * SnapshotsPerRow
	}
	q.Window = min(q.Window, MaxFeedLimit*SnapshotsPerRow)
	return q
}

func (q FeedQuery) match(e storage.Entry) bool {
	category := e.Categorized().Category
	return (len(q.Types) == 0 || slices.Contains(q.Types, e.Type)) &&
		(len(q.Categories) == 0 || slices.Contains(q.Categories, category)) &&
		(len(q.Directions) == 0 || slices.Contains(q.Directions, e.Direction)) && (len(q.Weights) == 0 || slices.Contains(q.Weights, e.Weight))
}

func feedOf(tx *storage.Tx, q FeedQuery) (feed Feed, err error) {
	if q.Since != "" {
		return sinceOf(tx, q)
	}
	feed.Rows = []FeedRow{}
	if feed.Cursor, err = endOf(tx); err != nil {
		return Feed{}, err
	}
	if q.To < 0 {
		return feed, nil
	}
	page, err := tx.Feed(storage.FeedQuery{
		App: q.App, Of: q.members(), From: q.From, To: q.To, Window: q.Window,
		Types: q.Types, Categories: q.Categories, Directions: q.Directions, Weights: q.Weights, Offset: q.Offset, Limit: q.Limit,
	})
	if err != nil {
		return Feed{}, fmt.Errorf("read the newest changes: %w", err)
	}
	feed.Total, feed.WindowTruncated = page.Total, page.Truncated
	feed.Rows = slices.Grow(feed.Rows, len(page.Rows))
	for _, r := range page.Rows {
		s := storage.Snapshot{Source: r.Source, TriggeredBy: r.TriggeredBy}
		feed.Rows = append(feed.Rows, FeedRow{
			ID: r.ID.String(), App: r.ID.Snapshot.App, AppName: r.AppName, AppIconURL: r.AppIconURL, AppDeveloper: r.AppDeveloper,
			ScrapedAt: r.ID.Snapshot.At, Source: source(s), TriggeredBy: trigger(s), Entry: Shown(r.Entry),
		})
	}
	return feed, nil
}

// rowReader reads each app once.
type rowReader struct {
	tx   *storage.Tx
	apps map[storage.AppID]storage.App
}

// app returns an app.
func (r rowReader) app(id storage.AppID) (storage.App, error) {
	app, known := r.apps[id]
	if !known {
		var err error
		if app, err = r.tx.Apps.Get(id); err != nil {
			return storage.App{}, fmt.Errorf("read app %d of a change: %w", id, err)
		}
		r.apps[id] = app
	}
	return app, nil
}

func rowOf(app storage.App, source storage.Source, trigger storage.Trigger, c storage.Change) FeedRow {
	return FeedRow{
		ID:           c.ID.String(),
		App:          app.ID,
		AppName:      app.Name,
		AppIconURL:   app.IconURL,
		AppDeveloper: app.Developer,
		ScrapedAt:    c.ID.Snapshot.At,
		Source:       source,
		TriggeredBy:  trigger,
		Entry:        Shown(c.Entry),
	}
}

// earlier reports whether snapshot a comes before b in a list.
func earlier(a, b storage.SnapshotID) bool {
	return a.At > b.At || a.At == b.At && a.App < b.App
}

// source returns the source of a snapshot, live if none is recorded.
func source(s storage.Snapshot) storage.Source {
	if s.Source == storage.SourceWayback {
		return storage.SourceWayback
	}
	return storage.SourceLive
}

// trigger returns the cause of a snapshot. Without a recorded cause, it is the archive for
// a snapshot from the archive, and otherwise unknown.
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
