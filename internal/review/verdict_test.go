package review_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/review"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// decisions returns, by app, what the apps' rows say, and checks that the user's
// verdicts say the same.
func (b *bench) decisions(t *testing.T) map[storage.AppID]storage.Decision {
	t.Helper()
	rows, verdicts := map[storage.AppID]storage.Decision{}, map[storage.AppID]storage.Decision{}
	for _, a := range storagetest.All[storage.App](t, b.store) {
		if a.Decision != "" {
			rows[a.ID] = a.Decision
		}
	}
	for _, v := range storagetest.All[storage.Verdict](t, b.store) {
		if v.Origin == storage.OriginUser {
			verdicts[v.App] = v.Decision
		}
	}
	if diff := cmp.Diff(verdicts, rows); diff != "" {
		t.Errorf("what the apps say of the verdicts (-verdicts +apps):\n%s", diff)
	}
	return rows
}

func TestDecideReplacesAndKeepsWhenItWasFirstSet(t *testing.T) {
	t.Parallel()
	d := newBench(t)
	first := storage.TimeOf(d.now)
	if _, err := d.Decide(t.Context(), app, storage.DecisionReplace, " because \n"); err != nil {
		t.Fatal(err)
	}
	d.now = d.now.Add(time.Hour)
	got, err := d.Decide(t.Context(), app, storage.DecisionSafe, " \t")
	if err != nil {
		t.Fatal(err)
	}
	want := storage.Verdict{
		App: app, Decision: storage.DecisionSafe, Origin: storage.OriginUser, SetAt: first, UpdatedAt: storage.TimeOf(d.now),
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("verdict (-want +got):\n%s", diff)
	}
	all, err := d.Verdicts(t.Context(), app)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]storage.Verdict{want}, all); diff != "" {
		t.Errorf("kept (-want +got):\n%s", diff)
	}
	d.decisions(t)
}

func TestVerdictsOfOthersStandBeside(t *testing.T) {
	t.Parallel()
	d := newBench(t)
	ann := storage.Verdict{
		App: app, Decision: storage.DecisionUninstall, Origin: storage.OriginImported, OriginName: "Ann",
		SetAt: storage.TimeOf(d.now) + 1, UpdatedAt: 1,
	}
	d.update(t, func(tx *storage.Tx) error { return tx.Verdicts.Put(ann) })
	if got := d.decisions(t); len(got) != 0 {
		t.Errorf("another's verdict is the user's: %v", got)
	}
	mine, err := d.Decide(t.Context(), app, storage.DecisionSafe, "")
	if err != nil {
		t.Fatal(err)
	}
	all, err := d.Verdicts(t.Context(), app)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]storage.Verdict{ann, mine}, all); diff != "" {
		t.Errorf("newest set first (-want +got):\n%s", diff)
	}
	for i, step := range []struct {
		id   storage.VerdictID
		want bool
		left int
	}{
		{storage.VerdictID{App: app, Origin: storage.OriginImported, OriginName: "Bob"}, false, 1},
		{storage.Key(ann), true, 1}, {storage.Key(ann), false, 1}, {storage.Key(mine), true, 0}, {storage.Key(mine), false, 0},
		{storage.VerdictID{App: 99, Origin: storage.OriginUser}, false, 0},
	} {
		d.now = d.now.Add(time.Second)
		if removed, err := d.ClearVerdict(t.Context(), step.id); err != nil || removed != step.want {
			t.Errorf("step %d: removed is %v, %v", i, removed, err)
		}
		if got := d.decisions(t); len(got) != step.left {
			t.Errorf("step %d: the user's verdicts are %v", i, got)
		}
	}
	want := []string{"verdict_set 7 Notes", "verdict_cleared 7 Notes", "verdict_cleared 7 Notes"}
	if diff := cmp.Diff(want, d.log(t)); diff != "" {
		t.Errorf("log (-want +got):\n%s", diff)
	}
}

