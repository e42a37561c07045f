package changelog_test

import (
	"math/rand/v2"
	"testing"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/storage"
)

// benchLabels returns a label of three types with fourteen categories each, the
// same in another order, and one that differs in a few places.
func benchLabels() (l, same, other storage.Label) {
	categories := []string{
		"CONTACT_INFO", "HEALTH_AND_FITNESS", "FINANCIAL_INFO", "LOCATION", "SENSITIVE_INFO", "CONTACTS", "USER_CONTENT",
		"BROWSING_HISTORY", "SEARCH_HISTORY", "IDENTIFIERS", "PURCHASES", "USAGE_DATA", "DIAGNOSTICS", "OTHER",
	}
	track := tracking()
	used, loose := linked(), linked()
	loose.Identifier = storage.DataNotLinkedToYou
	for _, c := range categories {
		track.Categories = append(track.Categories, category(c, c+"_A", c+"_B"))
	}
	for _, p := range somePurposes {
		used.Purposes = append(used.Purposes, purpose(p, track.Categories...))
		loose.Purposes = append(loose.Purposes, purpose(p, track.Categories[5:]...))
	}
	l = label(track, used, loose)
	same = shuffled(l, rand.New(rand.NewPCG(1, 2)))
	used.Purposes = used.Purposes[1:]
	track.Categories = track.Categories[1:]
	return l, same, label(used, track)
}

func BenchmarkDigest(b *testing.B) {
	l, _, _ := benchLabels()
	plain := changelog.Summary(l)
	b.Run("plain", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			digest(b, plain)
		}
	})
	b.Run("detailed", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			digest(b, l)
		}
	})
}

func BenchmarkDiffLabels(b *testing.B) {
	l, same, other := benchLabels()
	b.Run("same", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			changelog.DiffLabels(l, same)
		}
	})
	b.Run("changed", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			changelog.DiffLabels(l, other)
		}
	})
}
