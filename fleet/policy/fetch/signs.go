package fetch

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
	"unicode/utf8"

	"github.com/privacylabels/auditor/internal/policy/plaintext"
	"github.com/privacylabels/auditor/internal/policy/terms"
	"github.com/privacylabels/auditor/storage"
)

// sign is something about a page that tells whether it is a policy.
type sign int

const (
	headingCalls  sign = iota // the first heading calls it a policy
	titleCalls                // the title does, and no heading is of something else
	titleOnly                 // the title does, but the first heading is of something else
	sectionCalls              // the heading of most of a short text does
	callsItself               // the text refers to itself as a policy
	opensWithData             // the first sentences are on personal data
	oneSubject                // for each subject of policies, up to mostSubjects
	onData                    // the subject is which data are collected, beside oneSubject
	dense                     // the subjects are mentioned often
	sparse                    // they are hardly mentioned in a text that does not call itself a policy
	notOnData                 // which data are collected is hardly mentioned in such a text, or a long one with the title of a policy
	likeBefore                // much is in the version before
	otherHeading              // the first heading, or the title, is of a known other page
	otherOpening              // so are the first sentences
	otherText                 // so is a good part of the text
	startPage                 // the address led to the start page of the site
	signInForm                // it begins with a form to sign in, and nothing calls it a policy but its title
	headsPart                 // the heading that calls it a policy is that of a short section, and what follows is hardly on data
	otherTitle                // it has the title of terms of use, of settings or of an article, and nothing calls itself a policy
	documentList              // its sections are the names of legal documents with a few words on each
	otherSections             // its headings are hardly on the subjects of policies, and nothing calls it one
	onPolicies                // it is on policies: it is long, does not call itself one, and who wrote it hardly speaks of itself
)

// weights are how much each sign counts.
var weights = [...]int{
	headingCalls: 5, titleCalls: 4, titleOnly: 1, sectionCalls: 4, callsItself: 4, opensWithData: 4, oneSubject: 1, onData: 1, dense: 2, sparse: -2, notOnData: -8, likeBefore: 8,
	otherHeading: -8, otherOpening: -8, headsPart: -16, otherText: -6, startPage: -10, signInForm: -16, otherTitle: -24,
	documentList: -24, otherSections: -10, onPolicies: -24,
}

// The bounds of the signs.
const (
	enough        = 4   // the weight that a policy has at least
	mostSubjects  = 4   // that count, unless the text calls itself a policy
	opening       = 400 // bytes of the first sentences
	longTitle     = 120 // bytes of a first line that may be a title
	denseWords    = 50  // words for a mention, or fewer: often
	sparseWords   = 100 // or more: hardly
	rareWords     = 150 // words for a mention of which data are collected, or more: hardly
	restWords     = 350 // or more in a text that opens with data, or in what follows the section on them
	maxHeadings   = 200 // of a text, that are read
	headings      = 4   // or more: their subjects tell what a text is on
	perHeading    = 2   // headings for one on data or a subject of policies, or more: hardly
	longOn        = 200 // words, or more: it is long enough to be on policies
	plainName     = 6   // words of a heading, or fewer: it is a name and says nothing on what it names
	subjectName   = 3   // or fewer: a subject that policies are called by may be that name as well
	speakerWords  = 50  // words for one with which the one who has the data speaks of itself, or more: it hardly speaks
	sentenceWords = 3   // words, or more, on both sides of the name of a policy: a sentence
	entryWords    = 100 // of what a list of documents says on each, at most
)

// verdict adds up the signs of a page.
type verdict struct {
	weight int
	called bool   // it calls itself a policy
	headed bool   // its first heading does
	self   bool   // it refers to itself as a policy
	reason string // why it is another page; may be empty
}

func (v *verdict) add(s sign) { v.weight += weights[s] }

