package dataset_test

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/internal/dataset"
	"github.com/privacylabels/auditor/internal/paneltest"
	"github.com/privacylabels/auditor/internal/teststore"
	"github.com/privacylabels/auditor/storage"
)

const weeks = 69

// weekly is what one weekly run saw of an app.
type weekly struct {
	at     time.Time
	how    string // live, archive, failed or gone
	tracks bool   // what the label of the page declares
	none   bool   // the page says that the developer has declared nothing yet
}

// weekStart is a Monday.
var weekStart = time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)

// lives generates what 69 weekly runs saw of some apps: at the first and the last millisecond of a
// week too, with failures, gaps that are longer than the carry, captures between refreshes, and apps
// that are gone and come back.
func lives(r *rand.Rand, apps int) [][]weekly {
	all := make([][]weekly, apps)
	for app := range all {
		tracks, none, gap, gone := r.IntN(2) == 0, r.IntN(3) == 0, 0, 0
		for week := range weeks {
			if r.IntN(6) == 0 {
				tracks = !tracks
			}
			if r.IntN(8) == 0 {
				none = false // once declared, never taken back
			}
			begin := weekStart.AddDate(0, 0, 7*week)
			at := begin.Add(time.Duration(r.Int64N(int64(7*24*time.Hour)-1)) + 1).Truncate(time.Millisecond)
			switch r.IntN(10) {
			case 0:
				at = begin
			case 1:
				at = begin.AddDate(0, 0, 7).Add(-time.Millisecond)
			}
			seen := weekly{at: at, how: "live", tracks: tracks, none: none}
			switch {
			case gap > 0:
				gap--
				continue
			case gone > 0:
				gone--
				seen.how = "gone"
			case r.IntN(20) == 0:
				gap = r.IntN(10)
				continue
			case r.IntN(25) == 0:
				gone, seen.how = r.IntN(3), "gone"
			case r.IntN(8) == 0:
				seen.how = "failed"
			case r.IntN(8) == 0:
				seen.how = "archive"
			}
			all[app] = append(all[app], seen)
		}
	}
	return all
}

// weeklyLabels returns the labels with which apps track, do not, or have declared nothing.
func weeklyLabels(t *testing.T) map[string]storage.LabelBody {
	t.Helper()
	labels := make(map[string]storage.LabelBody)
	for _, typ := range []string{storage.DataUsedToTrackYou, storage.DataNotCollected, storage.DataNotProvided} {
		body, err := changelog.BodyOf(storage.Label{Types: []storage.PrivacyType{{Identifier: typ, Title: typ, Categories: []storage.LabelCategory{}}}})
		if err != nil {
			t.Fatal(err)
		}
		labels[typ] = body
	}
	return labels
}

func (w weekly) label() string {
	switch {
	case w.none:
		return storage.DataNotProvided
	case w.tracks:
		return storage.DataUsedToTrackYou
	}
	return storage.DataNotCollected
}

// placeOf returns the source and the storefront of an app: every third is of Google Play, and every second of
// the others of the storefront of Germany.
func placeOf(app int) (source storage.Text, country string) {
	switch {
	case app%3 == 2:
		return storage.SourcePlay, ""
	case app%2 == 1:
		return "", "de"
	}
	return "", "us"
}

// storeLives stores what runs saw.
func storeLives(t *testing.T, s storage.Store, all [][]weekly) {
	t.Helper()
	labels := weeklyLabels(t)
	paneltest.Update(t, s, func(tx *storage.Tx) error {
		errs := []error{tx.Labels.Put(labels[storage.DataUsedToTrackYou], labels[storage.DataNotCollected], labels[storage.DataNotProvided])}
		for i, seen := range all {
			app := storage.App{ID: storage.AppID(i + 1), Name: fmt.Sprint("App ", i), URL: fmt.Sprint("https://apps.apple.com/us/app/id", i+1), FirstSeen: storage.TimeOf(weekStart)}
			app.Source, app.Country = placeOf(i)
			errs = append(errs, tx.Apps.Put(app))
			for _, one := range shuffled(seen) {
				id := storage.SnapshotID{App: app.ID, At: storage.TimeOf(one.at)}
				snapshot := storage.Snapshot{ID: id, Source: storage.SourceLive, Label: labels[one.label()].Digest, Extractor: "test/1"}
				switch one.how {
				case "failed":
					app.LastError = &storage.Failure{Code: storage.FailureTimeout, Message: "no answer", At: id.At}
					errs = append(errs, tx.Apps.Put(app))
					continue
				case "archive":
					snapshot.Source, snapshot.RecordedAt = storage.SourceWayback, storage.TimeOf(weekStart.AddDate(9, 0, 0))
				case "gone":
					snapshot.Changed, snapshot.Entries = true, 1
				}
				errs = append(errs, tx.Snapshots.Put(snapshot))
				if one.how == "gone" {
					errs = append(errs, tx.Changes.Put(storage.Change{ID: storage.ChangeID{Snapshot: id}, Changed: true, Entry: changelog.Weigh(storage.Entry{
						Type: storage.EntryModified, Category: storage.CategoryAvailability, Description: "No longer listed",
						Subject: storage.Subject{From: storage.Listed, To: storage.Unlisted},
					})}))
				}
			}
		}
		return errors.Join(errs...)
	})
}

