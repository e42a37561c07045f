package policy_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/internal/policy"
	"github.com/privacylabels/auditor/internal/policy/policytest"
	"github.com/privacylabels/auditor/internal/profile"
	"github.com/privacylabels/auditor/storage"
)

// labelled gives an app a label, with a snapshot of it now.
func (b *bench) labelled(t *testing.T, id storage.AppID, label storage.Label) {
	t.Helper()
	sum, err := changelog.Digest(label)
	if err != nil {
		t.Fatal(err)
	}
	now := b.pass(time.Hour)
	b.update(t, func(tx *storage.Tx) error {
		app, err := tx.Apps.Get(id)
		if err != nil {
			return err
		}
		app.LabelDigest, app.LastSynced = sum, now
		return errors.Join(tx.Labels.Put(storage.LabelBody{Digest: sum, Label: label}), tx.Apps.Put(app), tx.Snapshots.Put(storage.Snapshot{
			ID: storage.SnapshotID{App: id, At: now}, Source: storage.SourceLive, Label: sum,
		}))
	})
}

// heading returns a heading of a label with these categories.
func heading(identifier string, categories ...string) storage.PrivacyType {
	t := storage.PrivacyType{Identifier: identifier, Title: identifier}
	for _, c := range categories {
		t.Categories = append(t.Categories, storage.LabelCategory{Identifier: c, Title: c})
	}
	return t
}

// found is what a claim comes to.
type found struct {
	Claim    policy.ClaimKind
	Category storage.Text
	Verdict  policy.Verdict
	Quotes   []string
}

func foundIn(trust policy.Trust) (all []found) {
	for _, c := range trust.Claims {
		f := found{c.Kind, c.DataCategory, c.Verdict, nil}
		for _, e := range c.Evidence {
			f.Quotes = append(f.Quotes, e.Quote)
		}
		if c.Verdict != policy.Unknown || c.Kind != policy.ClaimCategoryNotCollected {
			all = append(all, f)
		}
	}
	return all
}

// The sentences are those of real policies, in a policy that says little else.
func TestTrust(t *testing.T) {
	t.Parallel()
	nothing := storage.Label{Types: []storage.PrivacyType{heading(storage.DataNotCollected)}}
	contact := storage.Label{Types: []storage.PrivacyType{heading(storage.DataLinkedToYou, profile.ContactInfo)}}
	located := storage.Label{Types: []storage.PrivacyType{heading(storage.DataLinkedToYou, profile.Location), heading(storage.DataUsedToTrackYou, profile.Identifiers)}}
	const (
		gps    = "When you use the map, we collect precise location data from your phone."
		denied = "We do not collect precise location or health data, and we never sell your personal information."
		ads    = "We share identifiers with advertising partners so that they can show you targeted advertising."
		local  = "Your entries remain on your device and are stored locally."
	)
	unknown := func(kind policy.ClaimKind) found { return found{kind, "", policy.Unknown, nil} }
	for _, c := range []struct {
		name, says string
		label      storage.Label
		want       []found
	}{
		{"nothing is collected, but location is", gps, nothing, []found{{policy.ClaimNotCollected, "", policy.Disagrees, []string{gps, "We collect personal data about you."}}}},
		{"nothing is collected, as the policy says", local, nothing, []found{unknown(policy.ClaimNotCollected)}}, // the rest says that data is collected
		{"denied in the policy", denied, nothing, []found{unknown(policy.ClaimNotCollected)}},
		{"denied in the policy, for a label with some", denied, contact, []found{unknown(policy.ClaimNotTracking)}},
		{"a category is missing", gps, contact, []found{unknown(policy.ClaimNotTracking), {policy.ClaimCategoryNotCollected, profile.Location, policy.Disagrees, []string{gps}}}},
		{"a category is declared", gps, located, nil},
		{"tracking is missing", ads, contact, []found{{policy.ClaimNotTracking, "", policy.Disagrees, []string{ads}}}},
		{"tracking is declared", ads, located, nil},
		{"nothing was declared", gps, storage.Label{Types: []storage.PrivacyType{heading(storage.DataNotProvided)}}, nil},
		{"a heading that is not known", gps, storage.Label{Types: []storage.PrivacyType{heading("DATA_SHARED_WITH_FRIENDS")}}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			b.track(t, 7)
			b.labelled(t, 7, c.label)
			b.sites.show(address(7), policytest.Text("you")+c.says+"\n")
			if _, err := b.service.Regenerate(t.Context(), 7, policy.AllPhases, nil); err != nil {
				t.Fatal(err)
			}
			trust, err := b.service.Trust(t.Context(), 7)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, foundIn(trust)); diff != "" {
				t.Errorf("claims (-want +got):\n%s", diff)
			}
			disagreements := 0
			for _, f := range c.want {
				if f.Verdict == policy.Disagrees {
					disagreements++
				}
			}
			if trust.Disagreements != disagreements || trust.Policy.Version == nil {
				t.Errorf("%d disagreements, want %d; the policy is %+v", trust.Disagreements, disagreements, trust.Policy)
			}
		})
	}
}

