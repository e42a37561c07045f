package main

import (
	"errors"
	"testing"
	"time"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/storage"
)

var _ fleet.Archive = demoArchive{}

// Every capture of an app can be replayed, and the oldest one says less than the
// page of today.
func TestDemoArchive(t *testing.T) {
	t.Parallel()
	archive := demoArchive{demoAt(demoStates - 1)}
	less := 0
	for _, app := range demoApps() {
		target := fleet.Target{ID: app.id, URL: *app.first.URL}
		captures, err := archive.Captures(t.Context(), target, 0, storage.TimeOf(demoEnd))
		if err != nil || len(captures) < 36 {
			t.Fatalf("%s: %d captures, %v", *app.first.Name, len(captures), err)
		}
		last := storage.Time(0)
		for _, c := range captures {
			memento, err := archive.Replay(t.Context(), target, c)
			if err != nil || memento.At != c.At || memento.Listing.ID != app.id || c.At <= last {
				t.Fatalf("%s at %v: %+v, %v", *app.first.Name, c.At, memento, err)
			}
			last = c.At
		}
		first, err := archive.Replay(t.Context(), target, captures[0])
		if err != nil {
			t.Fatal(err)
		}
		if first.Listing.Label != nil && len(first.Listing.Label.Types) < len(app.first.Label.Types) {
			less++
		}
		some, err := archive.Captures(t.Context(), target, captures[3].At, captures[5].At)
		if err != nil || len(some) != 3 {
			t.Errorf("%s: %d captures between the fourth and the sixth, %v", *app.first.Name, len(some), err)
		}
	}
	if less == 0 {
		t.Error("no app ever said less")
	}
}

func TestDemoArchiveOfOtherApps(t *testing.T) {
	t.Parallel()
	archive := demoArchive{demoAt(0)}
	target := fleet.Target{ID: 999}
	if captures, err := archive.Captures(t.Context(), target, 0, storage.TimeOf(time.Now())); len(captures) > 0 || err != nil {
		t.Errorf("captures %v, %v", captures, err)
	}
	if _, err := archive.Replay(t.Context(), target, fleet.Capture{At: 1}); !errors.Is(err, fleet.ErrNoMemento) {
		t.Errorf("replay: %v", err)
	}
	if _, err := archive.Save(t.Context(), target); !errors.Is(err, fleet.ErrArchiveUnavailable) {
		t.Errorf("save: %v", err)
	}
}
