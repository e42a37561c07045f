package textdiff_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/internal/policy/textdiff"
)

// prose returns so many bytes of words out of a number of them, in lines of so
// many words.
func prose(r *rand.Rand, bytes, words, perLine int) string {
	var b strings.Builder
	for n := 1; b.Len() < bytes; n++ {
		fmt.Fprintf(&b, "w%d", r.IntN(words))
		if n%perLine == 0 {
			b.WriteString("\n\n")
		} else {
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// edited replaces about one word in every.
func edited(r *rand.Rand, text string, every int) string {
	words := strings.Split(text, " ")
	for i := range words {
		if r.IntN(every) == 0 && !strings.Contains(words[i], "\n") {
			words[i] = "other"
		}
	}
	return strings.Join(words, " ")
}

func BenchmarkCompare(b *testing.B) {
	const policy, large = 60_000, 1_000_000
	texts := func(bytes, perLine, every int) [2]string {
		r := rand.New(rand.NewPCG(1, 2))
		older := prose(r, bytes, 2000, perLine)
		if every == 0 {
			return [2]string{older, prose(r, bytes, 2000, perLine)}
		}
		return [2]string{older, edited(r, older, every)}
	}
	for _, bb := range []struct {
		name string
		text [2]string
	}{
		{"policy/edited", texts(policy, 80, 1000)},
		{"policy/rewritten", texts(policy, 80, 3)},
		{"large/edited", texts(large, 200, 1000)},
		{"large/rewritten", texts(large, 200, 3)},
		{"large/other", texts(large, 200, 0)},
		{"oneLine/edited", texts(large, large, 1000)},
		{"oneLine/rewritten", texts(large, large, 3)},
		{"oneLine/other", texts(large, large, 0)},
		{"oneWord", [2]string{strings.Repeat("a ", large/2), strings.Repeat("a a b ", large/6)}},
		{"shortLines", texts(large, 1, 2)},
	} {
		b.Run(bb.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				textdiff.Compare(bb.text[0], bb.text[1])
			}
		})
	}
}