// rejection returns why a clean document is not a policy, or nil. Alike is whether it has
// much in common with the version before.
func rejection(doc Document, alike bool) *Error {
	words, length := measure(doc.Text)
	text := folded(doc.Text)
	v, mentions := judge(doc, text, words)
	if alike {
		v.add(likeBefore)
		v.called = true
	} else if reason := entitled(folded(doc.Title), text); reason != "" {
		v.add(otherTitle)
		if v.reason == "" || reason != reasonStart {
			v.reason = reason
		}
	} else if !v.headed && !v.self && listsDocuments(text) {
		v.add(documentList)
		v.reason = "index of documents"
	}
	switch {
	case v.reason != "" && v.weight < enough && words >= minCalled:
		return &Error{Cause: ErrNotPolicy, Err: errors.New(v.reason)}
	case words < minCalled, !v.called && (words < MinWords || length < minLength):
		return &Error{Cause: ErrTooShort, Err: fmt.Errorf("%d words", words)}
	case mentions.Count == 0 && !(v.called && terms.SpeaksOfData(text) || v.saysLittle(text, words)):
		return &Error{Cause: ErrTooShort, Err: fmt.Errorf("none of %d words mentions data", words)}
	case v.weight < enough:
		return &Error{Cause: ErrNotPolicy, Err: errUncalled}
	}
	return nil
}

// saysLittle reports whether a text that calls itself a policy is on an app, an account or a device
// where others are on data, and not on why there is no policy to read.
func (v verdict) saysLittle(text string, words int) bool {
	counts, _ := terms.PagesIn(text)
	failed := counts[terms.NotFound]+counts[terms.Maintenance]+counts[terms.Challenge] > 0
	return v.called && !failed && (v.headed || inSentences(text)) && (words < MinWords && terms.SpeaksOfApps(text) || terms.SpeaksOfDevices(text))
}

// inSentences reports whether most of a text is in lines that end like sentences.
func inSentences(text string) bool {
	said := 0
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimRight(strings.TrimSpace(line), "\"”»*)")
		if r, _ := utf8.DecodeLastRuneInString(line); strings.ContainsRune(".!。！।۔", r) && line != "" {
			said += len(line)
		}
	}
	return 3*said >= 2*len(text)
}

var errUncalled = errors.New("nothing says that it is a privacy policy")

// folded returns a text in the form of the lists of phrases: in lower case, with straight
// apostrophes and plain spaces.
func folded(text string) string { return folding.Replace(strings.ToLower(text)) }

var folding = strings.NewReplacer("’", "'", "\u00a0", " ", "\u202f", " ", "‑", "-", "i̇", "i")

// judge reads the signs of a page. Text is its folded text.
func judge(doc Document, text string, words int) (v verdict, mentions terms.Mentions) {
	title, heading, first := folded(doc.Title), firstHeading(text), text[:min(len(text), opening)]
	mentions = terms.MentionsIn(text)

	if v.names(title, heading, text, words); v.headed && isPart(text) {
		v.add(headsPart)
		v.headed = false
	}
	said := withoutQuotes(text)
	if heading != "" && withoutQuestion(heading) == "" {
		said = strings.Replace(said, heading, "", 1)
	}
	if terms.CallsItself(said) {
		v.add(callsItself)
		v.called, v.self = true, true
	} else if isOnPolicies(text, said, words) {
		v.add(onPolicies)
		v.called, v.headed = false, false
	}
	v.subjects(mentions, first, words)
	if !v.called && offSubject(text) {
		v.add(otherSections)
	}
	if toStartPage(doc.Asked, doc.FinalURL) {
		v.add(startPage)
		v.reason = "redirected to the start page"
	}
	v.others(title, heading, text)
	return v, mentions
}

// isPart reports whether the first heading of a text is that of a short section, and what follows
// it hardly mentions which data are collected.
func isPart(text string) bool {
	at, level, begin := 0, 0, 0
	for line := range strings.SplitAfterSeq(text, "\n") {
		switch found := headingLevel(strings.TrimSpace(line)); {
		case found == 0:
		case level == 0:
			level, begin = found, at+len(line)
		case found <= level:
			if own, _ := measure(text[begin:at]); own >= longSection {
				return false
			}
			words, _ := measure(text[at:])
			return words >= restWords && terms.MentionsIn(text[at:]).Subjects[storage.LensCollection]*restWords < words
		}
		at += len(line)
	}
	return false
}

