package policy_test

import (
	"crypto/rand"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/privacylabels/auditor/fleet/policy/fetch"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/policy"
	"github.com/privacylabels/auditor/internal/policy/policytest"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// other is a policy that has nothing in common with those of policytest.
func other(subject string) string {
	paragraph := "Northern Lights Studio processes nothing beyond what its servers need, concerning " + subject + ". Cookies, analytics and advertising identifiers are absent. "
	return "# Privacy Policy\n\n" + strings.Repeat(paragraph+"\n\n", 30)
}

// quietly fetches a policy as a run does, without a request of a person.
func (b *bench) quietly(t *testing.T) policy.FetchResult {
	t.Helper()
	got, err := b.service.Fetch(t.Context(), 7, false, nil)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// A text that is very unlike the current one counts if a fetch some hours later finds it or
// one that is close to it, also after a restart. Until then nothing changes.
func TestDoubtfulText(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		after  time.Duration
		forced bool
		second string
		want   policy.Event
		last   int // versions
	}{
		{"again", 6 * time.Hour, false, other("readers"), policy.Changed, 2},
		{"close to it", 20 * time.Hour, false, other("readers and writers"), policy.Changed, 2},
		{"too soon", time.Hour, false, other("readers"), policy.Doubted, 2},
		{"as a user asks for it", time.Minute, true, other("readers"), policy.Changed, 2},
		{"the old one", 6 * time.Hour, false, policytest.Text("you"), policy.Same, 1},
		{"a third one", 6 * time.Hour, false, strings.Repeat("Wir verarbeiten personenbezogene Daten nach dieser Datenschutzerklärung.\n\n", 90), policy.Doubted, 2},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			b.track(t, 7)
			b.sites.show(address(7), policytest.Text("you"))
			first := b.fetch(t, 7).Analysis
			b.pass(day)
			b.sites.show(address(7), other("readers"))
			got := b.quietly(t)
			if state := got.Analysis; got.Event != policy.Doubted || state.Current != first.Current || state.Status != first.Status || state.FetchAgainAt == 0 {
				t.Fatalf("%s, status %s, fetched again at %d", got.Event, state.Status, state.FetchAgainAt)
			}
			if events, notices := told(t, b); len(events) != 1 || notices != 0 {
				t.Errorf("told %v, %d notifications", events, notices)
			}
			b.pass(tt.after)
			b.sites.show(address(7), tt.second)
			second := b.quietly
			if tt.forced {
				second = func(t *testing.T) policy.FetchResult { return b.fetch(t, 7) }
			}
			if got := second(t); got.Event != tt.want || (got.Analysis.FetchAgainAt != 0) != (tt.want == policy.Doubted) {
				t.Errorf("%s, fetched again at %d", got.Event, got.Analysis.FetchAgainAt)
			}
			if n := len(storagetest.All[storage.PolicyVersion](t, b.store)); n != tt.last {
				t.Errorf("%d versions, want %d", n, tt.last)
			}
		})
	}
}

// A page that is not the policy is a failed fetch. It is fetched again some hours later by
// the run of requests; on the third day in a row users are notified, once until it works again.
func TestAnotherPage(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.track(t, 7)
	b.sites.show(address(7), policytest.Text("you"))
	first := b.fetch(t, 7).Analysis
	b.sites.on(address(7), nil)
	wall := &fetch.Error{Cause: fetch.ErrNotPolicy}
	b.sites.fail(address(7), wall)
	notices := func() (n int) {
		for _, notice := range storagetest.All[storage.Notification](t, b.store) {
			if strings.Contains(notice.Changes[0].Description, "can no longer be read") {
				n++
			}
		}
		return n
	}
	for round := range 2 {
		for n := range 5 {
			b.pass(18 * time.Hour)
			got := b.quietly(t).Analysis
			if got.Current != first.Current || got.Status != storage.PolicyFetchError || got.FailedDays != n+1 {
				t.Errorf("status %s after %d days", got.Status, got.FailedDays)
			}
			if (got.FetchAgainAt != 0) != (n == 0) {
				t.Errorf("day %d: fetched again at %d", n, got.FetchAgainAt)
			}
			b.pass(6 * time.Hour)
			b.quietly(t)
			want := round
			if n >= 2 {
				want++
			}
			if got := notices(); got != want {
				t.Errorf("%d notifications on day %d, want %d", got, n, want)
			}
		}
		b.sites.show(address(7), policytest.Text("you"))
		if got := b.fetch(t, 7); got.Event != policy.Same || got.Analysis.FailedDays != 0 {
			t.Errorf("%s, failed on %d days", got.Event, got.Analysis.FailedDays)
		}
		b.sites.fail(address(7), wall)
	}
}

