package order

import (
	"cmp"
	"iter"
	"slices"
)

// short is the length up to which a slice is sorted by insertion, which needs no memory.
const short = 12

// Sort sorts a slice by a comparison as those of package cmp. Elements that it calls equal stay in the order that
// they have. For a slice of more than 12 elements it takes 8 bytes for
// each; if the comparison of such a slice panics, the slice is as it was.
func Sort[E any](s []E, compare func(a, b E) int) {
	sort(len(s), func(i, j int) int { return compare(s[i], s[j]) }, func(i, j int) { s[i], s[j] = s[j], s[i] })
}

// Sorted returns what a sequence yields as a sorted slice, as [Sort] does.
func Sorted[E any](seq iter.Seq[E], compare func(a, b E) int) []E {
	var s []E
	for e := range seq {
		s = append(s, e)
	}
	Sort(s, compare)
	return s
}

// sort sorts n elements. It is the part of [Sort] that is compiled once.
func sort(n int, compare func(i, j int) int, swap func(i, j int)) {
	if n <= short {
		for i := range n {
			for j := i; j > 0 && compare(j, j-1) < 0; j-- {
				swap(j, j-1)
			}
		}
		return
	}
	from := make([]int, n) // the places of the elements, in the order to be
	for i := range from {
		from[i] = i
	}
	slices.SortFunc(from, func(i, j int) int { return cmp.Or(compare(i, j), cmp.Compare(i, j)) })

	for at := range from {
		// What moves forms circles. The first element of each moves on until the others are at their places.
		for from[at] != at {
			next := from[at]
			from[at] = at
			if from[next] == next {
				break
			}
			swap(at, next)
			at = next
		}
	}
}
