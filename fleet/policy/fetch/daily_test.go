package fetch_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/fleet/policy/fetch"
)

// The marks of the pages of testdata/daily.txt: what differs from day to day, and what is before and after a change
// of the policy.
var (
	dailyMark  = regexp.MustCompile(`\[\[(.*?)\]\]`)
	changeMark = regexp.MustCompile(`\{\{(.*?)\|\|(.*?)\}\}`)
)

// onDay returns a page as it is served on a day, with the change or without it.
func onDay(page string, day int, changed bool) string {
	page = dailyMark.ReplaceAllStringFunc(page, func(mark string) string {
		days := strings.Split(strings.TrimSuffix(strings.TrimPrefix(mark, "[["), "]]"), "||")
		return days[day%len(days)]
	})
	if changed {
		return changeMark.ReplaceAllString(page, "$2")
	}
	return changeMark.ReplaceAllString(page, "$1")
}

// Of pages that are fetched each day, the change of the policy is told, on whatever day, and nothing else.
func TestDailyPages(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("testdata/daily.txt")
	if err != nil {
		t.Fatal(err)
	}
	const days = 3
	pages := 0
	for part := range strings.SplitSeq(strings.TrimPrefix(string(data), "=== "), "\n=== ") {
		name, page, _ := strings.Cut(part, "\n")
		if !changeMark.MatchString(page) {
			t.Fatalf("%s: nothing changes", name)
		}
		pages++
		var first fetch.Source
		for day := range days {
			for _, changed := range []bool{false, true} {
				doc, err := readAs(t, onDay(page, day, changed), "text/html; charset=utf-8", 0)
				if err != nil {
					t.Fatal(err)
				}
				source, err := fetch.Judge(doc, first.Text)
				if err != nil {
					t.Errorf("%s, day %d: %v:\n%s", name, day, err, source.Text)
					continue
				}
				if first.Text == "" {
					first = source
				}
				if told := source.Hash != first.Hash; told != changed {
					t.Errorf("%s, day %d: told %v, want %v: %q", name, day, told, changed, difference(first.Text, source.Text))
				}
			}
		}
	}
	if pages == 0 {
		t.Error("no pages")
	}
}