// The first page that is not the policy is fetched again, also after a failure of the network.
func TestAnotherPageAfterFailure(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.track(t, 7)
	b.sites.show(address(7), policytest.Text("you"))
	b.fetch(t, 7)
	down, wall := &fetch.Error{Cause: fetch.ErrUnreachable}, &fetch.Error{Cause: fetch.ErrNotPolicy, Err: errors.New("consent wall")}
	short := &fetch.Error{Cause: fetch.ErrTooShort}
	for n, tt := range []struct {
		failed error
		again  bool
	}{{down, false}, {wall, true}, {wall, false}, {short, false}, {down, false}, {short, true}, {wall, false}} {
		b.pass(day)
		b.sites.fail(address(7), tt.failed)
		if got := b.quietly(t).Analysis; (got.FetchAgainAt > storage.NullTime(storage.TimeOf(b.clock()))) != tt.again {
			t.Errorf("failure %d, %v: fetched again at %d, want %v", n, tt.failed, got.FetchAgainAt, tt.again)
		}
	}
}

// That a policy can no longer be read is on the timeline of its app once, and in no feed of
// changes.
func TestUnreadableOnTheTimeline(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.track(t, 7)
	b.sites.show(address(7), policytest.Text("you"))
	b.fetch(t, 7)
	b.sites.fail(address(7), &fetch.Error{Cause: fetch.ErrUnreachable})
	for range 6 {
		b.pass(day)
		b.quietly(t)
	}
	entries := 0
	for _, c := range storagetest.All[storage.Change](t, b.store) {
		if strings.Contains(c.Entry.Description, "can no longer be read") {
			entries++
		}
	}
	if entries != 1 {
		t.Errorf("%d entries", entries)
	}
	for _, s := range storagetest.All[storage.Snapshot](t, b.store) {
		if s.Changed {
			t.Errorf("snapshot %v is a change", s.ID)
		}
	}
}

// A clause that goes while a user excludes an element of the page is told: only what is
// beside the text was left out.
func TestExclusionHidesNoChange(t *testing.T) {
	t.Parallel()
	clause := "Paragraph 7 says that we share some of it with others."
	for name, tt := range map[string]struct {
		text  string
		aside string
		want  policy.Event
	}{
		"the element is left out":    {policytest.Text("you"), "12 users now", policy.Same},
		"and a clause is gone":       {strings.ReplaceAll(policytest.Text("you"), clause, ""), "12 users now", policy.Changed},
		"and a clause is left out":   {strings.ReplaceAll(policytest.Text("you"), clause, ""), "12 users now\n\n" + clause, policy.Same},
		"and another clause is new":  {policytest.Text("you") + "We sell it.", "12 users now", policy.Changed},
		"the page has nothing of it": {policytest.Text("you"), "", policy.Changed},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			b.track(t, 7)
			b.sites.show(address(7), policytest.Text("you")+"12 users now")
			b.fetch(t, 7)
			if err := b.service.Exclude(t.Context(), 7, "", ".users"); err != nil {
				t.Fatal(err)
			}
			b.pass(day)
			b.sites.showAside(address(7), tt.text, tt.aside)
			if got := b.fetch(t, 7); got.Event != tt.want {
				t.Errorf("%s, want %s", got.Event, tt.want)
			}
		})
	}
}

