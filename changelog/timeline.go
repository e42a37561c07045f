package changelog

import (
	"context"
	"fmt"

	"github.com/privacylabels/auditor/storage"
)

// TimelineLimit is how many rows a timeline has at most.
const TimelineLimit = 50

// TimelineKind is what a row of a timeline is.
type TimelineKind string

// The kinds of row.
const (
	TimelineSnapshot TimelineKind = "snapshot"
	TimelineReview   TimelineKind = "review"
)

// TimelineRow is a moment of an app: a state that was seen, or a review of what
// changed. Its kind says which of the two parts is not nil; in JSON the members
// of that part stand beside the others.
type TimelineRow struct {
	Kind TimelineKind `json:"kind"`

	// ID is the snapshot's, or "review:" and the review's.
	ID        string       `json:"id"`
	ScrapedAt storage.Time `json:"scrapedAt"` // when it was seen, or reviewed

	*SnapshotPart
	*ReviewPart
}

// SnapshotPart is what a timeline tells of a snapshot.
type SnapshotPart struct {
	Snapshot        []LabelHeading  `json:"snapshot"` // nil: the label was not known
	ChangesDetected bool            `json:"changesDetected"`
	ChangesSummary  []storage.Entry `json:"changesSummary"` // never nil
	Source          storage.Source  `json:"source"`
	ArchiveURL      storage.Text    `json:"waybackSnapshotUrl"`
	TriggeredBy     storage.Trigger `json:"triggeredBy"`

	AppVersion          storage.Text     `json:"appVersion"`
	AppVersionUpdatedAt storage.NullTime `json:"appVersionUpdatedAt"`

	// MatchesLiveSync marks a snapshot from the archive whose label is, as far
	// as both say, that of the live snapshot just before or after it.
	MatchesLiveSync bool `json:"matchesLiveSync,omitempty"`
}

// LabelHeading is a privacy type with its categories, without detail.
type LabelHeading struct {
	Identifier string            `json:"identifier"`
	Title      string            `json:"title"`
	Categories []CategoryHeading `json:"categories"` // never nil
}

// CategoryHeading is a category of a privacy type, without detail.
type CategoryHeading struct {
	Identifier string `json:"identifier"`
	Title      string `json:"title"`
}

// ReviewPart is what a timeline tells of a review.
type ReviewPart struct {
	Action           storage.ReviewAction `json:"action"`
	CoveredCount     int                  `json:"coveredCount"`
	CoveredSnapshots []storage.SnapshotID `json:"coveredSnapshotIds"` // never nil
	SnoozeUntil      storage.NullTime     `json:"snoozeUntil"`
	Note             storage.Text         `json:"note"`
}

// Timeline returns the newest TimelineLimit moments of an app, newest first and
// at one moment snapshots before reviews, whether anything changed or not. Of
// an app that is not known there are none. The result is never nil.
func (r *Reader) Timeline(ctx context.Context, app storage.AppID) ([]TimelineRow, error) {
	return view(ctx, r.store, func(tx storage.Tx) ([]TimelineRow, error) { return timelineOf(tx, app) })
}

func timelineOf(tx storage.Tx, app storage.AppID) ([]TimelineRow, error) {
	rows := []TimelineRow{}
	if app <= 0 {
		return rows, nil
	}
	// One snapshot more than can be shown, because the last is told by its neighbour.
	seen, err := storage.Collect(tx.Snapshots().List(storage.SnapshotQuery{App: app, Limit: TimelineLimit + 1}))
	if err != nil {
		return nil, fmt.Errorf("list snapshots of app %d: %w", app, err)
	}
	reviews, err := storage.Collect(tx.Reviews().List(storage.ReviewQuery{App: app, Limit: TimelineLimit}))
	if err != nil {
		return nil, fmt.Errorf("list reviews of app %d: %w", app, err)
	}
	h := history{tx: tx, app: app, seen: seen}
	if err := h.load(); err != nil {
		return nil, err
	}
	s, v := 0, 0
	for len(rows) < TimelineLimit && (s < len(seen) || v < len(reviews)) {
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

// history is a stretch of an app's snapshots, newest first, with what hangs on them.
type history struct {
	tx      storage.Tx
	app     storage.AppID
	seen    []storage.Snapshot
	labels  map[storage.Digest]storage.Label
	entries map[storage.SnapshotID][]storage.Entry
}

func (h *history) load() error {
	if len(h.seen) == 0 {
		return nil
	}
	h.labels = make(map[storage.Digest]storage.Label)
	for _, s := range h.seen {
		if _, known := h.labels[s.Label]; known || s.Label.IsZero() {
			continue
		}
		body, err := h.tx.Labels().Get(s.Label)
		if err != nil {
			return fmt.Errorf("read label of snapshot %v: %w", s.ID, err)
		}
		h.labels[s.Label] = body.Label
	}
	h.entries = make(map[storage.SnapshotID][]storage.Entry)
	oldest, newest := h.seen[len(h.seen)-1].ID.At, h.seen[0].ID.At
	for c, err := range h.tx.Changes().List(storage.ChangeQuery{App: h.app, From: oldest, To: newest}) {
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
	return TimelineRow{
		Kind: TimelineSnapshot, ID: s.ID.String(), ScrapedAt: s.ID.At,
		SnapshotPart: &SnapshotPart{
			Snapshot: headings(h.labels[s.Label]), ChangesDetected: s.Changed, ChangesSummary: entries,
			Source: source(s), ArchiveURL: s.ArchiveURL, TriggeredBy: trigger(s),
			AppVersion: s.AppVersion, AppVersionUpdatedAt: s.AppVersionUpdatedAt,
			MatchesLiveSync: h.matchesLive(i, -1) || h.matchesLive(i, +1),
		},
	}
}

// matchesLive says whether snapshot i is from the archive, and the next one with a
// label in a direction a live one with the same. What has no label is between two
// states, and none itself: what became of a policy, or of a request to the archive.
func (h *history) matchesLive(i, step int) bool {
	archived, j := h.seen[i], i+step
	for j >= 0 && j < len(h.seen) && h.seen[j].Label.IsZero() {
		j += step
	}
	if source(archived) != storage.SourceWayback || j < 0 || j >= len(h.seen) || source(h.seen[j]) != storage.SourceLive {
		return false
	}
	a, b := h.labels[archived.Label], h.labels[h.seen[j].Label]
	return a.Known() && b.Known() && (archived.Label == h.seen[j].Label || len(Edits(a, b)) == 0)
}

// headings returns a label without its detail, nil when it is not known.
func headings(l storage.Label) []LabelHeading {
	var all []LabelHeading
	for _, t := range l.Types {
		heading := LabelHeading{Identifier: t.Identifier, Title: t.Title, Categories: []CategoryHeading{}}
		for _, c := range t.Categories {
			heading.Categories = append(heading.Categories, CategoryHeading{Identifier: c.Identifier, Title: c.Title})
		}
		all = append(all, heading)
	}
	return all
}
