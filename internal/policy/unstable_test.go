package policy_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet/policy/fetch"
	"github.com/privacylabels/auditor/internal/policy"
	"github.com/privacylabels/auditor/internal/policy/policytest"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// withQuote returns a policy with another quote of a customer at each call number.
func withQuote(n int) string {
	customers := []string{"Ann says that it is great", "Bob likes it", "Cem uses it every day", "Dora found nothing better", "Eve has it on two phones"}
	text := policytest.Text("you")
	middle := len(text) / 2
	middle += strings.Index(text[middle:], "\n\n") + 2
	return text[:middle] + "What our customers say\n\n" + customers[n%len(customers)] + fmt.Sprintf(", since week %d.\n\n", n) + text[middle:]
}

// told returns the events of the policy entries on the timeline, oldest first, with a star
// for each that is marked as unstable, and the number of notifications.
func told(t *testing.T, b *bench) (events []string, notices int) {
	t.Helper()
	for _, c := range storagetest.All[storage.Change](t, b.store) {
		var more struct {
			PolicyEvent string
			Unstable    bool
		}
		if err := json.Unmarshal(c.Entry.More, &more); err != nil {
			t.Fatal(err)
		}
		if more.Unstable {
			more.PolicyEvent += "*"
		}
		events = append(events, more.PolicyEvent)
	}
	slices.Reverse(events)
	return events, len(storagetest.All[storage.Notification](t, b.store))
}

// A policy that differs at each of the last four fetches is unstable, whatever the time
// between them: its changes are recorded and marked, and users are notified when it has
// rested for seven days.
func TestUnstablePolicy(t *testing.T) {
	t.Parallel()
	for _, every := range []time.Duration{time.Hour, day, 6 * day} {
		t.Run(every.String(), func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			b.track(t, 7)
			for n := range 8 {
				b.sites.show(address(7), withQuote(n))
				got := b.fetch(t, 7)
				shown, err := b.service.Show(t.Context(), 7)
				if want := n >= 4; err != nil || shown.Unstable != want || got.Analysis.Unstable(storage.TimeOf(b.clock())) != want {
					t.Fatalf("fetch %d: unstable %t, %v", n, shown.Unstable, err)
				}
				b.pass(every)
			}
			want := []string{"first", "changed", "changed", "changed", "changed*", "changed*", "changed*", "changed*"}
			events, notices := told(t, b)
			if diff := cmp.Diff(want, events); diff != "" || notices != 3 {
				t.Errorf("%d notifications, events (-want +got):\n%s", notices, diff)
			}
			b.pass(day)
			rests := len(b.fetch(t, 7).Changes)
			b.pass(7 * day)
			if rests += len(b.fetch(t, 7).Changes); rests != 1 {
				t.Errorf("at rest the fetches returned %d changes", rests)
			}
			events, notices = told(t, b)
			if diff := cmp.Diff(append(want, "settled"), events); diff != "" || notices != 4 {
				t.Errorf("%d notifications, events (-want +got):\n%s", notices, diff)
			}
			if n := len(storagetest.All[storage.PolicyVersion](t, b.store)); n != 8 {
				t.Errorf("%d versions are saved, want 8", n)
			}
			b.sites.show(address(7), withQuote(9))
			b.fetch(t, 7)
			if _, notices = told(t, b); notices != 5 {
				t.Errorf("%d notifications after the next change, want 5", notices)
			}
		})
	}
}

// A policy that flips between two texts has two versions, and is unstable as well.
func TestFlippingPolicy(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.track(t, 7)
	for n := range 20 {
		b.sites.show(address(7), withQuote(n%2))
		b.fetch(t, 7)
		b.pass(day)
	}
	events, notices := told(t, b)
	if n := len(storagetest.All[storage.PolicyVersion](t, b.store)); n != 2 || len(events) != 20 || notices != 3 {
		t.Errorf("%d versions, %d entries, %d notifications", n, len(events), notices)
	}
}

// A policy that rests between its changes is stable.
func TestPolicyThatRestsIsStable(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.track(t, 7)
	for n := range 12 {
		b.sites.show(address(7), withQuote(n))
		b.fetch(t, 7)
		b.pass(time.Hour)
		if n%3 == 2 {
			b.fetch(t, 7)
		}
	}
	if events, notices := told(t, b); len(events) != 12 || notices != 11 {
		t.Errorf("%d entries, %d notifications", len(events), notices)
	}
}