// names adds the signs of what the page calls itself.
func (v *verdict) names(title, heading, text string, words int) {
	line, _, _ := strings.Cut(text, "\n")
	line = strings.Trim(line, " *_#:") // some mark it as bold
	heading, line, title = withoutQuestion(heading), withoutQuestion(line), withoutQuestion(title)
	of := func(name string) bool { return words < MinWords && terms.CallsPolicyOf(name) }
	switch {
	case terms.Entitled(heading, terms.PrivacySettings) && !terms.CallsPolicyInFull(heading): // not what it calls itself
	case terms.CallsPolicy(heading) && !inSentence(heading), of(heading), heading == "" && len(line) < longTitle && (terms.CallsPolicy(line) || of(line)):
		v.add(headingCalls)
		v.called, v.headed = true, true
	case words < MinWords && hasOwnSection(text):
		v.add(sectionCalls)
		v.called = true
	case (!terms.CallsPolicy(title) || inSentence(title)) && !of(title):
	case heading == "" || terms.NamesPolicy(heading) || strings.Contains(title, heading): // that is the name of the app
		v.add(titleCalls)
		v.called = true
	default:
		v.add(titleOnly)
	}
}

// subjects adds the signs of what the text mentions.
func (v *verdict) subjects(mentions terms.Mentions, first string, words int) {
	n := len(mentions.Subjects)
	if !v.headed && !v.self {
		n = min(n, mostSubjects)
	}
	for range n {
		v.add(oneSubject)
	}
	collection := mentions.Subjects[storage.LensCollection]
	if collection > 0 {
		v.add(onData)
	}
	rare := rareWords
	if terms.MentionsIn(first).Subjects[storage.LensCollection] > 0 {
		v.add(opensWithData)
		rare = restWords // a page may open with what it says on the policy of its site
	}
	if collection*rare < words && !v.headed && !v.self && (!v.called || words >= MinWords) {
		v.add(notOnData)
	}
	switch {
	case mentions.Count*denseWords >= words && mentions.Count > 1:
		v.add(dense)
	case mentions.Count*sparseWords < words && !v.called:
		v.add(sparse)
	}
}

// others adds the signs of known other pages.
func (v *verdict) others(title, heading, text string) {
	var least [terms.Pages]int
	of := func(text string) (page terms.Page, phrase string, found bool) {
		counts, first := terms.PagesIn(text)
		for p, n := range counts {
			if n > 0 && n >= least[p] && (!found || n > counts[page]) {
				page, phrase, found = terms.Page(p), first[p], true
			}
		}
		return page, phrase, found
	}
	line, _, _ := strings.Cut(text, "\n")
	if heading == "" && len(line) < longTitle {
		heading = line
	}
	for _, name := range []string{heading, title} {
		if page, phrase, found := of(name); found && !terms.CallsPolicy(name) {
			v.add(otherHeading)
			v.reason = reasonOf(page, phrase)
			break
		}
	}
	if v.headed {
		return // policies mention consent, accounts and purchases
	}
	if !v.self && hasForm(text) {
		v.add(signInForm)
		v.reason = reasonOf(terms.SignIn, "")
	}
	least[terms.Consent] = 2 // a policy may value privacy as well
	if page, phrase, found := of(withoutNumbers(text[:min(len(text), opening)])); found {
		v.add(otherOpening)
		if v.reason == "" {
			v.reason = reasonOf(page, phrase)
		}
	}
	if page, phrase, share := mostlyOf(text); share {
		v.add(otherText)
		if v.reason == "" || page == terms.Consent && !strings.HasPrefix(v.reason, "says") {
			v.reason = reasonOf(page, phrase)
		}
	}
}