// The first fetch after an upgrade of the extractor finds the same text under other rules:
// that is a new version and no change, and nothing is told of it. A change at the same time
// is one.
func TestUpgradeOfExtractorIsNoChange(t *testing.T) {
	t.Parallel()
	const letter = "Our letter on knitting appears each month."
	for _, tt := range []struct {
		name, text, aside string
		want              policy.Event
	}{
		{"less", policytest.Text("you"), letter, policy.Same},
		{"the same", policytest.Text("you") + letter, "", policy.Same},
		{"more", policytest.Text("you") + "We sell it.", letter, policy.Changed},
		{"a paragraph is gone", strings.ReplaceAll(policytest.Text("you"), "Paragraph 7 says that we share some of it with others.", ""), letter, policy.Changed},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			b.track(t, 7)
			b.sites.show(address(7), policytest.Text("you")+letter)
			first := b.fetch(t, 7).Analysis
			b.update(t, func(tx *storage.Tx) error { // as a restored backup of other rules has it
				v, err := tx.PolicyVersions.Get(storage.PolicyVersionID{App: 7, Hash: first.Current})
				if err != nil {
					return err
				}
				if _, err := tx.PolicyVersions.Delete(v.ID); err != nil {
					return err
				}
				v.ID.Hash, v.Extractor = storage.Digest{1}, "test/0"
				if err := tx.PolicyVersions.Put(v); err != nil {
					return err
				}
				state := first
				state.Current = v.ID.Hash
				return tx.PolicyAnalyses.Put(state)
			})
			b.pass(day)
			b.sites.showAside(address(7), tt.text, tt.aside)
			got := b.fetch(t, 7)
			if got.Event != tt.want {
				t.Fatalf("%s, want %s", got.Event, tt.want)
			}
			events, notices := told(t, b)
			if want := tt.want == policy.Changed; slices.Contains(events, "changed") != want || (notices > 0) != want || (len(got.Changes) > 0) != want {
				t.Errorf("told %v, %d notifications, %d changes", events, notices, len(got.Changes))
			}
			if again := b.fetch(t, 7); again.Event != policy.Same {
				t.Errorf("the next fetch: %s", again.Event)
			}
			if tt.want == policy.Changed {
				return
			}
			if _, err := b.service.Compare(t.Context(), storage.PolicyVersionID{App: 7, Hash: got.Analysis.Current}, storage.PolicyVersionID{}); err != policy.ErrNoPrevious { //nolint:errorlint // returned as it is
				t.Errorf("it is compared with the version that it replaces: %v", err)
			}
		})
	}
}

// A policy that is to be fetched again is fetched once by a run of requests, some hours later
// and after a restart.
func TestFetchAgainAfterRestart(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		b.track(t, 7)
		open := func() (stop func()) {
			b.service = policy.New(policy.Config{Env: storage.Env{Store: b.store, Now: time.Now, Random: rand.Reader}, Fetcher: b.sites})
			b.runs = runner.New(runner.Config{Store: b.store, Now: time.Now, Random: rand.Reader, Jobs: []runner.Job{b.service.PolicyJob()}})
			done := make(chan struct{})
			go func() {
				defer close(done)
				b.service.FollowRequests(t.Context(), b.runs, tick)
			}()
			return func() {
				b.runs.Stop(time.Second)
				b.service.Stop(time.Second)
				<-done
			}
		}
		stop := open()
		b.sites.show(address(7), policytest.Text("you"))
		b.fetch(t, 7)
		time.Sleep(day)
		b.sites.show(address(7), other("readers"))
		b.quietly(t)
		time.Sleep(5 * time.Hour)
		stop()
		if n := b.sites.requests(); n != 2 {
			t.Fatalf("%d requests before it is due", n)
		}
		stop = open()
		time.Sleep(3 * time.Hour)
		synctest.Wait()
		if events, _ := told(t, b); !slices.Equal(events, []string{"first", "changed"}) {
			t.Errorf("told %v", events)
		}
		time.Sleep(3 * day)
		stop()
		if n := b.sites.requests(); n != 3 {
			t.Errorf("%d requests", n)
		}
	})
}

// Failures and doubts are about one address: after another one they begin again.
func TestAnotherAddressBeginsAgain(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.track(t, 7)
	b.sites.show(address(7), policytest.Text("you"))
	b.fetch(t, 7)
	b.sites.on(address(7), nil)
	b.sites.fail(address(7), &fetch.Error{Cause: fetch.ErrNotPolicy})
	for range 2 {
		b.pass(day)
		b.quietly(t)
	}
	const moved = "https://moved.example/privacy"
	if err := b.store.Update(t.Context(), func(tx *storage.Tx) error {
		app, err := tx.Apps.Get(7)
		if err != nil {
			return err
		}
		app.PrivacyPolicyURL = moved
		return tx.Apps.Put(app)
	}); err != nil {
		t.Fatal(err)
	}
	b.sites.fail(moved, &fetch.Error{Cause: fetch.ErrNotPolicy})
	b.pass(day)
	if state := b.quietly(t).Analysis; state.FailedDays != 1 || state.FetchAgainAt == 0 {
		t.Errorf("%d failed days, fetched again at %d", state.FailedDays, state.FetchAgainAt)
	}
	if _, notices := told(t, b); notices != 0 {
		t.Errorf("%d notifications on the first failed day of an address", notices)
	}
}
