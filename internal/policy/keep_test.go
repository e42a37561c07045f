package policy_test

import (
	"context"
	"testing"
	"time"

	"github.com/privacylabels/auditor/fleet/policy/fetch"
	"github.com/privacylabels/auditor/internal/policy/policytest"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// The text is not written again for a fetch that finds it where it was, whose time
// the analysis knows; whatever else a version has of its last fetch is true.
func TestVersionOfUnchangedPolicy(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.track(t, 7)
	const moved = "https://apps.example/moved"
	text := policytest.Text("you")
	from := func(final string) func(context.Context) (fetch.Document, error) {
		return func(context.Context) (fetch.Document, error) {
			return fetch.Document{Text: text, FinalURL: final, Origin: storage.PolicyDirect}, nil
		}
	}
	began := b.pass(0)
	for i, step := range []struct {
		address, final string // empty: it cannot be fetched
		written        int    // the hour of the fetch in the version
	}{
		{address(7), "https://a.example/", 1},
		{address(7), "https://a.example/", 1},
		{address(7), "https://b.example/", 3},
		{address(7), "https://b.example/", 3},
		{address(7), "", 3},
		{address(7), "https://b.example/", 6},
		{moved, "", 6},
		{moved, "https://b.example/", 8},
		{moved, "https://b.example/", 8},
	} {
		now := b.pass(time.Hour)
		b.update(t, func(tx *storage.Tx) error {
			app, err := tx.Apps.Get(7)
			if err != nil {
				return err
			}
			app.PrivacyPolicyURL = storage.Text(step.address)
			return tx.Apps.Put(app)
		})
		b.sites.fail(step.address, &fetch.Error{Cause: fetch.ErrRefused})
		if step.final != "" {
			b.sites.on(step.address, from(step.final))
		}
		got := b.fetch(t, 7)
		version := storagetest.All[storage.PolicyVersion](t, b.store)[0]
		if want := began.Add(time.Duration(step.written) * time.Hour); version.LastFetched != want {
			t.Errorf("%d: last fetched %v, want %v", i, version.LastFetched.Std(), want.Std())
		}
		if step.final == "" {
			continue
		}
		if version.PolicyURL != step.address || string(version.FinalURL) != step.final || storage.Time(got.Analysis.FetchedAt) != now {
			t.Errorf("%d: the version is of %s at %s, fetched %v", i, version.PolicyURL, version.FinalURL, got.Analysis.FetchedAt)
		}
		if a := got.Analysis; a.WordCount != version.WordCount || a.Length == 0 || a.FinalURL != version.FinalURL {
			t.Errorf("%d: the analysis is %+v", i, a)
		}
	}
}
