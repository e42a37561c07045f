package order_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/order"
)

// element has a key, and the place where it was.
type element struct{ Key, Place int }

func byKey(a, b element) int { return cmp.Compare(a.Key, b.Key) }

// elements returns n elements with keys of these.
func elements(n int, key func(i int) int) []element {
	all := make([]element, n)
	for i := range all {
		all[i] = element{key(i), i}
	}
	return all
}

// A sorted slice is the one that package slices makes of it.
func TestSort(t *testing.T) {
	t.Parallel()
	source := rand.New(rand.NewPCG(1, 2))
	for name, key := range map[string]func(i int) int{
		"random":        func(int) int { return source.Int() },
		"few keys":      func(int) int { return source.IntN(4) },
		"equal":         func(int) int { return 1 },
		"sorted":        func(i int) int { return i },
		"reverse":       func(i int) int { return -i },
		"nearly sorted": func(i int) int { return i + source.IntN(3)*2 },
		"saw":           func(i int) int { return i % 13 },
	} {
		for _, n := range []int{0, 1, 2, 3, 11, 12, 13, 14, 24, 25, 26, 100, 1000, 4096} {
			got := elements(n, key)
			want := slices.Clone(got)
			slices.SortStableFunc(want, byKey)
			sorted := order.Sorted(slices.Values(got), byKey)
			order.Sort(got, byKey)
			for _, of := range [][]element{got, sorted} {
				if diff := gocmp.Diff(want, of); diff != "" && n > 0 {
					t.Errorf("%d %s (-want +got):\n%s", n, name, diff)
				}
			}
		}
	}
}

// A comparison that contradicts itself moves elements, and loses none.
func TestSortByNonsense(t *testing.T) {
	t.Parallel()
	source := rand.New(rand.NewPCG(3, 4))
	for n := range 200 {
		got := elements(n, func(i int) int { return i })
		order.Sort(got, func(element, element) int { return source.IntN(3) - 1 })
		slices.SortFunc(got, byKey)
		if diff := gocmp.Diff(elements(n, func(i int) int { return i }), got); diff != "" {
			t.Fatalf("%d elements (-want +got):\n%s", n, diff)
		}
	}
}

// A slice stays as it is if the comparison panics.
func TestSortThatPanics(t *testing.T) {
	t.Parallel()
	got := elements(100, func(i int) int { return -i })
	left := 50
	defer func() {
		if diff := gocmp.Diff(elements(100, func(i int) int { return -i }), got); recover() == nil || diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}()
	order.Sort(got, func(a, b element) int {
		if left--; left == 0 {
			panic("enough")
		}
		return byKey(a, b)
	})
}

// record is as large as those that are sorted most.
type record struct {
	Name string
	_    [12]string
}

func BenchmarkSort(b *testing.B) {
	for name, sort := range map[string]func([]record, func(a, b record) int){
		"order":             order.Sort[record],
		"slices.SortFunc":   slices.SortFunc[[]record],
		"slices.SortStable": slices.SortStableFunc[[]record],
	} {
		for _, n := range []int{10, 1000, 100_000} {
			b.Run(fmt.Sprintf("%d/%s", n, name), func(b *testing.B) {
				source := rand.New(rand.NewPCG(5, 6))
				all := make([]record, n)
				for i := range all {
					all[i].Name = fmt.Sprint("App ", source.IntN(n))
				}
				own := make([]record, n)
				b.ReportAllocs()
				for b.Loop() {
					copy(own, all)
					sort(own, func(a, b record) int { return cmp.Compare(a.Name, b.Name) })
				}
			})
		}
	}
}
