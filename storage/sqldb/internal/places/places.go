package places

import (
	"cmp"
	"slices"
	"sync"
)

const (
	// most is how many places are remembered.
	most = 2048
	// apart is the least distance of two places.
	apart = 32
)

// Table has the known places of one list. The zero Table is empty. It is safe for
// concurrent use.
type Table struct {
	mu      sync.Mutex
	version int64
	places  []place // in order
}

type place struct {
	skipped int
	id      int64
}

// Before returns the known place that is the nearest before a number of skipped records:
// how many it skips, and the ID of the record that follows them. Zeros: there is none.
func (t *Table) Before(version int64, skipped int) (at int, id int64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if version != t.version {
		return 0, 0
	}
	i, exact := t.search(skipped)
	switch {
	case exact:
		return t.places[i].skipped, t.places[i].id
	case i > 0:
		return t.places[i-1].skipped, t.places[i-1].id
	}
	return 0, 0
}

// Add remembers a place. A later version replaces all places of earlier ones; a place of
// an earlier version is ignored, as is one near a known place.
func (t *Table) Add(version int64, skipped int, id int64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if version < t.version {
		return
	}
	if version > t.version {
		t.version, t.places = version, nil
	}
	i, exact := t.search(skipped)
	if exact || i > 0 && skipped-t.places[i-1].skipped < apart || i < len(t.places) && t.places[i].skipped-skipped < apart {
		return
	}
	if len(t.places) == most { // keep every other one
		for n := range most / 2 {
			t.places[n] = t.places[2*n]
		}
		t.places = t.places[:most/2]
		i, _ = t.search(skipped)
	}
	t.places = slices.Insert(t.places, i, place{skipped, id})
}

func (t *Table) search(skipped int) (int, bool) {
	return slices.BinarySearchFunc(t.places, skipped, func(p place, n int) int { return cmp.Compare(p.skipped, n) })
}
