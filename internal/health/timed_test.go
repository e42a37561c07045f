package health_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/health"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
)

// takes is a transaction that takes a while.
func takes(d time.Duration, err error) func(*storage.Tx) error {
	return func(*storage.Tx) error {
		time.Sleep(d)
		return err
	}
}

func TestTimedKeepsSlowTransactions(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := health.Timed(storage.Env{Store: memory.New(), Now: time.Now})
		start := storage.TimeOf(time.Now())
		failed := errors.New("no")
		for _, call := range []error{
			s.View(t.Context(), takes(49*time.Millisecond, nil)),
			s.View(t.Context(), takes(50*time.Millisecond, nil)),
			s.Update(t.Context(), takes(time.Second, nil)),
		} {
			if call != nil {
				t.Fatal(call)
			}
		}
		if err := s.Update(t.Context(), takes(70*time.Millisecond, failed)); !errors.Is(err, failed) {
			t.Errorf("the error is %v, want %v", err, failed)
		}
		s.Measure(false)
		if err := s.Update(t.Context(), takes(time.Second, nil)); err != nil || s.Measures() {
			t.Fatal(err, s.Measures())
		}
		s.Measure(true)
		const here = "health_test.TestTimedKeepsSlowTransactions.func1"
		want := []health.Transaction{
			{At: start + 1169, Caller: here, Method: "update", DurationMs: 70, Failed: true},
			{At: start + 1099, Caller: here, Method: "update", DurationMs: 1000},
			{At: start + 99, Caller: here, Method: "view", DurationMs: 50},
		}
		got, total := s.Slow(10)
		if diff := cmp.Diff(want, got); diff != "" || total != 3 || !s.Measures() {
			t.Errorf("%d slow ones (-want +got):\n%s", total, diff)
		}
		s.Forget()
		if got, total := s.Slow(10); len(got) != 0 || total != 3 {
			t.Errorf("after forgetting there are %v, of %d", got, total)
		}
	})
}

func TestTimedPassesOptionalInterfaces(t *testing.T) {
	t.Parallel()
	s := health.Timed(storage.Env{Store: memory.New(), Now: time.Now})
	if _, ok := storage.As[storage.Revisioner](s); !ok {
		t.Error("the revision is not found through the measuring")
	}
	if found, ok := storage.As[*health.TimedStore](s); !ok || found != s {
		t.Error("the measuring is not found")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.View(ctx, takes(0, nil)); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
}

func TestTimedRemembersDamage(t *testing.T) {
	t.Parallel()
	damage := fmt.Errorf("list apps: %w", storage.ErrDamaged)
	fails := func(err error) func(*storage.Tx) error { return func(*storage.Tx) error { return err } }
	for name, test := range map[string]struct {
		view, update error
		wrong        []string // what a check of the whole database finds afterwards
		checkErr     error
		want         [2]bool // before and after the check
	}{
		"sound":               {},
		"other errors":        {view: storage.ErrNotFound, update: storage.ErrFull},
		"a read finds it":     {view: damage, wrong: []string{"page 7"}, want: [2]bool{true, true}},
		"a write finds it":    {update: damage, checkErr: context.Canceled, want: [2]bool{true, true}},
		"repaired":            {view: damage, want: [2]bool{true, false}},
		"a check finds it":    {wrong: []string{"page 7"}, want: [2]bool{false, true}},
		"a check that failed": {checkErr: context.Canceled},
	} {
		s := health.Timed(storage.Env{Store: damaged{memory.New(), test.wrong, test.checkErr}, Now: time.Now})
		if err := s.View(t.Context(), fails(test.view)); !errors.Is(err, test.view) {
			t.Errorf("%s: View: %v", name, err)
		}
		if err := s.Update(t.Context(), fails(test.update)); !errors.Is(err, test.update) {
			t.Errorf("%s: Update: %v", name, err)
		}
		got := [2]bool{s.Damaged()}
		if _, ok, err := health.Verify(t.Context(), s, time.Now); !ok || !errors.Is(err, test.checkErr) {
			t.Errorf("%s: Verify: %t, %v", name, ok, err)
		}
		if got[1] = s.Damaged(); got != test.want {
			t.Errorf("%s: damaged before and after the check: %v, want %v", name, got, test.want)
		}
	}
}
