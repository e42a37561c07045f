package changelog_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/internal/teststore"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// now is the present of every test: 2026-11-20.
var now = time.Date(2026, time.November, 20, 12, 0, 0, 0, time.UTC)

// state is a snapshot with its records.
type state struct {
	storage.Snapshot
	label   storage.Label
	entries []storage.Entry
}

// strictStore returns an empty store that forgives its users nothing.
func strictStore(t testing.TB) storage.Store {
	t.Helper()
	return storagetest.Strict(t, openStore(t))
}

// openStore returns an empty store.
func openStore(t testing.TB) storage.Store {
	t.Helper()
	return teststore.Bare(t)
}

// reader returns a Reader of a store with these apps and states.
func reader(t testing.TB, apps []storage.App, states ...state) *changelog.Reader {
	t.Helper()
	store := strictStore(t)
	record(t, store, apps, states...)
	return changelog.New(storage.Env{Store: store, Now: func() time.Time { return now }})
}

// record writes apps and states as a refresh does.
func record(t testing.TB, store storage.Store, apps []storage.App, states ...state) {
	t.Helper()
	alter(t, store, func(tx *storage.Tx) error {
		if err := tx.Apps.Put(apps...); err != nil {
			return err
		}
		for _, s := range states {
			if err := s.put(tx); err != nil {
				return err
			}
		}
		return nil
	})
}

func (s state) put(tx *storage.Tx) error {
	digest, err := changelog.Digest(s.label)
	if err != nil {
		return err
	}
	snapshot := s.Snapshot
	snapshot.Label, snapshot.Entries = digest, len(s.entries)
	var changes []storage.Change
	for i, e := range s.entries {
		changes = append(changes, storage.Change{
			ID: storage.ChangeID{Snapshot: s.ID, Index: i}, Entry: e, Changed: s.Changed,
		})
	}
	if !digest.IsZero() {
		if err := tx.Labels.Put(storage.LabelBody{Digest: digest, Label: s.label}); err != nil {
			return err
		}
	}
	if err := tx.Snapshots.Put(snapshot); err != nil {
		return err
	}
	return tx.Changes.Put(changes...)
}

// app makes an app that was first seen at the start of 2024.
func app(id storage.AppID, name string) storage.App {
	return storage.App{
		ID: id, Name: name, URL: fmt.Sprintf("https://apps.example/id%d", id), Developer: storage.Text(name + " Ltd"),
		FirstSeen: day(2024, time.January, 1), CurrentVersion: "9.9",
	}
}

// live makes a state of an app that was refreshed by the schedule; the feed
// shows it when it has entries.
func live(id storage.AppID, at storage.Time, entries ...storage.Entry) state {
	return state{
		Snapshot: storage.Snapshot{
			ID: storage.SnapshotID{App: id, At: at}, Source: storage.SourceLive,
			TriggeredBy: storage.TriggerScheduled, Changed: len(entries) > 0,
		},
		entries: entries,
	}
}

// archived makes a state of an app from the archive.
func archived(id storage.AppID, at storage.Time, entries ...storage.Entry) state {
	s := live(id, at, entries...)
	s.Source, s.TriggeredBy, s.ArchiveURL = storage.SourceWayback, storage.TriggerWayback, "https://archive.example/1"
	return s
}

func (s state) with(l storage.Label) state {
	s.label = l
	return s
}

func (s state) version(v storage.Text) state {
	s.AppVersion = v
	return s
}

func day(year int, month time.Month, d int) storage.Time {
	return storage.TimeOf(time.Date(year, month, d, 0, 0, 0, 0, time.UTC))
}
