package summary

import (
	"iter"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/internal/policy/plaintext"
	"github.com/privacylabels/auditor/internal/policy/terms"
	"github.com/privacylabels/auditor/storage"
)

// MinWords is the least number of words of a text that is worth a summary.
const MinWords = plaintext.EnoughWords

// hearing finds the subjects of policies that a sentence mentions.
type hearing struct {
	cues  map[storage.PolicyLensKey][]cue
	stems map[storage.PolicyLensKey][]string
}

func newHearing() hearing {
	h := hearing{make(map[storage.PolicyLensKey][]cue), terms.Stems()}
	for _, key := range storage.PolicyLensKeys() {
		h.cues[key] = cues(key)
	}
	return h
}

// of returns the subjects that a sentence mentions, in their order, and the tone of each.
func (h hearing) of(sentence string) iter.Seq2[storage.PolicyLensKey, tone] {
	return func(yield func(storage.PolicyLensKey, tone) bool) {
		words, lower := bareWords(sentence), strings.ToLower(sentence)
		inEnglish := inEnglish(words)
		for _, key := range storage.PolicyLensKeys() {
			var heard tone
			if inEnglish {
				heard = hear(words, h.cues[key])
			}
			if heard != 0 && introduces(words) {
				heard = mention
			}
			if heard == 0 && slices.ContainsFunc(h.stems[key], func(stem string) bool { return strings.Contains(lower, stem) }) {
				heard = mention
			}
			if heard != 0 && !yield(key, heard) {
				return
			}
		}
	}
}

// The weights of what a sentence says. One on a subject that the user cares about outweighs
// all others.
const (
	weightCared   = 100
	weightBad     = 8
	weightGood    = 5
	weightPlain   = 3
	weightMention = 1
)

// Weigher returns a function that weighs what a sentence says about the subjects of policies,
// most of all about those that the user cares about. A sentence on none of them weighs zero.
func Weigher(cared []storage.PolicyLensKey) func(sentence string) int {
	h := newHearing()
	weights := map[tone]int{bad: weightBad, good: weightGood, plain: weightPlain, mention: weightMention}
	return func(sentence string) (most int) {
		for key, heard := range h.of(sentence) {
			w := weights[heard]
			if slices.Contains(cared, key) {
				w += weightCared
			}
			most = max(most, w)
		}
		return most
	}
}
