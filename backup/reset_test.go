package backup_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// chosen are the tables of what the user chose.
var chosen = []string{"settings", "overrides", "devices"}

func TestReset(t *testing.T) {
	t.Parallel()
	for name, open := range backends {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := open(t)
			fleet(t, s, 31)
			update(t, s, func(tx *storage.Tx) error {
				return errors.Join(
					tx.Audits.Put(storage.Audit{ID: "a", CreatedAt: 1, Action: "a"}), tx.Settings.Put(storage.Setting{Name: "aiApiKey", Value: "stays"}),
					tx.RemovedApps.Put(storage.RemovedApp{App: 9001, Name: "Gone", URL: "https://store.example/id9001", RemovedAt: 1}),
					tx.ReadTokens.Put(aReadToken), tx.Revocations.Put(storage.Revocation{Session: "s", ExpiresAt: 9}),
				)
			})
			before := dumpOf(t, s)
			update(t, s, func(tx *storage.Tx) error { // records of apps that are gone
				return tx.Settings.Put(storage.Setting{Name: "version_update_notified_1000_at", Value: "1"}, storage.Setting{Name: "profile_mismatch_notified_7_at", Value: "1"},
					storage.Setting{Name: "auditBundleImport:2026-01-01T00:00:00Z", Value: "{}"}, storage.Setting{Name: "migrationFlowPending", Value: "{}"},
					storage.Setting{Name: "recommenderProfileSuggestion", Value: "{}"})
			})
			apps, err := newService(t, s).Reset(t.Context())
			if err != nil || apps != len(before["apps"]) || apps == 0 {
				t.Fatalf("%d apps of %d, error %v", apps, len(before["apps"]), err)
			}
			afterReset(t, s, before.only(append(chosen, "audits", "readTokens", "revocations")...))
		})
	}
}

// only returns the contents without the records of other tables.
func (d dump) only(tables ...string) dump {
	left := make(dump)
	for table, records := range d {
		if left[table] = nil; slices.Contains(tables, table) {
			left[table] = records
		}
	}
	return left
}

// afterReset checks that a store has these records, and one activity about that, which it returns.
func afterReset(t *testing.T, s storage.Store, want dump) storage.Activity {
	t.Helper()
	after := dumpOf(t, s)
	line := after["activities"][0].(storage.Activity)
	if len(after["activities"]) != 1 || line.Type != "reset" || line.Status != "ok" {
		t.Errorf("activities %+v", after["activities"])
	}
	if d := diff(want.without("activities"), after.without("activities")); d != "" {
		t.Errorf("afterwards (-want +got):\n%s", d)
	}
	return line
}

// aReadToken is a token that outlives restores and resets, as the admin session does.
var aReadToken = storage.ReadToken{ID: "t", Kind: storage.ReadTokenProgram, Name: "Feed", Digest: storage.Digest{1}, CreatedAt: 1}

// furnish adds records that are not in a backup.
func furnish(t *testing.T, s storage.Store) {
	t.Helper()
	update(t, s, func(tx *storage.Tx) error {
		return errors.Join(
			tx.Audits.Put(storage.Audit{ID: "a", CreatedAt: 1, Action: "a"}),
			tx.Revocations.Put(storage.Revocation{Session: "s", ExpiresAt: 9}), tx.ReadTokens.Put(aReadToken),
			tx.Activities.Put(storage.Activity{ID: "x", Kind: "scrape", Type: "scrape", Status: "ok", StartedAt: 1}),
			tx.Runs.Put(storage.Run{ID: "r", Runner: "sync", Initiator: "manual", Status: storage.RunDone, StartedAt: 1, UpdatedAt: 1, EndedAt: 1}),
			tx.Results.Put(storage.Result{ID: "r", StartedAt: 1, EndedAt: 2, HTTPStatus: 200, Answer: []byte(`{"apps":[1]}`)}),
			tx.Tasks.Put(storage.Task{Kind: "runner", Subject: "sync", Attempts: 7}),
			tx.Settings.Put(storage.Setting{Name: "aiApiKey", Value: "secret"}, storage.Setting{Name: "rate_limit_scrape_until", Value: "1"},
				storage.Setting{Name: "healthCheckLastResult", Value: "{}"}, storage.Setting{Name: "version_update_notified_1000_at", Value: "1"}),
		)
	})
}

