package textdiff

import (
	"slices"

	"znkr.io/diff"
)

// Kind tells which of the two texts has a line or a run.
type Kind string

// The kinds.
const (
	Unchanged Kind = "unchanged" // in both
	Added     Kind = "added"     // in the newer one only
	Removed   Kind = "removed"   // in the older one only
)

// Diff is the difference between two texts. The lines that are not added are the
// older text, those that are not removed the newer one.
type Diff struct {
	Stats Stats  `json:"stats"` // number of changes by kind
	Lines []Line `json:"lines"` // the lines of both texts
}

// Stats counts the lines of a difference.
type Stats struct {
	Added     int  `json:"added"`     // the number of added lines
	Removed   int  `json:"removed"`   // the number of removed lines
	Unchanged int  `json:"unchanged"` // the number of unchanged lines
	Truncated bool `json:"truncated"` // whether there are Uncompared lines

	Paragraphs Paragraphs `json:"paragraphs"` // how many paragraphs were added, removed, changed and moved
}

// Line is a line of either text, without its end.
type Line struct {
	Kind Kind   `json:"type"` // the type
	Text string `json:"text"` // the text

	// The parts of a line that was rewritten, which together are its text. In a removed line they are
	// unchanged or removed, in an added line unchanged or added. The adjacent line is the other
	// version. Missing: there is no other version.
	Words []Run `json:"words,omitempty"`

	// Moved is whether the other text has the same line at another place: it is removed
	// here and added there, or the reverse.
	Moved bool `json:"moved,omitempty"`

	// Uncompared is whether the line was rewritten, and too much was for its words to be
	// compared. The other form of the line is next to it.
	Uncompared bool `json:"uncompared,omitempty"`
}

// Run is a part of a line.
type Run struct {
	Kind Kind   `json:"type"` // whether the part is unchanged, added or removed. Adjacent parts have different types
	Text string `json:"text"` // the text of the part, never empty
}

// limits bound the work of a comparison beyond what is linear in the texts.
type limits struct {
	thorough int // paragraphs of both texts up to which the smallest difference is computed
	pairs    int // pairs of lines of adjacent changes that are compared
	tokens   int // tokens of all rewritten lines that are compared, as memory grows with them
}

// standard are the limits of [Compare].
var standard = limits{thorough: 30_000, pairs: 10_000, tokens: 200_000}

// comparison builds a Diff.
type comparison struct {
	Diff
	limits
	scratch scratch
}

// Compare returns the difference from the older text to the newer one. Lines end with a
// line feed, and a carriage return before it is ignored. An empty text has no line.
//
// A removed and an added line that are similar are adjacent, in this order, and have
// Words. A line that is in both texts and not unchanged is Moved.
//
// The whole texts are compared. The time is nearly linear in their length: where too much
// was rewritten, lines are marked as Uncompared. If one of the texts has more than 25,000
// lines, a Line is several lines, with line feeds between them, and counts as one.
func Compare(older, newer string) Diff { return compare(older, newer, standard) }

func compare(older, newer string, most limits) Diff {
	size := blockSize(older, newer)
	was, now := paragraphs(older, size), paragraphs(newer, size)
	d := comparison{limits: most}
	d.Lines = make([]Line, 0, max(lines(was), lines(now)))

	ids := make(dictionary, max(len(was), len(now)))
	x, y := ids.lines(was), ids.lines(now)
	options := []diff.Option{diff.Context(0)}
	if len(x)+len(y) > d.thorough {
		options = append(options, diff.Fast())
	}
	hunks := diff.Hunks(x, y, options...)
	markMoved(hunks, was, now, x, y, len(ids))

	i, j := 0, 0
	for _, h := range hunks {
		d.same(was[i:h.PosX], now[j:h.PosY])
		d.rewritten(was[h.PosX:h.EndX], now[h.PosY:h.EndY])
		i, j = h.EndX, h.EndY
	}
	d.same(was[i:], now[j:])
	return d.Diff
}

// markMoved marks the paragraphs that were removed at one place and added at another one.
// If one was removed more often than added, the first ones moved.
func markMoved(hunks []diff.Hunk[int32], was, now []paragraph, x, y []int32, n int) {
	added := make([]int32, n)
	for _, h := range hunks {
		for j := h.PosY; j < h.EndY; j++ {
			added[y[j]]++
		}
	}
	moved := make([]int32, n)
	for _, h := range hunks {
		for i := h.PosX; i < h.EndX; i++ {
			if id := x[i]; added[id] > 0 {
				added[id]--
				moved[id]++
				was[i].moved = true
			}
		}
	}
	for _, h := range hunks {
		for j := h.PosY; j < h.EndY; j++ {
			if id := y[j]; moved[id] > 0 {
				moved[id]--
				now[j].moved = true
			}
		}
	}
}

// same adds lines that are in both texts. The blank lines after them may differ.
func (d *comparison) same(was, now []paragraph) {
	for i := range was {
		d.add(Unchanged, Line{Text: was[i].text})
		d.blanks(was[i].blanks, now[i].blanks)
	}
}

// rewritten adds adjacent changed lines: similar ones as pairs, other removed lines before
// added ones.
func (d *comparison) rewritten(gone, come []paragraph) {
	n, m := 0, 0
	rest := func(i, j int) {
		for ; n < i; n++ {
			d.alone(Removed, gone[n])
			d.blanks(gone[n].blanks, 0)
		}
		for ; m < j; m++ {
			d.alone(Added, come[m])
			d.blanks(0, come[m].blanks)
		}
	}
	for _, p := range pairs(gone, come, d.pairs) {
		rest(p.old, p.new)
		d.pair(gone[n].text, come[m].text)
		d.blanks(gone[n].blanks, come[m].blanks)
		n, m = n+1, m+1
	}
	rest(len(gone), len(come))
}

// alone adds a changed line that has no other form. A moved line counts where it is now.
func (d *comparison) alone(kind Kind, p paragraph) {
	d.add(kind, Line{Text: p.text, Moved: p.moved})
	switch counts := &d.Stats.Paragraphs; {
	case p.text == "":
	case p.moved && kind == Added:
		counts.Moved++
	case p.moved:
	case kind == Added:
		counts.Added++
	default:
		counts.Removed++
	}
}

// pair adds both forms of a line.
func (d *comparison) pair(was, now string) {
	d.Stats.Paragraphs.Changed++
	head, tail := ends(was, now)
	before, after, tokens := d.scratch.words(was, now, head, tail, d.tokens)
	if before == nil && after == nil {
		d.Stats.Truncated = true
		d.add(Removed, Line{Text: was, Uncompared: true})
		d.add(Added, Line{Text: now, Uncompared: true})
		return
	}
	d.tokens -= tokens
	d.add(Removed, Line{Text: was, Words: before})
	d.add(Added, Line{Text: now, Words: after})
}

// blanks adds the blank lines after a line: was in the older text, now in the newer one.
func (d *comparison) blanks(was, now int) {
	for i := range max(was, now) {
		kind := Unchanged
		switch {
		case i >= now:
			kind = Removed
		case i >= was:
			kind = Added
		}
		d.add(kind, Line{})
	}
}

func (d *comparison) add(kind Kind, line Line) {
	switch kind {
	case Added:
		d.Stats.Added++
	case Removed:
		d.Stats.Removed++
	default:
		d.Stats.Unchanged++
	}
	line.Kind = kind
	if len(d.Lines) == cap(d.Lines) {
		d.Lines = slices.Grow(d.Lines, len(d.Lines)/2+16)
	}
	d.Lines = append(d.Lines, line)
}
