package review_test

import (
	"encoding/json"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/internal/profile"
	"github.com/privacylabels/auditor/internal/review"
	"github.com/privacylabels/auditor/storage"
)

func candidate(source, id storage.AppID) storage.ShortlistEntry {
	return storage.ShortlistEntry{Source: source, Candidate: id, Name: "Other", URL: "https://store.example/other", Modes: storage.ModePrivacy}
}

// shortlist puts an entry on the list and lets a second pass.
func (b *bench) shortlist(t *testing.T, e storage.ShortlistEntry) review.ShortlistEntry {
	t.Helper()
	kept, err := b.Shortlist(t.Context(), e)
	if err != nil {
		t.Fatal(err)
	}
	b.now = b.now.Add(time.Second)
	return kept
}

func (b *bench) shortlisted(t *testing.T) review.Shortlist {
	t.Helper()
	list, err := b.Shortlisted(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func TestShortlistKeepsItsPlace(t *testing.T) {
	t.Parallel()
	d := newBench(t)
	at := storage.TimeOf(d.now)
	first := candidate(app, 20)
	first.Developer, first.IconURL, first.BundleID, first.Note, first.Modes = "Dev", "https://store.example/icon", "a.b", "why", storage.ModeAccessibility
	want := review.ShortlistEntry{ID: "7-20", ShortlistEntry: first}
	want.AddedAt = at
	if diff := cmp.Diff(want, d.shortlist(t, first)); diff != "" {
		t.Errorf("added (-want +got):\n%s", diff)
	}

	again := candidate(app, 20)
	again.Name, again.URL = "New name", "https://store.example/new"
	want = review.ShortlistEntry{ID: "7-20", ShortlistEntry: again}
	want.AddedAt, want.Modes = at, storage.ModePrivacy|storage.ModeAccessibility
	if diff := cmp.Diff(want, d.shortlist(t, again)); diff != "" {
		t.Errorf("added again (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]review.ShortlistEntry{want}, d.shortlisted(t).Groups[0].Entries); diff != "" {
		t.Errorf("kept (-want +got):\n%s", diff)
	}
}

func TestShortlistRefuses(t *testing.T) {
	t.Parallel()
	d := newBench(t)
	scripted, pictured := candidate(app, 20), candidate(app, 20)
	scripted.URL, pictured.IconURL = "javascript:alert(1)", "data:image/png,x"
	nameless := candidate(app, 20)
	nameless.Name = ""
	for name, test := range map[string]struct {
		entry storage.ShortlistEntry
		want  error
	}{
		"not tracked": {candidate(99, 20), storage.ErrNotFound}, "itself": {candidate(app, app), storage.ErrInvalid},
		"no candidate": {candidate(app, 0), storage.ErrInvalid}, "no name": {nameless, storage.ErrInvalid},
		"another scheme": {scripted, storage.ErrInvalid}, "an icon of another scheme": {pictured, storage.ErrInvalid},
	} {
		if _, err := d.Shortlist(t.Context(), test.entry); !errors.Is(err, test.want) {
			t.Errorf("%s: %v, want %v", name, err, test.want)
		}
	}
	want := review.Shortlist{Groups: []review.ShortlistGroup{}, Pairs: []review.ShortlistPair{}}
	if diff := cmp.Diff(want, d.shortlisted(t)); diff != "" {
		t.Errorf("kept (-want +got):\n%s", diff)
	}
}

func TestShortlistIsOrderedByWhatIsNewest(t *testing.T) {
	t.Parallel()
	d := newBench(t)
	d.track(t, 5, 9)
	d.shortlist(t, candidate(9, 20))
	d.shortlist(t, candidate(5, 21))
	d.shortlist(t, candidate(app, 22))
	d.shortlist(t, candidate(9, 7)) // tracked, and a source too
	d.shortlist(t, candidate(5, 21))
	list := d.shortlisted(t)
	want := []review.ShortlistPair{{Source: 9, Candidate: 7}, {Source: 9, Candidate: 20}, {Source: app, Candidate: 22}, {Source: 5, Candidate: 21}}
	if diff := cmp.Diff(want, list.Pairs); diff != "" || list.Total != 4 || len(list.Groups) != 3 {
		t.Errorf("%d in %d groups, pairs (-want +got):\n%s", list.Total, len(list.Groups), diff)
	}
	if e := list.Groups[0].Entries; !e[0].Tracked || e[1].Tracked {
		t.Errorf("tracked are %v and %v", e[0].Tracked, e[1].Tracked)
	}
}

func TestShortlistShrinks(t *testing.T) {
	t.Parallel()
	d := newBench(t)
	d.track(t, 5)
	for _, e := range []storage.ShortlistEntry{candidate(app, 20), candidate(app, 21), candidate(5, 20)} {
		d.shortlist(t, e)
	}
	for _, step := range []struct {
		id   storage.ShortlistID
		want bool
	}{
		{storage.ShortlistID{Source: app, Candidate: 20}, true}, {storage.ShortlistID{Source: app, Candidate: 20}, false},
		{storage.ShortlistID{}, false},
	} {
		if deleted, err := d.Unlist(t.Context(), step.id); err != nil || deleted != step.want {
			t.Errorf("%v: deleted is %v, %v", step.id, deleted, err)
		}
	}
	for _, want := range []int{2, 0} {
		if n, err := d.ClearShortlist(t.Context()); err != nil || n != want {
			t.Errorf("removed %d, %v, want %d", n, err, want)
		}
	}
}

// label gives an app one, as a refresh does.
func (b *bench) label(t *testing.T, id storage.AppID, l storage.Label) {
	t.Helper()
	digest, err := changelog.Digest(l)
	if err != nil {
		t.Fatal(err)
	}
	yes := true
	b.update(t, func(tx *storage.Tx) error {
		a, err := tx.Apps.Get(id)
		if err != nil {
			return err
		}
		a.LabelDigest, a.Footprint = digest, profile.FootprintOf(l)
		a.PriceFormatted, a.PriceCurrency, a.HasIAP = "1,99 €", "EUR", &yes
		return errors.Join(tx.Labels.Put(storage.LabelBody{Digest: digest, Label: l}), tx.Apps.Put(a))
	})
}

func TestShortlistShowsWhatIsKnown(t *testing.T) {
	t.Parallel()
	d := newBench(t)
	d.track(t, 20)
	d.label(t, app, storage.Label{Types: []storage.PrivacyType{{Identifier: storage.DataUsedToTrackYou, Title: "Tracking",
		Categories: []storage.LabelCategory{{Identifier: "LOCATION", Title: "Location"}}}}})
	d.label(t, 20, storage.Label{Types: []storage.PrivacyType{{Identifier: storage.DataNotCollected, Title: "Nothing"}}})
	kept := d.shortlist(t, candidate(app, 20))
	if kept.Badge != nil || !kept.Tracked || kept.PriceFormatted != "1,99 €" {
		t.Errorf("without a profile: %+v", kept)
	}
	if source := d.shortlisted(t).Groups[0].Source; source.Mismatch != nil || len(source.PrivacyTypes) != 1 {
		t.Errorf("without a profile: source %+v", source)
	}

	if err := d.SetPrivacyProfile(t.Context(), preset(t, "strict")); err != nil {
		t.Fatal(err)
	}
	d.shortlist(t, candidate(20, app))
	d.shortlist(t, candidate(20, 33))
	got, err := json.Marshal(d.shortlisted(t))
	if err != nil {
		t.Fatal(err)
	}
	entry := func(source, candidate, at, rest string) string {
		return `{"id":"` + source + `-` + candidate + `","sourceAppId":` + source + `,"candidateAppleId":` + candidate +
			`,"candidateName":"Other","candidateDeveloper":"","candidateIconUrl":"","candidateStoreUrl":"https://store.example/other",` +
			`"candidateBundleId":"","note":"","modes":["privacy"],"addedAt":` + at + `,` + rest + `}`
	}
	const price = `"candidatePriceFormatted":"1,99 €","candidatePriceCurrency":"EUR","candidateHasIap":true`
	want := `{"groups":[{"sourceApp":{"id":20,"name":"App 20","iconUrl":null,"developer":null,` +
		`"privacyTypes":[{"identifier":"DATA_NOT_COLLECTED","title":"Nothing","detail":null,"categories":[]}],` +
		`"priceFormatted":"1,99 €","priceCurrency":"EUR","hasIap":true},"entries":[` +
		entry("20", "33", "1760000002000", `"candidateIsTracked":false,"profileBadge":null,"candidatePriceFormatted":null,"candidatePriceCurrency":null,"candidateHasIap":null`) + `,` +
		entry("20", "7", "1760000001000", `"candidateIsTracked":true,"profileBadge":{"count":1,"totalGap":3,"tone":"bad","kind":"mismatches","label":"1 mismatch",`+
			`"description":"Location is used to track you; your profile wants it to be not collected.","worstCategory":"LOCATION","worstCategoryLabel":"Location"},`+price) +
		`]},{"sourceApp":{"id":7,"name":"Notes","iconUrl":null,"developer":null,` +
		`"privacyTypes":[{"identifier":"DATA_USED_TO_TRACK_YOU","title":"Tracking","detail":null,"categories":[{"identifier":"LOCATION","title":"Location"}]}],` +
		`"profileMismatch":{"mismatches":[{"category":"LOCATION","allowed":"not_collected","observed":"tracking","severityGap":3}],"count":1,"totalGap":3,"profileActive":true},` +
		`"priceFormatted":"1,99 €","priceCurrency":"EUR","hasIap":true},"entries":[` +
		entry("7", "20", "1760000000000", `"candidateIsTracked":true,"profileBadge":{"count":0,"totalGap":0,"tone":"ok","kind":"match","label":"Matches",`+
			`"description":"Nothing that the developer declares goes beyond your profile.","worstCategory":null,"worstCategoryLabel":null},`+price) +
		`]}],"pairs":[{"sourceAppId":20,"candidateAppleId":33},{"sourceAppId":20,"candidateAppleId":7},{"sourceAppId":7,"candidateAppleId":20}],"total":3}`
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("shortlist (-want +got):\n%s", diff)
	}
}
