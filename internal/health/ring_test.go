package health_test

import (
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/health"
)

func TestRingRemembersTheNewest(t *testing.T) {
	t.Parallel()
	for capacity := -1; capacity <= 5; capacity++ {
		ring := health.NewRing[int](capacity)
		if ring.Capacity() != max(capacity, 1) {
			t.Errorf("a ring for %d has room for %d", capacity, ring.Capacity())
		}
		added := []int{}
		for i := range 20 {
			for limit := -1; limit <= 7; limit++ {
				want := added[:min(len(added), ring.Capacity(), max(limit, 0))]
				if diff := cmp.Diff(want, ring.Newest(limit)); diff != "" {
					t.Fatalf("capacity %d, limit %d, after %d (-want +got):\n%s", capacity, limit, i, diff)
				}
			}
			if i == 13 {
				ring.Clear()
				added = []int{}
			}
			ring.Add(i)
			added = slices.Insert(added, 0, i)
		}
	}
}

func TestRingConcurrent(t *testing.T) {
	t.Parallel()
	ring := health.NewRing[int](10)
	var all sync.WaitGroup
	for i := range 4 {
		all.Go(func() {
			for n := range 500 {
				ring.Add(i*500 + n)
				if n%100 == 50 {
					ring.Clear()
				}
				got := ring.Newest(10)
				slices.Sort(got)
				if len(slices.Compact(got)) > 10 || len(got) != len(slices.Compact(slices.Clone(got))) {
					t.Errorf("remembered are %v", got)
				}
			}
		})
	}
	all.Wait()
	ring.Add(-1)
	if got := ring.Newest(1); len(got) != 1 || got[0] != -1 {
		t.Errorf("the newest is %v", got)
	}
}
