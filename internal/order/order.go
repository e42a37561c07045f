package order

import "iter"

// short is the length up to which a slice, or a part of one, is sorted by insertion. That needs no memory.
const short = 12

// Sort sorts a slice by a comparison as those of package cmp. Elements that it calls equal stay in the order that
// they have. For a slice of more than 12 elements it takes 16 bytes for each, unless it is in order. If
// the comparison of such a slice panics, the slice is as it was.
func Sort[E any](s []E, compare func(a, b E) int) {
	sort(len(s), func(i, j int) bool { return compare(s[i], s[j]) < 0 }, func(i, j int) { s[i], s[j] = s[j], s[i] })
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
func sort(n int, less func(i, j int) bool, swap func(i, j int)) {
	if n <= short {
		for i := range n {
			for j := i; j > 0 && less(j, j-1); j-- {
				swap(j, j-1)
			}
		}
		return
	}
	from := arranged(n, less)
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

// arranged returns the indexes below n in the order of what they stand for, and nil if that is in order.
func arranged(n int, less func(i, j int) bool) []int {
	i := 1
	for i < n && !less(i, i-1) {
		i++
	}
	if i == n {
		return nil
	}
	both := make([]int, 2*n)
	for i := range n {
		both[i], both[n+i] = i, i
	}
	merge(both[:n], both[n:], less)
	return both[:n]
}

// merge sorts indexes, of which it is given two copies, the second as room to work in.
func merge(indexes, room []int, less func(i, j int) bool) {
	if len(indexes) <= short {
		for i, index := range indexes {
			j := i
			for ; j > 0 && less(index, indexes[j-1]); j-- {
				indexes[j] = indexes[j-1]
			}
			indexes[j] = index
		}
		return
	}

	half := len(room) / 2
	merge(room[:half], indexes[:half], less)
	merge(room[half:], indexes[half:], less)
	low, high := room[:half], room[half:]
	if !less(high[0], low[half-1]) {
		copy(indexes, room)
		return
	}
	for i := range indexes {
		if len(high) == 0 || len(low) > 0 && !less(high[0], low[0]) {
			indexes[i], low = low[0], low[1:]
		} else {
			indexes[i], high = high[0], high[1:]
		}
	}
}
