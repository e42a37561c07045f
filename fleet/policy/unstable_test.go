package policy_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet/policy/digest"
	"github.com/privacylabels/auditor/fleet/policy/internal/policytest"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// subject names the text of a version.
func subject(n int) string { return policytest.Text(fmt.Sprint("you and friend ", n)) }

func subjectDigest(n int) storage.Digest { return digest.Of(strings.TrimSpace(subject(n))) }

// reported returns the texts that the timeline names, as their numbers, newest first, and
// checks that each of them is saved and each change was notified of once.
func reported(t *testing.T, b *bench, most int) (numbers []int) {
	t.Helper()
	names := make(map[string]int)
	for n := range most {
		names[storage.PolicyVersionID{App: 7, Hash: subjectDigest(n)}.String()] = n
	}
	changes := 0
	for _, c := range storagetest.All[storage.Change](t, b.store) {
		var named struct{ PolicyVersionID, PreviousVersionID string }
		if err := json.Unmarshal(c.Entry.More, &named); err != nil {
			t.Fatal(err)
		}
		numbers = append(numbers, names[named.PolicyVersionID])
		for _, id := range []string{named.PolicyVersionID, named.PreviousVersionID} {
			if id == "" {
				continue
			}
			version, err := storage.ParsePolicyVersionID(id)
			if err == nil {
				_, err = b.service.Version(t.Context(), version)
			}
			if err != nil {
				t.Errorf("the timeline names text %d: %v", names[id], err)
			}
		}
		if named.PreviousVersionID != "" {
			changes++
		}
	}
	if notices := len(storagetest.All[storage.Notification](t, b.store)); notices != changes {
		t.Errorf("%d notifications of %d changes", notices, changes)
	}
	return numbers
}

// A policy that gets its ninth text in a week is unstable: of each day the last text is
// saved, and is on the timeline when the day is over. It rests after a week.
func TestUnstablePolicy(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.track(t, 7)
	const perDay = 4
	// Begin at noon, so that a day has four fetches an hour apart.
	b.pass(time.Duration(36*time.Hour) - time.Duration(b.clock().UnixNano())%(24*time.Hour))
	results := 0 // changes that fetches returned
	show := func(n int) storage.PolicyAnalysis {
		t.Helper()
		b.sites.show(address(7), subject(n))
		got := b.fetch(t, 7)
		if got.Analysis.Current != subjectDigest(n) {
			t.Fatalf("text %d is not current", n)
		}
		results += len(got.Changes)
		b.pass(time.Hour)
		return got.Analysis
	}
	next := 0
	day := func() (last storage.PolicyAnalysis) {
		t.Helper()
		for range perDay {
			last = show(next)
			next++
		}
		b.pass(20 * time.Hour)
		return last
	}
	stable, second := day(), day()
	if stable.UnstableUntil != 0 || second.UnstableUntil != 0 {
		t.Fatalf("eight texts are unstable until %v and %v", stable.UnstableUntil, second.UnstableUntil)
	}
	third := day() // texts 8 to 11
	if !third.Unstable(third.UpdatedAt) || third.Withheld == 0 || third.Previous != subjectDigest(7) {
		t.Errorf("after the third day the policy is unstable until %v, withheld %v, previous %v", third.UnstableUntil, third.Withheld, third.Previous)
	}
	if diff := cmp.Diff([]int{7, 6, 5, 4, 3, 2, 1, 0}, reported(t, b, next)); diff != "" {
		t.Errorf("the third day is reported (-want +got):\n%s", diff)
	}
	day() // texts 12 to 15
	if diff := cmp.Diff([]int{11, 7, 6, 5, 4, 3, 2, 1, 0}, reported(t, b, next)); diff != "" {
		t.Errorf("after the fourth day (-want +got):\n%s", diff)
	}
	shown, err := b.service.Show(t.Context(), 7)
	if err != nil || !shown.Unstable || shown.UnstableUntil == 0 || shown.Until() != shown.UnstableUntil {
		t.Errorf("it is shown as %+v, %v", shown, err)
	}

	// The last text of the day is the one that was told last: nothing is new.
	show(16)
	show(15)
	show(17)
	back := show(15)
	b.pass(24 * time.Hour)
	if back.Withheld != 0 || back.Previous != subjectDigest(11) {
		t.Errorf("back at the last text: withheld %v, previous %v", back.Withheld, back.Previous)
	}
	rested := show(15)
	if diff := cmp.Diff([]int{15, 11, 7, 6, 5, 4, 3, 2, 1, 0}, reported(t, b, 18)); diff != "" {
		t.Errorf("after the fifth day (-want +got):\n%s", diff)
	}
	if n := len(storagetest.All[storage.PolicyVersion](t, b.store)); n != 10 {
		t.Errorf("%d versions are saved, want 10", n)
	}

	b.pass(7 * 24 * time.Hour)
	if shown, err := b.service.Show(t.Context(), 7); err != nil || shown.Unstable || rested.UnstableUntil == 0 {
		t.Errorf("after a week it is shown as %+v, %v", shown, err)
	}
	if state := show(18); state.Unstable(state.UpdatedAt) || state.Withheld != 0 {
		t.Errorf("a change after a week is withheld: %+v", state)
	}
	all := reported(t, b, 19)
	if all[0] != 18 {
		t.Errorf("text %d is reported last, want 18", all[0])
	}
	if want := len(all) - 1; results != want { // the first text is no change
		t.Errorf("the fetches returned %d changes, want the %d on the timeline", results, want)
	}
}

// A policy that flips between two texts has two versions, and every flip is a change.
func TestFlippingPolicy(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.track(t, 7)
	for i := range 20 {
		b.sites.show(address(7), subject(i%2))
		if got := b.fetch(t, 7).Analysis; got.UnstableUntil != 0 {
			t.Fatalf("fetch %d: unstable until %v", i, got.UnstableUntil)
		}
		b.pass(time.Hour)
	}
	if n := len(storagetest.All[storage.PolicyVersion](t, b.store)); n != 2 {
		t.Errorf("%d versions are saved, want 2", n)
	}
	if n := len(reported(t, b, 2)); n != 20 {
		t.Errorf("the timeline has %d entries, want 20", n)
	}
}