func TestVerdictsThatAreRefused(t *testing.T) {
	t.Parallel()
	d := newBench(t)
	long := strings.Repeat("x", review.MaxText+1)
	for name, test := range map[string]struct {
		app       storage.AppID
		decision  storage.Decision
		rationale string
		want      error
	}{
		"another app": {99, storage.DecisionSafe, "", storage.ErrNotFound}, "no app": {0, storage.DecisionSafe, "", storage.ErrNotFound},
		"another verdict": {app, "burn", "", storage.ErrInvalid}, "none": {app, "", "", storage.ErrInvalid},
		"too long": {app, storage.DecisionSafe, long, review.ErrTooLong}, "no text": {app, storage.DecisionSafe, "\x00", storage.ErrInvalid},
	} {
		if _, err := d.Decide(t.Context(), test.app, test.decision, test.rationale); !errors.Is(err, test.want) {
			t.Errorf("%s: %v, want %v", name, err, test.want)
		}
		set, err := d.DecideAll(t.Context(), []storage.AppID{app, test.app}, test.decision, test.rationale)
		if !errors.Is(err, test.want) || set != nil {
			t.Errorf("%s, with another: %v, %v, want %v", name, set, err, test.want)
		}
	}
	for _, n := range []int{0, review.MaxDecided + 1} {
		if _, err := d.DecideAll(t.Context(), make([]storage.AppID, n), storage.DecisionSafe, ""); !errors.Is(err, storage.ErrInvalid) {
			t.Errorf("%d apps at once: %v", n, err)
		}
	}
	if got := d.decisions(t); len(got) > 0 || d.log(t) != nil {
		t.Errorf("set are %v, with the log %v", got, d.log(t))
	}
	if got, err := d.Verdicts(t.Context(), 0); err != nil || got == nil || len(got) > 0 {
		t.Errorf("on no app there are %v, %v", got, err)
	}
}

// Whatever apps are given, a verdict on many is that on each of them, or nothing at all.
func TestDecideAllIsAllOrNothing(t *testing.T) {
	t.Parallel()
	d := newBench(t)
	known := []storage.AppID{1, 2, 3, 4, 5, 6}
	d.track(t, known...)
	random := rand.New(rand.NewPCG(1, 2))
	decisions := []storage.Decision{storage.DecisionSafe, storage.DecisionReplace, storage.DecisionUninstall}
	want := map[storage.AppID]storage.Decision{}
	lines := 0
	for range 60 {
		d.now = d.now.Add(time.Second)
		apps := make([]storage.AppID, 1+random.IntN(8))
		strange := false
		for i := range apps {
			apps[i] = storage.AppID(1 + random.IntN(7+2*random.IntN(2))) // 7 is tracked as well, 8 and 9 are not
			strange = strange || apps[i] > 7
		}
		decision := decisions[random.IntN(len(decisions))]
		set, err := d.DecideAll(t.Context(), apps, decision, "why")
		if strange {
			if !errors.Is(err, storage.ErrNotFound) || set != nil {
				t.Fatalf("%v: %v, %v", apps, set, err)
			}
		} else {
			if err != nil || len(set) != len(apps) {
				t.Fatalf("%v: %d verdicts, %v", apps, len(set), err)
			}
			lines++
			for i, v := range set {
				want[apps[i]] = decision
				if v.App != apps[i] || v.Decision != decision || v.Rationale != "why" || v.UpdatedAt != storage.TimeOf(d.now) || v.SetAt > v.UpdatedAt {
					t.Errorf("%v: verdict %d is %+v", apps, i, v)
				}
			}
		}
		if diff := cmp.Diff(want, d.decisions(t)); diff != "" {
			t.Fatalf("after %v (-want +got):\n%s", apps, diff)
		}
	}
	if got := d.log(t); len(got) != lines || lines < 10 || got[0] != "bulk_verdict_set 0 " {
		t.Errorf("%d lines in the log, want %d, the first %q", len(got), lines, fmt.Sprint(got[:1]))
	}
}

func TestDecideAllTakesAsManyAsItSays(t *testing.T) {
	t.Parallel()
	d := newBench(t)
	apps := make([]storage.AppID, review.MaxDecided)
	for i := range apps {
		apps[i] = storage.AppID(1000 + i)
	}
	d.track(t, apps...)
	set, err := d.DecideAll(t.Context(), apps, storage.DecisionSafe, "")
	if err != nil || len(set) != len(apps) || len(d.decisions(t)) != len(apps) {
		t.Errorf("%d verdicts of %d, %v", len(set), len(apps), err)
	}
}