// A quote that is not in the text, as a model may make one up, is no evidence; nor is a
// lens without quotes.
func TestTrustNeedsTheText(t *testing.T) {
	t.Parallel()
	const said = "We collect personal data about you."
	for _, c := range []struct {
		says   string
		rating storage.PolicyRating
		want   policy.Verdict
	}{
		{"“" + said + "”", storage.RatingConcerning, policy.Disagrees},
		{"It admits: “we  collect personal data ab…”", storage.RatingConcerning, policy.Disagrees},
		{"“" + said + "”", storage.RatingMixed, policy.Unknown},
		{"“" + said + "”", storage.RatingFavorable, policy.Agrees}, // a model rates as it sees fit
		{"“We collect precise location.”", storage.RatingConcerning, policy.Unknown},
		{"“we collect your contacts”", storage.RatingConcerning, policy.Unknown},     // of a sentence that denies it
		{"“We collect health data from…”", storage.RatingConcerning, policy.Unknown}, // that says on which site
		{"“we collect health data”", storage.RatingConcerning, policy.Unknown},
		{"“collect browsing history”", storage.RatingConcerning, policy.Unknown},                   // of a sentence in two lines
		{"“We gather search history”", storage.RatingConcerning, policy.Disagrees},                 // on a line of its own
		{"“we collect your location, we will tell you”", storage.RatingConcerning, policy.Unknown}, // if they ever do
		{"“We may collect search terms”", storage.RatingConcerning, policy.Unknown},                // one day
		{"“We collect no data.”", storage.RatingFavorable, policy.Unknown},
		{said, storage.RatingConcerning, policy.Unknown},
		{"“" + said, storage.RatingConcerning, policy.Unknown},
	} {
		b := newBench(t)
		b.track(t, 7)
		b.labelled(t, 7, storage.Label{Types: []storage.PrivacyType{heading(storage.DataNotCollected)}})
		b.sites.show(address(7), policytest.Text("you")+"We do not say that we collect your contacts. "+
			"We collect health data from visitors of our website.\nWe do not sell it\nWe gather search history\nWe sell nothing, and no data\nWe never\ncollect browsing history\n"+
			"If we collect your location, we will tell you. We may collect search terms in the future.\n")
		state := b.fetch(t, 7).Analysis
		made := storage.PolicySummary{Lenses: []storage.PolicyLens{{Key: storage.LensCollection, Rating: c.rating, Summary: c.says}}}.Normal()
		state.Summary, state.Status = &made, storage.PolicyReady
		b.update(t, func(tx *storage.Tx) error { return tx.PolicyAnalyses.Put(state) })
		trust, err := b.service.Trust(t.Context(), 7)
		if err != nil || len(trust.Claims) != 1 || trust.Claims[0].Verdict != c.want {
			t.Errorf("%s, %s: %+v, %v", c.says, c.rating, trust.Claims, err)
		}
	}
}

