package changelog_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/storage"
)

// FuzzDiff holds the entries to what they promise, on any two labels.
func FuzzDiff(f *testing.F) {
	f.Add([]byte{0, 1, 1, 0, 0, 1, 1, 1, 1}, []byte{0, 1, 1, 1, 1, 0, 0, 0, 0})
	f.Add([]byte{1, 1, 1, 0, 0, 2, 0, 0, 0}, []byte{0, 1, 1, 1, 1})
	f.Add([]byte{0, 0, 0, 0, 0, 1, 1, 1, 1}, []byte{0, 0, 0, 0, 1, 1, 1, 2, 1})
	f.Add([]byte{0, 3, 0, 0, 0}, []byte{1, 5, 5, 3, 4})
	f.Add([]byte{1, 0, 0, 0, 0, 0, 1, 0, 4}, []byte{0, 0, 0, 0, 1}) // whole once a category is gone
	f.Fuzz(func(t *testing.T, x, y []byte) {
		a, b := labelFrom(x), labelFrom(y)
		checkDiff(t, a, b)
		checkDiff(t, b, a)
	})
}

// The same over labels that have much in common, as the fuzzer's seldom do.
func TestDiffOfRandomLabels(t *testing.T) {
	t.Parallel()
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 0))
		x := make([]byte, 1+4*r.IntN(12))
		for i := range x {
			x[i] = byte(r.Uint32())
		}
		y := slices.Clone(x)
		for range r.IntN(4) {
			y[r.IntN(len(y))] = byte(r.Uint32())
		}
		if checkDiff(t, labelFrom(x), labelFrom(y)); t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

func checkDiff(t *testing.T, a, b storage.Label) {
	t.Helper()
	if entries := changelog.DiffLabels(a, a); entries != nil {
		t.Errorf("a label differs from itself: %+v", entries)
	}
	entries := changelog.DiffLabels(a, b)
	da, db := digest(t, a), digest(t, b)
	if da.IsZero() || db.IsZero() {
		if len(entries) != 0 {
			t.Fatalf("a label that is not known makes entries: %+v", entries)
		}
		return
	}
	if diff := cmp.Diff(expectedChanges(a, b), changesOf(entries)); diff != "" {
		t.Errorf("entries (-want +got):\n%s", diff)
	}
	for _, e := range entries {
		if e.Type == storage.EntryModified && len(e.Details) == 0 {
			t.Errorf("%q does not say what", e.Description)
		}
	}
	if alike := changelog.Detailed(a) == changelog.Detailed(b); alike && (da == db) != (len(entries) == 0) {
		t.Errorf("digests equal: %v, but %d entries", da == db, len(entries))
	}
}

// expectedChanges computes independently what differs, from the facts of both labels.
func expectedChanges(a, b storage.Label) []string {
	detail := changelog.Detailed(a) && changelog.Detailed(b)
	was, now := factsOf(a, detail), factsOf(b, detail)
	changes := make(map[string]bool)
	compare := func(kind storage.EntryType, has, lacks map[string]bool) {
		for fact := range has {
			path := strings.Split(fact, "/")
			switch {
			case lacks[fact]:
			case len(path) == 1:
				changes[fmt.Sprint(kind, " ", fact)] = true
			case len(path) == 2 && lacks[path[0]]:
				changes[fmt.Sprint(kind, " ", fact)] = true
			case len(path) == 4 && lacks[path[0]+"/"+path[1]]:
				changes[fmt.Sprint(storage.EntryModified, " ", path[0], "/", path[1])] = true
			}
		}
	}
	compare(storage.EntryAdded, now, was)
	compare(storage.EntryRemoved, was, now)
	return slices.Sorted(maps.Keys(changes))
}

// changesOf names the entries as expectedChanges does.
func changesOf(entries []storage.Entry) []string {
	var changes []string
	for _, e := range entries {
		path := e.PrivacyType
		if e.DataCategory != "" {
			path += "/" + e.DataCategory
		}
		changes = append(changes, fmt.Sprint(e.Type, " ", path))
	}
	slices.Sort(changes)
	return changes
}
