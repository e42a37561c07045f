package policy

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/storage"
)

// ExtractiveModel is what a summary says made it when no model did.
const ExtractiveModel = "extractive"

// Extractive is a [Summarizer] that asks nobody: it looks for what policies
// usually say, and quotes it. So nothing is in its summaries that is not in the
// text. The zero value is ready.
//
// In an English text it finds phrases that speak for or against a policy, or are
// in nearly all of them, and a rating is made from which of them there are:
//
//   - favorable: only such that speak for it
//   - concerning: some that speak against it, and none for it
//   - mixed: both, or such as are in nearly all policies
//   - unclear: none of them
//
// In the other languages that most policies are in it finds where a side is
// spoken of, quotes that, and leaves the rating unclear.
type Extractive struct{}

// Summarise quotes the text. It fails only when the context ends.
func (Extractive) Summarise(ctx context.Context, of Original) (Summary, error) {
	var summary Summary
	err := of.Do("extracting", func() (string, error) {
		found, err := find(ctx, of.Text)
		if err != nil {
			return "", err
		}
		summary = Summary{PolicySummary: quoted(found), Model: ExtractiveModel, Mode: storage.PolicyDirectly}
		return fmt.Sprintf("%d of %d sides found", spoken(found), len(found)), nil
	})
	return summary, err
}

// side is what a text says on a side of a policy.
type side struct {
	key    storage.PolicyLensKey
	rating storage.PolicyRating
	quotes map[tone]string // the first sentence of each tone
}

// find looks for all sides in a text.
func find(ctx context.Context, text string) ([]side, error) {
	sides := make([]side, 0, 8)
	lists := make(map[storage.PolicyLensKey][]cue)
	for _, key := range storage.PolicyLensKeys() {
		sides = append(sides, side{key: key, quotes: make(map[tone]string)})
		lists[key] = cues(key)
	}
	others := stems()
	for sentence := range sentences(text) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		words, lower := bareWords(sentence), strings.ToLower(sentence)
		inEnglish := inEnglish(words)
		for i := range sides {
			s := &sides[i]
			var heard tone
			if inEnglish {
				heard = hear(words, lists[s.key])
			}
			if heard != 0 && introduces(words) {
				heard = mention
			}
			if heard == 0 && speaks(lower, others[s.key]) {
				heard = mention
			}
			if heard != 0 && s.quotes[heard] == "" {
				s.quotes[heard] = sentence
			}
		}
	}
	for i := range sides {
		found := make(map[tone]bool)
		for t := range sides[i].quotes {
			found[t] = true
		}
		sides[i].rating = ratingOf(found)
	}
	return sides, nil
}

// speaks says whether a text has one of the stems of a list.
func speaks(lower, stems string) bool {
	for stem := range strings.SplitSeq(stems, ",") {
		if strings.Contains(lower, stem) {
			return true
		}
	}
	return false
}

// hear returns the tone of a sentence: bad if anything in it speaks against a
// policy, else that of the first phrase. A phrase that is negated says the opposite
// when it is a bad one, or less where there is an exception, and no more than that
// the side is spoken of when it is another one. Zero: none is in it.
func hear(words string, list []cue) tone {
	heard := tone(0)
	for _, c := range list {
		if c.tone != bad && heard != 0 && heard != mention {
			break // those that speak against it come first
		}
		for t := range c.tones(words) {
			if t == bad {
				return bad
			}
			if heard == 0 || heard == mention {
				heard = t
			}
		}
	}
	return heard
}

// tones returns what a sentence says in each place where a phrase is.
func (c cue) tones(words string) iter.Seq[tone] {
	return func(yield func(tone) bool) {
		for from := 0; ; {
			at := strings.Index(words[from:], c.phrase)
			if at < 0 {
				return
			}
			start := from + at + 1
			from += at + len(c.phrase)
			t := c.tone
			if negated(words[:start], words[from:]) {
				switch {
				case t != bad:
					t = mention
				case has(words, "except", "unless", "other than", "only"):
					t = plain
				default:
					t = good
				}
			}
			if t == bad && left(words[:start]) {
				t = plain
			}
			if !yield(t) {
				return
			}
		}
	}
}

