package textdiff_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/internal/policy/textdiff"
)

// consistent checks what is true of every difference: its lines are the two texts, the words of a line are the line, and what is
// unchanged within lines is the same on both sides.
func consistent(t *testing.T, older, newer string, d textdiff.Diff) {
	t.Helper()
	var was, now []string
	var stats textdiff.Stats
	for i, l := range d.Lines {
		switch l.Kind {
		case textdiff.Removed:
			was = append(was, l.Text)
			stats.Removed++
		case textdiff.Added:
			now = append(now, l.Text)
			stats.Added++
		case textdiff.Unchanged:
			was, now = append(was, l.Text), append(now, l.Text)
			stats.Unchanged++
		default:
			t.Fatalf("line %d is %q", i, l.Kind)
		}
		if l.Words == nil {
			continue
		}
		if l.Kind == textdiff.Removed && (i+1 == len(d.Lines) || stays(l.Words) != stays(d.Lines[i+1].Words)) {
			t.Errorf("what stays of line %d is %q, and not so in the line after it", i, stays(l.Words))
		}
		whole(t, i, l)
	}
	for _, side := range []struct {
		name string
		text string
		got  []string
	}{{"older", older, was}, {"newer", newer, now}} {
		lines := strings.Split(side.text, "\n")
		for i := range lines {
			lines[i] = strings.TrimSuffix(lines[i], "\r")
		}
		text, got := strings.Join(lines, "\n"), strings.Join(side.got, "\n")
		if text != got {
			t.Errorf("the %s text is %.200q, want %.200q", side.name, got, text)
		}
	}
	stats.Paragraphs, stats.Truncated = counted(d.Lines)
	if stats != d.Stats {
		t.Errorf("counted %+v, want %+v", d.Stats, stats)
	}
	elsewhere(t, d.Lines)
}

// counted counts paragraphs by how their lines are shown, and reports whether some were not
// compared.
func counted(lines []textdiff.Line) (p textdiff.Paragraphs, truncated bool) {
	for _, l := range lines {
		truncated = truncated || l.Uncompared
		rewritten := l.Words != nil || l.Uncompared
		switch {
		case l.Text == "" || l.Kind == textdiff.Unchanged:
		case l.Moved && l.Kind == textdiff.Added:
			p.Moved++
		case l.Moved:
		case l.Kind == textdiff.Added && rewritten:
			p.Changed++
		case l.Kind == textdiff.Added:
			p.Added++
		case !rewritten:
			p.Removed++
		}
	}
	return p, truncated
}

// elsewhere checks that no paragraph is gone from one place and new at another one without
// being marked as moved, and that as many moved away as came.
func elsewhere(t *testing.T, lines []textdiff.Line) {
	t.Helper()
	gone, come, moved := make(map[string]bool), make(map[string]bool), make(map[string]int)
	for _, l := range lines {
		switch {
		case l.Text == "" || l.Kind == textdiff.Unchanged:
		case l.Moved && l.Kind == textdiff.Removed:
			moved[l.Text]++
		case l.Moved:
			moved[l.Text]--
		case l.Kind == textdiff.Removed:
			gone[l.Text] = true
		default:
			come[l.Text] = true
		}
	}
	for text, n := range moved {
		if n != 0 {
			t.Errorf("%.100q moved away %d times more often than it came", text, n)
		}
	}
	for text := range gone {
		if come[text] {
			t.Errorf("%.100q is shown as removed and as added", text)
		}
	}
}

// stays returns what is unchanged of a line.
func stays(words []textdiff.Run) (text string) {
	for _, w := range words {
		if w.Kind == textdiff.Unchanged {
			text += w.Text
		}
	}
	return text
}

// whole checks that the words of a line are the line, in runs that take turns.
func whole(t *testing.T, i int, l textdiff.Line) {
	t.Helper()
	text := ""
	for n, w := range l.Words {
		if w.Text == "" || w.Kind != textdiff.Unchanged && w.Kind != l.Kind || n > 0 && l.Words[n-1].Kind == w.Kind {
			t.Errorf("line %d has %q as its run %d, of %s", i, w.Text, n, w.Kind)
		}
		text += w.Text
	}
	if text != l.Text {
		t.Errorf("the words of line %d are %q, want %q", i, text, l.Text)
	}
}

// draft is a text that is written and rewritten at random.
type draft struct {
	*rand.Rand
	lines []string
}

func (d *draft) word() string {
	words := strings.Fields("we collect your data and share it with third parties for 30 days, unless you (the user) ask us not to. 我们 — ü")
	return words[d.IntN(len(words))]
}

func (d *draft) line() string {
	if d.IntN(3) == 0 {
		return ""
	}
	words := make([]string, 1+d.IntN(30))
	for i := range words {
		words[i] = d.word()
	}
	return strings.Join(words, " ")
}

func (d *draft) rewrite() {
	for range 1 + d.IntN(4) {
		at := d.IntN(len(d.lines))
		switch d.IntN(4) {
		case 0:
			d.lines = slices.Insert(d.lines, at, d.line(), "")
		case 1:
			d.lines = slices.Delete(d.lines, at, min(at+1+d.IntN(2), len(d.lines)-1))
		case 2:
			words := strings.Fields(d.lines[at])
			for i := range words {
				if d.IntN(5) == 0 {
					words[i] = d.word()
				}
			}
			d.lines[at] = strings.Join(words, " ")
		default:
			d.lines[at] = d.line()
		}
		if len(d.lines) == 0 {
			d.lines = []string{d.line()}
		}
	}
}

func TestRandomTexts(t *testing.T) {
	t.Parallel()
	d := draft{Rand: rand.New(rand.NewPCG(1, 2)), lines: []string{"begin"}}
	for range 500 {
		older := strings.Join(d.lines, "\n")
		d.rewrite()
		newer := strings.Join(d.lines, "\n")
		consistent(t, older, newer, textdiff.Compare(older, newer))
		consistent(t, newer, older, textdiff.Compare(newer, older))
		consistent(t, older, newer, textdiff.CompareWithin(older, newer, 0, 1, 10))
	}
}

func FuzzCompare(f *testing.F) {
	f.Add("a b c", "a x c")
	f.Add("a\r\n\r\nb\n", "\nb a\n\n")
	f.Add("ü — 我们 a a a", "ü 我 a a")
	f.Fuzz(func(t *testing.T, older, newer string) {
		older, newer = strings.ToValidUTF8(older, "?"), strings.ToValidUTF8(newer, "?")
		for s := range textdiff.Compare(older, newer).Sentences() {
			if text := map[textdiff.Kind]string{textdiff.Removed: older, textdiff.Added: newer}[s.Kind]; !strings.Contains(text, s.Text) {
				t.Errorf("%q is not in %q", s.Text, text)
			}
		}
		consistent(t, older, newer, textdiff.Compare(older, newer))
		consistent(t, older, newer, textdiff.CompareWithin(older, newer, 0, 0, 3))
		if d := textdiff.Compare(older, older); d.Stats.Added+d.Stats.Removed != 0 {
			t.Errorf("%q differs from itself: %+v", older, d.Stats)
		}
	})
}
