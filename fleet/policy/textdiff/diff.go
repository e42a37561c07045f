package textdiff

import "znkr.io/diff"

// The limits of a comparison. The rest of a text is ignored, which [Stats] reports.
const (
	MaxLines = 2000    // of each text
	MaxBytes = 1 << 20 // of each text; a line that is too long is cut, not ignored
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
	Stats Stats  `json:"stats"`
	Lines []Line `json:"lines"` // never nil
}

// comparison builds a Diff.
type comparison struct {
	Diff
	room int // the number of tokens that may still be compared
}

// Stats counts the lines of a difference.
type Stats struct {
	Added     int  `json:"added"`
	Removed   int  `json:"removed"`
	Unchanged int  `json:"unchanged"`
	Truncated bool `json:"truncated"` // whether the comparison is incomplete because a text exceeds the limits
}

// Line is a line of either text, without its end.
type Line struct {
	Kind Kind   `json:"type"`
	Text string `json:"text"`

	// Words are the parts of a line that was rewritten, which add up to its
	// text. They are unchanged, or in a removed line removed, or in an added line
	// added. The other form of the line is next to it.
	// Nil if there is no other form.
	Words []Run `json:"words,omitempty"`
}

// Run is a part of a line.
type Run struct {
	Kind Kind   `json:"type"` // whether the part is unchanged, added or removed. Adjacent parts have different types
	Text string `json:"text"` // the text of the part, never empty
}

// Compare returns the difference from the older text to the newer one. Lines end with a
// line feed, and a carriage return before it is ignored. An empty text has no line.
//
// A removed and an added line that are similar are adjacent, in this order, and have
// Words.
//
// The time is nearly linear in the length of the texts.
func Compare(older, newer string) Diff {
	was, cutOld := paragraphs(older)
	now, cutNew := paragraphs(newer)
	d := comparison{Diff: Diff{Lines: []Line{}, Stats: Stats{Truncated: cutOld || cutNew}}, room: maxTokens}
	var gone, come []paragraph // adjacent changed lines
	flush := func() {
		d.rewritten(gone, come)
		gone, come = nil, nil
	}
	for _, e := range diff.Edits(texts(was), texts(now)) {
		switch e.Op {
		case diff.Delete:
			gone = append(gone, was[e.PosX])
		case diff.Insert:
			come = append(come, now[e.PosY])
		default:
			flush()
			d.add(Unchanged, Line{Text: e.X})
			d.blanks(was[e.PosX].blanks, now[e.PosY].blanks)
		}
	}
	flush()
	return d.Diff
}

// rewritten adds adjacent changed lines: similar ones as pairs, other removed lines before
// added ones.
func (d *comparison) rewritten(gone, come []paragraph) {
	n, m := 0, 0
	rest := func(i, j int) {
		for ; n < i; n++ {
			d.add(Removed, Line{Text: gone[n].text})
			d.blanks(gone[n].blanks, 0)
		}
		for ; m < j; m++ {
			d.add(Added, Line{Text: come[m].text})
			d.blanks(0, come[m].blanks)
		}
	}
	for _, p := range pairs(gone, come) {
		rest(p.old, p.new)
		var before, after []Run
		before, after, d.room = compareWords(gone[n].text, come[m].text, d.room)
		d.add(Removed, Line{Text: gone[n].text, Words: before})
		d.add(Added, Line{Text: come[m].text, Words: after})
		d.blanks(gone[n].blanks, come[m].blanks)
		n, m = n+1, m+1
	}
	rest(len(gone), len(come))
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
	d.Lines = append(d.Lines, line)
}
