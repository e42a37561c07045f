package policy

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/privacylabels/auditor/internal/profile"
	"github.com/privacylabels/auditor/storage"
)

// ClaimKind is the kind of a claim: what the label denies.
type ClaimKind string

// The kinds of claims.
const (
	ClaimNotCollected         ClaimKind = "not_collected"          // no data at all
	ClaimNotTracking          ClaimKind = "not_tracking"           // data is collected, but none to track the user
	ClaimCategoryNotCollected ClaimKind = "category_not_collected" // data is collected, but none of a category
)

// Verdict is the result of comparing a claim of the label with the policy.
type Verdict string

// The verdicts.
const (
	Agrees    Verdict = "agrees"
	Disagrees Verdict = "disagrees"
	Unknown   Verdict = "unknown" // no sentence of the text is evidence
)

// Claim is what the label of an app denies, and what the policy says about it.
type Claim struct {
	Kind      ClaimKind `json:"kind"`      // the kind
	Statement string    `json:"statement"` // the claim in a sentence

	// The identifier of the privacy type that makes the claim, or that is missing.
	PrivacyType string `json:"privacyType"`
	// The identifier of the missing data category, such as LOCATION; null: all categories.
	DataCategory storage.Text `json:"dataCategory"`

	Verdict  Verdict    `json:"verdict"`  // the verdict
	Evidence []Evidence `json:"evidence"` // the passages of the policy on which the verdict is based
}

// Evidence is a sentence of the policy.
type Evidence struct {
	Lens   storage.PolicyLensKey `json:"lens"`   // the aspect of the policy
	Rating storage.PolicyRating  `json:"rating"` // the rating of the policy in this aspect
	Quote  string                `json:"quote"`  // the passage of the policy
}

// maxRepeated limits how many occurrences of a quote in the text are considered.
const maxRepeated = 20

// rule holds the lenses that are about a claim, and words of which a sentence that
// contradicts the claim has at least one. It leaves out words that policies also use for
// harmless things.
type rule struct {
	lenses []storage.PolicyLensKey
	words  []string
}

// collecting holds words for collecting data of any category.
var collecting = []string{
	"we collect", "we may collect", "we also collect", "we automatically collect", "information we collect", "data we collect", "we gather", "we obtain",
}

var tracking = []string{
	"sell your", "sell personal", "sell the personal", "sale of personal", "data broker", "targeted advertis", "personalized ad", "personalised ad",
	"interest-based ad", "behavioral advertis", "behavioural advertis", "cross-context", "track you across", "across other", "advertising networks", "ad networks",
}

// categoryWords holds words that name data of a category unmistakably.
var categoryWords = map[string][]string{
	profile.Location:         {"precise location", "precise geolocation", "gps location", "exact location"},
	profile.HealthAndFitness: {"health data", "health information", "medical information"},
	profile.Contacts:         {"address book", "contact list", "your contacts", "phone contacts"},
	profile.BrowsingHistory:  {"browsing history"},
	profile.SearchHistory:    {"search history"},
	profile.SensitiveInfo:    {"racial or ethnic", "biometric", "sexual orientation", "religious belief"},
	profile.FinancialInfo:    {"financial information", "bank account", "credit card number"},
	profile.UserContent:      {"content of your messages", "your photos", "camera roll"},
}

// claimsOf returns the claims of a label, in a fixed order. A label that is unknown, or from
// before any declaration, denies nothing. Neither does one with unknown headings, which may
// be about what seems to be denied.
func claimsOf(label storage.Label) []Claim {
	if provided := label.Provided(); provided == nil || !*provided {
		return nil
	}
	for _, t := range label.Types {
		switch t.Identifier {
		case storage.DataNotCollected, storage.DataUsedToTrackYou, storage.DataLinkedToYou, storage.DataNotLinkedToYou:
		default:
			return nil
		}
	}
	if _, none := label.Type(storage.DataNotCollected); none {
		if len(label.Types) > 1 {
			return nil
		}
		return []Claim{newClaim(ClaimNotCollected, storage.DataNotCollected, "", "The developer claims to collect no data from this app.")}
	}
	var claims []Claim
	if _, tracks := label.Type(storage.DataUsedToTrackYou); !tracks {
		claims = append(claims, newClaim(ClaimNotTracking, storage.DataUsedToTrackYou, "", "The developer claims not to use data to track the user."))
	}
	declared := make(map[string]bool)
	for category := range profile.Collected(profile.FootprintOf(label)) {
		declared[category] = true
	}
	for _, category := range profile.Categories() {
		if categoryWords[category] != nil && !declared[category] {
			claims = append(claims, newClaim(ClaimCategoryNotCollected, storage.DataNotCollected, category,
				"The developer claims to collect no data of the category "+profile.CategoryLabel(category)+"."))
		}
	}
	return claims
}

func newClaim(kind ClaimKind, privacyType, category, statement string) Claim {
	return Claim{
		Kind: kind, Statement: statement, PrivacyType: privacyType, DataCategory: storage.Text(category), Verdict: Unknown, Evidence: []Evidence{},
	}
}

