package textdiff

import "slices"

const (
	// likeness is the least similarity of two lines that count as one line,
	// rewritten: twice the number of common words by the sum of their words.
	likeness = 0.4
	// maxCompared limits the number of pairs of lines that are compared. Beyond it,
	// only lines at the same index are compared.
	maxCompared = 10_000
)

// pair is a line that was rewritten as another one, by their indices.
type pair struct{ old, new int }

// pairs returns which lines were rewritten, in order: the choice with the greatest
// total similarity.
func pairs(gone, come []paragraph) []pair {
	if len(gone) == 0 || len(come) == 0 {
		return nil
	}
	ids := make(dictionary)
	was, now := ids.bags(gone), ids.bags(come)
	if len(was)*len(now) > maxCompared {
		return inPlace(was, now)
	}
	// best[i*width+j] is the greatest total similarity of the lines from i and from j
	// on, and taken is whether lines i and j are a pair in it.
	width := len(now) + 1
	best, taken := make([]float64, (len(was)+1)*width), make([]bool, (len(was)+1)*width)
	for i := len(was) - 1; i >= 0; i-- {
		for j := len(now) - 1; j >= 0; j-- {
			at := i*width + j
			best[at] = max(best[at+width], best[at+1])
			if l := alike(was[i], now[j]); l >= likeness && l+best[at+width+1] > best[at] {
				best[at], taken[at] = l+best[at+width+1], true
			}
		}
	}
	var found []pair
	for i, j := 0, 0; i < len(was) && j < len(now); {
		at := i*width + j
		switch {
		case taken[at]:
			found = append(found, pair{i, j})
			i, j = i+1, j+1
		case best[at] == best[at+width]:
			i++
		default:
			j++
		}
	}
	return found
}

func inPlace(was, now [][]int) []pair {
	var found []pair
	for i := range min(len(was), len(now)) {
		if alike(was[i], now[i]) >= likeness {
			found = append(found, pair{i, i})
		}
	}
	return found
}

// dictionary numbers words.
type dictionary map[string]int

func (d dictionary) number(word string) int {
	n, known := d[word]
	if !known {
		n = len(d)
		d[word] = n
	}
	return n
}

// bags returns the words of each line, sorted by number.
func (d dictionary) bags(lines []paragraph) [][]int {
	bags := make([][]int, len(lines))
	for i, l := range lines {
		for t := range tokens(l.text) {
			if t.word {
				bags[i] = append(bags[i], d.number(t.text))
			}
		}
		slices.Sort(bags[i])
	}
	return bags
}

// alike returns the similarity of two bags, from 0 to 1. It skips bags whose sizes
// differ too much to be alike enough.
func alike(a, b []int) float64 {
	size := float64(len(a) + len(b))
	if 2*float64(min(len(a), len(b))) < likeness*size || size == 0 {
		return 0
	}
	same := 0
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] < b[j]:
			i++
		case a[i] > b[j]:
			j++
		default:
			same, i, j = same+1, i+1, j+1
		}
	}
	return 2 * float64(same) / size
}
