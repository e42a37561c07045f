package places_test

import (
	"math/rand/v2"
	"testing"

	"github.com/privacylabels/auditor/storage/sqldb/internal/places"
)

func TestBefore(t *testing.T) {
	t.Parallel()
	var table places.Table
	table.Add(3, 1000, 7)
	table.Add(3, 500, 5)
	table.Add(3, 510, 9) // too near
	table.Add(2, 800, 8) // of an earlier order
	for name, test := range map[string]struct {
		version int64
		skipped int
		at      int
		id      int64
	}{
		"before all":      {3, 499, 0, 0},
		"at a place":      {3, 500, 500, 5},
		"between two":     {3, 999, 500, 5},
		"after all":       {3, 5000, 1000, 7},
		"earlier version": {2, 5000, 0, 0},
		"later version":   {4, 5000, 0, 0},
	} {
		if at, id := table.Before(test.version, test.skipped); at != test.at || id != test.id {
			t.Errorf("%s: %d, %d, want %d, %d", name, at, id, test.at, test.id)
		}
	}
	table.Add(4, 200, 2)
	if at, id := table.Before(4, 5000); at != 200 || id != 2 {
		t.Errorf("of a later version: %d, %d", at, id)
	}
	if at, _ := table.Before(3, 5000); at != 0 {
		t.Errorf("of the version before there is still %d", at)
	}
}

// Any number of places can be added: those that are found are always right, and near.
func TestTableIsBounded(t *testing.T) {
	t.Parallel()
	const records = 1_000_000
	var table places.Table
	r := rand.New(rand.NewPCG(1, 2))
	for range 50_000 {
		skipped := 1 + r.IntN(records)
		table.Add(1, skipped, int64(skipped)*2)
	}
	far := 0
	for range 1000 {
		skipped := records/100 + r.IntN(records)
		at, id := table.Before(1, skipped)
		if id != int64(at)*2 || at > skipped {
			t.Fatalf("before %d: %d, %d", skipped, at, id)
		}
		if skipped-at > records/100 && skipped < records {
			far++
		}
	}
	if far > 0 {
		t.Errorf("%d of 1000 places are far away", far)
	}
}
