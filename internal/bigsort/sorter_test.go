package bigsort_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/bigsort"
)

func Example() {
	s := bigsort.New("")
	defer s.Close()
	for _, word := range []string{"pear", "apple", "fig"} {
		if err := s.Add([]byte(word[:1]), []byte(word)); err != nil {
			fmt.Println(err)
		}
	}
	err := s.Each(func(key, value []byte) error {
		fmt.Printf("%s %s\n", key, value)
		return nil
	})
	fmt.Println(err)
	// Output:
	// a apple
	// f fig
	// p pear
	// <nil>
}

type pair struct{ Key, Value string }

// pairs returns entries of a size, with repeated keys.
func pairs(n, size int) []pair {
	r := rand.New(rand.NewPCG(uint64(n), 1))
	all := make([]pair, n)
	for i := range all {
		key := fmt.Sprint("key ", r.IntN(n/2+1))
		if r.IntN(9) == 0 {
			key = ""
		}
		all[i] = pair{key, fmt.Sprintf("%0*d", r.IntN(size+1), i)}
	}
	return all
}

func add(t *testing.T, s *bigsort.Sorter, all []pair) {
	t.Helper()
	var key, value []byte // used again, as callers do
	for _, p := range all {
		key, value = append(key[:0], p.Key...), append(value[:0], p.Value...)
		if err := s.Add(key, value); err != nil {
			t.Fatal(err)
		}
	}
}

func all(t *testing.T, s *bigsort.Sorter) (got []pair) {
	t.Helper()
	err := s.Each(func(key, value []byte) error {
		got = append(got, pair{string(key), string(value)})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func sorted(all []pair) []pair {
	all = slices.Clone(all)
	slices.SortStableFunc(all, func(a, b pair) int { return bytes.Compare([]byte(a.Key), []byte(b.Key)) })
	return all
}

func TestSorter(t *testing.T) {
	t.Parallel()
	for name, input := range map[string][]pair{
		"nothing": nil, "in memory": pairs(1000, 10), "in a file": pairs(20_000, 1000), "one long entry": {{"b", ""}, {"a", string(make([]byte, 2*bigsort.Memory))}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			s := bigsort.New(dir)
			add(t, s, input)
			if diff := cmp.Diff(sorted(input), all(t, s)); diff != "" {
				t.Errorf("entries (-want +got):\n%.2000s", diff)
			}
			more := append(slices.Clone(input), pair{"key 1", "later"})
			add(t, s, more[len(input):])
			if diff := cmp.Diff(sorted(more), all(t, s)); diff != "" {
				t.Errorf("entries with one more (-want +got):\n%.2000s", diff)
			}
			if err := s.Close(); err != nil { // on Windows the file has a name until then
				t.Error(err)
			}
			if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
				t.Errorf("left in the folder: %v, error %v", left, err)
			}
		})
	}
}

func TestCallbackErrors(t *testing.T) {
	t.Parallel()
	enough := errors.New("enough")
	for _, n := range []int{10, 20_000} {
		s := bigsort.New(t.TempDir())
		defer s.Close()
		add(t, s, pairs(n, 1000))
		seen := 0
		err := s.Each(func(_, _ []byte) error {
			if seen++; seen == 5 {
				return enough
			}
			return nil
		})
		if !errors.Is(err, enough) || seen != 5 {
			t.Errorf("%d entries: error %v after %d, want %v", n, err, seen, enough)
		}
	}
}

func TestMissingFolder(t *testing.T) {
	t.Parallel()
	s := bigsort.New(t.TempDir() + "/missing")
	defer s.Close()
	if err := s.Add(nil, make([]byte, bigsort.Memory)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("error %v, want %v", err, os.ErrNotExist)
	}
}
