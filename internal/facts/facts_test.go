package facts_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/facts"
	"github.com/privacylabels/auditor/storage"
)

// Facts that belong together replace each other together, and those that a source does not
// know stay.
func TestStore(t *testing.T) {
	t.Parallel()
	known := storage.App{
		Name: "Fox", Developer: "Den", CurrentVersion: "1.0", VersionUpdatedAt: 5, WhatsNew: "First",
		PriceAmount: new(2.0), PriceCurrency: "USD", PriceFormatted: "$2.00", AgeRating: "4+", AgeRatingSource: "page",
	}
	for name, tt := range map[string]struct {
		told facts.Facts
		want func(*storage.App)
	}{
		"nothing": {facts.Facts{App: storage.App{Name: "Hen"}}, func(*storage.App) {}},
		"another version": {
			facts.Facts{App: storage.App{CurrentVersion: "2.0"}, Known: facts.Version},
			func(a *storage.App) { a.CurrentVersion, a.VersionUpdatedAt, a.WhatsNew = "2.0", 0, "" },
		},
		"the same version": {facts.Facts{App: storage.App{CurrentVersion: "1.0"}, Known: facts.Version}, func(*storage.App) {}},
		"a price without a currency": {
			facts.Facts{App: storage.App{PriceFormatted: "$3.00"}, Known: facts.Price},
			func(a *storage.App) { a.PriceAmount, a.PriceCurrency, a.PriceFormatted = nil, "", "$3.00" },
		},
		"known to be empty": {facts.Facts{Known: facts.Developer}, func(a *storage.App) { a.Developer = "" }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, want := known, known
			tt.told.Store(&got)
			tt.want(&want)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// An answer about an older version only fills gaps.
func TestCompleteByAnOlderAnswer(t *testing.T) {
	t.Parallel()
	app := storage.App{Name: "Fox", CurrentVersion: "2.0", VersionUpdatedAt: 9}
	told := storage.App{Name: "Foxes", Developer: "Den", CurrentVersion: "1.0", VersionUpdatedAt: 5, WhatsNew: "First"}
	facts.Facts{App: told, Known: facts.Of(told)}.Complete(&app, 0)
	want := storage.App{Name: "Fox", Developer: "Den", CurrentVersion: "2.0", VersionUpdatedAt: 9, LookupFacts: facts.Developer}
	if diff := cmp.Diff(want, app); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}
