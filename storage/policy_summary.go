package storage

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Limits of a summary: lengths in characters, and counts.
const (
	MaxPolicyOverview  = 320
	MaxPolicyHighlight = 300
	MaxPolicyLens      = 600
	MaxPolicySafety    = 1400
	MinHighlights      = 3
	MaxHighlights      = 5
	MaxConcerns        = 5
)

// PolicyLensKey names an aspect of a policy that a summary rates.
type PolicyLensKey string

// The lenses.
const (
	LensCollection PolicyLensKey = "collection_scope"
	LensUse        PolicyLensKey = "product_use"
	LensAds        PolicyLensKey = "ads_marketing"
	LensSharing    PolicyLensKey = "third_party_sharing"
	LensTracking   PolicyLensKey = "tracking_analytics"
	LensControls   PolicyLensKey = "user_controls"
	LensRetention  PolicyLensKey = "data_retention"
	LensChildren   PolicyLensKey = "children_minors"
)

// PolicyLensKeys returns all lenses, in their order in every summary.
func PolicyLensKeys() []PolicyLensKey {
	return []PolicyLensKey{
		LensCollection, LensUse, LensAds, LensSharing, LensTracking, LensControls, LensRetention, LensChildren,
	}
}

// Subject returns the aspect as named within a sentence.
func (k PolicyLensKey) Subject() string {
	switch k {
	case LensCollection:
		return "which data is collected"
	case LensUse:
		return "what data is used for"
	case LensAds:
		return "advertising and marketing"
	case LensSharing:
		return "sharing with third parties"
	case LensTracking:
		return "tracking and analytics"
	case LensControls:
		return "the choices of users"
	case LensRetention:
		return "how long data is kept"
	case LensChildren:
		return "children and minors"
	}
	return string(k)
}

// PolicyRating is what an aspect of a policy means for a user of the app.
type PolicyRating string

// The ratings.
const (
	RatingFavorable  PolicyRating = "favorable"
	RatingMixed      PolicyRating = "mixed"
	RatingConcerning PolicyRating = "concerning"
	RatingUnclear    PolicyRating = "unclear"
)

// Known reports whether the rating is a defined one.
func (r PolicyRating) Known() bool {
	return r == RatingFavorable || r == RatingMixed || r == RatingConcerning || r == RatingUnclear
}

// PolicyLens is one aspect of a policy.
type PolicyLens struct {
	Key     PolicyLensKey `json:"key"`
	Rating  PolicyRating  `json:"rating"`
	Summary string        `json:"summary"`
}

// PolicySafety is what a policy means for the safety of a child.
type PolicySafety struct {
	Paragraph string   `json:"paragraph"`
	Concerns  []string `json:"concerns"`
}

// PolicySummary is a summary of a policy.
//
// It comes from models and from other installations, so Validate and UnmarshalJSON
// accept or return only the form that [PolicySummary.Normal] makes.
type PolicySummary struct {
	Overview   string        `json:"overview"`
	Highlights []string      `json:"highlights"` // the three to five most important statements
	Lenses     []PolicyLens  `json:"lenses"`     // one for each of [PolicyLensKeys], in their order
	Safety     *PolicySafety `json:"safetySummary,omitempty"`
}

// Lens returns an aspect of the policy, unclear if the summary lacks it.
func (s PolicySummary) Lens(key PolicyLensKey) PolicyLens {
	for _, l := range s.Lenses {
		if l.Key == key {
			return l.normal()
		}
	}
	return PolicyLens{Key: key}.normal()
}

// UnmarshalJSON reads an object into the form of [PolicySummary.Normal]. Members
// of an unexpected type count as missing.
func (s *PolicySummary) UnmarshalJSON(b []byte) error {
	var members struct {
		Overview   json.RawMessage `json:"overview"`
		Highlights json.RawMessage `json:"highlights"`
		Lenses     json.RawMessage `json:"lenses"`
		Safety     json.RawMessage `json:"safetySummary"`
	}
	if err := json.Unmarshal(b, &members); err != nil {
		return err
	}
	read := PolicySummary{Overview: textIn(members.Overview), Highlights: textsIn(members.Highlights)}
	var lenses []json.RawMessage
	_ = json.Unmarshal(members.Lenses, &lenses)
	for _, raw := range lenses {
		var lens struct {
			Key     json.RawMessage `json:"key"`
			Rating  json.RawMessage `json:"rating"`
			Summary json.RawMessage `json:"summary"`
		}
		_ = json.Unmarshal(raw, &lens)
		read.Lenses = append(read.Lenses, PolicyLens{
			PolicyLensKey(textIn(lens.Key)), PolicyRating(textIn(lens.Rating)), textIn(lens.Summary),
		})
	}
	var safety struct {
		Paragraph json.RawMessage `json:"paragraph"`
		Concerns  json.RawMessage `json:"concerns"`
	}
	_ = json.Unmarshal(members.Safety, &safety)
	read.Safety = &PolicySafety{textIn(safety.Paragraph), textsIn(safety.Concerns)}
	*s = read.Normal()
	return nil
}

