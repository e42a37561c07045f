package textdiff

import "strings"

// paragraph is a line with the blank lines after it.
type paragraph struct {
	text   string // blank only at the beginning of a text
	blanks int
	moved  bool // the other text has it at another place
}

// paragraphs returns the paragraphs of a text.
func paragraphs(text string) []paragraph {
	if text == "" {
		return nil
	}
	var all []paragraph
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimSuffix(line, "\r")
		if line == "" && len(all) > 0 {
			all[len(all)-1].blanks++
			continue
		}
		all = append(all, paragraph{text: line})
	}
	return all
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