// The block that keeps changing is named. It can be excluded and readmitted; neither is a
// change, and an excluded block causes none.
func TestExcludeBlock(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.track(t, 7)
	show := func(n int, more string) policy.FetchResult {
		t.Helper()
		b.sites.show(address(7), withQuote(n)+more)
		b.pass(day)
		return b.fetch(t, 7)
	}
	for n := range 5 {
		show(n, "")
	}
	shown, err := b.service.Show(t.Context(), 7)
	if err != nil || len(shown.Changing) != 1 || !strings.Contains(shown.Changing[0].Name, "customers say") {
		t.Fatalf("changing blocks %+v, %v", shown.Changing, err)
	}
	lines := storagetest.All[storage.Activity](t, b.store)
	if !slices.ContainsFunc(lines, func(a storage.Activity) bool { return strings.Contains(string(a.Summary), "What our customers say") }) {
		t.Error("the activity log does not name the block")
	}
	before, notices := told(t, b)
	block := shown.Changing[0].ID
	if err := b.service.Exclude(t.Context(), 7, block, ""); err != nil {
		t.Fatal(err)
	}
	for n := range 4 {
		if got := show(n+10, ""); got.Event != policy.Same {
			t.Errorf("fetch %d after the exclusion: %s", n, got.Event)
		}
	}
	if got, n := told(t, b); len(got) != len(before) || n != notices {
		t.Errorf("the exclusion added %v, %d notifications", got[len(before):], n-notices)
	}
	if got := show(20, "We now sell your personal data to others.\n\n"); got.Event != policy.Changed {
		t.Errorf("a change beside the block: %s", got.Event)
	}
	shown, err = b.service.Show(t.Context(), 7)
	if err != nil || len(shown.Excluded) != 1 {
		t.Fatalf("excluded blocks %+v, %v", shown.Excluded, err)
	}
	if err := b.service.Readmit(t.Context(), 7, block); err != nil {
		t.Fatal(err)
	}
	if got := show(21, "We now sell your personal data to others.\n\n"); got.Event != policy.Same || len(got.Analysis.Excluded) != 0 {
		t.Errorf("after the readmission: %s, %+v", got.Event, got.Analysis.Excluded)
	}
	if got := show(22, "We now sell your personal data to others.\n\n"); got.Event != policy.Changed {
		t.Errorf("a change of the readmitted block: %s", got.Event)
	}
	if err := b.service.Readmit(t.Context(), 7, block); err != policy.ErrNoBlock { //nolint:errorlint // returned as it is
		t.Errorf("a second readmission: %v", err)
	}
}

// What an excluded block leaves out is not known before a fetch counts it, and then stays known until
// another one does.
func TestWhatExclusionsLeaveOut(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.track(t, 7)
	fetchWith := func(leftOut, kept map[string]int) {
		t.Helper()
		b.sites.on(address(7), func(context.Context) (fetch.Document, error) {
			return fetch.Document{Text: withQuote(1), FinalURL: address(7), ContentType: "text/html", LeftOut: leftOut, Kept: kept}, nil
		})
		b.pass(day)
		b.fetch(t, 7)
	}
	fetchWith(nil, nil)
	for _, selector := range []string{"#none", ".live"} {
		if err := b.service.Exclude(t.Context(), 7, "", selector); err != nil {
			t.Fatal(err)
		}
	}
	for _, step := range []struct {
		leftOut, kept map[string]int
		none, live    *int
	}{
		{nil, nil, nil, nil},
		{map[string]int{"#none": 0, ".live": 2}, nil, new(0), new(2)},
		{nil, nil, new(0), new(2)},
		{map[string]int{"#none": 0, ".live": 0}, map[string]int{"#none": 0, ".live": 2}, new(0), new(0)},
		{nil, nil, new(0), new(0)},
		{map[string]int{"#none": 1, ".live": 0}, nil, new(1), new(0)},
	} {
		fetchWith(step.leftOut, step.kept)
		shown, err := b.service.Show(t.Context(), 7)
		if err != nil || len(shown.Excluded) != 2 {
			t.Fatalf("excluded blocks %+v, %v", shown.Excluded, err)
		}
		if diff := cmp.Diff([]*int{step.none, step.live}, []*int{shown.Excluded[0].LeftOut, shown.Excluded[1].LeftOut}); diff != "" {
			t.Errorf("after %v (-want +got):\n%s", step.leftOut, diff)
		}
		if step.leftOut != nil && (shown.Excluded[0].Kept || shown.Excluded[1].Kept != (step.kept != nil)) {
			t.Errorf("after %v: kept %t, %t", step.kept, shown.Excluded[0].Kept, shown.Excluded[1].Kept)
		}
	}

	if err := b.service.Exclude(t.Context(), 7, "", "#none"); err != nil { // it stays as it is
		t.Fatal(err)
	}
	shown, err := b.service.Show(t.Context(), 7)
	if err != nil || shown.Excluded[0].LeftOut == nil {
		t.Errorf("excluded again: %+v, %v", shown.Excluded, err)
	}
}