// textIn returns a JSON text, and an empty one for anything else.
func textIn(raw json.RawMessage) (text string) {
	_ = json.Unmarshal(raw, &text)
	return text
}

// textsIn returns the texts in a JSON list.
func textsIn(raw json.RawMessage) (texts []string) {
	var list []json.RawMessage
	_ = json.Unmarshal(raw, &list)
	for _, each := range list {
		texts = append(texts, textIn(each))
	}
	return texts
}

// Normal returns the summary in the form in which it is stored: texts are
// single lines of limited length without control characters, every lens is
// present once, in order, with a known rating, and there are three to five
// distinct highlights, taken from the lenses if there are fewer. It is idempotent.
func (s PolicySummary) Normal() PolicySummary {
	n := PolicySummary{Overview: LineOf(s.Overview, MaxPolicyOverview)}
	if n.Overview == "" {
		n.Overview = "The summary has no overview."
	}
	for _, key := range PolicyLensKeys() {
		n.Lenses = append(n.Lenses, s.Lens(key))
	}
	n.Highlights = distinctLines(s.Highlights, MaxPolicyHighlight, MaxHighlights)
	for _, l := range n.Lenses {
		if len(n.Highlights) >= MinHighlights {
			break
		}
		n.Highlights = distinctLines(append(n.Highlights, l.Summary), MaxPolicyHighlight, MaxHighlights)
	}
	for _, key := range PolicyLensKeys() { // the lenses had too few distinct texts
		if len(n.Highlights) >= MinHighlights {
			break
		}
		n.Highlights = distinctLines(append(n.Highlights, PolicyLens{Key: key}.normal().Summary), MaxPolicyHighlight, MaxHighlights)
	}
	if s.Safety != nil {
		if paragraph := LineOf(s.Safety.Paragraph, MaxPolicySafety); paragraph != "" {
			n.Safety = &PolicySafety{paragraph, distinctLines(s.Safety.Concerns, MaxPolicyHighlight, MaxConcerns)}
		}
	}
	return n
}

func (l PolicyLens) normal() PolicyLens {
	l.Summary = LineOf(l.Summary, MaxPolicyLens)
	if !l.Rating.Known() || l.Summary == "" {
		l.Rating = RatingUnclear
	}
	if l.Summary == "" {
		l.Summary = "The summary says nothing clear on " + l.Key.Subject() + "."
	}
	return l
}

// distinctLines returns the distinct lines, limited in length and number.
func distinctLines(texts []string, most, count int) []string {
	lines := []string{}
	for _, text := range texts {
		if line := LineOf(text, most); line != "" && len(lines) < count && !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	return lines
}

// LineOf returns a text as one line of at most the given number of characters,
// with single spaces and without invisible characters.
func LineOf(text string, most int) string {
	text = strings.Map(visible, strings.ToValidUTF8(text, "\ufffd"))
	text = strings.Join(strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }), " ")
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	cut := []rune(text)[:most-1]
	return strings.TrimRightFunc(string(cut), unicode.IsSpace) + "…"
}

// visible drops invisible characters and those that change the text direction. It is a
// mapping for [strings.Map].
func visible(r rune) rune {
	switch {
	case unicode.Is(unicode.Bidi_Control, r), r == 0xad, r == 0x200b, r == 0x2060, r == 0xfeff:
		return -1
	}
	return r
}

func (s *PolicySummary) validate(kind string) error {
	if s == nil {
		return nil
	}
	n := s.Normal()
	same := s.Overview == n.Overview && slices.Equal(s.Highlights, n.Highlights) && slices.Equal(s.Lenses, n.Lenses) &&
		(s.Safety == nil) == (n.Safety == nil)
	if same && s.Safety != nil {
		same = s.Safety.Paragraph == n.Safety.Paragraph && slices.Equal(s.Safety.Concerns, n.Safety.Concerns)
	}
	if !same {
		return invalid(kind, "the summary is not in its normal form")
	}
	return nil
}
