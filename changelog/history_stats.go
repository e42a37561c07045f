package changelog

import (
	"context"
	"fmt"
	"time"

	"github.com/privacylabels/auditor/storage"
)

// firstYear is the first year that is counted; no label was published earlier.
const firstYear = 2021

// HistoryStats counts an app's changes by quarter. Both lists have one bucket
// for each quarter from the first of 2021 through the current one.
type HistoryStats struct {
	App       storage.AppID    `json:"appId"`         // the ID of the app
	Trend     CategoryTrend    `json:"categoryTrend"` // the number of added and removed categories by quarter
	Quarterly []QuarterChanges `json:"quarterly"`     // number of changes by quarter
}

// CategoryTrend counts added and removed entries of all categories,
// whether the feed shows it or not.
type CategoryTrend struct {
	TotalAdded   int            `json:"totalAdded"`   // the number of added categories in all quarters
	TotalRemoved int            `json:"totalRemoved"` // the number of removed categories in all quarters
	NetChange    int            `json:"netChange"`    // the difference of totalAdded and totalRemoved
	Buckets      []QuarterTrend `json:"buckets"`      // one bucket for each quarter, oldest first
}

// Quarter is a quarter of a calendar year in UTC.
type Quarter struct {
	Start storage.Time `json:"startMs"` // the start of the quarter
	End   storage.Time `json:"endMs"`   // the end of the quarter, exclusive
	Label string       `json:"label"`   // a label, such as Q1 2026
}

// QuarterTrend counts the entries of a quarter.
type QuarterTrend struct {
	Quarter
	Added   int `json:"added"`   // the number of changelog entries that added a category
	Removed int `json:"removed"` // the number of changelog entries that removed a category
}

// QuarterChanges counts the snapshots of a quarter that are marked as changed,
// and their entries of every type.
type QuarterChanges struct {
	Quarter
	Events  int `json:"changeEvents"`  // number of refreshes with changes
	Entries int `json:"changeEntries"` // number of entries of the changelog
	Worse   int `json:"worse"`         // of the entries, those about changes for the worse
	Better  int `json:"better"`        // of the entries, those about changes for the better
}

// HistoryStats counts an app's changes over the years. Those before 2021 or
// after the current quarter are ignored. The error wraps
// [storage.ErrNotFound] if the app is unknown.
func (r *Reader) HistoryStats(ctx context.Context, app storage.AppID) (HistoryStats, error) {
	last := quarterIndex(storage.TimeOf(r.now()))
	return storage.View(ctx, r.store, func(tx *storage.Tx) (HistoryStats, error) { return historyStatsOf(tx, app, last) })
}

func historyStatsOf(tx *storage.Tx, id storage.AppID, last int) (HistoryStats, error) {
	if _, err := tx.Apps.Get(id); err != nil {
		return HistoryStats{}, fmt.Errorf("read app %d: %w", id, err)
	}
	stats := emptyStats(id, last)
	if last < 0 {
		return stats, nil
	}
	from, to := quarterOf(0).Start, quarterOf(last).End-1
	for s, err := range tx.Snapshots.List(storage.SnapshotQuery{App: id, From: from, To: to, Changed: true}) {
		if err != nil {
			return HistoryStats{}, fmt.Errorf("list snapshots of app %d: %w", id, err)
		}
		stats.Quarterly[quarterIndex(s.ID.At)].Events++
	}
	for c, err := range tx.Changes.List(storage.ChangeQuery{App: id, From: from, To: to}) {
		if err != nil {
			return HistoryStats{}, fmt.Errorf("list changes of app %d: %w", id, err)
		}
		stats.count(c)
	}
	stats.Trend.NetChange = stats.Trend.TotalAdded - stats.Trend.TotalRemoved
	return stats, nil
}

func emptyStats(id storage.AppID, last int) HistoryStats {
	stats := HistoryStats{App: id, Trend: CategoryTrend{Buckets: []QuarterTrend{}}, Quarterly: []QuarterChanges{}}
	for i := range last + 1 {
		quarter := quarterOf(i)
		stats.Trend.Buckets = append(stats.Trend.Buckets, QuarterTrend{Quarter: quarter})
		stats.Quarterly = append(stats.Quarterly, QuarterChanges{Quarter: quarter})
	}
	return stats
}

func (h *HistoryStats) count(c storage.Change) {
	i := quarterIndex(c.ID.Snapshot.At)
	if c.Changed {
		h.Quarterly[i].add(c.Entry)
	}
	switch c.Entry.Type {
	case storage.EntryAdded:
		h.Trend.Buckets[i].Added++
		h.Trend.TotalAdded++
	case storage.EntryRemoved:
		h.Trend.Buckets[i].Removed++
		h.Trend.TotalRemoved++
	}
}

func (q *QuarterChanges) add(e storage.Entry) {
	q.Entries++
	switch Weigh(e).Direction {
	case storage.Worse:
		q.Worse++
	case storage.Better:
		q.Better++
	}
}

// quarterIndex counts quarters from the first of firstYear, which is 0.
func quarterIndex(t storage.Time) int {
	std := t.Std()
	return 4*(std.Year()-firstYear) + int(std.Month()-time.January)/3
}

// quarterOf returns the quarter with this index.
func quarterOf(i int) Quarter {
	start := time.Date(firstYear, time.January+time.Month(3*i), 1, 0, 0, 0, 0, time.UTC)
	return Quarter{
		Start: storage.TimeOf(start),
		End:   storage.TimeOf(start.AddDate(0, 3, 0)),
		Label: fmt.Sprintf("Q%d %d", i%4+1, firstYear+i/4),
	}
}
