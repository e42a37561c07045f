package policy_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/fleet/policy/fetch"
	"github.com/privacylabels/auditor/internal/feature"
	"github.com/privacylabels/auditor/internal/policy"
	"github.com/privacylabels/auditor/internal/policy/digest"
	"github.com/privacylabels/auditor/internal/policy/policytest"
	"github.com/privacylabels/auditor/internal/review"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// wantPolicies switches on or off whether people want to hear of policies.
func (b *bench) wantPolicies(t *testing.T, on bool) {
	t.Helper()
	b.update(t, func(tx *storage.Tx) error {
		if !on {
			return feature.ClearOverrides(tx, feature.PolicyUpdates)
		}
		return feature.SetOverride(tx, storage.TimeOf(b.clock()), feature.PolicyUpdates, feature.On)
	})
}

// seen keeps a state of an app, as a refresh does.
func (b *bench) seen(t *testing.T, id storage.AppID) storage.SnapshotID {
	t.Helper()
	s := storage.SnapshotID{App: id, At: storage.TimeOf(b.clock())}
	b.update(t, func(tx *storage.Tx) error {
		return tx.Snapshots.Put(storage.Snapshot{ID: s, Source: storage.SourceLive, TriggeredBy: storage.TriggerImport})
	})
	return s
}

// marks returns what was put on timelines, oldest first, an asterisk before what
// the feed shows.
func (b *bench) marks(t *testing.T) (reported []string) {
	t.Helper()
	snapshots := map[storage.SnapshotID]storage.Snapshot{}
	for _, s := range storagetest.All[storage.Snapshot](t, b.store) {
		snapshots[s.ID] = s
	}
	for _, c := range storagetest.All[storage.Change](t, b.store) {
		s := snapshots[c.ID.Snapshot]
		mark := ""
		if c.Changed {
			mark = "* "
		}
		if s.Changed != c.Changed || s.Entries != 1 || !s.Label.IsZero() || s.Source != storage.SourceLive || s.TriggeredBy != "" || s.AppVersion != "" {
			t.Errorf("the snapshot of %q is %+v", c.Entry.Description, s)
		}
		if c.Entry.Type != storage.EntryPolicy || c.Entry.Category != storage.CategoryPrivacyPolicy {
			t.Errorf("%q is of %q and %q", c.Entry.Description, c.Entry.Type, c.Entry.Category)
		}
		var more struct{ PolicyVersionID, PreviousVersionID string }
		if err := json.Unmarshal(c.Entry.More, &more); err != nil {
			t.Error(err)
		}
		if want := (storage.Subject{From: more.PreviousVersionID, To: more.PolicyVersionID}); !cmp.Equal(want, c.Entry.Subject) {
			t.Errorf("the subject of %q is %+v, want %+v", c.Entry.Description, c.Entry.Subject, want)
		}
		reported = append([]string{mark + c.Entry.Description + " " + string(c.Entry.More) + strings.Join(c.Entry.Details, "; ")}, reported...)
	}
	return reported
}

