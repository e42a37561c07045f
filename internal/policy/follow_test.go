package policy_test

import (
	"context"
	"crypto/rand"
	"fmt"
	"iter"
	"testing"
	"testing/synctest"
	"time"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/policy"
	"github.com/privacylabels/auditor/internal/policy/policytest"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/storagetest"
)

const leader, tick = "leader", 30 * time.Minute

// lead is a job over some subjects, of which each fails or is completed.
type lead struct {
	subjects int
	state    runner.State
}

func (lead) Name() string { return leader }

func (l lead) Queue(*storage.Tx) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for i := range l.subjects {
			if !yield(fmt.Sprint(i), nil) {
				return
			}
		}
	}
}

func (lead) Title(_ *storage.Tx, subject string) (string, error) { return subject, nil }

func (l lead) Do(context.Context, runner.Item) (runner.Result, error) {
	return runner.Result{Write: func(*storage.Tx, storage.Run) (runner.Outcome, error) {
		return runner.Outcome{State: l.state}, nil
	}}, nil
}

func (lead) End(*storage.Tx, storage.Run) error { return nil }

// following runs a test in a bubble in which a reader with one app follows.
func following(t *testing.T, l lead, test func(t *testing.T, b *bench)) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		b.service = policy.New(policy.Config{Env: storage.Env{Store: b.store, Now: time.Now, Random: rand.Reader}, Fetcher: b.sites})
		b.runs = runner.New(runner.Config{Store: b.store, Now: time.Now, Random: rand.Reader, Jobs: []runner.Job{l, b.service.PolicyJob()}})
		b.track(t, 1)
		b.sites.show(address(1), policytest.Text("cats"))
		done := make(chan struct{})
		go func() {
			defer close(done)
			b.service.Follow(t.Context(), b.runs, leader, tick)
		}()
		synctest.Wait()
		test(t, b)
		b.runs.Stop(time.Second)
		b.service.Stop(time.Second)
		<-done
	})
}

// led does a run of the leader.
func (b *bench) led(t *testing.T) {
	t.Helper()
	run, err := b.runs.Start(t.Context(), runner.StartOptions{Runner: leader, Initiator: runner.Scheduled})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.runs.Wait(t.Context(), run.ID); err != nil {
		t.Fatal(err)
	}
}

// followed returns the initiators of the runs over policies, newest first.
func (b *bench) followed(t *testing.T) (initiators []string) {
	t.Helper()
	for _, run := range storagetest.All[storage.Run](t, b.store) {
		if run.Runner == policy.Runner {
			initiators = append(initiators, run.Initiator)
		}
	}
	return initiators
}

func (b *bench) wantFollowed(t *testing.T, when string, n int) {
	t.Helper()
	synctest.Wait()
	got := b.followed(t)
	if len(got) != n {
		t.Fatalf("%s there are %d runs over policies, want %d", when, len(got), n)
	}
	for _, initiator := range got {
		if initiator != runner.Automatic {
			t.Errorf("a run is %q, want %q", initiator, runner.Automatic)
		}
	}
}

func TestFollow(t *testing.T) {
	following(t, lead{subjects: 3, state: runner.Completed}, func(t *testing.T, b *bench) {
		time.Sleep(tick)
		b.wantFollowed(t, "before the leader ran", 0)
		b.led(t)
		time.Sleep(time.Second)
		b.wantFollowed(t, "a second after it ran", 0)
		time.Sleep(2 * time.Second)
		b.wantFollowed(t, "some seconds after it ran", 1)
		if b.sites.requests() != 1 {
			t.Errorf("%d policies were fetched, want 1", b.sites.requests())
		}
		time.Sleep(3 * tick)
		b.wantFollowed(t, "ticks later", 1)
		b.led(t)
		b.led(t)
		time.Sleep(10 * time.Second)
		b.wantFollowed(t, "after two more at once", 2)
	})
}

// A run whose end was not signaled is found in the database at the next tick.
func TestFollowRunOfAnotherProcess(t *testing.T) {
	following(t, lead{subjects: 1, state: runner.Completed}, func(t *testing.T, b *bench) {
		time.Sleep(tick + time.Minute)
		other := runner.New(runner.Config{Store: b.store, Now: time.Now, Random: rand.Reader, Jobs: []runner.Job{lead{subjects: 1, state: runner.Completed}}})
		defer other.Stop(time.Second)
		mine := b.runs
		b.runs = other
		b.led(t)
		b.runs = mine
		time.Sleep(time.Minute)
		b.wantFollowed(t, "before the tick", 0)
		time.Sleep(tick)
		b.wantFollowed(t, "after the tick", 1)
	})
}

func TestFollowNotDue(t *testing.T) {
	t.Run("a leader that completed nothing", func(t *testing.T) {
		following(t, lead{subjects: 3, state: runner.Failed}, func(t *testing.T, b *bench) {
			b.led(t)
			time.Sleep(3 * tick)
			b.wantFollowed(t, "after it", 0)
		})
	})
	t.Run("switched off, and on again", func(t *testing.T) {
		following(t, lead{subjects: 1, state: runner.Completed}, func(t *testing.T, b *bench) {
			b.set(t, `{"policyScrapeDisabled": true}`)
			b.led(t)
			time.Sleep(tick)
			b.wantFollowed(t, "while it is off", 0)
			b.set(t, `{"policyScrapeDisabled": false}`)
			time.Sleep(tick)
			b.wantFollowed(t, "when it is on", 1)
		})
	})
	t.Run("no app with a policy", func(t *testing.T) {
		following(t, lead{subjects: 1, state: runner.Completed}, func(t *testing.T, b *bench) {
			b.update(t, func(tx *storage.Tx) error {
				return tx.Apps.Put(storage.App{ID: 1, Name: "App", URL: "https://store.example/1", PrivacyPolicyURL: " "})
			})
			b.led(t)
			time.Sleep(tick)
			b.wantFollowed(t, "without one", 0)
		})
	})
	t.Run("after the stop", func(t *testing.T) {
		t.Parallel()
		b := newBench(t)
		b.service.Stop(0)
		b.service.Follow(t.Context(), b.runs, leader, tick) // returns
	})
}
