package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"github.com/privacylabels/auditor/internal/pgtest"
	"github.com/privacylabels/auditor/storage"
)

// within is how soon another replica takes over the work of one that died.
const within = 15 * time.Second

// TestScheduleIsDoneOnce makes a sync due while three replicas check for that. One of them
// starts it, and when all of them are killed, the next one resumes it.
func TestScheduleIsDoneOnce(t *testing.T) {
	database := newURL(t)
	f := newFleet(t, 30)
	c := newCluster(t, database, append(f.env(), "SERVICE_SCHEDULER_TICK=500ms")...)
	replicas := []*replica{c.start(), c.start(), c.start()}
	f.track(replicas[0])
	f.change()
	held, release := f.holdNext()
	must[any](replicas[0], "POST", "/api/settings", `{"syncSchedule":"daily"}`)
	age(t, database)
	select {
	case <-held:
	case <-time.After(time.Minute):
		t.Fatal("no sync was started")
	}
	time.Sleep(2 * time.Second) // the others would start one now
	spare := c.start()
	killed, asked := time.Now(), f.pages.Load()
	for _, r := range replicas {
		r.Kill()
	}
	release()
	for f.pages.Load() == asked {
		if time.Since(killed) > within {
			t.Fatalf("no replica goes on within %v\n%s", within, spare.Log)
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Logf("another replica went on after %v", time.Since(killed).Round(100*time.Millisecond))
	var runs []storage.Run
	onDatabase(t, database, func(tx *storage.Tx) (err error) {
		runs, err = storage.Collect(tx.Runs.List(storage.RunQuery{Runner: "sync"}))
		return err
	})
	if len(runs) != 1 {
		t.Fatalf("%d syncs were started, want 1: %+v", len(runs), runs)
	}
	f.exact(t, database, ended(t, database, runs[0].ID, time.Minute))
}

// age makes the last sync and all refreshes a week old.
func age(t testing.TB, database string) {
	t.Helper()
	week := strconv.FormatInt((7 * 24 * time.Hour).Milliseconds(), 10)
	pgtest.Execute(t, database, "UPDATE apps SET last_synced = last_synced - "+week)
}

// TestDeliveryIsMadeOnce kills the replica that is sending a message. Another one sends it,
// and the receiver gets it once more at most, with the same identifier.
func TestDeliveryIsMadeOnce(t *testing.T) {
	database := newURL(t)
	f := newFleet(t, 2)
	arrived, hang := make(chan string, 100), atomic.Bool{}
	hang.Store(true)
	receiver := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // until then the server does not see that the client has gone
		arrived <- r.Header.Get("Webhook-Id")
		if hang.Load() {
			<-r.Context().Done()
		}
	}))
	defer receiver.Close()
	c := newCluster(t, database, append(f.env(), "SERVICE_OUTBOUND_ALLOW=127.0.0.1/32")...)
	first := c.start()
	f.track(first)
	must[any](first, "POST", "/api/settings", `{"notificationWebhookUrl":`+strconv.Quote(receiver.URL)+`}`)
	f.change()
	f.sync(first)
	id := next(t, arrived, time.Minute)
	replicas := []*replica{c.start(), c.start()}
	hang.Store(false)
	killed := time.Now()
	first.Kill()
	if again := next(t, arrived, within); again != id {
		t.Errorf("message %s came after %s", again, id)
	}
	t.Logf("another replica sent the message after %v", time.Since(killed).Round(100*time.Millisecond))
	select {
	case more := <-arrived:
		t.Errorf("message %s came once more", more)
	case <-time.After(3 * time.Second):
	}
	for _, r := range replicas {
		r.Stop()
	}
}

func next(t testing.TB, arrived <-chan string, within time.Duration) string {
	t.Helper()
	select {
	case id := <-arrived:
		return id
	case <-time.After(within):
		t.Fatalf("no message within %v", within)
		return ""
	}
}
