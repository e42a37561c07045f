package textdiff_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/policy/textdiff"
)

// show writes a difference with a sign before each line, < and > if it moved, and what
// changed within a line in braces.
func show(d textdiff.Diff) string {
	signs := map[textdiff.Kind]string{textdiff.Unchanged: " ", textdiff.Removed: "-", textdiff.Added: "+"}
	var b strings.Builder
	for _, l := range d.Lines {
		switch {
		case l.Moved && l.Kind == textdiff.Removed:
			b.WriteString("<")
		case l.Moved:
			b.WriteString(">")
		default:
			b.WriteString(signs[l.Kind])
		}
		if l.Words == nil {
			b.WriteString(l.Text)
		}
		for _, w := range l.Words {
			if w.Kind == textdiff.Unchanged {
				b.WriteString(w.Text)
			} else {
				b.WriteString("{" + w.Text + "}")
			}
		}
		b.WriteString("\n")
	}
	return b.String()
}

func TestCompare(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, older, newer string
		want               []string
	}{
		{"nothing", "", "", nil},
		{"the same", "a\n\nb", "a\n\nb", []string{" a", " ", " b"}},
		{"the first text", "", "a\nb", []string{"+a", "+b"}},
		{"no text any more", "a\nb", "", []string{"-a", "-b"}},
		{"a word of a line", "a b c", "a x c", []string{"-a {b} c", "+a {x} c"}},
		{"the first word", "a b c d", "x b c d", []string{"-{a} b c d", "+{x} b c d"}},
		{"the last word", "a b c d", "a b c x", []string{"-a b c {d}", "+a b c {x}"}},
		{"a word more", "we keep it", "we always keep it", []string{"-we keep it", "+we {always }keep it"}},
		{"the same word twice", "no no no", "no no", []string{"-no {no }no", "+no no"}},
		{"nothing in common", "we collect", "you decide", []string{"-we collect", "+you decide"}},
		{"carriage returns", "a\r\nb\r\n", "a\nb\n", []string{" a", " b", " "}},
		{"space alone", "a  b", "a b", []string{"-a{  }b", "+a{ }b"}},
		{
			"a change in the middle, with much the same around", "one\ntwo\nthree four five\nsix\nseven", "one\ntwo\nthree four 5\nsix\nseven",
			[]string{" one", " two", "-three four {five}", "+three four {5}", " six", " seven"},
		},
		{
			"a paragraph between two rewritten ones",
			"We collect your name and address.\n\nWe keep it for 30 days after you leave us.",
			"We collect your name and your email address.\n\nCookies are new here, and many of them.\n\nWe keep it for 90 days after you leave us.",
			[]string{
				"-We collect your name and address.", "+We collect your name and {your email }address.", " ",
				"+Cookies are new here, and many of them.", "+",
				"-We keep it for {30} days after you leave us.", "+We keep it for {90} days after you leave us.",
			},
		},
		{
			"a paragraph that moved", "a one two three\n\nb four five six\n\nc", "b four five six\n\na one two three\n\nc",
			[]string{">b four five six", "+", " a one two three", " ", "<b four five six", "-", " c"},
		},
		{"blank lines more and less", "a\n\n\nb\nc", "a\nb\n\nc", []string{" a", "-", "-", " b", "+", " c"}},
		{"blank lines at the beginning", "\n\na", "\na", []string{" ", "-", " a"}},
		{
			"small things between changes", "we share a lot with advertisers of goods and others", "we share nothing at all with nobody of note and others",
			[]string{"-we share {a lot with advertisers of goods} and others", "+we share {nothing at all with nobody of note} and others"},
		},
		{"marks between changes", "name, age; we ask for these things", "email, sex; we ask for these things", []string{
			"-{name, age}; we ask for these things", "+{email, sex}; we ask for these things",
		}},
		{"without spaces", "我们收集您的姓名和地址", "我们收集您的姓名和电话", []string{"-我们收集您的姓名和{地址}", "+我们收集您的姓名和{电话}"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			want := strings.Join(tt.want, "\n")
			if want != "" {
				want += "\n"
			}
			got := textdiff.Compare(tt.older, tt.newer)
			if diff := cmp.Diff(want, show(got)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			consistent(t, tt.older, tt.newer, got)
		})
	}
}

// A text that comes back is compared like any other.
func TestCompareIsSymmetric(t *testing.T) {
	t.Parallel()
	a, b := "# Privacy\n\nWe keep it for 30 days.", "# Privacy\n\nWe keep it for 90 days."
	there, back := textdiff.Compare(a, b), textdiff.Compare(b, a)
	want := " # Privacy\n \n-We keep it for {30} days.\n+We keep it for {90} days.\n"
	if got := show(there); got != want {
		t.Errorf("there:\n%s", got)
	}
	if got := show(back); got != strings.NewReplacer("30", "90", "90", "30").Replace(want) {
		t.Errorf("back:\n%s", got)
	}
	if d := textdiff.Compare(a, a); d.Stats.Added+d.Stats.Removed != 0 {
		t.Errorf("a text against itself:\n%s", show(d))
	}
}

// Where very many lines changed, each is compared with the one at its place.
func TestManyChangedLines(t *testing.T) {
	t.Parallel()
	older := "we keep data for 30 days" + strings.Repeat("\nwe keep data for 30 days", 399)
	newer := "we keep data for 90 days" + strings.Repeat("\nwe keep data for 90 days", 299)
	d := textdiff.Compare(older, newer)
	if d.Stats.Removed != 400 || d.Stats.Added != 300 {
		t.Errorf("%+v", d.Stats)
	}
	want := []textdiff.Run{{Kind: textdiff.Unchanged, Text: "we keep data for "}, {Kind: textdiff.Removed, Text: "30"}, {Kind: textdiff.Unchanged, Text: " days"}}
	if diff := cmp.Diff(want, d.Lines[0].Words); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if d.Lines[len(d.Lines)-1].Words != nil {
		t.Error("a line without another form has words")
	}
	consistent(t, older, newer, d)
}
