package fetch

import (
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/privacylabels/auditor/internal/policy/terms"
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

// isOnPolicies reports whether a text is on policies, as news and articles are: nothing in it that is
// not a quotation is said by the one who has the data, or hardly anything, and neither its first line
// nor a heading is just the name of a policy.
func isOnPolicies(text, said string, words int) bool {
	if words < longOn || terms.Speakers(said)*speakerWords >= words {
		return false
	}
	named := func(name string) bool {
		length, _ := measure(name)
		before, after := aroundName(name)
		return length <= plainName && min(before, after) == 0 && (length <= subjectName || terms.NamesWholePolicy(name))
	}
	first, _, _ := strings.Cut(text, "\n")
	is := !named(strings.Trim(first, " *_#:"))
	eachHeading(text, func(name string, _ int) { is = is && !named(name) })
	return is
}

// quotes are the quotation marks that end what others begin, in the languages of policies.
var quotes = map[rune]string{'“': "”\"", '„': "“”", '«': "»", '»': "«", '「': "」", '『': "』", '‹': "›"}

// withoutQuotes drops what is in quotation marks from a text: policies are quoted in other texts.
func withoutQuotes(text string) string {
	const most = 600 // bytes of a quotation
	var b strings.Builder
	for text != "" {
		at := strings.IndexFunc(text, func(r rune) bool { return quotes[r] != "" })
		if at < 0 {
			break
		}
		begin, size := utf8.DecodeRuneInString(text[at:])
		inner := text[at+size:]
		end := strings.IndexAny(inner[:min(len(inner), most)], quotes[begin]+"\n")
		if end < 0 || inner[end] == '\n' {
			b.WriteString(text[:at+size])
			text = inner
			continue
		}
		b.WriteString(text[:at] + " ")
		_, size = utf8.DecodeRuneInString(inner[end:])
		text = inner[end+size:]
	}
	b.WriteString(text)
	return b.String()
}

// withoutQuestion returns a heading or a title up to a question, which only asks about a policy.
func withoutQuestion(name string) string {
	at := strings.IndexAny(name, "?？")
	if at < 0 {
		return name
	}
	return name[:strings.LastIndexAny(name[:at], "|–—·:/•.")+1]
}

// inSentence reports whether a heading has the name of a policy amid other words, as a sentence on
// policies has: the name of a policy begins or ends with what it is.
func inSentence(heading string) bool {
	before, after := aroundName(heading)
	return before >= sentenceWords && after >= sentenceWords
}

// aroundName returns how many words a heading, or a part of it, has before and after the name of a
// policy; where it has several, those of the one with the fewest.
func aroundName(heading string) (before, after int) {
	before, after = math.MaxInt, math.MaxInt
	for part := range strings.FieldsFuncSeq(heading, func(r rune) bool { return strings.ContainsRune("|–—·:/•", r) }) {
		if !terms.CallsPolicy(part) {
			continue
		}
		words := strings.Fields(part)
		rest := len(words) - 1 // words after which the name is
		for terms.CallsPolicy(strings.Join(words[len(words)-rest:], " ")) {
			rest--
		}
		until := 1 // words with the name
		for !terms.CallsPolicy(strings.Join(words[:until], " ")) {
			until++
		}
		if first, last := len(words)-rest-1, len(words)-until; min(first, last) < min(before, after) {
			before, after = first, last
		}
	}
	return before, after
}

// hasOwnSection reports whether a text has a section with the name of a policy that has most of its
// words, and that refers to no other page with it. Where the name is only the word for privacy, the section has nearly
// all words, in sentences.
func hasOwnSection(text string) bool {
	words, _ := measure(text)
	own, bare, begin := false, false, 0
	long := func(section string) bool {
		if !own && !bare {
			return false
		}
		count, _ := measure(section)
		return count >= minCalled && !terms.NamesPolicy(section) && (own && 2*count >= words || bare && 5*count >= 4*words && inSentences(section))
	}
	found := false
	eachHeading(text, func(name string, end int) {
		head := strings.LastIndexByte(text[:end-1], '\n') + 1
		found = found || long(text[begin:head])
		own = len(name) < longTitle && terms.NamesWholePolicy(name) && !isArticle(name) && !inSentence(name)
		bare, begin = len(strings.Fields(name)) <= 2 && (terms.CallsPolicy(name) || terms.CallsPolicyOf(name)), end
	})
	return found || long(text[begin:])
}
