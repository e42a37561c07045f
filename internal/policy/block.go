package policy

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/internal/order"
	"github.com/privacylabels/auditor/internal/policy/plaintext"
	"github.com/privacylabels/auditor/storage"
)

// The limits of blocks.
const (
	maxAnchor    = 200 // characters of the paragraphs around a block
	maxBlockText = 300 // characters of a block that are saved
	maxBlocks    = 8   // blocks that are named as changing
	maxExcluded  = 50  // excluded blocks of a policy
)

// paragraphs returns the lines of a text that are not blank, each with single spaces.
func paragraphs(text string) []string {
	var all []string
	for line := range strings.Lines(text) {
		if fields := strings.Fields(line); len(fields) > 0 {
			all = append(all, strings.Join(fields, " "))
		}
	}
	return all
}

// newBlock returns the block between two paragraphs, whose content is between.
func newBlock(after, before string, between []string, at storage.Time) storage.PolicyBlock {
	b := storage.PolicyBlock{
		After: plaintext.Cut(after, maxAnchor), Before: plaintext.Cut(before, maxAnchor), At: at,
		Text: plaintext.Cut(strings.Join(between, " "), maxBlockText), Words: wordsIn(between),
	}
	b.ID = blockID(b)
	return b
}

func blockID(b storage.PolicyBlock) string {
	sum := sha256.Sum256([]byte(b.Selector + "\n" + b.After + "\n" + b.Before))
	return hex.EncodeToString(sum[:8])
}

func wordsIn(paragraphs []string) (n int) {
	for _, p := range paragraphs {
		n += len(strings.Fields(p))
	}
	return n
}

// changingBlocks returns the blocks in which texts of one policy differ, the longest ones
// first: what stands between paragraphs that all of the texts have. The last text is the
// current one.
func changingBlocks(texts []string, at storage.Time) []storage.PolicyBlock {
	all := make([][]string, len(texts))
	found := make(map[string]int) // in how many texts a paragraph is
	for i, text := range texts {
		all[i] = paragraphs(text)
		for _, p := range slices.Compact(slices.Sorted(slices.Values(all[i]))) {
			found[p]++
		}
	}
	blocks := make(map[string]storage.PolicyBlock)
	differ := make(map[string]map[string]bool) // the forms of each block
	for _, of := range slices.Backward(all) {
		after, from := "", 0
		for i := 0; i <= len(of); i++ {
			if i < len(of) && found[of[i]] < len(texts) {
				continue
			}
			before := ""
			if i < len(of) {
				before = of[i]
			}
			if after == "" && before == "" { // the whole text, which is no block of it
				continue
			}
			b := newBlock(after, before, of[from:i], at)
			if known, there := blocks[b.ID]; !there {
				blocks[b.ID], differ[b.ID] = b, make(map[string]bool)
			} else if b.Words > known.Words {
				known.Words = b.Words
				if known.Text == "" {
					known.Text = b.Text
				}
				blocks[b.ID] = known
			}
			differ[b.ID][strings.Join(of[from:i], "\n")] = true
			after, from = before, i+1
		}
	}
	var changing []storage.PolicyBlock
	for id, b := range blocks {
		if len(differ[id]) > 1 || b.Words > 0 {
			changing = append(changing, b)
		}
	}
	order.Sort(changing, func(a, b storage.PolicyBlock) int {
		if a.Words != b.Words {
			return b.Words - a.Words
		}
		return strings.Compare(a.ID, b.ID)
	})
	return changing[:min(len(changing), maxBlocks)]
}

// withoutBlocks returns a text without some blocks. A block is left out only if the
// paragraphs around it are there and it has not become much longer than it was: it may be
// another part of the text then.
func withoutBlocks(text string, blocks []storage.PolicyBlock) string {
	rest, _ := leaveOutBlocks(text, blocks)
	return rest
}

