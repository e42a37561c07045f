package subjects

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/internal/profile"
	"github.com/privacylabels/auditor/internal/timeline"
	"github.com/privacylabels/auditor/storage"
)

// add sets the subjects of the entries that have none, and the weights of those that lack
// them or have got a subject. It returns the indexes of the entries that changed. Compared returns the entries with which those about labels are compared;
// it is called only if there are any.
func add(tx *storage.Tx, app storage.AppID, entries []storage.Entry, compared func() ([]storage.Entry, error)) (added []int, err error) {
	written := make(map[string][]storage.Subject) // today, by words
	had := make(map[string]int)                   // how many entries have the words
	ofLabel := false
	for _, e := range entries {
		words := wordsOf(e)
		if had[words]++; e.HasSubject() || had[words] > 1 {
			continue
		}
		if timeline.OfLabel(e) {
			ofLabel = true
			continue
		}
		own, err := ownSubjects(tx, app, e)
		if err != nil {
			return nil, err
		}
		written[words] = own
	}
	if ofLabel {
		others, err := compared()
		if err != nil {
			return nil, err
		}
		for _, e := range others {
			if timeline.OfLabel(e) {
				written[wordsOf(e)] = append(written[wordsOf(e)], e.Subject)
			}
		}
	}
	met := make(map[string]int)
	for i := range entries {
		words := wordsOf(entries[i])
		nth := met[words]
		met[words]++
		e := entries[i]
		// Several with the same words are in the same order.
		if !e.HasSubject() && len(written[words]) == had[words] && written[words][nth].HasSubject() {
			e.Subject = written[words][nth]
			e.Direction, e.Weight = "", "" // if any, without the subject
		} else if e.Weight != "" {
			continue
		}
		entries[i] = changelog.Weigh(e)
		added = append(added, i)
	}
	return added, nil
}

// wordsOf returns what an entry says to people.
func wordsOf(e storage.Entry) string {
	return fmt.Sprintf("%q %q %q %q", e.Type, e.Category, e.Description, e.Details)
}

// ownSubjects returns the subjects that an entry can have according to what it says itself
// and to the features that are stored: one if it is certain.
func ownSubjects(tx *storage.Tx, app storage.AppID, e storage.Entry) ([]storage.Subject, error) {
	switch {
	case e.Category == storage.CategoryAccessibility:
		return featureSubjects(tx, app, e)
	case e.Category == storage.CategoryAgeRating:
		return ratingSubjects(e), nil
	}
	var more struct {
		PolicyVersion   string `json:"policyVersionId"`
		PreviousVersion string `json:"previousVersionId"`
		CurrentVersion  string `json:"currentVersion"`
		FormerVersion   string `json:"previousVersion"`
		TopCategory     string `json:"topCategory"`
	}
	if len(e.More) == 0 || json.Unmarshal(e.More, &more) != nil {
		return nil, nil
	}
	switch e.Type {
	case storage.EntryPolicy:
		return []storage.Subject{{From: more.PreviousVersion, To: more.PolicyVersion}}, nil
	case "version_update":
		return []storage.Subject{{From: more.FormerVersion, To: more.CurrentVersion}}, nil
	case "profile_mismatch":
		return []storage.Subject{{DataCategory: more.TopCategory}}, nil
	}
	return nil, nil
}

// quoted matches the title in an entry about a feature.
var quoted = regexp.MustCompile(`^[^"]*"(.*)"$`)

// featureSubjects finds the feature whose title an entry has: among those of the app, or
// else among the known ones.
func featureSubjects(tx *storage.Tx, app storage.AppID, e storage.Entry) ([]storage.Subject, error) {
	title := quoted.FindStringSubmatch(e.Description)
	if title == nil {
		return nil, nil
	}
	var candidates []storage.Feature
	if app != 0 {
		for f, err := range tx.Features.List(storage.FeatureQuery{App: app}) {
			if err != nil {
				return nil, err
			}
			if f.Title == title[1] || f.Title == "" && f.Identifier == title[1] {
				candidates = append(candidates, f)
			}
		}
	}
	for _, id := range profile.Features() {
		if known := profile.FeatureLabel(id); known == title[1] && len(candidates) == 0 {
			candidates = []storage.Feature{{Identifier: id, Title: known}}
		}
	}
	var subjects []storage.Subject
	for _, f := range candidates {
		for _, written := range slices.Concat(
			changelog.DiffFeatures(nil, []storage.Feature{f}), changelog.DiffFeatures([]storage.Feature{f}, nil),
		) {
			if wordsOf(written) == wordsOf(e) {
				subjects = append(subjects, written.Subject)
			}
		}
	}
	return subjects, nil
}

// ratingSubjects finds the ratings between which an entry says that an app changed.
func ratingSubjects(e storage.Entry) []storage.Subject {
	var subjects []storage.Subject
	_, ratings, _ := strings.Cut(e.Description, " from ")
	for i := range ratings {
		newer, ok := strings.CutPrefix(ratings[i:], " to ")
		if !ok {
			continue
		}
		for _, written := range changelog.DiffAgeRating(ratings[:i], newer) {
			if wordsOf(written) == wordsOf(e) {
				subjects = append(subjects, written.Subject)
			}
		}
	}
	return subjects
}
