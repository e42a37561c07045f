package textdiff

import "slices"

const (
	// likeness is the least similarity of two lines that count as one line,
	// rewritten: twice the number of common words by the sum of their words.
	likeness = 0.4
	// rare is the most lines a word is in that tells which line another one was before.
	rare = 4
)

// pair is a line that was rewritten as another one, by their indices.
type pair struct{ old, new int }

// pairs returns which lines were rewritten, in order. It is the choice with the greatest total
// similarity where at most so many pairs of lines are to be compared. Where there are more, the
// rare words of lines tell which belong together, and between these the lines at the same
// place are compared.
func pairs(gone, come []paragraph, most int) []pair {
	if len(gone) == 0 || len(come) == 0 {
		return nil
	}
	ids := make(dictionary)
	was, now := ids.bags(gone), ids.bags(come)
	if len(was)*len(now) <= most {
		return best(was, now)
	}
	var all []pair
	at := pair{}
	for _, next := range append(anchors(was, now, len(ids)), pair{len(was), len(now)}) {
		between := inPlace
		if (next.old-at.old)*(next.new-at.new) <= most {
			between = best
		}
		for _, p := range between(was[at.old:next.old], now[at.new:next.new]) {
			all = append(all, pair{at.old + p.old, at.new + p.new})
		}
		if next.old < len(was) {
			all = append(all, next)
		}
		at = pair{next.old + 1, next.new + 1}
	}
	return all
}

// best returns the pairs with the greatest total similarity.
func best(was, now [][]int32) []pair {
	if len(was) == 0 || len(now) == 0 {
		return nil
	}
	// total[i*width+j] is the greatest total similarity of the lines from i and from j
	// on, and taken is whether lines i and j are a pair in it.
	width := len(now) + 1
	total, taken := make([]float64, (len(was)+1)*width), make([]bool, (len(was)+1)*width)
	for i := len(was) - 1; i >= 0; i-- {
		for j := len(now) - 1; j >= 0; j-- {
			at := i*width + j
			total[at] = max(total[at+width], total[at+1])
			if l := alike(was[i], now[j]); l >= likeness && l+total[at+width+1] > total[at] {
				total[at], taken[at] = l+total[at+width+1], true
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
		case total[at] == total[at+width]:
			i++
		default:
			j++
		}
	}
	return found
}

func inPlace(was, now [][]int32) []pair {
	var found []pair
	for i := range min(len(was), len(now)) {
		if alike(was[i], now[i]) >= likeness {
			found = append(found, pair{i, i})
		}
	}
	return found
}

// anchors returns pairs of similar lines that have the most rare words in common, in order:
// as many as can be, of words numbered up to n.
func anchors(was, now [][]int32, n int) []pair {
	in := make([][rare]int32, n) // the lines of the newer text that have a word, from 1 on
	often := make([]uint8, n)
	for j, bag := range now {
		for i, word := range bag {
			if i > 0 && bag[i-1] == word {
				continue
			}
			if often[word] < rare {
				in[word][often[word]] = int32(j + 1)
			}
			often[word] = min(often[word]+1, rare+1)
		}
	}

	var found []pair
	votes := make(map[int32]int)
	for i, bag := range was {
		clear(votes)
		chosen := int32(0)
		for k, word := range bag {
			if k > 0 && bag[k-1] == word || often[word] > rare {
				continue
			}
			for _, j := range in[word][:often[word]] {
				votes[j]++
				if votes[j] > votes[chosen] {
					chosen = j
				}
			}
		}
		if chosen > 0 && alike(bag, now[chosen-1]) >= likeness {
			found = append(found, pair{i, int(chosen - 1)})
		}
	}
	return ascending(found)
}

// ascending returns the most pairs whose newer lines are in order, too.
func ascending(all []pair) []pair {
	var tails []int // of the shortest sequences of each length, the index of the last pair
	before := make([]int, len(all))
	for i, p := range all {
		at, _ := slices.BinarySearchFunc(tails, p.new, func(tail, line int) int { return all[tail].new - line })
		before[i] = -1
		if at > 0 {
			before[i] = tails[at-1]
		}
		if at == len(tails) {
			tails = append(tails, i)
		} else {
			tails[at] = i
		}
	}

	kept := make([]pair, len(tails))
	if len(tails) == 0 {
		return kept
	}
	for i, n := tails[len(tails)-1], len(kept)-1; n >= 0; i, n = before[i], n-1 {
		kept[n] = all[i]
	}
	return kept
}

// dictionary numbers words.
type dictionary map[string]int32

func (d dictionary) number(word string) int32 {
	n, known := d[word]
	if !known {
		n = int32(len(d))
		d[word] = n
	}
	return n
}

// bags returns the words of each line, sorted by number. Lines that moved have none: they are
// no other form of a line.
func (d dictionary) bags(lines []paragraph) [][]int32 {
	const perWord = 6 // bytes
	size := 0
	for _, l := range lines {
		if !l.moved {
			size += len(l.text)
		}
	}
	all, ends := make([]int32, 0, size/perWord+1), make([]int, len(lines))
	for i, l := range lines {
		if !l.moved {
			for t := range tokens(l.text) {
				if t.word {
					all = append(all, d.number(t.text))
				}
			}
		}
		ends[i] = len(all)
	}

	bags, from := make([][]int32, len(lines)), 0
	for i, end := range ends {
		bags[i] = all[from:end:end]
		slices.Sort(bags[i])
		from = end
	}
	return bags
}

// alike returns the similarity of two bags, from 0 to 1. It skips bags whose sizes
// differ too much to be alike enough.
func alike(a, b []int32) float64 {
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
