package tracked

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/order"
	"github.com/privacylabels/auditor/internal/searchterm"
	"github.com/privacylabels/auditor/internal/vocabulary"
	"github.com/privacylabels/auditor/storage"
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
func rank(q Query, source string, found []fleet.Listing) []Candidate {
	found = slices.Clone(found)
	order.Sort(found, func(a, b fleet.Listing) int {
		return cmp.Compare(likeness(q.Developer, deref(b.Developer)), likeness(q.Developer, deref(a.Developer)))
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

// likeness returns how well the name of a developer matches: 100 if it is equal, 50 if one
// name contains the other, otherwise 12 for each common word, at most 40.
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
	words, sought := wordsOf(developer), wordsOf(asked)
	slices.Sort(sought)
	for _, w := range slices.Compact(sought) {
		if slices.Contains(words, w) {
			shared++
		}
	}
	return min(40, 12*shared)
}

// wordsOf returns the words of a name.
func wordsOf(name string) []string {
	return strings.FieldsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// AmbiguousError means that a name does not identify an app, because no candidate or more
// than one fits it. A candidate fits if its name equals the name as a search compares names
// ([storage.SearchKey]: letter case, accents and ligatures do not count), or begins with it as
// whole words. If exactly one candidate has an equal name, it is chosen over those that only
// begin with it, and one whose name differs at most in letter case over those with other accents.
type AmbiguousError struct {
	Name       string
	Candidates []Candidate // those that fit or, if none does, all that the App Store found
	Fit        int         // number of candidates that fit: 0, or at least 2
}

func (e *AmbiguousError) Error() string {
	var b strings.Builder
	switch {
	case e.Fit > 0:
		fmt.Fprintf(&b, "%d apps fit %.100q; name one by its id: ", e.Fit, e.Name)
	case len(e.Candidates) > 0:
		fmt.Fprintf(&b, "no app is called %.100q; if it is one of these, name it by its id: ", e.Name)
	default:
		fmt.Fprintf(&b, "the App Store finds no app called %.100q", e.Name)
	}
	for i, c := range e.Candidates {
		if i > 0 {
			b.WriteString("; ")
		}
		fmt.Fprintf(&b, "%s %.80s", c.ID, c.Name)
		var about []string
		if c.Developer != "" {
			about = append(about, fmt.Sprintf("%.80s", c.Developer))
		}
		if c.AppSource != "" {
			about = append(about, vocabulary.SourceName(string(c.AppSource)))
		}
		if len(about) > 0 {
			fmt.Fprintf(&b, " (%s)", strings.Join(about, ", "))
		}
	}
	return b.String()
}

// Choice returns the candidate that the name identifies. The error is an [*AmbiguousError].
func (m Match) Choice() (Candidate, error) {
	name := searchterm.Clean(m.Query)
	asked := storage.SearchKey(name)
	var same, exact, fit []Candidate
	for _, c := range m.Candidates {
		called := searchterm.Clean(c.Name)
		rest, begins := strings.CutPrefix(storage.SearchKey(called), asked)
		switch {
		case begins && rest == "":
			exact, fit = append(exact, c), append(fit, c)
			if strings.EqualFold(called, name) {
				same = append(same, c)
			}
		case begins && !inWord(rest):
			fit = append(fit, c)
		}
	}
	for _, only := range [][]Candidate{same, exact, fit} {
		if len(only) == 1 {
			return only[0], nil
		}
	}
	switch {
	case len(fit) > 1:
		return Candidate{}, &AmbiguousError{Name: m.Query, Candidates: fit, Fit: len(fit)}
	}
	return Candidate{}, &AmbiguousError{Name: m.Query, Candidates: m.Candidates}
}

// inWord reports whether the rest of a name begins within a word.
func inWord(text string) bool {
	first, _ := utf8.DecodeRuneInString(text)
	return unicode.IsLetter(first) || unicode.IsDigit(first)
}
