package tracked_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/storage"
)

// A page in another language can name a feature by its symbol that was known by its title.
func TestFeaturesBySymbol(t *testing.T) {
	t.Parallel()
	feature := func(identifier, symbol string) storage.Feature {
		return storage.Feature{Identifier: identifier, Title: identifier, IconTemplate: storage.Text(symbol)}
	}
	for name, tt := range map[string]struct {
		before, after []storage.Feature
		want          []string // changes
		stored        []string
	}{
		"the same symbol":       {[]storage.Feature{feature("a", "s")}, []storage.Feature{feature("s", "s")}, nil, []string{"a"}},
		"another symbol":        {[]storage.Feature{feature("a", "s")}, []storage.Feature{feature("a", "u")}, nil, []string{"a"}},
		"no symbol":             {[]storage.Feature{feature("a", "")}, []storage.Feature{feature("b", "")}, []string{"added b", "removed a"}, []string{"b"}},
		"one more":              {[]storage.Feature{feature("a", "s")}, []storage.Feature{feature("b", "s"), feature("a", "u")}, []string{"added b"}, []string{"a", "b"}},
		"the symbol of several": {[]storage.Feature{feature("a", "s"), feature("b", "s")}, []storage.Feature{feature("c", "s")}, []string{"added c", "removed a", "removed b"}, []string{"c"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			show := func(features []storage.Feature) {
				b.Pages.Show(1, "Notes", func(l *fleet.Listing) { l.Features = &features })
			}
			show(tt.before)
			b.MustRefresh(t, 1)
			show(tt.after)
			var got, stored []string
			for _, e := range b.MustRefresh(t, 1).Changes {
				got = append(got, string(e.Type)+" "+e.Feature)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("changes (-want +got):\n%s", diff)
			}
			detail, err := b.Detail(t.Context(), 1, func(*storage.Tx) error { return nil })
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range detail.AccessibilityFeatures {
				stored = append(stored, f.Identifier)
			}
			if diff := cmp.Diff(tt.stored, stored); diff != "" {
				t.Errorf("stored (-want +got):\n%s", diff)
			}
		})
	}
}