// shuffled returns what was seen in another order: captures of the past are imported after what
// they precede.
func shuffled(seen []weekly) []weekly {
	seen = slices.Clone(seen)
	slices.SortStableFunc(seen, func(a, b weekly) int {
		rank := func(w weekly) int {
			if w.how == "archive" {
				return 1
			}
			return 0
		}
		return rank(a) - rank(b)
	})
	return seen
}

// TestPanelOfWeeklyRuns compares the shares of 69 weeks with those counted by hand from what each
// run saw.
func TestPanelOfWeeklyRuns(t *testing.T) {
	t.Parallel()
	apps := 1000
	if testing.Short() {
		apps = 150
	}
	all := lives(rand.New(rand.NewPCG(69, 1000)), apps)
	s := teststore.Bare(t)
	storeLives(t, s, all)
	for days, by := range map[int]string{0: "", 13: dataset.ByCountry, 45: "", 46: dataset.ByCountry} {
		carry := time.Duration(days) * 24 * time.Hour
		panel := panelOf(t, s, dataset.PanelQuery{
			From: storage.TimeOf(weekStart), To: storage.TimeOf(weekStart.AddDate(0, 0, 7*weeks)) - 1, Interval: dataset.Weekly, By: by, Carry: carry,
		})
		var got []string
		for _, row := range panel.Rows {
			tracking := 0
			for _, item := range row.Items {
				if item.Item == storage.DataUsedToTrackYou && item.Kind == dataset.KindPrivacyType {
					tracking = item.Apps
				}
			}
			got = append(got, fmt.Sprintf("%s %s %s: %d of %d of %d, adopted %d", row.Start.Std().UTC().Format("2006-01-02"), row.Source, row.Group, tracking, row.Labelled, row.Observed, row.Adopted))
		}
		if diff := gocmp.Diff(countWeeks(all, carry, by), got); diff != "" {
			t.Errorf("carry of %d days, by %q: tracking of labelled of observed apps (-counted by hand +panel):\n%s", days, by, diff)
		}
	}
}

// countWeeks counts in each week the apps by what was seen of them last, those of each storefront apart if
// the panel is grouped by them.
func countWeeks(all [][]weekly, carry time.Duration, by string) (lines []string) {
	type place struct{ source, group string }
	placed := func(app int) place {
		source, country := placeOf(app)
		if by == "" {
			country = ""
		}
		return place{cmp.Or(string(source), dataset.MainSource), country}
	}
	places := make(map[place]bool)
	for i := range all {
		places[placed(i)] = true
	}
	for week := range weeks {
		begin, end := weekStart.AddDate(0, 0, 7*week), weekStart.AddDate(0, 0, 7*week+7)
		for here := range places {
			var observed, labelled, tracking, adopted int
			for i, seen := range all {
				if placed(i) != here {
					continue
				}
				var last *weekly
				first := true // no observation was before
				declared := false
				for k := range seen {
					one := &seen[k]
					if one.how == "failed" || !one.at.Before(end) {
						continue
					}
					if last != nil {
						first = false
					}
					last = one
					if !one.none && !declared {
						declared = true
						if !first && !one.at.Before(begin) {
							adopted++
						}
					}
				}
				if last == nil || last.how == "gone" || last.at.Before(begin.Add(-carry)) {
					continue
				}
				observed++
				if !last.none {
					labelled++
					if last.tracks {
						tracking++
					}
				}
			}
			if observed > 0 {
				lines = append(lines, fmt.Sprintf("%s %s %s: %d of %d of %d, adopted %d", begin.Format("2006-01-02"), here.source, here.group, tracking, labelled, observed, adopted))
			}
		}
	}
	slices.Sort(lines)
	return lines
}