func TestAgeOfALabel(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	if _, err := b.service.Trust(t.Context(), 7); !errors.Is(err, storage.ErrNotFound) {
		t.Errorf("an app that is not tracked: %v", err)
	}
	b.track(t, 7)
	age := func() policy.LabelAge {
		t.Helper()
		trust, err := b.service.Trust(t.Context(), 7)
		if err != nil {
			t.Fatal(err)
		}
		if trust.Claims == nil || trust.Policy.Status == "" {
			t.Errorf("it is %+v", trust)
		}
		return trust.Label
	}
	if diff := cmp.Diff(policy.LabelAge{}, age()); diff != "" {
		t.Errorf("without a label (-want +got):\n%s", diff)
	}
	first := storage.NullTime(b.pass(0)) + storage.NullTime(time.Hour/time.Millisecond)
	label := storage.Label{Types: []storage.PrivacyType{heading(storage.DataLinkedToYou, profile.ContactInfo)}}
	b.labelled(t, 7, label)
	changed := storage.Time(first) + 5
	b.update(t, func(tx *storage.Tx) error {
		for i, e := range []storage.Entry{
			{Type: storage.EntryAdded, Description: "Location was added"},
			{Type: storage.EntryAdded, Description: "VoiceOver was added", Category: storage.CategoryAccessibility},
			{Type: storage.EntryModified, Description: "A heading was renamed", StoreWide: true},
			{Type: storage.EntryPolicy, Description: "The policy changed", Category: storage.CategoryPrivacyPolicy},
		} {
			id := storage.SnapshotID{App: 7, At: changed + storage.Time(i)}
			if err := errors.Join(tx.Snapshots.Put(storage.Snapshot{ID: id, Source: storage.SourceLive}),
				tx.Changes.Put(storage.Change{ID: storage.ChangeID{Snapshot: id}, Entry: e})); err != nil {
				return err
			}
		}
		return nil
	})
	b.labelled(t, 7, label)
	want := policy.LabelAge{
		Known: true, Provided: new(true), FirstObserved: first, LastObserved: storage.NullTime(b.pass(0)), Changed: storage.NullTime(changed),
	}
	if diff := cmp.Diff(want, age()); diff != "" {
		t.Errorf("the label (-want +got):\n%s", diff)
	}
}

// TestTrustOfCapturedLabels compares the captured labels of 25 apps with a policy that
// admits to everything: what disagrees is exactly what a label lacks.
func TestTrustOfCapturedLabels(t *testing.T) {
	t.Parallel()
	paths, err := filepath.Glob("../../../shared/fixtures/labels-2026/*.appstore-label.json")
	if err != nil || len(paths) == 0 {
		t.Skip("no captured labels")
	}
	b := newBench(t)
	admits := "We collect precise location and health data, we read your address book and we sell your personal information.\n"
	for i, path := range paths {
		id := storage.AppID(i + 1)
		name := strings.TrimSuffix(filepath.Base(path), ".appstore-label.json")
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var label storage.Label
		if err := json.Unmarshal(raw, &label.Types); err != nil {
			t.Fatal(err)
		}
		b.track(t, id)
		b.labelled(t, id, label)
		b.sites.show(address(id), policytest.Text("you")+admits)
		if _, err := b.service.Regenerate(t.Context(), id, policy.AllPhases, nil); err != nil {
			t.Fatal(err)
		}
		trust, err := b.service.Trust(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		want := 0
		if _, none := label.Type(storage.DataNotCollected); none {
			want = 1
		} else {
			declared := make(map[string]bool)
			for category := range profile.Collected(profile.FootprintOf(label)) {
				declared[category] = true
			}
			if _, tracks := label.Type(storage.DataUsedToTrackYou); !tracks {
				want++
			}
			for _, category := range []string{profile.Location, profile.HealthAndFitness, profile.Contacts} {
				if !declared[category] {
					want++
				}
			}
		}
		if trust.Disagreements != want {
			t.Errorf("%s: %d disagreements, want %d: %+v", name, trust.Disagreements, want, foundIn(trust))
		}
	}
}
