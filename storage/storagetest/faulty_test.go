package storagetest_test

import (
	"errors"
	"testing"

	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
	"github.com/privacylabels/auditor/storage/storagetest"
)

func TestFaulty(t *testing.T) {
	t.Parallel()
	for _, one := range []struct {
		name   string
		faults storagetest.Faults
		fails  []bool // of three Updates
		kept   int    // of them
	}{
		{"none", storagetest.Faults{}, []bool{false, false, false}, 3},
		{"before the second commit", storagetest.Faults{Before: storagetest.Nth(2)}, []bool{false, true, false}, 2},
		{"answer of the second lost", storagetest.Faults{After: storagetest.Nth(2)}, []bool{false, true, false}, 3},
		{
			"one of each", storagetest.Faults{Before: storagetest.Nth(1), After: storagetest.Nth(3)},
			[]bool{true, false, true}, 2,
		},
	} {
		for _, within := range []string{"memory", "strict"} {
			t.Run(one.name+"/"+within, func(t *testing.T) {
				t.Parallel()
				var s storage.Store = memory.New()
				if within == "strict" {
					s = storagetest.Strict(t, s)
				}
				s = storagetest.Faulty(s, one.faults)
				for i, fails := range one.fails {
					err := s.Update(t.Context(), func(tx *storage.Tx) error { return put(tx, string(rune('a'+i)), "1") })
					if errors.Is(err, storagetest.ErrFault) != fails || (err != nil) != fails {
						t.Errorf("Update %d: %v, want a fault: %t", i+1, err, fails)
					}
				}
				if got := contents(t, s); len(got) != one.kept {
					t.Errorf("%d of the Updates are kept, want %d", len(got), one.kept)
				}
			})
		}
	}
}

func TestFaultyCountsCommitsOnly(t *testing.T) {
	t.Parallel()
	var commits []int
	s := storagetest.Faulty(memory.New(), storagetest.Faults{Before: func(n int) error {
		commits = append(commits, n)
		return nil
	}})
	refused := errors.New("no")
	for _, want := range []error{nil, refused, nil} {
		if err := s.Update(t.Context(), func(*storage.Tx) error { return want }); !errors.Is(err, want) {
			t.Errorf("Update: %v, want %v", err, want)
		}
	}
	if len(commits) != 2 || commits[1] != 2 {
		t.Errorf("the commits are numbered %v, want [1 2]", commits)
	}
}

func TestFaultyView(t *testing.T) {
	t.Parallel()
	s := storagetest.Faulty(memory.New(), storagetest.Faults{View: storagetest.Nth(2)})
	for i, want := range []error{nil, storagetest.ErrFault, nil} {
		if err := s.View(t.Context(), func(*storage.Tx) error { return nil }); !errors.Is(err, want) {
			t.Errorf("View %d: %v, want %v", i+1, err, want)
		}
	}
	if _, ok := storage.As[storage.Revisioner](s); !ok {
		t.Error("the optional interface of the inner store is not found")
	}
}
