package textdiff

import (
	"iter"
	"strings"
)

// paragraph is a line with the blank lines after it, or a block of lines.
type paragraph struct {
	text   string // blank only at the beginning of a text
	blanks int
	moved  bool // the other text has it at another place
}

// maxLines is how many lines a text has up to which each of them is compared for itself. Policies
// have some hundred. Each line of a difference takes many times the memory of a short line, so a
// text of nothing but short lines could use up that of the process.
const maxLines = 25_000

// blockSize returns how many adjacent lines of two texts are compared as if they were one.
func blockSize(older, newer string) int {
	return 1 + max(strings.Count(older, "\n"), strings.Count(newer, "\n"))/maxLines
}

// paragraphs returns the paragraphs of a text. If size is more than 1, they are its [blocks].
func paragraphs(text string, size int) []paragraph {
	if text == "" {
		return nil
	}
	if size > 1 {
		return blocks(text, size)
	}
	var all []paragraph
	for line := range lineSeq(text) {
		if line == "" && len(all) > 0 {
			all[len(all)-1].blanks++
			continue
		}
		all = append(all, paragraph{text: line})
	}
	return all
}

// blocks returns a text in blocks of adjacent lines, blank ones included: of about size lines,
// half of it at least and four times as many at most. What the last line of a block is decides
// where it ends, so that most blocks stay the same when a line comes in between.
func blocks(text string, size int) []paragraph {
	var all []paragraph
	var block []string
	end := func() {
		if len(block) > 0 {
			all = append(all, paragraph{text: strings.Join(block, "\n")})
			block = block[:0]
		}
	}
	for line := range lineSeq(text) {
		block = append(block, line)
		ends := sumOf(line)%uint32(size) == 0
		if n := len(block); n >= 4*size || ends && n >= (size+1)/2 {
			end()
		}
	}
	end()
	return all
}

// sumOf returns a checksum of a line, the same in every process (FNV-1a).
func sumOf(line string) uint32 {
	sum := uint32(2166136261)
	for i := range len(line) {
		sum = (sum ^ uint32(line[i])) * 16777619
	}
	return sum
}

// lineSeq yields the lines of a text without their ends.
func lineSeq(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for line := range strings.SplitSeq(text, "\n") {
			if !yield(strings.TrimSuffix(line, "\r")) {
				return
			}
		}
	}
}

// lines returns how many lines paragraphs are.
func lines(all []paragraph) int {
	n := len(all)
	for _, p := range all {
		n += p.blanks
	}
	return n
}

// lines returns the numbers of paragraphs, which are those of their texts.
func (d dictionary) lines(all []paragraph) []int32 {
	numbers := make([]int32, len(all))
	for i, p := range all {
		numbers[i] = d.number(p.text)
	}
	return numbers
}