// rule returns the rule of the claim.
func (c Claim) rule() rule {
	switch c.Kind {
	case ClaimNotTracking:
		return rule{[]storage.PolicyLensKey{storage.LensAds, storage.LensSharing, storage.LensTracking}, tracking}
	case ClaimCategoryNotCollected:
		return rule{[]storage.PolicyLensKey{storage.LensCollection}, categoryWords[string(c.DataCategory)]}
	}
	words := slices.Clone(collecting)
	for _, category := range profile.Categories() {
		words = append(words, categoryWords[category]...)
	}
	return rule{[]storage.PolicyLensKey{storage.LensCollection}, words}
}

// compare sets the verdict and the evidence from the summary and the text of the policy. The
// policy disagrees if a lens is concerning and quotes a sentence of the text that has a word
// of the rule and no negation. It agrees with a claim about all data if all lenses of the
// rule are favorable and quote the text.
func (c *Claim) compare(summary *storage.PolicySummary, said sentences) {
	if summary == nil || said.text == "" {
		return
	}
	favorable := []Evidence{}
	of := c.rule()
	for _, key := range of.lenses {
		lens := summary.Lens(key)
		for _, quote := range quotesOf(lens.Summary) {
			from := said.with(foldSpace(strings.TrimSuffix(quote, "…")))
			if len(from) == 0 {
				continue
			}
			found := Evidence{lens.Key, lens.Rating, quote}
			switch {
			case lens.Rating == storage.RatingConcerning && names(quote, of.words) && !slices.ContainsFunc(from, restricts):
				c.Evidence = append(c.Evidence, found)
			case lens.Rating == storage.RatingFavorable:
				favorable = append(favorable, found)
			}
		}
	}
	switch {
	case len(c.Evidence) > 0:
		c.Verdict = Disagrees
	case c.Kind != ClaimCategoryNotCollected && allFavorable(favorable, of.lenses):
		c.Verdict, c.Evidence = Agrees, favorable
	}
}

// allFavorable reports whether there is evidence of each lens.
func allFavorable(found []Evidence, lenses []storage.PolicyLensKey) bool {
	for _, key := range lenses {
		if !slices.ContainsFunc(found, func(e Evidence) bool { return e.Lens == key }) {
			return false
		}
	}
	return true
}

// quotesOf returns the quotations in a text.
func quotesOf(text string) []string {
	var quotes []string
	for {
		_, rest, ok := strings.Cut(text, "“")
		if !ok {
			return quotes
		}
		quote, after, ok := strings.Cut(rest, "”")
		if !ok {
			return quotes
		}
		if quote = strings.TrimSpace(quote); quote != "" && quote != "…" {
			quotes = append(quotes, quote)
		}
		text = after
	}
}

// sentences is a text in lower case on one line, with the offsets at which its sentences
// end. The end of a line also ends a sentence, unless the next line begins with a
// lower-case letter.
type sentences struct {
	text string
	ends []int
}

func sentencesOf(text string) (s sentences) {
	var b strings.Builder
	for line := range strings.Lines(text) {
		first, _ := utf8.DecodeRuneInString(strings.TrimSpace(line))
		if n := len(s.ends); n > 0 && unicode.IsLower(first) && !strings.ContainsAny(b.String()[b.Len()-1:], ".!?") {
			s.ends = s.ends[:n-1]
		}
		for field := range strings.FieldsSeq(strings.ToLower(line)) {
			if b.Len() > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(field)
			if strings.ContainsAny(field[len(field)-1:], ".!?") {
				s.ends = append(s.ends, b.Len())
			}
		}
		if b.Len() > 0 {
			s.ends = append(s.ends, b.Len())
		}
	}
	s.text = b.String()
	return s
}

// with returns the whole sentences that contain a quote, which must be folded like the text.
// Whole sentences are needed because a quote may leave out a negation. There are several if
// the text repeats the quote.
func (s sentences) with(quote string) (all []string) {
	for at := 0; quote != "" && len(all) < maxRepeated; {
		found := strings.Index(s.text[at:], quote)
		if found < 0 {
			break
		}
		from, to := at+found, at+found+len(quote)
		before, _ := slices.BinarySearch(s.ends, from+1) // number of sentences that end before the quote
		after, _ := slices.BinarySearch(s.ends, to)
		start, end := 0, len(s.text)
		if before > 0 {
			start = s.ends[before-1]
		}
		if after < len(s.ends) {
			end = s.ends[after]
		}
		all = append(all, s.text[start:end])
		at = to
	}
	return all
}

// names reports whether a quote contains one of the words.
func names(quote string, words []string) bool {
	quote = foldSpace(quote)
	return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(quote, word) })
}

// restricts reports whether a sentence denies or restricts something, or is about what may
// happen one day. It does not determine what a negation refers to.
func restricts(sentence string) bool {
	sentence = strings.ReplaceAll(sentence, "’", "'")
	for _, condition := range []string{"if we ", "should we ", "were we ", "in case we "} {
		if strings.Contains(" "+sentence, " "+condition) {
			return true
		}
	}
	for field := range strings.FieldsFuncSeq(sentence, func(r rune) bool { return strings.ContainsRune(" ,.;:()\"", r) }) {
		switch field {
		case "not", "no", "never", "nor", "neither", "none", "without", "cannot", "unless", "except", "would", "future", "website", "websites", "site":
			return true
		}
		if strings.HasSuffix(field, "n't") {
			return true
		}
	}
	return false
}

// foldSpace returns a text in lower case on one line.
func foldSpace(text string) string { return strings.ToLower(strings.Join(strings.Fields(text), " ")) }
