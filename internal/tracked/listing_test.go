package tracked_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/fleettest"
	"github.com/privacylabels/auditor/storage"
)

// listed says all recorded facts of a listing.
func listed(change ...func(*fleet.Listing)) func(*fleet.Listing) {
	return func(l *fleet.Listing) {
		fleettest.Labelled("LINKED: LOCATION")(l)
		l.Developer, l.BundleID = new("Small Studio"), new("com.small.fox")
		l.PrivacyPolicyURL = new("https://small.example/privacy")
		l.PriceAmount, l.PriceCurrency, l.PriceFormatted, l.HasIAP = new(0.0), new("USD"), new("Free"), new(false)
		for _, c := range change {
			c(l)
		}
	}
}

// Each fact of a listing that changes is an entry with its values, and those that say whom one
// deals with are notified.
func TestListingIsRecorded(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		name   string
		change func(*fleet.Listing)
		want   []string // fact: from → to
		told   []string // facts
	}{
		"sold": {
			"Fox", func(l *fleet.Listing) {
				l.Developer, l.PrivacyPolicyURL = new("Data Broker Holdings"), new("https://broker.example/p")
			},
			[]string{"developer: Small Studio → Data Broker Holdings", "privacyPolicyUrl: https://small.example/privacy → https://broker.example/p"},
			[]string{"developer", "privacyPolicyUrl"},
		},
		"no link to a policy": {
			"Fox", func(l *fleet.Listing) { l.PrivacyPolicyURL = new("") },
			[]string{"privacyPolicyUrl: https://small.example/privacy → "}, []string{"privacyPolicyUrl"},
		},
		"it is not known whether there is one": {"Fox", func(l *fleet.Listing) { l.PrivacyPolicyURL = nil }, nil, nil},
		"the same developer in capitals": {
			"Fox", func(l *fleet.Listing) { l.Developer = new("SMALL STUDIO") }, []string{"developer: Small Studio → SMALL STUDIO"}, nil,
		},
		"the same address of the policy, encrypted": {
			"Fox", func(l *fleet.Listing) { l.PrivacyPolicyURL = new("http://www.small.example/privacy/") },
			[]string{"privacyPolicyUrl: https://small.example/privacy → http://www.small.example/privacy/"}, nil,
		},
		"only other forms": {
			"\u200eFox\u00a0", func(l *fleet.Listing) {
				l.BundleID, l.PrivacyPolicyURL = new("com.Small.Fox"), new("https://SMALL.example:443/privacy")
			}, nil, nil,
		},
		"another app": {
			"Fox", func(l *fleet.Listing) { l.BundleID = new("com.broker.fox") },
			[]string{"bundleId: com.small.fox → com.broker.fox"}, []string{"bundleId"},
		},
		"renamed and paid": {
			"Foxes", func(l *fleet.Listing) {
				l.PriceAmount, l.PriceFormatted, l.HasIAP = new(4.99), new("$4.99"), new(true)
			},
			[]string{"name: Fox → Foxes", "price: Free → $4.99", "inAppPurchases: false → true"}, nil,
		},
		"the same price in other words": {"Fox", func(l *fleet.Listing) { l.PriceFormatted = new("Get") }, nil, nil},
		"another storefront": {
			"Fuchs", func(l *fleet.Listing) {
				l.Country, l.Developer, l.PriceAmount, l.PriceFormatted = "de", new("Small Studio GmbH"), new(1.0), new("1,00 €")
			}, nil, nil,
		},
		"not understood": {
			"Fox App - App Store", func(l *fleet.Listing) { l.Label, l.Developer = nil, new("Small") }, nil, nil,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			b.Observe(t, 1, "Fox", listed())
			if again := b.Observe(t, 1, "Fox", listed()); len(again.Changes) > 0 {
				t.Errorf("without a change: %v", again.Changes)
			}
			var got, told []string
			for _, e := range b.Observe(t, 1, tt.name, listed(tt.change)).Changes {
				if e.Category != storage.CategoryListing || e.Type != storage.EntryModified || e.Description == "" {
					t.Errorf("entry %+v", e)
				}
				got = append(got, fmt.Sprintf("%s: %s → %s", e.Fact, e.From, e.To))
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("entries (-want +got):\n%s", diff)
			}
			for _, n := range b.notices(t) {
				if n.Type == storage.NoticeParserFallthrough {
					continue
				}
				for _, e := range n.Changes {
					told = append(told, e.Fact)
				}
				if n.Type != storage.NoticeListingChanges {
					t.Errorf("a notification of type %s", n.Type)
				}
			}
			slices.Sort(told)
			slices.Sort(tt.told)
			if diff := cmp.Diff(tt.told, told); diff != "" {
				t.Errorf("told (-want +got):\n%s", diff)
			}
		})
	}
}

// Facts from before they were recorded are a baseline, and so are those of another source: the
// lookup writes the name of a developer in another way than the page.
func TestListingHasABaseline(t *testing.T) {
	t.Parallel()
	sold := func(l *fleet.Listing) { l.Developer = new("Data Broker Holdings") }
	looked := func(l *fleet.Listing) {
		page := *l
		page.Developer = nil
		l.Page, l.Developer = &page, new("Small Studio, Inc.")
	}
	t.Run("upgrade", func(t *testing.T) {
		t.Parallel()
		b := newBench(t)
		b.Observe(t, 1, "Fox", listed())
		app := b.App(t, 1)
		app.PageFacts, app.LookupFacts = 0, 0 // as before the upgrade
		b.put(t, app)
		if found := b.Observe(t, 1, "Foxes", listed(sold)); len(found.Changes) > 0 {
			t.Errorf("the first observation: %v", found.Changes)
		}
		if found := b.Observe(t, 1, "Foxes", listed()); len(found.Changes) != 1 {
			t.Errorf("the second observation: %v, want one entry", found.Changes)
		}
	})
	t.Run("lookup", func(t *testing.T) {
		t.Parallel()
		b := newBench(t)
		b.Observe(t, 1, "Fox", listed())
		for _, change := range []func(*fleet.Listing){looked, looked, func(*fleet.Listing) {}} {
			if found := b.Observe(t, 1, "Fox", listed(change)); len(found.Changes) > 0 {
				t.Errorf("%v", found.Changes)
			}
		}
		if found := b.Observe(t, 1, "Fox", listed(sold)); len(found.Changes) != 1 {
			t.Errorf("another developer: %v, want one entry", found.Changes)
		}
	})
}

// notices returns the notifications.
func (b *bench) notices(t *testing.T) []storage.Notification {
	t.Helper()
	all, err := storage.View(t.Context(), b.Store, func(tx *storage.Tx) ([]storage.Notification, error) {
		return storage.Collect(tx.Notifications.List(storage.NotificationQuery{}))
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// put stores an app.
func (b *bench) put(t *testing.T, app storage.App) {
	t.Helper()
	if err := b.Store.Update(t.Context(), func(tx *storage.Tx) error { return tx.Apps.Put(app) }); err != nil {
		t.Fatal(err)
	}
}
