package dataset_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/dataset"
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

// TestStatesAreWhatWasKnown generates histories whose captures were imported long after they were made, and of
// which two storefronts were read, and compares what a data set says that was known at some moments with the
// truth, and with the data set of a record that has nothing later.
func TestStatesAreWhatWasKnown(t *testing.T) {
	t.Parallel()
	for seed := range uint64(6) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(seed, 41))
			var apps []paneltest.Lived
			whole := memory.New()
			for id := storage.AppID(1); id <= 6; id++ {
				app := paneltest.Live(r, id).ImportLate(r).ReadAbroad(t, r, "de", "us")
				app.StoreKnown(t, whole, 0)
				apps = append(apps, app)
			}
			for _, days := range []storage.Time{20, 50, 90, 400} {
				known := paneltest.Start + days*paneltest.Day
				then := memory.New()
				var states, storefronts [][]string
				for _, app := range apps {
					app.StoreKnown(t, then, known)
					states = append(states, app.StatesKnown(t, known)...)
					storefronts = append(storefronts, app.Storefronts(known)...)
				}
				cut := write(t, whole, dataset.Options{KnownAt: known})
				if diff := cmp.Diff(states, paneltest.TableOf(t, cut, "states")[1:]); diff != "" {
					t.Errorf("states known on day %d (-want +got):\n%s", days, diff)
				}
				abroad := paneltest.Columns(t, cut, "storefronts", "app_id", "country", "at", "availability", "label_digest")
				slices.SortFunc(abroad, slices.Compare) // the newest of each comes first
				if diff := cmp.Diff(storefronts, abroad); diff != "" {
					t.Errorf("storefronts known on day %d (-want +got):\n%s", days, diff)
				}
				own := write(t, then, dataset.Options{KnownAt: known})
				for _, table := range []string{"apps", "states", "changes", "label_items", "storefronts"} {
					if diff := cmp.Diff(paneltest.TableOf(t, own, table), paneltest.TableOf(t, cut, table)); diff != "" {
						t.Errorf("%s known on day %d differ from those of the record at the time (-want +got):\n%s", table, days, diff)
					}
				}
			}
		})
	}
}

// TestKnownAt imports captures into a record, and reads what was known before the import.
func TestKnownAt(t *testing.T) {
	t.Parallel()
	s := teststore.Open(t)
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
