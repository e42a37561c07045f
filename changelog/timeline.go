package changelog

import (
	"context"
	"errors"
	"fmt"

	"github.com/privacylabels/auditor/internal/vocabulary"
	"github.com/privacylabels/auditor/storage"
)

// TimelineQuery narrows a timeline.
type TimelineQuery struct {
	App    storage.AppID
	Before storage.Time // earlier rows only; zero: all
	Limit  int          // number of rows; TimelineLimit if it is zero, negative or larger
}

// TimelineLimit is the maximum and default number of rows of a page of a timeline.
const TimelineLimit = 50

// TimelineKind is the kind of a row of a timeline.
type TimelineKind string

// The kinds of row.
const (
	TimelineSnapshot TimelineKind = "snapshot"
	TimelineReview   TimelineKind = "review"
)

// TimelineRow is a snapshot of an app, or a review of its changes. The part of its kind is
// not nil; in JSON the members of that part are among those of the row.
type TimelineRow struct {
	Kind TimelineKind `json:"kind"` // the kind

	// The ID of the snapshot, or "review:" and the ID of the review.
	ID        string       `json:"id"`
	ScrapedAt storage.Time `json:"scrapedAt"` // when the page was fetched, or the review made

	*SnapshotPart
	*ReviewPart
}

// SnapshotPart is the part of a row about a snapshot.
type SnapshotPart struct {
	Snapshot []LabelHeading `json:"snapshot"` // the label; nil: not known
	// The identifiers of the security practices of the label; left out if there are none.
	Practices       []string        `json:"practices,omitempty"`
	ChangesDetected bool            `json:"changesDetected"` // whether the refresh found changes
	ChangesSummary  []storage.Entry `json:"changesSummary"`  // the changes of the snapshot
	Source          storage.Source  `json:"source"`          // the source
	// The URL of the archived page; null: not from the archive.
	ArchiveURL  storage.Text    `json:"waybackSnapshotUrl"`
	TriggeredBy storage.Trigger `json:"triggeredBy"` // what caused the refresh; null: not known

	AppVersion storage.Text `json:"appVersion"` // the version of the app; null: not known
	// When the version of the app was released; null: not known.
	AppVersionUpdatedAt storage.NullTime `json:"appVersionUpdatedAt"`

	// Whether the snapshot is from the archive and has the same label as the live snapshot just before
	// or after it.
	MatchesLiveSync bool `json:"matchesLiveSync,omitempty"`

	// Why nothing is known from before; only of the oldest snapshot.
	Earlier Earlier `json:"earlier,omitzero"`
}

// Earlier is why the history of an app does not begin earlier.
type Earlier string

// The reasons.
const (
	NotAsked    Earlier = "notAsked"    // the web archive was not asked for earlier pages
	NotArchived Earlier = "notArchived" // the web archive lists no earlier page
	NotRead     Earlier = "notRead"     // earlier pages in the web archive were not read, or show no label
)

// earlierThan returns why nothing of an app is known from before its oldest snapshot. It is empty
// if the App Store does not have the app.
func earlierThan(app storage.AppOrigin, oldest storage.Time) Earlier {
	known := storage.App{Archive: app.Archive}.KnownArchive()
	switch {
	case app.Source != "" || app.URL == "":
		return ""
	case known.AskedAt == 0:
		return NotAsked
	case known.FirstAt == 0 || storage.Time(known.FirstAt) >= oldest:
		return NotArchived
	}
	return NotRead
}

// LabelHeading is a privacy type with its categories. Purposes and data types have no titles.
type LabelHeading struct {
	// The identifier that the App Store gives it, which does not depend on the language.
	Identifier string            `json:"identifier"`
	Title      string            `json:"title"`      // the title
	Categories []CategoryHeading `json:"categories"` // the categories
	Purposes   []PurposeHeading  `json:"purposes"`   // what the data is used for; empty: the label names no purposes
}

// CategoryHeading is a category of a privacy type.
type CategoryHeading struct {
	// The identifier that the App Store gives it, which does not depend on the language.
	Identifier string   `json:"identifier"`
	Title      string   `json:"title"`     // the title
	DataTypes  []string `json:"dataTypes"` // the identifiers of its data types; empty: the label names none
	// The identifiers of those data types that are optional; left out if there are none.
	Optional []string `json:"optional,omitempty"`
}

// PurposeHeading is a purpose of a privacy type.
type PurposeHeading struct {
	// The identifier that the App Store gives it, which does not depend on the language.
	Identifier string            `json:"identifier"`
	Categories []PurposeCategory `json:"categories"` // the data categories, in the order of the page
}

// PurposeCategory is a category that is used for a purpose.
type PurposeCategory struct {
	// The identifier that the App Store gives it, which does not depend on the language.
	Identifier string `json:"identifier"`
	// The identifiers of the data types that are used for it; empty: the label names none.
	DataTypes []string `json:"dataTypes"`
}

