package httpapi_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/archive"
	"github.com/privacylabels/auditor/storage"
)

// annals is a web archive whose captures and faults the test sets.
type annals struct {
	mu       sync.Mutex
	captures map[storage.AppID][]archive.Memento
	fault    error

	// Before is called before each question, outside the lock; nil: nothing is.
	before func(context.Context, storage.AppID) error
}

func newArchive() *annals { return &annals{captures: map[storage.AppID][]archive.Memento{}} }

// capture archives a page of an app with these categories.
func (a *annals) capture(id storage.AppID, at time.Time, categories ...string) {
	p := newPages()
	p.show(id, "Old", categories...)
	a.mu.Lock()
	defer a.mu.Unlock()
	a.captures[id] = append(a.captures[id], archive.Memento{
		At: storage.TimeOf(at), URL: fmt.Sprintf("https://archive.example/%d/id%d", at.Unix(), id), Listing: p.listings[id],
	})
}

func (a *annals) fail(err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.fault = err
}

// ask returns what is captured of an app.
func (a *annals) ask(ctx context.Context, id storage.AppID) ([]archive.Memento, error) {
	if a.before != nil {
		if err := a.before(ctx, id); err != nil {
			return nil, err
		}
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.captures[id], a.fault
}

func (a *annals) Captures(ctx context.Context, t fleet.Target, from, to storage.Time) (found []archive.Capture, err error) {
	mementos, err := a.ask(ctx, t.ID)
	for _, m := range mementos {
		if from <= m.At && m.At <= to {
			found = append(found, archive.Capture{At: m.At, URL: t.URL})
		}
	}
	return found, err
}

func (a *annals) Replay(ctx context.Context, t fleet.Target, c archive.Capture) (archive.Memento, error) {
	mementos, err := a.ask(ctx, t.ID)
	if err != nil {
		return archive.Memento{}, err
	}
	for _, m := range mementos {
		if m.At == c.At {
			return m, nil
		}
	}
	return archive.Memento{}, &archive.Error{Cause: archive.ErrNoMemento, Status: 404}
}

func (a *annals) Save(ctx context.Context, t fleet.Target) (string, error) {
	_, err := a.ask(ctx, t.ID)
	return "https://archive.example/saved/" + t.ID.String(), err
}

// shut makes the archive wait, for each app, until the gate lets it through.
func (a *annals) shut() *gate {
	g := &gate{make(chan string, 100), make(chan struct{})}
	var mu sync.Mutex
	seen := map[storage.AppID]bool{}
	a.before = func(ctx context.Context, id storage.AppID) error {
		mu.Lock()
		first := !seen[id]
		seen[id] = true
		mu.Unlock()
		if !first {
			return nil
		}
		g.reached <- id.String()
		select {
		case <-g.pass:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return g
}

// withHistory is an API with three apps and something archived of the first.
func withHistory(t testing.TB) *fleetAPI {
	t.Helper()
	a := newFleetAPI(t, nil)
	for id, name := range []string{"One", "Two", "Three"} {
		a.track(storage.AppID(id+1), name, "LOCATION")
	}
	a.archive.capture(1, time.Date(2022, 3, 1, 9, 0, 0, 0, time.UTC), "CONTACTS")
	a.archive.capture(1, time.Date(2024, 3, 1, 9, 0, 0, 0, time.UTC), "CONTACTS", "LOCATION")
	return a
}

// archived returns how many snapshots come from the archive.
func (a *fleetAPI) archived() (n int) {
	a.t.Helper()
	a.view(func(tx *storage.Tx) (err error) {
		n, err = tx.Snapshots.Count(storage.SnapshotQuery{Source: storage.SourceWayback})
		return err
	})
	return n
}

func outcomes(lines []map[string]any) string {
	var words []string
	for _, line := range lines {
		if line["kind"] == "target" && line["outcome"] != "skipped_no_capture" && line["outcome"] != "skipped_drift" {
			words = append(words, fmt.Sprint(line["appId"], " ", line["outcome"]))
		}
	}
	return strings.Join(words, ", ")
}