func TestStartOver(t *testing.T) {
	t.Parallel()
	for name, open := range backends {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := open(t)
			fleet(t, s, 51)
			furnish(t, s)
			update(t, s, func(tx *storage.Tx) error { // whatever the random fleet has
				return errors.Join(
					tx.Settings.Put(storage.Setting{Name: "chosen", Value: "1"}),
					tx.RemovedApps.Put(storage.RemovedApp{App: 9001, Name: "Gone", URL: "https://store.example/id9001", RemovedAt: 1}),
					tx.FlagOverrides.Put(storage.FlagOverride{Flag: "chosen", Value: "on", UpdatedAt: 1}),
				)
			})
			before := dumpOf(t, s)
			if len(before["settings"]) < 5 || len(before["overrides"]) == 0 || len(before["apps"]) == 0 {
				t.Fatalf("there is too little to forget: %v", before)
			}
			if err := newService(t, s).StartOver(t.Context()); err != nil {
				t.Fatal(err)
			}
			want := before.only("audits", "readTokens", "revocations", "tasks")
			want["settings"] = []any{storage.Setting{Name: "rate_limit_scrape_until", Value: "1"}}
			if line := afterReset(t, s, want); string(line.Detail) != `{"mode":"start-over"}` {
				t.Errorf("activity %+v", line)
			}
		})
	}
}

func TestWipe(t *testing.T) {
	t.Parallel()
	for name, open := range backends {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := open(t)
			fleet(t, s, 52)
			furnish(t, s)
			before := dumpOf(t, s)
			records, err := newService(t, s).Wipe(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			want, gone := before.only(append(chosen, "audits", "readTokens", "revocations", "tasks", "runs", "items", "deliveries")...), 0
			for table, was := range before {
				gone += len(was) - len(want[table])
			}
			want["settings"] = slices.DeleteFunc(want["settings"], func(s any) bool { // it belongs to an app
				return s.(storage.Setting).Name == "version_update_notified_1000_at"
			})
			if records != gone || gone == 0 {
				t.Errorf("%d records were removed, want %d", records, gone)
			}
			afterReset(t, s, want)
		})
	}
}

// All of them change everything or nothing, and fail while a run is being worked on.
func TestResetIsAtomic(t *testing.T) {
	t.Parallel()
	for name, forget := range map[string]func(t *testing.T, s storage.Store) error{
		"start over": func(t *testing.T, s storage.Store) error { return newService(t, s).StartOver(t.Context()) },
		"reset": func(t *testing.T, s storage.Store) error {
			_, err := newService(t, s).Reset(t.Context())
			return err
		},
		"wipe": func(t *testing.T, s storage.Store) error {
			_, err := newService(t, s).Wipe(t.Context())
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := backends["memory"](t)
			fleet(t, s, 53)
			furnish(t, s)
			before := dumpOf(t, s)
			faulty := storagetest.Faulty(s, storagetest.Faults{Before: storagetest.Nth(1)})
			if err := forget(t, faulty); !errors.Is(err, storagetest.ErrFault) {
				t.Errorf("error %v, want %v", err, storagetest.ErrFault)
			}
			if d := diff(before, dumpOf(t, s)); d != "" {
				t.Errorf("after a failure (-want +got):\n%s", d)
			}
			update(t, s, func(tx *storage.Tx) error {
				return tx.Tasks.Put(storage.Task{Kind: "runner", Subject: "wayback", Owner: "other", Due: now + 1})
			})
			before = dumpOf(t, s)
			if err := forget(t, s); !errors.Is(err, runner.ErrBusy) {
				t.Errorf("error %v, want %v", err, runner.ErrBusy)
			}
			if d := diff(before, dumpOf(t, s)); d != "" {
				t.Errorf("while a run is being worked on (-want +got):\n%s", d)
			}
		})
	}
}