// ReviewPart is the part of a row about a review.
type ReviewPart struct {
	Action           storage.ReviewAction `json:"action"`             // what was done
	CoveredCount     int                  `json:"coveredCount"`       // the number of entries that the review covers
	CoveredSnapshots []storage.SnapshotID `json:"coveredSnapshotIds"` // the IDs of the snapshots that the review covers
	// Until when the changes are snoozed; null: they are not.
	SnoozeUntil storage.NullTime `json:"snoozeUntil"`
	// A note in the user's words; empty or null: none.
	Note storage.Text `json:"note"`
}

// Timeline returns the newest TimelineLimit rows of an app, including snapshots without
// changes. They are ordered newest first and, at one time, snapshots before reviews. An
// unknown app has none. The result is never nil.
func (r *Reader) Timeline(ctx context.Context, app storage.AppID) ([]TimelineRow, error) {
	return r.TimelinePage(ctx, TimelineQuery{App: app})
}

// TimelinePage is [Reader.Timeline] for a page of the rows. The next page has the ScrapedAt
// of the last row as its Before. Therefore a page includes all reviews with the time of its
// last row, even beyond the limit.
func (r *Reader) TimelinePage(ctx context.Context, q TimelineQuery) ([]TimelineRow, error) {
	if q.Limit <= 0 || q.Limit > TimelineLimit {
		q.Limit = TimelineLimit
	}
	return storage.View(ctx, r.store, func(tx *storage.Tx) ([]TimelineRow, error) { return timelineOf(tx, q) })
}

func timelineOf(tx *storage.Tx, q TimelineQuery) ([]TimelineRow, error) {
	rows, app := []TimelineRow{}, q.App
	if app <= 0 || q.Before == 1 { // nothing is before time 1, and a To of zero would mean no bound
		return rows, nil
	}
	to := max(q.Before-1, 0)
	newer, err := labelAfter(tx, q)
	if err != nil {
		return nil, err
	}
	// One more snapshot than the page shows, because its last one is compared with that.
	seen, err := storage.Collect(tx.Snapshots.List(storage.SnapshotQuery{App: app, To: to, Limit: q.Limit + 1}))
	if err != nil {
		return nil, fmt.Errorf("list snapshots of app %d: %w", app, err)
	}
	reviews, err := storage.Collect(tx.Reviews.List(storage.ReviewQuery{App: app, To: to, Limit: q.Limit}))
	if err != nil {
		return nil, fmt.Errorf("list reviews of app %d: %w", app, err)
	}
	if n := len(reviews); n == q.Limit { // add all reviews with the time of the last one
		last := reviews[n-1].ActedAt
		rest, err := storage.Collect(tx.Reviews.List(storage.ReviewQuery{App: app, From: last, To: last}))
		if err != nil {
			return nil, fmt.Errorf("list reviews of app %d: %w", app, err)
		}
		for n > 0 && reviews[n-1].ActedAt == last {
			n--
		}
		reviews = append(reviews[:n], rest...)
	}
	h := history{tx: tx, app: app, seen: append(newer, seen...), whole: len(seen) <= q.Limit}
	if err := h.load(); err != nil {
		return nil, err
	}
	seen = h.seen
	s, v := len(newer), 0
	for s < len(seen) || v < len(reviews) {
		if n := len(rows); n >= q.Limit && (v == len(reviews) || rows[n-1].ScrapedAt != reviews[v].ActedAt) {
			break
		}
		if v == len(reviews) || s < len(seen) && seen[s].ID.At >= reviews[v].ActedAt {
			rows = append(rows, h.row(s))
			s++
		} else {
			rows = append(rows, reviewRow(reviews[v]))
			v++
		}
	}
	return rows, nil
}

// labelAfter returns the first snapshot with a label that is newer than the page, if any,
// because the newest snapshot of the page is compared with it.
func labelAfter(tx *storage.Tx, q TimelineQuery) ([]storage.Snapshot, error) {
	if q.Before == 0 {
		return nil, nil
	}
	s, found, err := labelled(tx, storage.SnapshotQuery{App: q.App, From: q.Before, Reverse: true})
	if err != nil || !found {
		return nil, err
	}
	return []storage.Snapshot{s}, nil
}

func reviewRow(v storage.Review) TimelineRow {
	covered := v.CoveredSnapshots
	if covered == nil {
		covered = []storage.SnapshotID{}
	}
	return TimelineRow{
		Kind: TimelineReview, ID: "review:" + v.ID, ScrapedAt: v.ActedAt,
		ReviewPart: &ReviewPart{
			Action: v.Action, CoveredCount: v.CoveredCount, CoveredSnapshots: covered,
			SnoozeUntil: v.SnoozeUntil, Note: v.Note,
		},
	}
}

// history is a part of an app's snapshots, newest first, with the records that belong to them.
type history struct {
	tx      *storage.Tx
	app     storage.AppID
	seen    []storage.Snapshot
	labels  map[storage.Digest]storage.Label
	shown   map[storage.Digest][]LabelHeading // most snapshots have the label of the one before
	entries map[storage.SnapshotID][]storage.Entry

	store   string // of the app
	whole   bool   // it reaches back to the oldest snapshot
	earlier Earlier
}

