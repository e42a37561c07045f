package summary

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/storage"
)

// ExtractiveModel is the Model of a result of [Extractive].
const ExtractiveModel = "extractive"

// Extractive is a [Summarizer] that finds phrases of policies in the text and quotes
// the sentences. It makes no request. The zero value is ready.
//
// In an English text it finds phrases in favor of a policy, against it, and in
// nearly all policies, and rates each subject by them:
//
//   - favorable: only phrases in favor
//   - concerning: some against, and none in favor
//   - mixed: both, or phrases of nearly all policies
//   - unclear: none
//
// In the other languages of most policies it quotes where a subject is mentioned, and
// rates it unclear.
type Extractive struct{}

// Summarize quotes the text. It fails only when the context ends.
func (Extractive) Summarize(ctx context.Context, of Request) (Result, error) {
	var result Result
	err := of.Do("extracting", func() (string, error) {
		found, err := find(ctx, of.Text)
		if err != nil {
			return "", err
		}
		result = Result{PolicySummary: quoted(found), Model: ExtractiveModel, Mode: storage.PolicyDirectly}
		return fmt.Sprintf("%d of %d sides found", mentioned(found), len(found)), nil
	})
	return result, err
}

// side is what a text says about a subject of policies.
type side struct {
	key    storage.PolicyLensKey
	rating storage.PolicyRating
	quotes map[tone]string // the first sentence of each tone
}

// find searches a text for all subjects.
func find(ctx context.Context, text string) ([]side, error) {
	sides := make([]side, 0, 8)
	for _, key := range storage.PolicyLensKeys() {
		sides = append(sides, side{key: key, quotes: make(map[tone]string)})
	}
	hearing := newHearing()
	for sentence := range sentences(text) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		for key, heard := range hearing.of(sentence) {
			at := slices.IndexFunc(sides, func(s side) bool { return s.key == key })
			if s := &sides[at]; s.quotes[heard] == "" {
				s.quotes[heard] = sentence
			}
		}
	}
	for i := range sides {
		sides[i].rating = ratingOf(sides[i].quotes)
	}
	return sides, nil
}

// hear returns the tone of a sentence: bad if any of its phrases is bad, else that of the
// first phrase, and zero without a phrase. A negated bad phrase is good, or plain
// where there is an exception; any other negated phrase is a mention.
func hear(words string, list []cue) tone {
	heard := tone(0)
	for _, c := range list {
		if c.tone != bad && heard != 0 && heard != mention {
			break // the bad ones come first
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

// tones returns the tone of each occurrence of a phrase in a sentence.
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
			if t == bad && optional(words[:start]) {
				t = plain
			}
			if !yield(t) {
				return
			}
		}
	}
}

// negated reports whether a phrase is denied by one of the last words before it, in
// its clause, or by one of the first words after it. It considers many words before
// it: lists of denied things are long.
func negated(before, after string) bool {
	tail := clauseOf(lastWords(before, 30))
	ahead := strings.SplitN(strings.TrimLeft(after, " "), " ", 6)
	ahead = ahead[:min(5, len(ahead))]
	return has(" "+strings.Join(tail, " ")+" ", "not", "never", "no", "nor", "neither", "without", "dont", "doesnt", "cannot", "cant", "wont", "arent", "isnt", "none", "nobody") ||
		has(" "+strings.Join(ahead, " ")+" ", "nobody", "no one", "none")
}

// optional reports whether the words right before a phrase leave it open, or up to the
// user.
func optional(before string) bool {
	return has(" "+strings.Join(lastWords(before, 5), " ")+" ", "whether", "opt out of", "opting out of", "object to")
}

// lastWords returns at most so many of the last words, each of which ends with a
// space.
func lastWords(words string, most int) []string {
	at := len(words)
	for range most + 1 {
		if at = strings.LastIndexByte(words[:at], ' '); at < 0 {
			return strings.Fields(words)
		}
	}
	return strings.Fields(words[at:])
}

// clauseOf returns the words of the last clause. A clause begins after a word of
// contrast, and with a "we" that is neither inverted ("nor do we") nor the object of
// the verb before it ("we do not believe that we").
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

// has reports whether some of the phrases are among the words.
func has(words string, some ...string) bool {
	return slices.ContainsFunc(some, func(s string) bool { return strings.Contains(words, " "+s+" ") })
}

// mentioned counts the subjects that a text mentions.
func mentioned(sides []side) int {
	n := 0
	for _, s := range sides {
		if len(s.quotes) > 0 {
			n++
		}
	}
	return n
}

// quoted makes a summary of quotes.
func quoted(sides []side) storage.PolicySummary {
	var s storage.PolicySummary
	ratings := make(map[storage.PolicyRating]int)
	for _, each := range sides {
		ratings[each.rating]++
		s.Lenses = append(s.Lenses, storage.PolicyLens{Key: each.key, Rating: each.rating, Summary: each.sentence()})
	}
	s.Overview = fmt.Sprintf("Quotes from the policy, chosen by words and not by a model. It speaks of %d of %d subjects: %d favorable, %d mixed, %d concerning, %d unclear.",
		mentioned(sides), len(sides), ratings[storage.RatingFavorable], ratings[storage.RatingMixed], ratings[storage.RatingConcerning], ratings[storage.RatingUnclear])
	for _, t := range []tone{bad, good, plain, mention} {
		for _, each := range sides {
			if quote := each.quotes[t]; quote != "" {
				s.Highlights = append(s.Highlights, quotation(quote))
			}
		}
	}
	return s.Normal()
}

// sentence quotes what a text says about a subject: at most two sentences.
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