// leaveOutBlocks is withoutBlocks, and returns how many parts of the text were left out for each
// block without a selector, by its ID.
func leaveOutBlocks(text string, blocks []storage.PolicyBlock) (rest string, leftOut map[string]int) {
	if len(blocks) == 0 {
		return text, nil
	}
	lines, leftOut := slices.Collect(strings.Lines(text)), make(map[string]int)
	for _, b := range blocks {
		if b.Selector != "" {
			continue
		}
		without, found := withoutBlock(lines, b)
		lines, leftOut[b.ID] = without, 0
		if found {
			leftOut[b.ID] = 1
		}
	}
	return strings.TrimSpace(strings.Join(lines, "")), leftOut
}

// maxGrowth is how many words a block may have beyond twice those that it had, and maxWords how
// many count: a block may come from an imported bundle.
const (
	maxGrowth = 50
	maxWords  = 20_000
)

// withoutBlock returns lines without a block, and whether it was found. It takes one pass over the
// lines in each direction, however often the anchors of the block are in them.
func withoutBlock(lines []string, b storage.PolicyBlock) (rest []string, found bool) {
	if b.After == "" && b.Before == "" {
		return lines, false
	}

	plain := make([]string, len(lines))
	until := make([]int, len(lines)+1) // the number of words before a line
	for i, line := range lines {
		fields := strings.Fields(line)
		plain[i] = plaintext.Cut(strings.Join(fields, " "), maxAnchor)
		until[i+1] = until[i] + len(fields)
	}

	ends := make([]int, len(lines)+1) // where a block that begins at a line ends; -1: nowhere
	ends[len(lines)] = len(lines)
	if b.Before != "" {
		ends[len(lines)] = -1
	}
	for i := len(lines) - 1; i >= 0; i-- {
		ends[i] = ends[i+1]
		if b.Before != "" && plain[i] == b.Before {
			ends[i] = i
		}
	}

	most := 2*min(max(b.Words, 0), maxWords) + maxGrowth
	for begin := range len(lines) + 1 { // the line after the anchor
		if begin == 0 && b.After != "" || begin > 0 && (b.After == "" || plain[begin-1] != b.After) {
			continue
		}
		if end := ends[begin]; end >= 0 && until[end]-until[begin] <= most {
			return slices.Concat(lines[:begin], []string{"\n"}, lines[end:]), true
		}
	}
	return lines, false
}

// leftOutOf returns the lines of a text that are not in another text made of it.
func leftOutOf(text, rest string) string {
	var out []string
	kept := paragraphs(rest)
	for _, line := range paragraphs(text) {
		if len(kept) > 0 && line == kept[0] {
			kept = kept[1:]
		} else {
			out = append(out, line)
		}
	}
	return strings.Join(out, "\n\n")
}

// excluded returns the blocks that are left out of a text.
func excluded(blocks []storage.PolicyBlock) []storage.PolicyBlock {
	return slices.DeleteFunc(slices.Clone(blocks), func(b storage.PolicyBlock) bool { return b.Readmitted != 0 })
}

// sameExclusion reports whether a text that was made without one block was made without the other.
func sameExclusion(a, b storage.PolicyBlock) bool {
	a.LeftOut, a.Kept, a.Counted = b.LeftOut, b.Kept, b.Counted
	return a == b
}

// selectors returns the selectors of blocks.
func selectors(blocks []storage.PolicyBlock) (all []string) {
	for _, b := range blocks {
		if b.Selector != "" {
			all = append(all, b.Selector)
		}
	}
	return all
}

// Describe names a block for people.
func Describe(b storage.PolicyBlock) string {
	text, after := unmarked(b.Text), unmarked(b.After)
	switch {
	case b.Selector != "":
		return b.Selector
	case after != "" && text != "":
		return "“" + plaintext.Cut(text, 80) + "” after “" + plaintext.Cut(after, 60) + "”"
	case after != "":
		return "what follows “" + plaintext.Cut(after, 80) + "”"
	}
	return "“" + plaintext.Cut(text, 80) + "” at the beginning"
}

// unmarked returns a paragraph without the marks of a heading.
func unmarked(paragraph string) string { return strings.TrimLeft(paragraph, "# ") }
