package changelog

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/privacylabels/auditor/storage"
)

// DiffApps returns what changed between two observed states of an app, as far as it is
// stored with the app itself: the status of its accessibility, its age rating, the
// descriptors of the rating, whether it may use the location in the background, and the
// listing: its developer, name, bundle ID, privacy policy, price and in-app purchases. A
// fact that one of the states lacks is unknown and never a change. Facts of the listing are
// compared if both states have them from the page, or both from the lookup.
//
// States of two platforms are not compared, and neither are ratings and descriptors of two
// sources or two storefronts. See
// [DiffAgeRating] for the texts of two ratings. Where both states have the App Store's
// number for the rating, a new text for the same number is StoreWide, unless only the
// language of the page changed, which is not a change.
//
// A new number for the same text is not a change. If the App Store gives a new number to many
// apps at once, DiffApps cannot tell that from changes by their developers: it sees one app
// at a time, and the first of them would have caused a notification before a pattern shows.
func DiffApps(older, newer storage.App) []storage.Entry {
	if older.Platform() != newer.Platform() {
		return nil
	}
	entries := diffAccessibility(older.Accessibility, newer.Accessibility)
	if older.Country == newer.Country || older.Country == "" || newer.Country == "" {
		entries = append(entries, diffRating(older, newer)...)
		entries = append(entries, DiffDescriptors(older.AgeRatingDescriptors, newer.AgeRatingDescriptors)...)
	}
	entries = append(entries, diffBackgroundLocation(older.BackgroundLocation, newer.BackgroundLocation)...)
	return append(entries, diffListing(older, newer)...)
}

// diffAccessibility compares the reasons for which no feature is named. Where features
// are named, they have entries of their own, see [DiffFeatures].
func diffAccessibility(older, newer *storage.Accessibility) []storage.Entry {
	if older == nil || newer == nil || older.Status == newer.Status || !older.SameDevices(newer) {
		return nil
	}
	entry := storage.Entry{
		Type: storage.EntryModified, Category: storage.CategoryAccessibility,
		Subject: storage.Subject{From: string(older.Status), To: string(newer.Status)},
	}
	switch {
	case older.Status == storage.AccessibilityNotIndicated && newer.Status == storage.AccessibilityNone:
		entry.Description = "Now declares that it supports no accessibility features"
	case older.Status == storage.AccessibilityNone && newer.Status == storage.AccessibilityNotIndicated:
		entry.Description = "No longer indicates which accessibility features it supports"
	default:
		return nil
	}
	return []storage.Entry{entry}
}

func diffRating(older, newer storage.App) []storage.Entry {
	if older.AgeRatingSource != newer.AgeRatingSource {
		return nil
	}
	entries := DiffAgeRating(string(older.AgeRating), string(newer.AgeRating))
	other := translated(older, newer)
	switch {
	case older.AgeRatingValue == nil || newer.AgeRatingValue == nil:
		if other && (minimumAge(string(older.AgeRating)) == 0 || minimumAge(string(newer.AgeRating)) == 0) {
			return nil
		}
	case *older.AgeRatingValue == *newer.AgeRatingValue:
		if other {
			return nil
		}
		for i := range entries {
			entries[i].StoreWide = true
		}
	}
	return entries
}

// translated reports whether two states are from pages in two languages. A page is known to be in
// the language of its rating.
func translated(older, newer storage.App) bool {
	was, is := older.AgeRatingLanguage, newer.AgeRatingLanguage
	return was != "" && is != "" && was != is
}

// descriptorChanges are the members of an entry about descriptors.
type descriptorChanges struct {
	Descriptors struct {
		Added   []storage.RatingDescriptor `json:"added"`
		Removed []storage.RatingDescriptor `json:"removed"`
	} `json:"descriptors"`
}

// DescriptorsIn returns the descriptors that an entry says are shown now, and no longer.
func DescriptorsIn(e storage.Entry) (added, removed []storage.RatingDescriptor) {
	var changes descriptorChanges
	if len(e.More) == 0 || json.Unmarshal(e.More, &changes) != nil {
		return nil, nil
	}
	return changes.Descriptors.Added, changes.Descriptors.Removed
}

// DiffDescriptors returns one entry for all differences of two sets of descriptors of an age
// rating, or none if one of them is unknown or they are in two languages.
func DiffDescriptors(older, newer *storage.RatingDescriptors) []storage.Entry {
	if older == nil || newer == nil || older.Language != newer.Language {
		return nil
	}
	var changes descriptorChanges
	changes.Descriptors.Added = missing(newer.Items, older.Items)
	changes.Descriptors.Removed = missing(older.Items, newer.Items)
	var details []string
	for _, d := range changes.Descriptors.Added {
		details = append(details, fmt.Sprintf("Now shown: %v", d))
	}
	for _, d := range changes.Descriptors.Removed {
		details = append(details, fmt.Sprintf("No longer shown: %v", d))
	}
	if len(details) == 0 {
		return nil
	}
	more, err := json.Marshal(changes)
	if err != nil {
		more = nil // cannot happen: structs of strings are always encoded
	}
	return []storage.Entry{{
		Type: storage.EntryModified, Category: storage.CategoryAgeRating,
		Description: "Descriptors of the age rating changed", Details: details, More: more,
		Subject: storage.Subject{Feature: "age_rating_descriptors"},
	}}
}

// missing returns the elements of list that other lacks, each once.
func missing(list, other []storage.RatingDescriptor) []storage.RatingDescriptor {
	rest := []storage.RatingDescriptor{}
	for _, d := range list {
		if !slices.Contains(other, d) && !slices.Contains(rest, d) {
			rest = append(rest, d)
		}
	}
	return rest
}

func diffBackgroundLocation(older, newer *bool) []storage.Entry {
	if older == nil || newer == nil || *older == *newer {
		return nil
	}
	entry := storage.Entry{
		Type: storage.EntryAdded, Category: storage.CategoryBackgroundLocation,
		Description: "May now use the location in the background",
		Subject:     storage.Subject{Feature: "background_location"},
	}
	if !*newer {
		entry.Type, entry.Description = storage.EntryRemoved, "No longer says that it may use the location in the background"
	}
	return []storage.Entry{entry}
}
