package textdiff_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/policy/textdiff"
)

// clauses are so many paragraphs that differ in their number.
func clauses(n int) []string {
	all := make([]string, n)
	for i := range all {
		all[i] = fmt.Sprintf("Clause %d. We share it with partners for marketing.", i)
	}
	return all
}

// Long texts are compared to their ends.
func TestLongTexts(t *testing.T) {
	t.Parallel()
	text := func(all []string) string { return strings.Join(all, "\n\n") }
	older := clauses(10_000)
	word := slices.Clone(older)
	word[9_998] = strings.Replace(word[9_998], "marketing", "nothing", 1)
	reversed := slices.Clone(older)
	slices.Reverse(reversed)
	every := slices.Clone(older)
	for i := range every {
		every[i] = strings.Replace(every[i], "marketing", "nothing", 1)
	}
	repeated := slices.Repeat([]string{"We share it."}, 10_000)
	giant := strings.Join(clauses(20_000), " ")
	for name, tt := range map[string]struct {
		older, newer string
		want         textdiff.Paragraphs
	}{
		"a word":                     {text(older), text(word), textdiff.Paragraphs{Changed: 1}},
		"two on top":                 {text(older), "New one.\n\nNew two.\n\n" + text(older), textdiff.Paragraphs{Added: 2}},
		"a word of each":             {text(older), text(every), textdiff.Paragraphs{Changed: 10_000}},
		"a word of each, one on top": {text(older), "Cookies are new.\n\n" + text(every), textdiff.Paragraphs{Added: 1, Changed: 10_000}},
		"reversed":                   {text(older), text(reversed), textdiff.Paragraphs{Moved: 9_999}},
		"the same again and again":   {text(repeated), text(repeated[1:]), textdiff.Paragraphs{Removed: 1}},
		"one giant":                  {giant, strings.Replace(giant, "Clause 9000.", "Clause X.", 1), textdiff.Paragraphs{Changed: 1}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := textdiff.Compare(tt.older, tt.newer)
			if diff := cmp.Diff(tt.want, d.Stats.Paragraphs); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			consistent(t, tt.older, tt.newer, d)
		})
	}
}

func BenchmarkLong(b *testing.B) {
	all := clauses(10_000)
	older := strings.Join(all, "\n\n")
	word := strings.Replace(older, "Clause 9998. We", "Clause 9998. They", 1)
	every := strings.ReplaceAll(older, "marketing", "nothing")
	for name, newer := range map[string]string{"word": word, "every": every} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				textdiff.Compare(older, newer)
			}
		})
	}
}
