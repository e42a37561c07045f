package changelog_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/storage"
)

func rated(text, country, language string, value int64) storage.App {
	a := storage.App{AgeRating: storage.Text(text), AgeRatingSource: "page", Country: country, AgeRatingLanguage: storage.Text(language)}
	if value != 0 {
		a.AgeRatingValue = &value
	}
	return a
}

// TestDiffApps_rating: the number decides where both states have it.
func TestDiffApps_rating(t *testing.T) {
	t.Parallel()
	const none, developers, stores = "none", "the developer's", "the App Store's"
	lookup := rated("13+", "us", "", 0)
	lookup.AgeRatingSource = "lookup"
	tests := []struct {
		name       string
		older, now storage.App
		want       string
	}{
		{"the same", rated("4+", "us", "en-us", 100), rated("4+", "us", "en-us", 100), none},
		{"the number is new", rated("4+", "us", "", 0), rated("4+", "us", "en-us", 100), none},
		{"no numbers", rated("4+", "us", "", 0), rated("9+", "us", "en-us", 0), developers},
		{"a number on one side", rated("4+", "us", "en-us", 0), rated("9+", "us", "en-us", 200), developers},
		{"another number", rated("4+", "us", "en-us", 100), rated("9+", "us", "en-us", 200), developers},
		{"another number, known step", rated("12+", "us", "en-us", 300), rated("13+", "us", "en-us", 400), stores},
		{"Brazil, another number", rated("A12", "br", "pt-br", 300), rated("A14", "br", "pt-br", 400), developers},
		{"Brazil, another scale", rated("A12", "br", "pt-br", 300), rated("14", "br", "pt-br", 300), stores},
		{"Brazil, the plus dropped", rated("+12", "br", "pt-br", 300), rated("A12", "br", "pt-br", 300), stores},
		{"by law", rated("17+", "au", "en-au", 600), rated("18+", "au", "en-au", 600), stores},
		{"not a known step, the same number", rated("17+", "au", "en-au", 600), rated("R 18+", "au", "en-au", 600), stores},
		{"the word for all ages", rated("전체", "kr", "ko", 100), rated("4+", "kr", "ko", 100), stores},
		{"the word for all ages, stricter", rated("전체", "kr", "ko", 100), rated("12+", "kr", "ko", 300), developers},
		{"the word translated", rated("전체", "kr", "ko", 100), rated("ALL", "kr", "en-us", 100), none},
		{"the word translated, no number", rated("전체", "kr", "ko", 0), rated("4+", "kr", "en-us", 100), none},
		{"translated, stricter", rated("전체", "kr", "ko", 100), rated("12+", "kr", "en-us", 300), developers},
		{"renumbered", rated("12+", "us", "en-us", 300), rated("12+", "us", "en-us", 400), none},
		{"another storefront", rated("4+", "us", "en-us", 100), rated("A12", "br", "pt-br", 300), none},
		{"a storefront that is unknown", rated("4+", "", "", 0), rated("9+", "us", "", 0), developers},
		{"another source", rated("12+", "us", "", 0), lookup, none},
		{"gone", rated("12+", "us", "en-us", 300), storage.App{Country: "us", AgeRatingSource: "page"}, none},
	}
	for _, tt := range tests {
		var want []storage.Entry
		if tt.want != none {
			want = changelog.DiffAgeRating(string(tt.older.AgeRating), string(tt.now.AgeRating))
			if len(want) != 1 {
				t.Fatalf("%s: the texts have %d differences", tt.name, len(want))
			}
			want[0].StoreWide = tt.want == stores
		}
		if diff := cmp.Diff(want, changelog.DiffApps(tt.older, tt.now)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

func TestDiffApps(t *testing.T) {
	t.Parallel()
	described := func(language string, items ...storage.RatingDescriptor) storage.App {
		return storage.App{Country: "us", AgeRatingDescriptors: &storage.RatingDescriptors{Language: language, Items: items}}
	}
	abroad := func(a storage.App) storage.App {
		a.Country = "au"
		return a
	}
	ads, chat := storage.RatingDescriptor{Heading: "Contains", Text: "Advertising"}, storage.RatingDescriptor{Heading: "Contains", Text: "Messaging and Chat"}
	rare, often := storage.RatingDescriptor{Heading: "Infrequent", Text: "Contests"}, storage.RatingDescriptor{Heading: "Frequent", Text: "Contests"}
	located := func(is bool) storage.App { return storage.App{BackgroundLocation: &is} }
	accessible := func(s storage.AccessibilityStatus, devices ...string) storage.App {
		return storage.App{Accessibility: &storage.Accessibility{Status: s, Devices: devices}}
	}
	changed := func(more string, details ...string) []storage.Entry {
		return []storage.Entry{{Type: storage.EntryModified, Category: storage.CategoryAgeRating,
			Description: "Descriptors of the age rating changed", Details: details, More: []byte(more),
			Subject: storage.Subject{Feature: "age_rating_descriptors"}}}
	}
	entry := func(kind storage.EntryType, category storage.EntryCategory, sentence string, of storage.Subject) []storage.Entry {
		return []storage.Entry{{Type: kind, Category: category, Description: sentence, Subject: of}}
	}
	background := storage.Subject{Feature: "background_location"}
	declared, none, notIndicated := storage.AccessibilityDeclared, storage.AccessibilityNone, storage.AccessibilityNotIndicated
	tests := []struct {
		name       string
		older, now storage.App
		want       []storage.Entry
	}{
		{"nothing known", storage.App{}, storage.App{}, nil},
		{"first descriptors", storage.App{Country: "us"}, described("en-us", ads), nil},
		{"descriptors gone from the page", described("en-us", ads), storage.App{Country: "us"}, nil},
		{"another order", described("en-us", ads, rare), described("en-us", rare, ads, ads), nil},
		{"another language", described("en-us", ads), described("ko", chat), nil},
		{"another storefront", described("en-us", ads), abroad(described("en-us", chat)), nil},
		{"one more", described("en-us"), described("en-us", chat),
			changed(`{"descriptors":{"added":[{"heading":"Contains","text":"Messaging and Chat"}],"removed":[]}}`, "Now shown: Contains: Messaging and Chat")},
		{"more often", described("en-us", ads, rare), described("en-us", ads, often),
			changed(`{"descriptors":{"added":[{"heading":"Frequent","text":"Contests"}],"removed":[{"heading":"Infrequent","text":"Contests"}]}}`,
				"Now shown: Frequent: Contests", "No longer shown: Infrequent: Contests")},

		{"first location", storage.App{}, located(true), nil},
		{"the same location", located(true), located(true), nil},
		{"location", located(false), located(true),
			entry(storage.EntryAdded, storage.CategoryBackgroundLocation, "May now use the location in the background", background)},
		{"no location", located(true), located(false),
			entry(storage.EntryRemoved, storage.CategoryBackgroundLocation, "No longer says that it may use the location in the background", background)},

		{"first accessibility", storage.App{}, accessible(none), nil},
		{"the same accessibility", accessible(none), accessible(none, "iphone"), nil},
		{"an answer", accessible(notIndicated, "iphone"), accessible(none),
			entry(storage.EntryModified, storage.CategoryAccessibility, "Now declares that it supports no accessibility features",
				storage.Subject{From: string(notIndicated), To: string(none)})},
		{"no answer", accessible(none), accessible(notIndicated),
			entry(storage.EntryModified, storage.CategoryAccessibility, "No longer indicates which accessibility features it supports",
				storage.Subject{From: string(none), To: string(notIndicated)})},
		{"on another device", accessible(notIndicated, "iphone"), accessible(none, "mac"), nil},
		{"features have their own entries", accessible(notIndicated), accessible(declared), nil},
		{"so they have when withdrawn", accessible(declared), accessible(none), nil},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, changelog.DiffApps(tt.older, tt.now)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}
