package policy

import (
	"slices"
	"strings"
	"sync"
)

// stemKey is how many bytes of a stem are looked up.
const stemKey = 3

// stemIndex has all stems by their first bytes, so that a text is read once for
// all of them.
type stemIndex struct {
	first [256]bool // that a stem begins with
	stems map[[stemKey]byte][]string
}

var indexOfStems = sync.OnceValue(func() *stemIndex {
	index := &stemIndex{stems: make(map[[stemKey]byte][]string)}
	for _, list := range stems() {
		for stem := range strings.SplitSeq(list, ",") {
			index.first[stem[0]] = true
			key := [stemKey]byte([]byte(stem))
			index.stems[key] = append(index.stems[key], stem)
		}
	}
	return index
})

// speaksOfData reports whether a text has one of the stems.
func speaksOfData(text string) bool {
	index, text := indexOfStems(), strings.ToLower(text)
	for i := range max(0, len(text)-stemKey+1) {
		if !index.first[text[i]] {
			continue
		}
		key := [stemKey]byte{text[i], text[i+1], text[i+2]}
		if slices.ContainsFunc(index.stems[key], func(stem string) bool { return strings.HasPrefix(text[i:], stem) }) {
			return true
		}
	}
	return false
}
