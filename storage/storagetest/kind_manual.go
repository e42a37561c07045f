package storagetest

import (
	"encoding/json"
	"fmt"

	"github.com/privacylabels/auditor/storage"
)

// manual returns an app of no store.
func manual(id, name string, updated storage.Time) storage.ManualApp {
	return storage.ManualApp{ID: id, Name: name, Source: storage.ManualWebClip, FirstSeen: 1, UpdatedAt: updated}
}

// putManual writes the apps of no store that the samples hang on.
func putManual(tx storage.Tx) error {
	return tx.ManualApps().Put(manual("a", "A", 1), manual("b", "B", 2), manual("ä", "Ä", 3))
}

func manualApps() kind[string, storage.ManualApp, storage.ManualAppQuery] {
	return kind[string, storage.ManualApp, storage.ManualAppQuery]{
		name:  "ManualApps",
		table: storage.Tx.ManualApps,
		key:   func(a *storage.ManualApp, n int) { a.ID = text("id", n) },
		least: func(a *storage.ManualApp) {
			a.Name, a.Source, a.FirstSeen, a.UpdatedAt = "name", storage.ManualOwnBuild, 1, 1
		},
		fix: func(a *storage.ManualApp) { a.Source = storage.ManualTestFlight },
		stock: []storage.ManualApp{
			manual("b", "B", 20), manual("a", "B", 20), manual("c", "Z", 100), manual("d", "a", 20), manual("é", "B", 3), manual("e", "A", 20),
		},
		lookups: []lookup[string, storage.ManualAppQuery]{
			{name: "changed last first, then by name and id", want: []string{"c", "e", "a", "b", "d", "é"}},
		},
	}
}

func manualEvent(id, app string, at storage.Time) storage.ManualAppEvent {
	return storage.ManualAppEvent{ID: id, App: app, Type: storage.ManualScrape, OccurredAt: at}
}

func manualAppEvents() kind[string, storage.ManualAppEvent, storage.ManualAppEventQuery] {
	return kind[string, storage.ManualAppEvent, storage.ManualAppEventQuery]{
		name:  "ManualAppEvents",
		table: storage.Tx.ManualAppEvents,
		key: func(e *storage.ManualAppEvent, n int) {
			e.ID, e.App = text("id", n), []string{"a", "b", "ä"}[n%3]
		},
		least: func(e *storage.ManualAppEvent) { e.Type, e.OccurredAt = storage.ManualScrape, 1 },
		fix: func(e *storage.ManualAppEvent) {
			e.Type, e.Detail = storage.ManualFieldChange, json.RawMessage(`{"kind":"field_change"}`)
		},
		parents:      putManual,
		orphans:      []storage.ManualAppEvent{manualEvent("x", "c", 1), manualEvent("x", "A", 1)},
		stockParents: putManual,
		stock: []storage.ManualAppEvent{
			manualEvent("2", "b", 5), manualEvent("1", "a", 100), manualEvent("3", "a", 20), manualEvent("4", "a", 100), manualEvent("5", "ä", 1),
		},
		lookups: []lookup[string, storage.ManualAppEventQuery]{
			{name: "by app, newest first, then by id, last first", want: []string{"4", "1", "3", "2", "5"}},
			{name: "of an app", query: storage.ManualAppEventQuery{App: "a"}, want: []string{"4", "1", "3"}},
			{name: "of an app without", query: storage.ManualAppEventQuery{App: "A"}},
		},
	}
}

func manualPolicyID(app string, n int) storage.ManualPolicyVersionID {
	return storage.ManualPolicyVersionID{App: app, Hash: digest(n)}
}

func manualPolicy(app string, n int, fetched storage.Time) storage.ManualPolicyVersion {
	return storage.ManualPolicyVersion{ID: manualPolicyID(app, n), FirstFetched: 1, LastFetched: fetched, Text: fmt.Sprint("We collect ", n)}
}

func manualPolicyVersions() kind[storage.ManualPolicyVersionID, storage.ManualPolicyVersion, storage.ManualPolicyVersionQuery] {
	return kind[storage.ManualPolicyVersionID, storage.ManualPolicyVersion, storage.ManualPolicyVersionQuery]{
		name:  "ManualPolicyVersions",
		table: storage.Tx.ManualPolicyVersions,
		key: func(v *storage.ManualPolicyVersion, n int) {
			v.ID = manualPolicyID([]string{"a", "b", "ä"}[n%3], 1+n/3)
		},
		least:        func(v *storage.ManualPolicyVersion) { v.FirstFetched, v.LastFetched, v.Text = 1, 1, "text" },
		parents:      putManual,
		orphans:      []storage.ManualPolicyVersion{manualPolicy("c", 1, 1), manualPolicy("A", 1, 1)},
		stockParents: putManual,
		stock: []storage.ManualPolicyVersion{
			manualPolicy("b", 1, 5), manualPolicy("a", 2, 9), manualPolicy("a", 0x80ff, 100), manualPolicy("a", 1, 20), manualPolicy("a", 3, 100),
		},
		lookups: []lookup[storage.ManualPolicyVersionID, storage.ManualPolicyVersionQuery]{
			{
				name: "by app, fetched last first, then by digest",
				want: []storage.ManualPolicyVersionID{
					manualPolicyID("a", 3), manualPolicyID("a", 0x80ff), manualPolicyID("a", 1), manualPolicyID("a", 2), manualPolicyID("b", 1),
				},
			},
			{
				name: "of an app", query: storage.ManualPolicyVersionQuery{App: "b"}, want: []storage.ManualPolicyVersionID{manualPolicyID("b", 1)},
			},
			{name: "of an app without", query: storage.ManualPolicyVersionQuery{App: "ä"}},
		},
	}
}
