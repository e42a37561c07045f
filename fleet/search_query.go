package fleet

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/privacylabels/auditor/internal/searchterm"
)

func cleanQueries(queries []Query) []Query {
	var clean []Query
	seen := map[string]bool{"": true}
	for _, q := range queries {
		q.Name = searchterm.Clean(q.Name)
		if key := strings.ToLower(q.Name); !seen[key] && len(clean) < MaxQueries {
			seen[key] = true
			clean = append(clean, q)
		}
	}
	return clean
}

func cleanBundleIDs(ids []string) []string {
	var clean []string
	seen := map[string]bool{"": true}
	for _, id := range ids {
		id = strings.TrimSpace(id)
		if key := strings.ToLower(id); !seen[key] && len(clean) < MaxBundleIDs {
			seen[key] = true
			clean = append(clean, id)
		}
	}
	return clean
}

// rank returns the best candidates for a query, ordered by the match of the developer
// and then as the App Store ranked them.
func rank(q Query, source string, found []Listing) []Candidate {
	found = slices.Clone(found)
	slices.SortStableFunc(found, func(a, b Listing) int {
		return cmp.Compare(likeness(q.Developer, said(b.Developer)), likeness(q.Developer, said(a.Developer)))
	})
	candidates := []Candidate{}
	for _, f := range found[:min(len(found), MaxCandidates)] {
		candidates = append(candidates, candidateOf(f, source, q.Name))
	}
	return candidates
}

// inTurn returns the candidates of several sources, the best of each first.
func inTurn(ranked [][]Candidate) []Candidate {
	if len(ranked) == 1 {
		return ranked[0]
	}
	all := []Candidate{}
	for place := range MaxCandidates {
		for _, candidates := range ranked {
			if place < len(candidates) && len(all) < MaxCandidates {
				all = append(all, candidates[place])
			}
		}
	}
	return all
}

// likeness returns how well a developer's name matches: 100 if equal, 50 if one contains
// the other, else 12 for each common word, at most 40.
func likeness(asked, developer string) int {
	asked, developer = strings.ToLower(strings.TrimSpace(asked)), strings.ToLower(strings.TrimSpace(developer))
	switch {
	case asked == "" || developer == "":
		return 0
	case asked == developer:
		return 100
	case strings.Contains(developer, asked), strings.Contains(asked, developer):
		return 50
	}
	shared := 0
	words := wordsOf(developer)
	for _, w := range wordsOf(asked) {
		if slices.Contains(words, w) {
			shared++
		}
	}
	return min(40, 12*shared)
}

func wordsOf(s string) []string {
	words := strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	slices.Sort(words)
	return slices.Compact(words)
}
