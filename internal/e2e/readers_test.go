package e2e_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/privacylabels/auditor/internal/proctest"
	"github.com/privacylabels/auditor/storage"
)

// Hundreds of readers, each of whom asks twice a second, while everything is refreshed: every
// answer is whole, none fails, and what a page says of one app fits together. Readers who never
// pause would try the processors and not the service.
func TestReadersBesideAWriter(t *testing.T) {
	t.Parallel()
	const apps, rounds = 20, 4
	readers := proctest.Effort(250, 1000)
	r := rand.New(rand.NewPCG(3, 3))
	from := newStage(t)
	states := map[storage.AppID]state{}
	var ids []storage.AppID
	for i := range apps {
		id := storage.AppID(3_000_000 + i)
		ids = append(ids, id)
		states[id] = randomState(r)
		from.Put(states[id].app(r, id, false))
	}
	s := start(t, t.TempDir(), from)
	s.scrape(ids...)

	var reading sync.WaitGroup
	var written atomic.Bool
	var answers atomic.Int64
	for i := range readers {
		reading.Go(func() {
			path := []string{
				"/api/apps", "/api/apps?limit=20&offset=10&meta=grid", "/api/changelog?limit=20", "/api/notifications",
				"/api/apps?view=grouped", fmt.Sprintf("/api/apps?id=%d", ids[i%apps]), "/api/activity", "/api/tasks/active",
			}[i%8]
			for once := true; once || !written.Load(); once = false {
				status, body, err := s.call(t.Context(), "GET", path, "")
				if err != nil || status != 200 {
					t.Errorf("%s: status %d, %v: %.200s", path, status, err, body)
					return
				}
				if path == "/api/apps" {
					wholeList(t, body, apps)
				}
				answers.Add(1)
				time.Sleep(time.Second / 2)
			}
		})
	}
	for range rounds {
		from.change(r, states)
		for i, result := range s.scrape(ids...).Results {
			if result.Status != "success" {
				t.Errorf("refresh of %d: %+v", ids[i], result)
			}
		}
	}
	written.Store(true)
	reading.Wait()
	t.Logf("%d answers beside %d refreshes", answers.Load(), rounds*apps)
	s.Stop()
}

// wholeList fails the test unless the list holds every app with counts of one
// and the same moment.
func wholeList(t *testing.T, body []byte, apps int) {
	var list []struct{ CategoryCount, TrackCount, LinkedCount, UnlinkedCount int }
	if err := json.Unmarshal(body, &list); err != nil || len(list) != apps {
		t.Errorf("a list of %d apps, %v", len(list), err)
	}
	for _, app := range list {
		if app.CategoryCount != app.TrackCount+app.LinkedCount+app.UnlinkedCount {
			t.Errorf("a torn read: %+v", app)
		}
	}
}
