package auditor_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/privacylabels/auditor"
	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
)

// pollEvery is how often the user interface asks how far runs are.
const pollEvery = 4 * time.Second

// BenchmarkPolling measures a sync of many apps, in which nothing changes, while
// clients ask over HTTP how far it is: the figures to compare are ns/app with and
// without them. What the clients do themselves is part of it.
func BenchmarkPolling(b *testing.B) {
	apps := 20_000
	if testing.Short() {
		apps = 1000
	}
	a := newAuditor(b, auditor.WithStore(seeded(b, apps)), auditor.WithScraper(still{}))
	syncAll(b, a) // after which nothing is new
	server := httptest.NewServer(a.Handler())
	defer server.Close()
	for _, clients := range []int{0, 100, 1000} {
		b.Run(fmt.Sprintf("clients=%d", clients), func(b *testing.B) {
			stop := poll(b, server.URL+"/api/tasks/active", clients)
			for b.Loop() {
				syncAll(b, a)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*apps), "ns/app")
			b.ReportMetric(float64(stop())/float64(b.N), "polls/op")
		})
	}
}

func syncAll(b *testing.B, a *auditor.Auditor) {
	b.Helper()
	run, err := a.Runs().Start(b.Context(), runner.StartOptions{Runner: tracked.SyncRunner, Initiator: runner.Manual})
	if err != nil {
		b.Fatal(err)
	}
	if run, err = a.Runs().Wait(b.Context(), run.ID); err != nil || run.Completed != run.Total {
		b.Fatalf("the run is %+v, %v", run, err)
	}
}

// poll lets clients ask, each in its turn within the time between two questions of
// one, until stop, which returns how often they did. They share connections, as
// the browsers behind a proxy do.
func poll(b *testing.B, url string, clients int) (stop func() int64) {
	client := &http.Client{Transport: &http.Transport{MaxConnsPerHost: 100, MaxIdleConnsPerHost: 100}}
	ctx, cancel := context.WithCancel(b.Context())
	var polling sync.WaitGroup
	var polls atomic.Int64
	for i := range clients {
		polling.Go(func() {
			for wait := pollEvery * time.Duration(i) / time.Duration(clients); ; wait = pollEvery {
				select {
				case <-time.After(wait):
				case <-ctx.Done():
					return
				}
				if err := pollOnce(ctx, client, url); err != nil && ctx.Err() == nil {
					b.Error(err)
					return
				}
				polls.Add(1)
			}
		})
	}
	return func() int64 {
		cancel()
		polling.Wait()
		client.CloseIdleConnections()
		return polls.Load()
	}
}

func pollOnce(ctx context.Context, client *http.Client, url string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	res, err := client.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	if _, err := io.Copy(io.Discard, res.Body); err != nil || res.StatusCode != http.StatusOK {
		return fmt.Errorf("status %d, %w", res.StatusCode, err)
	}
	return nil
}

// still is a store in which nothing changes.
type still struct{}

func (still) Resolve(string) (fleet.Target, error) { return fleet.Target{}, fleet.ErrAddress }

func (still) Scrape(_ context.Context, t fleet.Target) (fleet.Listing, error) {
	name := fmt.Sprintf("App %09d", t.ID)
	label := &storage.Label{Types: []storage.PrivacyType{{Identifier: storage.DataNotProvided, Title: "No Details Provided"}}}
	return fleet.Listing{ID: t.ID, Name: &name, Country: "us", Extractor: "test/1", Label: label}, nil
}