func (h *history) load() error {
	if len(h.seen) == 0 {
		return nil
	}
	app, err := h.tx.AppOrigin(h.app)
	found := !errors.Is(err, storage.ErrNotFound)
	if err != nil && found {
		return fmt.Errorf("read app %d: %w", h.app, err)
	}
	if h.store = app.Store(); h.whole && found {
		h.earlier = earlierThan(app, h.seen[len(h.seen)-1].ID.At)
	}
	h.labels, h.shown = make(map[storage.Digest]storage.Label), make(map[storage.Digest][]LabelHeading)
	for _, s := range h.seen {
		if _, known := h.labels[s.Label]; known || s.Label.IsZero() {
			continue
		}
		body, err := h.tx.Labels.Get(s.Label)
		if err != nil {
			return fmt.Errorf("read label of snapshot %v: %w", s.ID, err)
		}
		h.labels[s.Label], h.shown[s.Label] = body.Label, headings(h.store, body.Label)
	}
	h.entries = make(map[storage.SnapshotID][]storage.Entry)
	oldest, newest := h.seen[len(h.seen)-1].ID.At, h.seen[0].ID.At
	for c, err := range h.tx.Changes.List(storage.ChangeQuery{App: h.app, From: oldest, To: newest}) {
		if err != nil {
			return fmt.Errorf("list changes of app %d: %w", h.app, err)
		}
		h.entries[c.ID.Snapshot] = append(h.entries[c.ID.Snapshot], c.Entry)
	}
	return nil
}

func (h *history) row(i int) TimelineRow {
	s := h.seen[i]
	entries := h.entries[s.ID]
	if entries == nil {
		entries = []storage.Entry{}
	}
	row := TimelineRow{
		Kind: TimelineSnapshot, ID: s.ID.String(), ScrapedAt: s.ID.At,
		SnapshotPart: &SnapshotPart{
			Snapshot: h.shown[s.Label], Practices: h.labels[s.Label].Practices, ChangesDetected: s.Changed, ChangesSummary: ShownAll(entries),
			Source: source(s), ArchiveURL: s.ArchiveURL, TriggeredBy: trigger(s),
			AppVersion: s.AppVersion, AppVersionUpdatedAt: s.AppVersionUpdatedAt,
			MatchesLiveSync: h.matchesLive(i, -1) || h.matchesLive(i, +1),
		},
	}
	if i == len(h.seen)-1 {
		row.Earlier = h.earlier
	}
	return row
}

// matchesLive reports whether snapshot i is from the archive, and the nearest snapshot with a
// label in the direction of step is live and has the same label. Snapshots without a label
// are skipped: they record changes of policies or requests to the archive.
func (h *history) matchesLive(i, step int) bool {
	archived, j := h.seen[i], i+step
	for j >= 0 && j < len(h.seen) && h.seen[j].Label.IsZero() {
		j += step
	}
	if source(archived) != storage.SourceWayback || j < 0 || j >= len(h.seen) || source(h.seen[j]) != storage.SourceLive {
		return false
	}
	a, b := h.labels[archived.Label], h.labels[h.seen[j].Label]
	return a.Known() && b.Known() && (archived.Label == h.seen[j].Label || len(DiffLabels(a, b)) == 0)
}

// headings returns a label of a store with titles only for types and categories, nil if it is unknown.
func headings(store string, l storage.Label) []LabelHeading {
	var all []LabelHeading
	for _, t := range vocabulary.Label(store, l).Types {
		heading := LabelHeading{Identifier: t.Identifier, Title: t.Title, Categories: []CategoryHeading{}, Purposes: []PurposeHeading{}}
		for _, c := range t.Categories {
			heading.Categories = append(heading.Categories, CategoryHeading{c.Identifier, c.Title, identifiers(c.DataTypes), optionalOf(c.DataTypes)})
		}
		for _, p := range t.Purposes {
			purpose := PurposeHeading{Identifier: p.Identifier, Categories: []PurposeCategory{}}
			for _, c := range p.Categories {
				purpose.Categories = append(purpose.Categories, PurposeCategory{c.Identifier, identifiers(c.DataTypes)})
			}
			heading.Purposes = append(heading.Purposes, purpose)
		}
		all = append(all, heading)
	}
	return all
}

// optionalOf returns the identifiers of the data types that are optional, nil if none is.
func optionalOf(types []storage.DataType) []string {
	var all []string
	for _, t := range types {
		if t.Optional && t.Identifier != "" {
			all = append(all, t.Identifier)
		}
	}
	return all
}

// identifiers returns the identifiers of data types. A text that was not mapped to one has none.
func identifiers(types []storage.DataType) []string {
	all := []string{}
	for _, t := range types {
		if t.Identifier != "" {
			all = append(all, t.Identifier)
		}
	}
	return all
}
