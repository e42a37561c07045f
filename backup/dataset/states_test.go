package dataset_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/backup/dataset"
	"github.com/privacylabels/auditor/internal/paneltest"
	"github.com/privacylabels/auditor/internal/teststore"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
)

// TestStatesAreTheTruth generates histories whose truth is known, stores what refreshes and
// captures would observe of them, and compares the states with it.
func TestStatesAreTheTruth(t *testing.T) {
	t.Parallel()
	for seed := range uint64(6) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(seed, 40))
			whole, half := memory.New(), memory.New()
			var want [][]string
			end := paneltest.Start + 50*paneltest.Day
			for id := storage.AppID(1); id <= 8; id++ {
				app := paneltest.Live(r, id)
				app.Store(t, whole, 0)
				app.Store(t, half, end)
				want = append(want, app.States(t)...)
			}
			all := write(t, whole, dataset.Options{})
			if diff := cmp.Diff(want, paneltest.TableOf(t, all, "states")[1:]); diff != "" {
				t.Errorf("states (-want +got):\n%s", diff)
			}

			cut := write(t, whole, dataset.Options{AsOf: end})
			then := write(t, half, dataset.Options{AsOf: end})
			for _, table := range []string{"apps", "states", "changes", "label_items"} {
				if diff := cmp.Diff(paneltest.TableOf(t, then, table), paneltest.TableOf(t, cut, table)); diff != "" {
					t.Errorf("%s as of a time differ from those of the record at the time (-want +got):\n%s", table, diff)
				}
			}
		})
	}
}

// TestKnownAt imports captures into a record, and reads what was known before the import.
func TestKnownAt(t *testing.T) {
	t.Parallel()
	s := teststore.Bare(t) // a data set that was begun cannot be begun again
	paneltest.Observe(t, s, 1, paneltest.Start, paneltest.Truth{Label: []string{"LOCATION"}, Version: "1", Developer: "A", Rating: "4+"})
	paneltest.Observe(t, s, 1, paneltest.Start+10*paneltest.Day, paneltest.Truth{Label: []string{"LOCATION", "USAGE"}, Version: "2", Developer: "B", Rating: "4+"})
	paneltest.Observe(t, s, 1, paneltest.Start+20*paneltest.Day, paneltest.Truth{Label: []string{"USAGE"}, Version: "2", Developer: "B", Rating: "9+"})
	known := paneltest.Start + 21*paneltest.Day
	before := write(t, s, dataset.Options{KnownAt: known})

	paneltest.Capture(t, s, 1, paneltest.Start-5*paneltest.Day, known+paneltest.Day, "CONTACTS")
	paneltest.Capture(t, s, 1, paneltest.Start+15*paneltest.Day, known+paneltest.Day, "LOCATION")
	after := write(t, s, dataset.Options{KnownAt: known})
	if diff := cmp.Diff(paneltest.Files(t, before), paneltest.Files(t, after)); diff != "" {
		t.Errorf("an import changed what was known before (-want +got):\n%s", diff)
	}
	if whole := write(t, s, dataset.Options{}); len(paneltest.TableOf(t, whole, "states")) != 6 {
		t.Errorf("the whole data set lacks the captures: %q", paneltest.TableOf(t, whole, "states"))
	}
	early := paneltest.Columns(t, write(t, s, dataset.Options{AsOf: paneltest.Start - paneltest.Day}), "states", "valid_from", "origin")
	if diff := cmp.Diff([][]string{{paneltest.ISO(paneltest.Start - 5*paneltest.Day), "archive"}}, early); diff != "" {
		t.Errorf("what was true before the app was tracked (-want +got):\n%s", diff)
	}
}