// mostlyOf returns the kind of page of which a third of the lines have phrases, or more.
func mostlyOf(text string) (page terms.Page, phrase string, found bool) {
	lines := 0
	var counts [terms.Pages]int
	var firsts [terms.Pages]string
	for line := range strings.SplitSeq(text, "\n") {
		if strings.TrimSpace(line) == "" {
			continue
		}
		lines++
		in, first := terms.PagesIn(line)
		for p, n := range in {
			if n > 0 {
				if counts[p]++; counts[p] == 1 {
					firsts[p] = first[p]
				}
			}
		}
	}
	for p, n := range counts {
		if 3*n >= lines && n > 0 && (!found || n > counts[page]) {
			page, phrase, found = terms.Page(p), firsts[p], true
		}
	}
	return page, phrase, found
}

// withoutNumbers drops the numbers that are words of a text: "our 812 partners".
func withoutNumbers(text string) string {
	var b strings.Builder
	for word := range strings.SplitAfterSeq(text, " ") {
		if strings.Trim(word, "0123456789., ") != "" {
			b.WriteString(word)
		}
	}
	return b.String()
}

// reasonStart is why a start page is not a policy.
const reasonStart = "start page or blog"

// entitled returns why a page is another one by its title or its first heading, or nothing. A
// page that calls itself a privacy policy anywhere is none of these.
func entitled(title, text string) string {
	heading := firstHeading(text)
	if line, _, _ := strings.Cut(text, "\n"); heading == "" && len(line) < longTitle {
		heading = line
	}
	is := func(name string, kind terms.Title) bool {
		return terms.Entitled(name, kind) && !terms.CallsPolicyInFull(name)
	}
	called := terms.CallsPolicyInFull(title)
	reason, article := "", false
	switch {
	case terms.Frames(heading, terms.Search), terms.Frames(title, terms.Search) && !terms.NamesWholePolicy(heading):
		return "search results"
	case terms.Entitled(heading, terms.Job) && !terms.NamesWholePolicy(heading) && !terms.NamesWholePolicy(title):
		reason, article = "job or officer", true
	case isArticle(heading), isArticle(title) && !terms.CallsPolicyInFull(heading) && terms.NamesPolicy(title):
		if words, _ := measure(text); terms.Speakers(text)*speakerWords < words {
			reason, article = "article or page of help", true
		}
	case is(heading, terms.PrivacySettings):
		reason = "consent wall"
	case terms.Entitled(heading, terms.Announcement), heading == "" && terms.Entitled(title, terms.Announcement):
		reason, article = "announcement of a policy", true
	case called || terms.CallsPolicyInFull(heading):
	case is(heading, terms.TermsOfUse), is(title, terms.TermsOfUse) && !terms.CallsPolicy(heading):
		reason = "terms of use"
	case is(title, terms.PrivacySettings) && !terms.CallsPolicy(heading):
		reason = "consent wall"
	case is(heading, terms.StartPage) && !terms.CallsPolicy(title) && !terms.CallsItself(text):
		reason = reasonStart
	case is(heading, terms.LegalDocument) && !terms.NamesPolicy(heading) && !terms.NamesPolicy(title):
		reason = "another document"
	}
	if reason == "" || terms.CallsItselfPrivacy(withoutQuotes(text)) || hasPolicySection(text, article) {
		return ""
	}
	return reason
}

// longSection is how many words a section of a page has at least that is a policy of its own
// although it has only a word for privacy as its heading, or a number.
const longSection = 100

