package fetch

import (
	"strings"
	"unicode"

	"github.com/privacylabels/auditor/fleet/policy/internal/terms"
)

// eachHeading calls fn with the name and the position of the end of the first headings in a text.
func eachHeading(text string, fn func(name string, end int)) {
	at, seen := 0, 0
	for line := range strings.SplitAfterSeq(text, "\n") {
		at += len(line)
		if line[:min(len(line), 1)] != "#" || headingLevel(strings.TrimSpace(line)) == 0 {
			continue
		}
		if seen++; seen > maxHeadings {
			return
		}
		fn(strings.TrimSpace(strings.TrimLeft(strings.TrimSpace(line), "#")), at)
	}
}

// offSubject reports whether a text has several headings, and hardly one of them is on data or a
// subject of policies.
func offSubject(text string) bool {
	all, on := 0, 0
	eachHeading(text, func(name string, _ int) {
		if !strings.ContainsFunc(name, unicode.IsLetter) {
			return
		}
		all++
		if terms.SpeaksOfData(name) || terms.MentionsIn(name).Count > 0 || terms.NamesPolicy(name) {
			on++
		}
	})
	return all >= headings && perHeading*on < all
}

// listsDocuments reports whether the sections of a text are legal documents, a policy and two or
// more others, on each of which it has a few words only.
func listsDocuments(text string) bool {
	policies, others, long := 0, make(map[string]bool), false
	last, begin := "", 0 // the section that is open
	end := func(at int) {
		switch words, _ := measure(text[begin:at]); {
		case last == "":
		case terms.CallsPolicy(last):
			policies++
			long = long || words >= entryWords
		case words < entryWords:
			others[last] = true
		}
	}
	eachHeading(text, func(name string, at int) {
		end(at)
		last, begin = "", at
		if len(name) < longTitle && (terms.CallsPolicy(name) || terms.Entitled(name, terms.LegalDocument) || terms.Entitled(name, terms.TermsOfUse)) {
			last = name
		}
	})
	end(len(text))
	return policies > 0 && len(others) > 1 && !long
}

// isArticle reports whether a heading is that of an article, or of a page of help, rather than that of
// a policy.
func isArticle(heading string) bool {
	return terms.Entitled(heading, terms.Article) && terms.Speakers(heading) == 0
}
