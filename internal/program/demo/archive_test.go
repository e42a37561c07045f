package demo

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/archive"
	"github.com/privacylabels/auditor/storage"
)

var (
	_ archive.Archive = Archive{}
	_ archive.Sourced = Archive{}
)

// Every capture of an app can be replayed, and the oldest one says less than the
// page of today.
func TestArchive(t *testing.T) {
	t.Parallel()
	past := Archive{at(states - 1)}
	less := 0
	for _, app := range slices.Concat(apps(), playApps()) {
		target := app.target()
		captures, err := past.Captures(t.Context(), target, 0, storage.TimeOf(end))
		if err != nil || len(captures) < 36 {
			t.Fatalf("%s: %d captures, %v", *app.first.Name, len(captures), err)
		}
		last := storage.Time(0)
		for _, c := range captures {
			memento, err := past.Replay(t.Context(), target, c)
			if err != nil || memento.At != c.At || memento.Listing.ID != app.id || c.At <= last {
				t.Fatalf("%s at %v: %+v, %v", *app.first.Name, c.At, memento, err)
			}
			last = c.At
		}
		first, err := past.Replay(t.Context(), target, captures[0])
		if err != nil {
			t.Fatal(err)
		}
		if first.Listing.Label != nil && len(first.Listing.Label.Types) < len(app.first.Label.Types) {
			less++
		}
		some, err := past.Captures(t.Context(), target, captures[3].At, captures[5].At)
		if err != nil || len(some) != 3 {
			t.Errorf("%s: %d captures between the fourth and the sixth, %v", *app.first.Name, len(some), err)
		}
	}
	if less == 0 {
		t.Error("no app ever said less")
	}
}

func TestArchiveOfOtherApps(t *testing.T) {
	t.Parallel()
	past := Archive{at(0)}
	target := fleet.Target{ID: 999}
	if captures, err := past.Captures(t.Context(), target, 0, storage.TimeOf(time.Now())); len(captures) > 0 || err != nil {
		t.Errorf("captures %v, %v", captures, err)
	}
	if _, err := past.Replay(t.Context(), target, archive.Capture{At: 1}); !errors.Is(err, archive.ErrNoMemento) {
		t.Errorf("replay: %v", err)
	}
	if _, err := past.Save(t.Context(), target); !errors.Is(err, archive.ErrUnavailable) {
		t.Errorf("save: %v", err)
	}
}