// negated says whether one of the last words before a phrase, in the clause that it
// is in, denies it, or one of the first ones after it does. Lists of what is not
// done are long.
func negated(before, after string) bool {
	tail := clauseOf(lastWords(before, 30))
	ahead := strings.SplitN(strings.TrimLeft(after, " "), " ", 6)
	ahead = ahead[:min(5, len(ahead))]
	return has(" "+strings.Join(tail, " ")+" ", "not", "never", "no", "nor", "neither", "without", "dont", "doesnt", "cannot", "cant", "wont", "arent", "isnt", "none", "nobody") ||
		has(" "+strings.Join(ahead, " ")+" ", "nobody", "no one", "none")
}

// left says whether the words right before a phrase leave open whether it is done,
// or to whoever uses the app.
func left(before string) bool {
	return has(" "+strings.Join(lastWords(before, 5), " ")+" ", "whether", "opt out of", "opting out of", "object to")
}

// lastWords returns the last words of some, after each of which is a space.
func lastWords(words string, most int) []string {
	at := len(words)
	for range most + 1 {
		if at = strings.LastIndexByte(words[:at], ' '); at < 0 {
			return strings.Fields(words)
		}
	}
	return strings.Fields(words[at:])
}

// clauseOf returns the words of the last clause. One begins after a word of
// contrast, and with a "we" that is neither of a question ("nor do we") nor of what
// the verb before is about ("we do not believe that we").
func clauseOf(words []string) []string {
	for i, word := range slices.Backward(words) {
		switch word {
		case "but", "however", "although", "though", "while", "whereas", "instead":
			return words[i+1:]
		case "we":
			if i > 0 && !slices.Contains([]string{"do", "does", "did", "will", "shall", "would", "can", "may", "have", "that", "data", "information"}, words[i-1]) {
				return words[i:]
			}
		}
	}
	return words
}

// has says whether one of these is among words.
func has(words string, some ...string) bool {
	for _, s := range some {
		if strings.Contains(words, " "+s+" ") {
			return true
		}
	}
	return false
}

// spoken counts the sides that a text speaks of.
func spoken(sides []side) int {
	n := 0
	for _, s := range sides {
		if len(s.quotes) > 0 {
			n++
		}
	}
	return n
}

// quoted makes a summary of what was found.
func quoted(sides []side) storage.PolicySummary {
	var s storage.PolicySummary
	ratings := make(map[storage.PolicyRating]int)
	for _, each := range sides {
		ratings[each.rating]++
		s.Lenses = append(s.Lenses, storage.PolicyLens{Key: each.key, Rating: each.rating, Summary: each.sentence()})
	}
	s.Overview = fmt.Sprintf("Quotes from the policy, chosen by words and not by a model. It speaks of %d of %d subjects: %d favorable, %d mixed, %d concerning, %d unclear.",
		spoken(sides), len(sides), ratings[storage.RatingFavorable], ratings[storage.RatingMixed], ratings[storage.RatingConcerning], ratings[storage.RatingUnclear])
	for _, t := range []tone{bad, good, plain, mention} {
		for _, each := range sides {
			if quote := each.quotes[t]; quote != "" {
				s.Highlights = append(s.Highlights, quotation(quote))
			}
		}
	}
	return s.Normal()
}

// sentence quotes what a text says on a side: at most two sentences.
func (s side) sentence() string {
	var said []string
	for _, t := range []tone{bad, good, plain, mention} {
		if quote := s.quotes[t]; quote != "" && len(said) < 2 && (t != mention || len(said) == 0) {
			said = append(said, quotation(quote))
		}
	}
	if len(said) == 0 {
		return "No sentence on " + s.key.Subject() + " was found."
	}
	return strings.Join(said, " ")
}

func quotation(sentence string) string { return "“" + storage.LineOf(sentence, maxQuote) + "”" }
