package dataset_test

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/backup/dataset"
	"github.com/privacylabels/auditor/internal/teststore"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
)

// lived is an app whose truth is known at every time.
type lived struct {
	id     storage.AppID
	truths []truth        // one after another
	until  []storage.Time // when each ends
	seen   []seen         // in the order of time
}

// seen is an observation.
type seen struct {
	at      storage.Time
	archive bool
	failed  bool
}

func (l lived) at(t storage.Time) truth {
	for i, end := range l.until {
		if t < end {
			return l.truths[i]
		}
	}
	return l.truths[len(l.truths)-1]
}

// live generates the life of an app and how it was observed.
func live(r *rand.Rand, id storage.AppID) lived {
	l := lived{id: id}
	at := start
	for range 1 + r.IntN(6) {
		now := truth{version: strconv.Itoa(r.IntN(3)), developer: string(rune('A' + r.IntN(3))), rating: []string{"4+", "9+", "18+"}[r.IntN(3)]}
		for _, c := range []string{"LOCATION", "CONTACTS", "USAGE"} {
			if r.IntN(2) == 0 {
				now.label = append(now.label, c)
			}
		}
		at += day * storage.Time(1+r.IntN(40))
		l.truths, l.until = append(l.truths, now), append(l.until, at)
	}
	for t := start; t < at; t += day/2 + storage.Time(r.Int64N(int64(10*day))) {
		l.seen = append(l.seen, seen{at: t, archive: len(l.seen) > 0 && r.IntN(6) == 0, failed: len(l.seen) > 0 && r.IntN(5) == 0})
	}
	return l
}

// store stores the observations up to an end, which is zero for all.
func (l lived) store(t testing.TB, s storage.Store, end storage.Time) {
	for _, o := range l.seen {
		switch now := l.at(o.at); {
		case end != 0 && o.at > end:
		case o.failed:
			fail(t, s, l.id, o.at)
		case o.archive:
			capture(t, s, l.id, o.at, o.at+1, now.label...)
		default:
			observe(t, s, l.id, o.at, now)
		}
	}
}

// states returns the rows of the states that the observations show.
func (l lived) states(t testing.TB) (rows [][]string) {
	var last string
	for _, o := range l.seen {
		if o.failed {
			continue
		}
		now := l.at(o.at)
		shown := []string{"live", "listed", labelOf(t, now.label...).Digest.String(), now.version, now.developer, now.rating, ""}
		if o.archive {
			shown = []string{"archive", "listed", labelOf(t, now.label...).Digest.String(), "", "", "", ""}
		}
		if key := fmt.Sprint(shown); key != last {
			last = key
			rows = append(rows, append([]string{l.id.String(), iso(o.at), "", "0"}, shown...))
		}
		row := rows[len(rows)-1]
		n, err := strconv.Atoi(row[3])
		if err != nil {
			t.Fatal(err)
		}
		row[2], row[3] = iso(o.at), strconv.Itoa(n+1)
	}
	return rows
}

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
			end := start + 50*day
			for id := storage.AppID(1); id <= 8; id++ {
				app := live(r, id)
				app.store(t, whole, 0)
				app.store(t, half, end)
				want = append(want, app.states(t)...)
			}
			all := write(t, whole, dataset.Options{})
			if diff := cmp.Diff(want, tableOf(t, all, "states")[1:]); diff != "" {
				t.Errorf("states (-want +got):\n%s", diff)
			}

			cut := write(t, whole, dataset.Options{AsOf: end})
			then := write(t, half, dataset.Options{AsOf: end})
			for _, table := range []string{"apps", "states", "changes", "label_items"} {
				if diff := cmp.Diff(tableOf(t, then, table), tableOf(t, cut, table)); diff != "" {
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
	observe(t, s, 1, start, truth{label: []string{"LOCATION"}, version: "1", developer: "A", rating: "4+"})
	observe(t, s, 1, start+10*day, truth{label: []string{"LOCATION", "USAGE"}, version: "2", developer: "B", rating: "4+"})
	observe(t, s, 1, start+20*day, truth{label: []string{"USAGE"}, version: "2", developer: "B", rating: "9+"})
	known := start + 21*day
	before := write(t, s, dataset.Options{KnownAt: known})

	capture(t, s, 1, start-5*day, known+day, "CONTACTS")
	capture(t, s, 1, start+15*day, known+day, "LOCATION")
	after := write(t, s, dataset.Options{KnownAt: known})
	if diff := cmp.Diff(files(t, before), files(t, after)); diff != "" {
		t.Errorf("an import changed what was known before (-want +got):\n%s", diff)
	}
	if whole := write(t, s, dataset.Options{}); len(tableOf(t, whole, "states")) != 6 {
		t.Errorf("the whole data set lacks the captures: %q", tableOf(t, whole, "states"))
	}
	early := columns(t, write(t, s, dataset.Options{AsOf: start - day}), "states", "valid_from", "origin")
	if diff := cmp.Diff([][]string{{iso(start - 5*day), "archive"}}, early); diff != "" {
		t.Errorf("what was true before the app was tracked (-want +got):\n%s", diff)
	}
}
