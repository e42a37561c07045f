package textdiff

import (
	"strings"

	"github.com/privacylabels/auditor/fleet/policy/internal/plaintext"
)

// paragraph is a line with the blank lines after it.
type paragraph struct {
	text   string // blank only at the beginning of a text
	blanks int
}

// paragraphs returns the part of a text that is compared, and whether the text is
// longer.
func paragraphs(text string) (all []paragraph, truncated bool) {
	if text == "" {
		return nil, false
	}
	truncated = len(text) > MaxBytes
	text = plaintext.Head(text, MaxBytes)
	n := 0
	for line := range strings.SplitSeq(text, "\n") {
		if n++; n > MaxLines {
			return all, true
		}
		line = strings.TrimSuffix(line, "\r")
		if line == "" && len(all) > 0 {
			all[len(all)-1].blanks++
			continue
		}
		all = append(all, paragraph{text: line})
	}
	return all, truncated
}

func texts(all []paragraph) []string {
	texts := make([]string, len(all))
	for i, p := range all {
		texts[i] = p.text
	}
	return texts
}