// hasPolicySection reports whether a text has a section that is a policy. In an article, it is
// long: articles have short ones on policies.
func hasPolicySection(text string, article bool) bool {
	level, begin, at := 0, 0, 0
	long := func(end int) bool {
		if level == 0 { // nothing to measure: each heading would measure all text before it
			return false
		}
		words, _ := measure(text[begin:end])
		return words >= longSection
	}
	for line := range strings.SplitAfterSeq(text, "\n") {
		found := headingLevel(strings.TrimSpace(line))
		name := strings.TrimSpace(strings.TrimLeft(strings.TrimSpace(line), "#"))
		at += len(line)
		calls := len(name) < longTitle && terms.CallsPolicy(name) && !terms.Entitled(name, terms.PrivacySettings) && !isArticle(name) && !terms.Entitled(name, terms.Announcement) && !terms.Entitled(name, terms.Job) && !strings.HasSuffix(name, "?")
		if !article && calls && terms.NamesWholePolicy(name) && (found > 0 && !isDigit(name[0]) || found == 0 && beginsSection(name, text[at:])) {
			return true
		}
		if found == 0 || level > 0 && found > level {
			continue
		}
		if long(at - len(line)) {
			return true
		}
		level = 0
		if calls {
			level, begin = found, at
		}
	}
	return long(at)
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// beginsSection reports whether a line that is not marked as a heading is like one: it has a
// few words and no end, and a paragraph follows.
func beginsSection(line, rest string) bool {
	const fewWords, paragraph = 8, 100 // bytes of a paragraph
	next, _, _ := strings.Cut(strings.TrimLeft(rest, " \n"), "\n")
	return len(strings.Fields(line)) <= fewWords && !strings.ContainsAny(line, ".,:;。、|") && !strings.HasPrefix(line, "-") && !isDigit(line[0]) && len(next) >= paragraph
}

// hasForm reports whether a text begins with a form to sign in: short lines for who signs in,
// for the password, and for what to do.
func hasForm(text string) bool {
	const near, label = 3000, 60 // bytes
	var password, name, action bool
	for line := range strings.SplitSeq(text[:min(len(text), near)], "\n") {
		line = strings.TrimSpace(line)
		if line == "" || len(line) > label || strings.HasPrefix(line, "- ") || strings.HasSuffix(line, ".") {
			continue
		}
		p, n := terms.Field(line)
		counts, _ := terms.PagesIn(line)
		password, name, action = password || p, name || n, action || counts[terms.SignIn] > 0
	}
	return password && name && action
}

// reasonOf says for people why a page of a kind is not a policy.
func reasonOf(page terms.Page, phrase string) string {
	switch page {
	case terms.NotFound:
		return fmt.Sprintf("says %q", capital(strings.Trim(phrase, " -|")))
	case terms.Consent:
		return "consent wall"
	case terms.SignIn:
		return "asks to sign in"
	case terms.Shop:
		return "page of a shop"
	case terms.Parked:
		return "parked domain"
	case terms.Maintenance:
		return "site under maintenance"
	}
	return "asks for a proof that the visitor is a person"
}

// capital returns a text with its first letter in upper case.
func capital(text string) string {
	head := plaintext.Cut(text, 1)
	return strings.ToUpper(head) + text[len(head):]
}

// firstHeading returns the first heading of a text, if it is near the beginning.
func firstHeading(text string) string {
	const near = 1500 // bytes
	for line := range strings.SplitSeq(text[:min(len(text), near)], "\n") {
		if headingLevel(line) > 0 {
			return strings.TrimSpace(strings.TrimLeft(line, "#"))
		}
	}
	return ""
}

// toStartPage reports whether a URL that is not of the start page of a site led to one.
func toStartPage(asked, final string) bool {
	from, err := url.Parse(asked)
	if err != nil || asked == "" || final == "" {
		return false
	}
	to, err := url.Parse(final)
	return err == nil && !isStart(from) && isStart(to)
}

// isStart reports whether a URL is that of the start page of a site, of a language or not.
func isStart(u *url.URL) bool {
	if u.RawQuery != "" && strings.Trim(u.Path, "/") == "" && terms.NamesPolicy(u.RawQuery) {
		return false
	}
	for part := range strings.SplitSeq(strings.ToLower(strings.Trim(u.Path, "/")), "/") {
		name, ending, _ := strings.Cut(part, ".")
		switch {
		case part == "", part == "en", part == "us", part == "en-us", part == "en-gb", isLanguage(part):
		case (name == "index" || name == "home" || name == "default") && len(ending) <= len("html"):
		default:
			return false
		}
	}
	return true
}
