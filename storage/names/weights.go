package names

import (
	_ "embed"
	"encoding/binary"
	"slices"
	"sync"
)

// weightsFile has the weights of characters in the collation. A test makes it of the tables of
// golang.org/x/text/collate, which are a hundred times as large.
//
// It is a list of runs of characters, ascending, in varints: how many characters are left out
// since the previous run; the number of characters, times two, and one more for variants; and
// then, for variants, two tertiary weights, and otherwise the number of elements, the elements,
// and the step between characters if the run has more than one. An element is its tertiary and
// its secondary weight, and for a letter the difference of its primary weight to that of the previous
// letter.
//
//go:generate go test . -run TestWeights -update
//go:embed weights.bin
var weightsFile []byte

// An element is a letter, a digit or a sign, or, without a primary weight, an accent.
type element struct {
	primary   uint32
	secondary uint16
	tertiary  uint8
}

// A run is successive characters whose weights derive from those of the first.
type run struct {
	first, last rune
	elements    uint16 // the index of the first
	n           uint8  // elements of each character, none if it has no weight
	step        uint8  // is added to the primary weight for each character, or to the secondary one of an accent
	variant     bool   // the characters have the weights of their compatibility decomposition, except for the tertiary ones
}

type table struct {
	runs     []run
	elements []element
}

// weights reads the table.
var weights = sync.OnceValue(func() *table {
	t := new(table)
	r := reader{weightsFile}
	end, primary := rune(0), int64(0)
	for len(r.rest) > 0 {
		next := run{first: end + rune(r.uint()), elements: uint16(len(t.elements))}
		length := r.uint()
		next.variant = length&1 != 0
		next.last = next.first + rune(length/2) - 1
		end = next.last + 1

		if next.variant {
			t.elements = append(t.elements, element{tertiary: uint8(r.uint())}, element{tertiary: uint8(r.uint())})
			t.runs = append(t.runs, next)
			continue
		}
		next.n = uint8(r.uint())
		for range next.n {
			e := element{tertiary: uint8(r.uint()), secondary: uint16(r.uint())}
			if e.secondary == defaultSecondary {
				primary += r.int()
				e.primary = uint32(primary)
			}
			t.elements = append(t.elements, e)
		}
		if next.last > next.first {
			next.step = uint8(r.uint())
		}
		t.runs = append(t.runs, next)
	}
	t.runs, t.elements = slices.Clip(t.runs), slices.Clip(t.elements)
	return t
})

// A reader reads the numbers of the table, which is in the program and is not damaged.
type reader struct{ rest []byte }

func (r *reader) uint() uint64 {
	v, n := binary.Uvarint(r.rest)
	r.rest = r.rest[n:]
	return v
}

func (r *reader) int() int64 {
	v, n := binary.Varint(r.rest)
	r.rest = r.rest[n:]
	return v
}

// find returns the run that a character is in.
func (t *table) find(r rune) (run, bool) {
	low, high := 0, len(t.runs)
	for low < high {
		middle := int(uint(low+high) / 2)
		if t.runs[middle].last < r {
			low = middle + 1
		} else {
			high = middle
		}
	}
	if low == len(t.runs) || t.runs[low].first > r {
		return run{}, false
	}
	return t.runs[low], true
}
