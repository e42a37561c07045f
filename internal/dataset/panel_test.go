package dataset_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/dataset"
	"github.com/privacylabels/auditor/internal/paneltest"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
)

func panelOf(t testing.TB, s storage.Store, q dataset.PanelQuery) dataset.Panel {
	t.Helper()
	panel, err := newService(t, s).Panel(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	return panel
}

// TestPanelIsCounted compares the shares with those counted by hand from the states of the same
// histories.
func TestPanelIsCounted(t *testing.T) {
	t.Parallel()
	s := memory.New()
	r := rand.New(rand.NewPCG(3, 42))
	for id := storage.AppID(1); id <= 20; id++ {
		paneltest.Live(r, id).Store(t, s, 0)
	}
	observations := paneltest.Columns(t, write(t, s, dataset.Options{}), "observations", "app_id", "at", "outcome", "label_digest")
	items := paneltest.Columns(t, write(t, s, dataset.Options{}), "label_items", "label_digest", "category")
	const carry = 10 * 24 * time.Hour
	panel := panelOf(t, s, dataset.PanelQuery{From: paneltest.Start, To: paneltest.Start + 200*paneltest.Day, Interval: dataset.Weekly, Carry: carry})
	if len(panel.Rows) < 10 {
		t.Fatalf("only %d periods", len(panel.Rows))
	}
	for _, row := range panel.Rows {
		last := make(map[string]string) // the label by app
		oldest, end := paneltest.ISO(row.Start-storage.Time(carry.Milliseconds())), paneltest.ISO(row.End)
		for _, o := range observations {
			if o[2] == dataset.Failed || o[1] >= end {
				continue
			}
			if delete(last, o[0]); o[1] >= oldest {
				last[o[0]] = o[3]
			}
		}
		located := 0
		for _, label := range last {
			if slices.ContainsFunc(items, func(i []string) bool { return i[0] == label && i[1] == "LOCATION" }) {
				located++
			}
		}
		got := 0
		for _, i := range row.Items {
			if i.Kind == dataset.KindCategory && i.Item == "LOCATION" {
				got = i.Apps
				if i.Share != float64(i.Apps)/float64(row.Labelled) {
					t.Errorf("share %v of %d in %d", i.Share, i.Apps, row.Labelled)
				}
			}
		}
		if row.Observed != len(last) || row.Labelled != len(last) || got != located {
			t.Errorf("period of %s: %d apps, %d of them with the category; counted by hand: %d and %d", paneltest.ISO(row.Start), row.Observed, got, len(last), located)
		}
	}
}

// TestPanelRows tests adoption, the limit of the carry, and that two sources are not mixed.
func TestPanelRows(t *testing.T) {
	t.Parallel()
	s := memory.New()
	january := storage.TimeOf(time.Date(2026, 1, 10, 0, 0, 0, 0, time.UTC))
	paneltest.Observe(t, s, 1, january, paneltest.Truth{Label: []string{"LOCATION"}, Version: "1", Developer: "A", Rating: "4+"})
	paneltest.Observe(t, s, 1, january+40*paneltest.Day, paneltest.Truth{Version: "1", Developer: "A", Rating: "4+"})
	paneltest.Observe(t, s, 2, january, paneltest.Truth{Label: []string{"USAGE"}, Version: "1", Developer: "A", Rating: "4+"})
	paneltest.Update(t, s, func(tx *storage.Tx) error {
		app, err := tx.Apps.Get(2)
		app.Source = "apk"
		return errors.Join(err, tx.Apps.Put(app))
	})
	panel := panelOf(t, s, dataset.PanelQuery{From: january, To: january + 150*paneltest.Day, Interval: dataset.Monthly, Carry: 30 * 24 * time.Hour})
	var got []string
	for _, row := range panel.Rows {
		line := fmt.Sprintf("%s %s observed=%d labelled=%d better=%d", row.Start.Std().UTC().Format("2006-01"), row.Source, row.Observed, row.Labelled, row.Better)
		for _, i := range row.Items {
			line += fmt.Sprintf(" %s=%v", i.Item, i.Share)
		}
		got = append(got, line)
	}
	want := []string{
		"2026-01 apk observed=1 labelled=1 better=0 DATA_LINKED_TO_YOU=1 USAGE=1",
		"2026-01 appstore observed=1 labelled=1 better=0 LOCATION=1 DATA_LINKED_TO_YOU=1",
		"2026-02 apk observed=1 labelled=1 better=0 DATA_LINKED_TO_YOU=1 USAGE=1",
		"2026-02 appstore observed=1 labelled=1 better=2 DATA_NOT_COLLECTED=1",
		"2026-03 appstore observed=1 labelled=1 better=0 DATA_NOT_COLLECTED=1",
	}
	for _, lines := range [][]string{got, want} {
		for i := range lines { // the order of items within a row is that of their kinds
			lines[i] = sortedWords(lines[i])
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for _, q := range []dataset.PanelQuery{
		{}, {From: 2, To: 1, Interval: dataset.Weekly}, {From: 1, To: 2, Interval: "day"}, {From: 1, To: january, Interval: dataset.Weekly},
	} {
		if _, err := newService(t, s).Panel(t.Context(), q); !errors.Is(err, dataset.ErrOption) {
			t.Errorf("%+v: %v", q, err)
		}
	}
}

func sortedWords(line string) string {
	return fmt.Sprint(slices.Sorted(strings.FieldsSeq(line)))
}
