package policy_test

import (
	"context"
	"testing"
	"time"

	"github.com/privacylabels/auditor/fleet/policy/fetch"
	"github.com/privacylabels/auditor/internal/policy"
	"github.com/privacylabels/auditor/internal/policy/policytest"
	"github.com/privacylabels/auditor/storage"
)

// A site that is read once and then refuses has not changed its policy because the archive has
// an older text.
func TestOldCopyIsNoChange(t *testing.T) {
	t.Parallel()
	const day = 24 * time.Hour
	for name, tt := range map[string]struct {
		first    storage.PolicyOrigin
		text     string
		captured time.Duration // after the first fetch
		want     policy.Event
		status   storage.PolicyStatus
	}{
		"another text, older":            {storage.PolicyDirect, "them", -300 * day, policy.Failed, storage.PolicyFetchError},
		"another text, older, a browser": {storage.PolicyBrowserRetry, "them", -300 * day, policy.Failed, storage.PolicyFetchError},
		"another text, newer":            {storage.PolicyDirect, "them", day, policy.Changed, storage.PolicySourceReady},
		"the same text, older":           {storage.PolicyDirect, "you", -300 * day, policy.Same, storage.PolicySourceReady},
		"a text from the archive before": {storage.PolicyWayback, "them", -300 * day, policy.Changed, storage.PolicySourceReady},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			b.track(t, 7)
			began := storage.TimeOf(b.clock())
			b.sites.on(address(7), func(context.Context) (fetch.Document, error) {
				return fetch.Document{Text: policytest.Text("you"), Origin: tt.first}, nil
			})
			b.fetch(t, 7)
			b.pass(10 * day)
			b.sites.on(address(7), func(context.Context) (fetch.Document, error) {
				return fetch.Document{
					Text: policytest.Text(tt.text), Origin: storage.PolicyWayback, ArchiveURL: "https://archive.example/1", CapturedAt: began.Add(tt.captured),
					SiteError: &fetch.Error{Cause: fetch.ErrRefused, Status: 429},
				}, nil
			})
			got := b.fetch(t, 7)
			if got.Event != tt.want || got.Analysis.Status != tt.status {
				t.Errorf("event %s, %+v, want %s and %s", got.Event, got.Analysis, tt.want, tt.status)
			}
			if failed := string(got.Analysis.Error); (failed != "") != (tt.want == policy.Failed) {
				t.Errorf("the error is %q", failed)
			}
			// When the site answers again, it has the text that is known.
			b.pass(day)
			last := "you"
			if tt.want == policy.Changed {
				last = tt.text
			}
			b.sites.show(address(7), policytest.Text(last))
			if again := b.fetch(t, 7); again.Event != policy.Same || again.Analysis.Error != "" {
				t.Errorf("the site again: event %s, %q", again.Event, again.Analysis.Error)
			}
		})
	}
}
