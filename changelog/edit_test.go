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

func TestApplyKeepsDetailThatTheNewerLabelLacks(t *testing.T) {
	t.Parallel()
	older := label(linked(
		purpose("ANALYTICS", category("LOCATION", "COARSE_LOCATION"), category("CONTACTS", "CONTACTS")),
	))
	older.Types[0].Detail = "The following data may be collected."
	newer := label(typed(storage.DataLinkedToYou, "LOCATION"))

	want := label(linked(purpose("ANALYTICS", category("LOCATION", "COARSE_LOCATION"))))
	want.Types[0].Detail = older.Types[0].Detail
	want.Types[0].Categories = []storage.LabelCategory{category("LOCATION", "COARSE_LOCATION")}
	if diff := cmp.Diff(want, changelog.Apply(older, changelog.Edits(older, newer))); diff != "" {
		t.Errorf("Apply (-want +got):\n%s", diff)
	}
}

func TestApplyIgnoresMissing(t *testing.T) {
	t.Parallel()
	l := label(typed("A", "X"))
	edits := []changelog.Edit{
		{Kind: storage.EntryRemoved, Type: typed("B")},
		{Kind: storage.EntryRemoved, Category: "Y", Type: typed("A", "Y")},
		{Kind: storage.EntryRemoved, Category: "Y", Type: typed("B", "Y")},
		{Kind: storage.EntryModified, Category: "Y", Type: typed("C", "Y")},
	}
	want := label(typed("A", "X"), typed("C", "Y"))
	if diff := cmp.Diff(want, changelog.Apply(l, edits)); diff != "" {
		t.Errorf("Apply (-want +got):\n%s", diff)
	}
}

func TestEntryOfABareEdit(t *testing.T) {
	t.Parallel()
	got := changelog.Edit{Kind: storage.EntryModified, Category: "X", Type: typed("A"), Was: tracking(category("X", "D"))}.Entry()
	if diff := cmp.Diff(modified(`"A" changed what it says about: X`, "No longer collects: D"), words(got)[0]); diff != "" {
		t.Errorf("Entry (-want +got):\n%s", diff)
	}
}

// FuzzDiff holds edits and entries to what they promise, on any two labels.
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
	if edits := changelog.Edits(a, a); edits != nil {
		t.Errorf("a label differs from itself: %+v", edits)
	}
	edits, entries := changelog.Edits(a, b), changelog.DiffLabels(a, b)
	if len(edits) != len(entries) {
		t.Fatalf("%d edits make %d entries", len(edits), len(entries))
	}
	da, db := digest(t, a), digest(t, b)
	if da.IsZero() || db.IsZero() {
		if len(edits) != 0 {
			t.Fatalf("a label that is not known makes edits: %+v", edits)
		}
		return
	}
	if diff := cmp.Diff(expectedChanges(a, b), changesOf(edits)); diff != "" {
		t.Errorf("edits (-want +got):\n%s", diff)
	}
	for _, e := range entries {
		if e.Type == storage.EntryModified && len(e.Details) == 0 {
			t.Errorf("%q does not say what", e.Description)
		}
	}

	alike := changelog.Detailed(a) == changelog.Detailed(b)
	if alike && (da == db) != (len(edits) == 0) {
		t.Errorf("digests equal: %v, but %d edits", da == db, len(edits))
	}
	applied := changelog.Apply(a, edits)
	for _, left := range changelog.Edits(applied, b) {
		if left.Kind != storage.EntryModified || changelog.Detailed(a) {
			t.Errorf("after the edits this is left: %+v", left)
		}
	}
	if changelog.Detailed(a) && changelog.Detailed(b) && digest(t, applied) != db {
		t.Errorf("the edits of %+v do not make %+v", a, b)
	}
	bareA, bareB := withoutDetail(a), withoutDetail(b)
	if made := changelog.Apply(bareA, changelog.Edits(bareA, bareB)); digest(t, made) != digest(t, bareB) {
		t.Errorf("the edits of %+v do not make %+v", bareA, bareB)
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

// changesOf names the edits as expectedChanges does.
func changesOf(edits []changelog.Edit) []string {
	var changes []string
	for _, e := range edits {
		path := e.Type.Identifier
		if e.Category != "" {
			path += "/" + e.Category
		}
		changes = append(changes, fmt.Sprint(e.Kind, " ", path))
	}
	slices.Sort(changes)
	return changes
}

func withoutDetail(l storage.Label) storage.Label {
	var bare storage.Label
	for _, t := range l.Types {
		for _, p := range t.Purposes {
			t.Categories = append(slices.Clone(t.Categories), p.Categories...)
		}
		t.Purposes = nil
		t.Categories = slices.Clone(t.Categories)
		for i := range t.Categories {
			t.Categories[i].DataTypes = nil
		}
		bare.Types = append(bare.Types, t)
	}
	return bare
}
