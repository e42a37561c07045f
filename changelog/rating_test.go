package changelog_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/storage"
)

func TestDiffAgeRating(t *testing.T) {
	t.Parallel()
	tests := []struct {
		older, now string
		changed    bool
		storeWide  bool
	}{
		{older: "", now: "4+"},
		{older: "4+", now: ""},
		{older: " ", now: "4+"},
		{older: "4+", now: "4+"},
		{older: "4+", now: " 4+ "},
		{older: "+12", now: "12+"}, // the same age, written as in another storefront
		{older: "12+", now: "Rated 12+"},
		{older: "4+", now: "9+", changed: true},
		{older: "17+", now: "4+", changed: true},
		{older: "9+", now: "13+", changed: true},
		{older: "12+", now: "16+", changed: true},
		{older: "12+", now: "18+", changed: true},
		{older: "12+", now: "17+", changed: true},
		{older: "13+", now: "16+", changed: true},

		{older: "12+", now: "13+", changed: true, storeWide: true},
		{older: "17+", now: "16+", changed: true, storeWide: true},
		{older: "17+", now: "18+", changed: true, storeWide: true},
		{older: "13+", now: "12+", changed: true, storeWide: true},
		{older: "18+", now: "17+", changed: true, storeWide: true},
		{older: "+12", now: "13+", changed: true, storeWide: true},
		{older: "+17", now: "+18", changed: true, storeWide: true},
		{older: "12+", now: "A12", changed: true, storeWide: true}, // the same age in Brazil
		{older: "+12", now: "A12", changed: true, storeWide: true},
		{older: "13", now: "13+", changed: true, storeWide: true},
		{older: "12 +", now: "12+", changed: true, storeWide: true},
		{older: "17+", now: "18", changed: true, storeWide: true},
		{older: "17+", now: "R 18+", changed: true, storeWide: true},

		// Where a text names no age, the texts decide.
		{older: "Not rated", now: "4+", changed: true},
		{older: "Livre", now: "Not rated", changed: true},
		{older: "4 to 13", now: "13+", changed: true},
		{older: "A12", now: "A14", changed: true},
		{older: "L", now: "A10", changed: true},
		{older: "12+", now: "A14", changed: true},
		{older: "전체", now: "4+", changed: true},
		{older: "999+", now: "1000+", changed: true},
		{older: "0+", now: "+0", changed: true},
		{older: "99999999999999999999+", now: "+", changed: true},
		{older: "A+ 12+", now: "12+"},
		{older: "99+", now: "+99"},
	}
	for _, tt := range tests {
		var want []storage.Entry
		if tt.changed {
			want = []storage.Entry{{
				Type: storage.EntryModified, Category: storage.CategoryAgeRating, StoreWide: tt.storeWide,
				Description: "Age rating changed from " + tt.older + " to " + tt.now,
				Subject:     storage.Subject{From: tt.older, To: tt.now},
			}}
		}
		if diff := cmp.Diff(want, changelog.DiffAgeRating(tt.older, tt.now)); diff != "" {
			t.Errorf("DiffAgeRating(%q, %q) (-want +got):\n%s", tt.older, tt.now, diff)
		}
	}
}

// FuzzDiffAgeRating holds that a change is seen both ways or not at all.
func FuzzDiffAgeRating(f *testing.F) {
	f.Add("4+", "+4")
	f.Add("12+", "13+")
	f.Add("++1+", "1++")
	f.Fuzz(func(t *testing.T, a, b string) {
		there, back := changelog.DiffAgeRating(a, b), changelog.DiffAgeRating(b, a)
		if len(there) != len(back) || len(there) > 1 {
			t.Fatalf("%d entries there, %d back", len(there), len(back))
		}
		if len(there) == 1 && (a == b || there[0].StoreWide != back[0].StoreWide) {
			t.Errorf("%q to %q: %+v, back: %+v", a, b, there, back)
		}
	})
}
