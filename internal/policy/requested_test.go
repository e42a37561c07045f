package policy_test

import (
	"crypto/rand"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/policy"
	"github.com/privacylabels/auditor/internal/policy/policytest"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// Requests are in the database until the transaction that starts their run. Those to fetch
// come first, an app that is to be summarized too is not fetched before, and one without a
// policy is dropped.
func TestRequests(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		b.service = policy.New(policy.Config{Env: storage.Env{Store: b.store, Now: time.Now, Random: rand.Reader}, Fetcher: b.sites})
		b.runs = runner.New(runner.Config{Store: b.store, Now: time.Now, Random: rand.Reader, Jobs: []runner.Job{b.service.PolicyJob()}})
		for _, id := range []storage.AppID{2, 7, 10} {
			b.track(t, id)
			b.sites.show(address(id), policytest.Text("you"))
		}
		b.update(t, func(tx *storage.Tx) error {
			return tx.Apps.Put(storage.App{ID: 3, Name: "App 3", URL: "https://store.example/3"})
		})
		for _, request := range []struct {
			summarize bool
			apps      []storage.AppID
		}{{false, []storage.AppID{10, 2, 10}}, {false, []storage.AppID{7, 3}}, {true, []storage.AppID{7, 3}}, {false, []storage.AppID{7}}, {true, nil}} {
			if err := b.service.Request(t.Context(), request.apps, request.summarize); err != nil {
				t.Fatal(err)
			}
		}

		done := make(chan struct{})
		go func() {
			defer close(done)
			b.service.FollowRequests(t.Context(), b.runs, time.Minute)
		}()
		time.Sleep(time.Hour)
		synctest.Wait()
		b.runs.Stop(time.Second)
		b.service.Stop(time.Second)
		<-done

		var options []string
		for _, run := range storagetest.All[storage.Run](t, b.store) {
			options = append(options, string(run.Options))
		}
		slices.Reverse(options) // oldest first
		want := []string{`{"phase":"fetch","force":false,"apps":[2,10]}`, `{"phase":"all","force":false,"apps":[7]}`}
		if diff := cmp.Diff(want, options); diff != "" {
			t.Errorf("the runs (-want +got):\n%s", diff)
		}
		for _, task := range storagetest.All[storage.Task](t, b.store) {
			if task.Waits() {
				t.Errorf("%+v is left", task)
			}
		}
	})
}

// An app without a policy does not keep the others from their run, whatever is asked of it.
func TestRequestsWithoutPolicy(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	for id := storage.AppID(1); id <= 3; id++ {
		b.update(t, func(tx *storage.Tx) error {
			return tx.Apps.Put(storage.App{ID: id, Name: "App", URL: "https://store.example/"})
		})
		if err := b.service.Request(t.Context(), []storage.AppID{id, id + 10}, id == 2); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.service.StartRequested(t.Context(), b.runs); err == nil {
		t.Error("a run was started")
	}
	if left := storagetest.All[storage.Task](t, b.store); len(left) > 0 {
		t.Errorf("left: %+v", left)
	}
}