// A mark that was imported leaves out its block from the next fetch on, which is no change even if the block
// is another one by then.
func TestImportedMark(t *testing.T) {
	t.Parallel()
	b, from := newBench(t), newBench(t)
	for _, other := range []*bench{b, from} {
		other.track(t, 7)
	}
	for n := range 5 {
		from.sites.show(address(7), withQuote(n))
		from.pass(day)
		from.fetch(t, 7)
	}
	shown, err := from.service.Show(t.Context(), 7)
	if err != nil || len(shown.Changing) != 1 {
		t.Fatalf("changing blocks %+v, %v", shown.Changing, err)
	}

	b.sites.show(address(7), withQuote(1))
	b.fetch(t, 7)
	b.update(t, func(tx *storage.Tx) error {
		state, err := tx.PolicyAnalyses.Get(7)
		if err != nil {
			return err
		}
		mark := storagetest.All[storage.PolicyAnalysis](t, from.store)[0].Changing[0]
		state.Excluded = []storage.PolicyBlock{mark}
		return tx.PolicyAnalyses.Put(state)
	})
	for n := range 3 {
		b.sites.show(address(7), withQuote(n+2))
		b.pass(day)
		if got := b.fetch(t, 7); got.Event != policy.Same {
			t.Errorf("fetch %d after the import: %s", n, got.Event)
		}
	}
}

// A user who excludes a block while a fetch is under way does not make it a change: the text was
// made with the block.
func TestExcludeDuringAFetch(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.track(t, 7)
	for n := range 5 {
		b.sites.show(address(7), withQuote(n))
		b.pass(day)
		b.fetch(t, 7)
	}
	shown, err := b.service.Show(t.Context(), 7)
	if err != nil || len(shown.Changing) != 1 {
		t.Fatalf("changing blocks %+v, %v", shown.Changing, err)
	}
	before, notices := told(t, b)
	b.sites.on(address(7), func(ctx context.Context) (fetch.Document, error) {
		err := b.service.Exclude(ctx, 7, shown.Changing[0].ID, "")
		return fetch.Document{Text: withQuote(9), FinalURL: address(7), ContentType: "text/html"}, err
	})
	b.pass(day)
	if got := b.fetch(t, 7); got.Event != policy.Same || got.Analysis.FetchAgainAt == 0 {
		t.Errorf("during the exclusion: %s, fetched again at %d", got.Event, got.Analysis.FetchAgainAt)
	}
	b.sites.on(address(7), nil)
	b.sites.show(address(7), withQuote(10))
	b.pass(day)
	if got := b.fetch(t, 7); got.Event != policy.Same || got.Analysis.FetchAgainAt != 0 {
		t.Errorf("after the exclusion: %s, fetched again at %d", got.Event, got.Analysis.FetchAgainAt)
	}
	if got, n := told(t, b); len(got) != len(before) || n != notices {
		t.Errorf("the exclusion added %v, %d notifications", got[len(before):], n-notices)
	}
}

// A selector that names nothing in the policy would leave nothing out for ever.
func TestExcludeWhatIsNotThere(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.track(t, 7)
	b.sites.show(address(7), withQuote(0))
	b.pass(day)
	b.fetch(t, 7)
	for selector, want := range map[string]error{
		"div > p":                 policy.ErrNoMatch,
		"#":                       policy.ErrNoMatch,
		"…":                       policy.ErrNoMatch,
		"What no page ever said":  policy.ErrNoMatch,
		"What no page ever said…": policy.ErrNoMatch,
		"#testimonials":           nil, // the text does not say which elements the page has
		"What our customers say":  nil,
		"What our customers…":     nil,
	} {
		if err := b.service.Exclude(t.Context(), 7, "", selector); !errors.Is(err, want) {
			t.Errorf("%q: %v, want %v", selector, err, want)
		}
	}
	b.pass(day)
	b.fetch(t, 7)
	if err := b.service.Exclude(t.Context(), 7, "", "What our customers say"); err != nil {
		t.Errorf("a block that is excluded already: %v", err)
	}
}
