package llm

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/privacylabels/auditor/internal/jsonread"
	"github.com/privacylabels/auditor/storage"
)

// schema is the required form of an answer.
type schema struct {
	name string
	form map[string]any // JSON Schema, as OpenAI's strict mode requires it
}

func object(members map[string]any) map[string]any {
	return map[string]any{"type": "object", "properties": members, "required": slices.Sorted(maps.Keys(members)), "additionalProperties": false}
}

func sentence(what string) map[string]any {
	return map[string]any{"type": "string", "description": what}
}

func list(of any, least, most int) map[string]any {
	return map[string]any{"type": "array", "items": of, "minItems": least, "maxItems": most}
}

// summarySchema is the form of a summary; with guardian, of one that rates the safety
// for a child.
func summarySchema(name string, guardian bool) schema {
	keys := storage.PolicyLensKeys()
	members := map[string]any{
		"overview":   sentence("At most 320 characters."),
		"highlights": list(sentence("One plain sentence."), storage.MinHighlights, storage.MaxHighlights),
		"lenses": list(object(map[string]any{
			"key":     map[string]any{"type": "string", "enum": keys},
			"rating":  map[string]any{"type": "string", "enum": []storage.PolicyRating{storage.RatingFavorable, storage.RatingMixed, storage.RatingConcerning, storage.RatingUnclear}},
			"summary": sentence("One or two sentences on this side of the policy."),
		}), len(keys), len(keys)),
	}
	if guardian {
		members["safetySummary"] = object(map[string]any{
			"paragraph": sentence("At most 1400 characters, for who cares for a child."),
			"concerns":  list(sentence("One concern."), 0, storage.MaxConcerns),
		})
	}
	return schema{name, object(members)}
}

const (
	minPoints = 3
	maxPoints = 6
	maxNote   = 1200 // characters
)

// noteSchema is the form of a note on a part of a policy.
func noteSchema() schema {
	return schema{"privacy_policy_chunk_note", object(map[string]any{
		"summary":    sentence("At most 1200 characters."),
		"highlights": list(sentence("One plain sentence."), minPoints, maxPoints),
	})}
}

// slack is how many times its limit a text may have without being refused: models do
// not count characters, and the text is cut.
const slack = 4

// strictly reads an answer that is one JSON object without unknown members. It allows
// a code fence around the object, which models often add.
func strictly(answer string, into any) error {
	answer = strings.TrimSpace(answer)
	if fenced, ok := strings.CutPrefix(answer, "```"); ok {
		answer = strings.TrimSuffix(strings.TrimPrefix(fenced, "json"), "```")
	}
	switch err := new(jsonread.Budget).DecodeStrict([]byte(answer), into); {
	case errors.Is(err, jsonread.ErrTrailing):
		return errors.New("something follows the JSON object")
	case err != nil:
		return errors.New("it is not one JSON object of the form that was asked for")
	}
	return nil
}

// readSummary reads a summary from an answer.
func readSummary(answer string, guardian bool, secrets []string) (storage.PolicySummary, error) {
	type lens struct {
		Key     string `json:"key"`
		Rating  string `json:"rating"`
		Summary string `json:"summary"`
	}
	type safety struct {
		Paragraph string   `json:"paragraph"`
		Concerns  []string `json:"concerns"`
	}
	var got struct {
		Overview   string   `json:"overview"`
		Highlights []string `json:"highlights"`
		Lenses     []lens   `json:"lenses"`
		Safety     *safety  `json:"safetySummary"`
	}
	if err := strictly(answer, &got); err != nil {
		return storage.PolicySummary{}, err
	}
	c := check{secrets: secrets}
	c.text("overview", got.Overview, storage.MaxPolicyOverview)
	c.texts("highlights", got.Highlights, storage.MinHighlights, storage.MaxHighlights)
	s := storage.PolicySummary{Overview: got.Overview, Highlights: got.Highlights}
	keys := storage.PolicyLensKeys()
	seen := make(map[storage.PolicyLensKey]bool)
	c.must(len(got.Lenses) <= len(keys), "there must be exactly eight lenses")
	for _, l := range got.Lenses[:min(len(got.Lenses), len(keys))] {
		one := storage.PolicyLens{Key: storage.PolicyLensKey(l.Key), Rating: storage.PolicyRating(l.Rating), Summary: l.Summary}
		c.must(slices.Contains(keys, one.Key) && !seen[one.Key], "a lens is there twice, or not one of the eight")
		c.must(one.Rating.Known(), "a rating is not one of the four")
		c.text("summary of a lens", one.Summary, storage.MaxPolicyLens)
		seen[one.Key] = true
		s.Lenses = append(s.Lenses, one)
	}
	c.must(len(seen) == len(keys), "there must be exactly eight lenses")
	c.must(guardian || got.Safety == nil, "a safetySummary was not asked for")
	if got.Safety != nil {
		c.text("paragraph", got.Safety.Paragraph, storage.MaxPolicySafety)
		c.texts("concerns", got.Safety.Concerns, 0, storage.MaxConcerns)
		s.Safety = &storage.PolicySafety{Paragraph: got.Safety.Paragraph, Concerns: got.Safety.Concerns}
	}
	return s.Normal(), c.wrong
}

// readNote reads a note from an answer.
func readNote(answer string, secrets []string) (storage.PolicyNote, error) {
	var got struct {
		Summary    string   `json:"summary"`
		Highlights []string `json:"highlights"`
	}
	if err := strictly(answer, &got); err != nil {
		return storage.PolicyNote{}, err
	}
	c := check{secrets: secrets}
	c.text("summary", got.Summary, maxNote)
	c.texts("highlights", got.Highlights, 0, maxPoints)
	note := storage.PolicyNote{Summary: storage.LineOf(got.Summary, maxNote)}
	for _, h := range got.Highlights {
		note.Highlights = append(note.Highlights, storage.LineOf(h, storage.MaxPolicyHighlight))
	}
	return note, c.wrong
}

// check records the first problem of an answer.
type check struct {
	secrets []string // that no honest answer contains
	wrong   error
}

func (c *check) must(ok bool, otherwise string) {
	if !ok && c.wrong == nil {
		c.wrong = errors.New(otherwise)
	}
}

func (c *check) text(name, text string, most int) {
	c.must(strings.TrimSpace(text) != "", name+" is empty")
	c.must(utf8.RuneCountInString(text) <= slack*most, fmt.Sprintf("%s is much longer than %d characters", name, most))
	for _, secret := range c.secrets {
		c.must(!strings.Contains(text, secret), name+" repeats a mark or a key")
	}
	c.must(!strings.Contains(text, "://"), name+" has an address in it")
}

func (c *check) texts(name string, texts []string, least, most int) {
	c.must(len(texts) >= least && len(texts) <= most, fmt.Sprintf("%s must be %d to %d", name, least, most))
	for _, t := range texts[:min(len(texts), most)] {
		c.text("one of "+name, t, storage.MaxPolicyHighlight)
	}
}
