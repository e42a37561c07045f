package fetch_test

import (
	"strings"
	"testing"

	"github.com/privacylabels/auditor/fleet/policy/fetch"
	"github.com/privacylabels/auditor/fleet/policy/summary"
	"github.com/privacylabels/auditor/internal/cost"
)

// hostileText is how long the texts are that are measured.
var hostileText = textCap

// hostileTexts are texts that are made to take time or memory where they are judged
// and summed up.
func hostileTexts() map[string]string {
	fillText := func(piece string) string {
		return strings.Repeat(piece, (hostileText-20)/len(piece)) + " personal data"
	}
	return map[string]string{
		"words":              fillText("word "),
		"one word":           fillText("w"),
		"capitals":           fillText("A "),
		"capitals that grow": fillText("Ⱥ "),
		"phrases":            fillText("we use your "),
		"phrases, bad":       fillText("sell your "),
		"phrases, denied":    fillText("do not sell your "),
		"phrases, left":      fillText("whether we sell your "),
		"all tones":          fillText("we never sell your data but we collect precise location except only for advertising cookies "),
		"sentences":          fillText("We do. "),
		"short sentences":    fillText("We use the the the. "),
		"abbreviations":      fillText("e.g. "),
		"full stops":         fillText(". "),
		"quotes":             fillText(".\"\"\"\"\"\"\"\""),
		"one quotation":      "." + fillText("\""),
		"clauses":            fillText("but we "),
		"headings":           fillText("# A\n"),
		"headings of terms":  "# Terms of use\n\n" + fillText("# A\n"),
		"lines":              fillText("a\n"),
		"wrapped lines":      fillText("lower case, and so on and on and on and more\n"),
		"marks of lists":     fillText("- * • "),
		"marks alone":        fillText("-"),
		"ligatures":          fillText("\ufdfa"),
		"marks":              fillText("a" + strings.Repeat("\u0301", 100)),
		"Hangul":             fillText("\u1112\u1161\u11ab"),
		"dates":              fillText("last updated 3 May 2024 "),
		"dates of one kind":  fillText("last updated on 3 "),
		"counted":            fillText("3 views: 4 "),
		"copyright":          fillText("© 2024 "),
		"addresses":          fillText("https://a.example/?"),
		"address, long":      "https://" + fillText("://"),
		"scripts":            fillText("個1"),
		"almost":             fillText("personal dat "),
		"spaces":             fillText(" \u00a0"),
		"blank lines":        fillText("a \n\n\n"),
		"carriage returns":   fillText("a\r"),
		"paragraph marks":    fillText("a\u2029"),
		"stems of Chinese":   fillText("目目 "),
	}
}

// No text makes judging it allocate more than 48 bytes for each of its own, or
// summing it up more than 128, beside 1 MiB. Like [TestHostilePages], it does not run
// beside other tests.
func TestHostileTexts(t *testing.T) {
	for name, text := range hostileTexts() {
		for what, call := range map[string]func() error{
			"judged": func() error {
				_, err := fetch.Judge(fetch.Document{Text: text}, "")
				return err
			},
			"summed up": func() error {
				_, err := summary.Extractive{}.Summarize(t.Context(), summary.Request{Text: text})
				return err
			},
		} {
			var err error
			took := cost.Of(func() { err = call() })
			most := uint64(1<<20 + 48*hostileText)
			if what == "summed up" {
				most = uint64(1<<20 + 128*hostileText)
			}
			if took.Bytes > most {
				t.Errorf("%s, %s: allocated %d MB", name, what, took.Bytes>>20)
			}
			printCost(took, what, name, err)
		}
	}
}
