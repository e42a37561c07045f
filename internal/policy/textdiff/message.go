package textdiff

import (
	"fmt"
	"iter"
	"strings"
	"unicode"

	"github.com/privacylabels/auditor/internal/policy/plaintext"
)

// Paragraphs counts the paragraphs of a difference, which are its lines that are not blank. A
// paragraph counts once.
type Paragraphs struct {
	Added   int `json:"added"`   // new ones
	Removed int `json:"removed"` // those that are gone
	Changed int `json:"changed"` // rewritten ones
	Moved   int `json:"moved"`   // those that are elsewhere now
}

// String returns the counts in words: "2 paragraphs added, 1 changed". It is empty if there is
// nothing to count.
func (p Paragraphs) String() string {
	var b strings.Builder
	for _, part := range []struct {
		n    int
		verb string
	}{{p.Added, "added"}, {p.Changed, "changed"}, {p.Removed, "removed"}, {p.Moved, "moved"}} {
		switch {
		case part.n == 0:
		case b.Len() > 0:
			fmt.Fprintf(&b, ", %d %s", part.n, part.verb)
		case part.n == 1:
			fmt.Fprintf(&b, "1 paragraph %s", part.verb)
		default:
			fmt.Fprintf(&b, "%d paragraphs %s", part.n, part.verb)
		}
	}
	return b.String()
}

// Sentence is a sentence that one of the texts has and the other has not at that place.
type Sentence struct {
	Kind Kind // Added or Removed
	Text string
}

// Sentences yields the sentences of both texts in which something changed, in the order of the
// difference: all of a paragraph that is new or gone, and of one that was rewritten those with
// a changed word. Moved paragraphs have none.
func (d Diff) Sentences() iter.Seq[Sentence] {
	return func(yield func(Sentence) bool) {
		for i, l := range d.Lines {
			if l.Kind == Unchanged || l.Moved {
				continue
			}
			places := l.changes(d.otherForm(i))
			for at, text := range sentences(l.Text) {
				end := at + len(text)
				for len(places) > 0 && places[0].to <= at {
					places = places[1:]
				}
				if (l.Words == nil || touched(places, at, end)) && !yield(Sentence{l.Kind, text}) {
					return
				}
			}
		}
	}
}

// otherForm returns the other form of a line that was rewritten.
func (d Diff) otherForm(i int) Line {
	switch l := d.Lines[i]; {
	case l.Words == nil:
		return Line{}
	case l.Kind == Removed:
		return d.Lines[i+1]
	}
	return d.Lines[i-1]
}

// place is a part of a line that changed, or where only the other form has something.
type place struct{ from, to int }

// changes returns where a line changed, in order. Space around changed words does not count.
func (l Line) changes(other Line) []place {
	var missing []int // where the other form has more, in unchanged bytes from the beginning
	same := 0
	for _, w := range other.Words {
		if w.Kind == Unchanged {
			same += len(w.Text)
		} else if strings.TrimSpace(w.Text) != "" {
			missing = append(missing, same)
		}
	}

	var all []place
	at := 0
	same = 0
	for _, w := range l.Words {
		end := at + len(w.Text)
		if w.Kind != Unchanged {
			if text := strings.TrimLeftFunc(w.Text, unicode.IsSpace); text != "" {
				all = append(all, place{end - len(text), end - len(text) + len(strings.TrimRightFunc(text, unicode.IsSpace))})
			}
			at = end
			continue
		}
		for ; len(missing) > 0 && missing[0] <= same+len(w.Text); missing = missing[1:] {
			all = append(all, place{at + missing[0] - same, at + missing[0] - same})
		}
		at, same = end, same+len(w.Text)
	}
	return all
}

// touched reports whether a change is within a part of a line. What is missing at its begin or
// end was a part of its own.
func touched(places []place, from, to int) bool {
	for _, p := range places {
		if p.from >= to {
			return false
		}
		if p.from > from || p.to > max(p.from, from) {
			return true
		}
	}
	return false
}

// sentences yields the sentences of a line and where they begin, without the space around them.
func sentences(line string) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		for at := 0; at < len(line); {
			at = until(line, at, unicode.IsSpace)
			end := at + plaintext.SentenceEnd(line[at:])
			if text := strings.TrimRightFunc(line[at:end], unicode.IsSpace); text != "" && !yield(at, text) {
				return
			}
			at = end
		}
	}
}