// A timeline has the first text and of every other one; the feed only of
// others, and only while people want to hear of them.
func TestTextsOnTheTimeline(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.track(t, 7)
	b.seen(t, 7)
	texts := map[string]string{"A": policytest.Text("you"), "B": policytest.Text("your friends"), "C": policytest.Text("others")}
	id := func(name string) string {
		return storage.PolicyVersionID{App: 7, Hash: digest.Of(texts[name])}.String()
	}
	want := []string{fmt.Sprintf(`The privacy policy at apps.example was read for the first time {"policyEvent":"first","policyVersionId":%q}`, id("A"))}
	last := "A"
	for _, step := range []struct {
		show string
		on   bool
		mark string
	}{{"A", true, ""}, {"A", true, ""}, {"B", true, "* "}, {"B", true, ""}, {"A", false, ""}, {"B", true, "* "}, {"C", true, "* "}, {"A", true, "* "}} {
		b.pass(time.Hour)
		b.wantPolicies(t, step.on)
		b.sites.show(address(7), texts[step.show])
		b.fetch(t, 7)
		if step.show != last {
			again, unstable := "", ""
			if len(want) > 4 && step.show == "A" { // the fourth fetch in a row that found another text
				again, unstable = " again, and keeps changing", `,"unstable":true`
			}
			subject := map[string]string{"A": "you", "B": "your friends", "C": "others"}[step.show]
			want = append(want, fmt.Sprintf(`%sThe privacy policy at apps.example changed%s {"difference":{"added":0,"removed":0,"changed":1,"moved":0},`+
				`"policyEvent":"changed","policyUrl":%q,"policyVersionId":%q,"previousVersionId":%q%s}1 paragraph changed: “We collect personal data about %s.”`,
				step.mark, again, address(7), id(step.show), id(last), unstable, subject))
		}
		last = step.show
	}
	if diff := cmp.Diff(want, b.marks(t)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	feed, err := b.changelog().Feed(t.Context(), changelog.FeedQuery{Types: []storage.EntryType{storage.EntryPolicy}})
	if err != nil || feed.Total != 4 {
		t.Errorf("the feed has %d entries, %v", feed.Total, err)
	}
	since, err := b.changelog().SinceInstall(t.Context(), 7)
	if err != nil || since.Since != nil {
		t.Errorf("since it was installed, a label is known: %+v, %v", since.Since, err)
	}
}

func (b *bench) changelog() *changelog.Reader {
	return changelog.New(storage.Env{Store: b.store, Now: b.clock})
}

// A failure is recorded when it is new: once, however often it is met.
func TestFailuresOnTheTimeline(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.track(t, 7)
	b.seen(t, 7)
	b.wantPolicies(t, true)
	refused, slow := &fetch.Error{Cause: fetch.ErrRefused}, &fetch.Error{Cause: fetch.ErrTimeout}
	for _, err := range []error{refused, refused, slow, slow, nil, nil, slow, nil} {
		b.pass(time.Hour)
		b.sites.show(address(7), policytest.Text("you"))
		if err != nil {
			b.sites.fail(address(7), err)
		}
		b.fetch(t, 7)
	}
	failed := func(why error) string {
		return `The privacy policy at apps.example could not be read {"policyEvent":"error"}` + policy.Explain(why)
	}
	var got []string
	for _, mark := range b.marks(t) {
		if !strings.Contains(mark, `"first"`) {
			got = append(got, mark)
		}
	}
	if diff := cmp.Diff([]string{failed(refused), failed(slow), failed(slow)}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// What is no state of an app goes behind its states, whatever the clock says, and
// is not shown when it is all that there is.
func TestPlaceOnTheTimeline(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.track(t, 7)
	b.wantPolicies(t, true)
	b.pass(time.Hour)
	latest := b.seen(t, 7)
	b.pass(-time.Hour)
	for i, text := range []string{"you", "your friends", "others"} {
		b.sites.show(address(7), policytest.Text(text))
		b.fetch(t, 7)
		if s := storagetest.All[storage.Snapshot](t, b.store)[0]; s.ID.At != latest.At+storage.Time(1+i) || s.Changed != (i > 0) {
			t.Errorf("%d: %+v", i, s)
		}
	}

	b.track(t, 8)
	b.update(t, func(tx *storage.Tx) error {
		return tx.PolicyAnalyses.Put(storage.PolicyAnalysis{App: 8, Status: storage.PolicySourceReady, Current: digest.Of("an old one")})
	})
	b.sites.show(address(8), policytest.Text("you"))
	if got := b.fetch(t, 8); got.Event != policy.Changed {
		t.Errorf("%q", got.Event)
	}
	marks := b.marks(t)
	if last := marks[0]; strings.HasPrefix(last, "* ") || !strings.Contains(last, " changed ") {
		t.Errorf("an app without a state has %q", last)
	}
}

// Another text is pending until it is acknowledged; it is not a refresh with
// changes, which the bell counts.
func TestPendingPolicy(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.track(t, 7)
	b.seen(t, 7)
	reviews := review.New(storage.Env{Store: b.store, Now: b.clock, Random: strings.NewReader(strings.Repeat("random", 100))})
	app := func() storage.App { return storagetest.All[storage.App](t, b.store)[0] }
	fetch := func(text string) {
		b.pass(time.Hour)
		b.sites.show(address(7), policytest.Text(text))
		b.fetch(t, 7)
	}
	fetch("you")
	fetch("your friends")
	if a := app(); a.Pending != 0 {
		t.Errorf("pending is %b although policy updates are off", a.Pending)
	}
	b.wantPolicies(t, true)
	fetch("others")
	if a := app(); a.Pending != storage.PendingPolicy || a.ChangeCount != 0 {
		t.Errorf("pending is %b, %d changes", a.Pending, a.ChangeCount)
	}
	before := app()
	b.pass(time.Hour)
	done, err := reviews.Acknowledge(t.Context(), 7, storage.ReviewReviewed, 0)
	if err != nil || done.CoveredCount != 1 || app().Pending != 0 {
		t.Errorf("%+v, pending is %b, %v", done, app().Pending, err)
	}
	if err := reviews.Undo(t.Context(), 7, done.ID, storage.MaxTime); err != nil || app().Pending != before.Pending {
		t.Errorf("after undoing, pending is %b, %v", app().Pending, err)
	}
}
