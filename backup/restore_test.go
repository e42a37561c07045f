package backup_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"maps"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/backup"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/appdata"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// logs are the tables that a restore leaves as they are, or adds to.
var logs = []string{"activities", "audits", "deliveries", "readTokens", "results", "revocations", "runs", "items", "tasks"}

func restore(t testing.TB, v *backup.Service, bundle []byte, allowUntrusted bool) backup.Restored {
	t.Helper()
	done, err := v.Restore(t.Context(), bytes.NewReader(bundle), allowUntrusted)
	if err != nil {
		t.Fatal(err)
	}
	return done
}

// head removes the members that differ between two exports of one state.
func head(t testing.TB, bundle []byte) string {
	t.Helper()
	before, _, found := bytes.Cut(bundle, []byte(`,"signature":`))
	from, after, at := bytes.Cut(before, []byte(`"exportedAt":1790000000000,`))
	if !found || !at {
		t.Fatalf("not a bundle: %.200s", bundle)
	}
	return string(from) + string(after)
}

func TestRestoreIsTheInverseOfExport(t *testing.T) {
	t.Parallel()
	for name, open := range backends {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for seed := range uint64(6) {
				from, to := backends["memory"](t), open(t)
				fleet(t, from, seed)
				fleet(t, to, seed+1000) // to be gone
				bundle := export(t, newService(t, from))
				done := restore(t, newService(t, to), bundle, false)
				if done.Trust != backup.Trusted || done.RestoredAt != now {
					t.Fatalf("seed %d: %+v", seed, done)
				}
				if d := diff(dumpOf(t, from).without(logs...), dumpOf(t, to).without(logs...)); d != "" {
					t.Fatalf("seed %d: restored (-want +got):\n%s", seed, d)
				}
				if d := cmp.Diff(head(t, bundle), head(t, export(t, newService(t, to)))); d != "" {
					t.Fatalf("seed %d: exported again (-want +got):\n%s", seed, d)
				}
			}
		})
	}
}

// some removes the kinds of which there are no records.
func some(counts map[string]int) map[string]int {
	maps.DeleteFunc(counts, func(_ string, n int) bool { return n == 0 })
	return counts
}

func TestCounts(t *testing.T) {
	t.Parallel()
	s := memory.New()
	fleet(t, s, 3)
	all := dumpOf(t, s)
	bundle := export(t, newService(t, s))
	found, err := newService(t, s).Preview(t.Context(), bytes.NewReader(bundle))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]int{
		"apps": len(all["apps"]), "labels": len(all["labels"]), "accessibilityFeatures": len(all["features"]), "relatedApps": len(all["related"]),
		"snapshots": len(all["snapshots"]), "changes": len(all["changes"]), "reviewActions": len(all["reviews"]), "annotations": len(all["annotations"]),
		"concerns": len(all["concerns"]), "verdicts": len(all["verdicts"]), "shortlist": len(all["shortlist"]), "policyVersions": len(all["versions"]), "policyAnalyses": len(all["analyses"]),
		"notifications": len(all["notifications"]), "featureFlagOverrides": len(all["overrides"]), "settings": len(all["settings"]),
		"devices": len(all["devices"]), "deviceLinks": len(all["links"]), "deviceScope": 0,
		"manualApps": len(all["manualApps"]), "manualAppEvents": len(all["manualEvents"]), "manualAppPolicyVersions": len(all["manualVersions"]),
		"identifiers": len(all["identifiers"]), "imports": len(all["imports"]), "importItems": len(all["importItems"]),
	}
	for _, setting := range all["settings"] {
		switch setting.(storage.Setting).Name {
		case "focus": // a member of its own
			want["settings"]--
		case "deviceScope": // as well
			want["settings"]--
			want["deviceScope"]++
		}
	}
	want = some(want)
	if d := cmp.Diff(want, some(found.Counts)); d != "" {
		t.Errorf("counts (-want +got):\n%s", d)
	}
	if found.Trust != backup.Trusted || !found.Signed || found.ExportedAt != now {
		t.Errorf("found %+v", found)
	}
	if d := diff(all, dumpOf(t, s)); d != "" {
		t.Errorf("the preview changed (-want +got):\n%s", d)
	}
	if d := cmp.Diff(want, some(restore(t, newService(t, s), bundle, false).Counts)); d != "" {
		t.Errorf("counts of the restore (-want +got):\n%s", d)
	}
}

func TestRestoreMinimal(t *testing.T) {
	t.Parallel()
	for name, open := range backends {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := open(t)
			fleet(t, s, 5)
			done := restore(t, newService(t, s), []byte(` {"apps": [
				{"id": 1}, {"id":"0022","name":null,"url":null,"unknown":[1,{}],"firstSeen":5},
				{"id":3,"name":"Three","url":"https://example.org/3","changeCount":2,"bundleId":"org.three","developer":"T","privacyPolicyUrl":"write to: us %zz","firstSeen":7}
			], "exportedAt": 1000, "version": -4, "tables": {"apps": {"rows": []}}, "notifications": null} `), true)
			if done.Trust != backup.Untrusted || done.Counts["apps"] != 3 {
				t.Errorf("done %+v", done)
			}
			want := dump{"apps": {
				storage.App{ID: 3, Name: "Three", URL: "https://example.org/3", ChangeCount: 2, BundleID: "org.three", Developer: "T", PrivacyPolicyURL: "write to: us %zz", FirstSeen: 7},
				storage.App{ID: 1, Name: "Unknown App", URL: "https://apps.apple.com/us/app/id1", FirstSeen: 1000},
				storage.App{ID: 22, Name: "Unknown App", URL: "https://apps.apple.com/us/app/id22", FirstSeen: 5},
			}}
			got := dumpOf(t, s).without(logs...)
			for table, rows := range got {
				if len(rows) == 0 {
					delete(got, table)
				}
			}
			if d := diff(want, got); d != "" {
				t.Errorf("restored (-want +got):\n%s", d)
			}
		})
	}
}

func TestTrust(t *testing.T) {
	t.Parallel()
	s := memory.New()
	fleet(t, s, 21)
	bundle := export(t, newService(t, s))
	other := bytes.Repeat([]byte{8}, backup.KeySize)
	edit := func(old, new string) []byte {
		if !bytes.Contains(bundle, []byte(old)) {
			t.Fatalf("no %s in the bundle", old)
		}
		return bytes.Replace(bundle, []byte(old), []byte(new), 1)
	}
	for _, tt := range []struct {
		name   string
		bundle []byte
		key    []byte
		trust  backup.Trust
		signed bool
	}{
		{"as it was made", bundle, key, backup.Trusted, true},
		{"spaced", edit(`"version":1`, "\n\"version\" :\t1.0e0"), key, backup.Trusted, true},
		{"spaced out", edit(`,"version":1`, " ,\r\n\t\"ver\\u0073ion\" : 1"), key, backup.Trusted, true},
		{"reordered", append([]byte(`{"version":1,`), bytes.Replace(bundle[1:], []byte(`,"version":1`), nil, 1)...), key, backup.Trusted, true},
		{"another key", bundle, other, backup.Untrusted, true},
		{"a changed app", edit(`"name":"x`, `"name":"y`), key, backup.Untrusted, true},
		{"a later time", edit(`"exportedAt":1790000000000`, `"exportedAt":1790000000001`), key, backup.Untrusted, true},
		{"a member more", edit(`{`, `{"more":1,`), key, backup.Untrusted, true},
		{"another algorithm", edit(`"alg":"HMAC-SHA256"`, `"alg":"none"`), key, backup.Untrusted, true},
		{"an algorithm that is no text", edit(`"alg":"HMAC-SHA256"`, `"alg":[1]`), key, backup.Untrusted, true},
		{"no algorithm", edit(`"alg":"HMAC-SHA256",`, ``), key, backup.Untrusted, true},
		{"a mac alone", edit(`"alg":"HMAC-SHA256"`, `"alg":null`), key, backup.Untrusted, true},
		{"no mac", edit(`"mac":`, `"hmac":`), key, backup.Untrusted, false},
		{"a mac that is no text", edit(`"mac":"`, `"mac":1,"more":"`), key, backup.Untrusted, true},
		{"another key's id", edit(`"keyId":"`, `"keyId":"0`), key, backup.Untrusted, true},
		{"an invalid mac", edit(`"mac":"`, `"mac":"*`), key, backup.Untrusted, true},
		{"no signature", edit(`,"signature":`, `,"sign":`), key, backup.Untrusted, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			to := memory.New()
			fleet(t, to, 9)
			before := dumpOf(t, to)
			v := serviceWith(t, to, tt.key)
			found, err := v.Preview(t.Context(), bytes.NewReader(tt.bundle))
			if err != nil || found.Trust != tt.trust || found.Signed != tt.signed {
				t.Fatalf("found %+v, error %v", found, err)
			}
			_, err = v.Restore(t.Context(), bytes.NewReader(tt.bundle), false)
			var untrusted *backup.UntrustedError
			switch {
			case tt.trust == backup.Trusted && err != nil:
				t.Fatal(err)
			case tt.trust == backup.Trusted:
				return
			case !errors.As(err, &untrusted) || untrusted.Signed != tt.signed:
				t.Fatalf("error %v, want an untrusted one, signed %v", err, tt.signed)
			}
			if d := diff(before, dumpOf(t, to)); d != "" {
				t.Fatalf("refused, and changed (-want +got):\n%s", d)
			}
			if done := restore(t, v, tt.bundle, true); done.Trust != backup.Untrusted {
				t.Errorf("done %+v", done)
			}
		})
	}
}

func TestRestoreRetains(t *testing.T) {
	t.Parallel()
	s := backends["memory"](t)
	fleet(t, s, 4)
	bundle := export(t, newService(t, s))
	update(t, s, func(tx *storage.Tx) error { // what stays
		for _, name := range []string{"rate_limit_scrape_until", "runtimeEnvironment", "notificationWebhookLastSent", "destination.x", "destinationLastSent.x", "syncAlertState"} {
			if err := tx.Settings.Put(storage.Setting{Name: name, Value: "stays"}); err != nil {
				return err
			}
		}
		return errors.Join(
			tx.Audits.Put(storage.Audit{ID: "a", CreatedAt: 1, Action: "a"}), tx.Revocations.Put(storage.Revocation{Session: "s", ExpiresAt: 9}),
			tx.ReadTokens.Put(aReadToken),
			tx.Tasks.Put(storage.Task{Kind: "runner", Subject: "sync", Owner: "gone", Attempts: 4, Due: now}),
			tx.Deliveries.Put(storage.Delivery{ID: "d", Endpoint: "webhook", Kind: storage.DeliveryImmediate, State: storage.DeliveryDead, CreatedAt: 1, QueuedAt: 1}),
			tx.Runs.Put(storage.Run{ID: "done", Runner: "sync", Status: storage.RunDone, StartedAt: 1, EndedAt: 2}),
		)
	})
	want := dumpOf(t, s)
	update(t, s, func(tx *storage.Tx) error { // what does not stay
		for _, name := range []string{"aiApiKey", "notificationWebhookUrl", "another"} {
			if err := tx.Settings.Put(storage.Setting{Name: name, Value: "goes"}); err != nil {
				return err
			}
		}
		return tx.Apps.Put(storage.App{ID: 5555, Name: "Later", URL: "https://example.org/"})
	})
	restore(t, newService(t, s), bundle, false)
	got := dumpOf(t, s)
	if line := got["activities"][0].(storage.Activity); len(got["activities"]) != 1 || line.Type != "backup_restore" || line.Status != "ok" {
		t.Errorf("activities %+v", got["activities"])
	}
	if d := diff(want.without("activities"), got.without("activities")); d != "" {
		t.Errorf("after the restore (-want +got):\n%s", d)
	}
}

// A backup may set another base URL of the model, so its key is removed.
func TestRestoreClearsSecrets(t *testing.T) {
	t.Parallel()
	for name, bundle := range map[string][]byte{
		"own":             []byte(`{"version":1,"exportedAt":1,"apps":[],"settings":[{"key":"aiBaseUrl","value":"https://evil.example/"}]}`),
		"without members": []byte(`{"version":1,"exportedAt":1,"apps":[]}`),
		"another service": legacyBackup(t),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := backends["sqlite"](t)
			update(t, s, func(tx *storage.Tx) error {
				return tx.Settings.Put(storage.Setting{Name: "aiApiKey", Value: "mine"}, storage.Setting{Name: "aiBaseUrl", Value: "https://one.example/"})
			})
			if _, err := newService(t, s).Restore(t.Context(), bytes.NewReader(bundle), true); err != nil {
				t.Fatal(err)
			}
			err := s.View(t.Context(), func(tx *storage.Tx) error {
				_, err := tx.Settings.Get("aiApiKey")
				return err
			})
			if !errors.Is(err, storage.ErrNotFound) {
				t.Errorf("the key outlived the restore: %v", err)
			}
		})
	}
}

func TestRestoreAndRuns(t *testing.T) {
	t.Parallel()
	open := storage.Run{ID: "r", Runner: "sync", Status: storage.RunRunning, StartedAt: 1, Control: "pause", Current: "x", Total: 1}
	for _, tt := range []struct {
		name  string
		lease storage.Task
		busy  bool
	}{
		{"no lease", storage.Task{Kind: "other", Owner: "me", Due: now + 1}, false},
		{"a held lease", storage.Task{Kind: "runner", Subject: "sync", Owner: "me", Due: now + 1}, true},
		{"an expired lease", storage.Task{Kind: "runner", Subject: "sync", Owner: "me", Due: now}, false},
		{"given back", storage.Task{Kind: "runner", Subject: "sync", Due: now + 1}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := backends["memory"](t)
			bundle := export(t, newService(t, s))
			update(t, s, func(tx *storage.Tx) error {
				return errors.Join(tx.Tasks.Put(tt.lease), tx.Runs.Put(open), tx.RunItems.Put(storage.RunItem{Run: "r", Subject: "1"}))
			})
			want := dumpOf(t, s)
			_, err := newService(t, s).Restore(t.Context(), bytes.NewReader(bundle), false)
			if tt.busy != errors.Is(err, runner.ErrBusy) || !tt.busy && err != nil {
				t.Fatalf("error %v, busy %v", err, tt.busy)
			}
			if !tt.busy {
				ended := open
				ended.Status, ended.Control, ended.Current, ended.UpdatedAt, ended.EndedAt = storage.RunCancelled, "", "", now, now
				want["runs"], want["items"] = []any{ended}, nil
			}
			if d := diff(want.without("activities"), dumpOf(t, s).without("activities")); d != "" {
				t.Errorf("afterwards (-want +got):\n%s", d)
			}
		})
	}
}

// A restore that is interrupted changes everything or nothing.
func TestRestoreIsAtomic(t *testing.T) {
	t.Parallel()
	for name, open := range backends {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			from := memory.New()
			fleet(t, from, 21)
			bundle := export(t, newService(t, from))
			for when, faults := range map[string]storagetest.Faults{
				"before the commit": {Before: storagetest.Nth(1)}, "after the commit": {After: storagetest.Nth(1)},
			} {
				s := open(t)
				fleet(t, s, 22)
				before := dumpOf(t, s)
				_, err := newService(t, storagetest.Faulty(s, faults)).Restore(t.Context(), bytes.NewReader(bundle), false)
				if !errors.Is(err, storagetest.ErrFault) {
					t.Fatalf("%s: error %v", when, err)
				}
				want := before
				if when == "after the commit" {
					want = dumpOf(t, from).without("activities")
				}
				if d := diff(want.without("activities"), dumpOf(t, s).without("activities")); d != "" {
					t.Errorf("%s (-want +got):\n%s", when, d)
				}
			}
		})
	}
}

func TestRestoreIsCancelled(t *testing.T) {
	t.Parallel()
	s := backends["sqlite"](t)
	fleet(t, s, 21)
	before := dumpOf(t, s)
	bundle := export(t, newService(t, s))
	ctx, cancel := context.WithCancel(t.Context())
	faulty := storagetest.Faulty(s, storagetest.Faults{Before: func(int) error { cancel(); return nil }})
	if _, err := newService(t, faulty).Restore(ctx, bytes.NewReader(bundle), false); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
	if d := diff(before, dumpOf(t, s)); d != "" {
		t.Errorf("afterwards (-want +got):\n%s", d)
	}
}

func TestRestoreReadError(t *testing.T) {
	t.Parallel()
	s := memory.New()
	fleet(t, s, 6)
	before := dumpOf(t, s)
	broken := errors.New("the line broke")
	r := io.MultiReader(strings.NewReader(`{"version":1,`), iotest.ErrReader(broken))
	if _, err := newService(t, s).Restore(t.Context(), r, true); !errors.Is(err, broken) {
		t.Errorf("error %v, want %v", err, broken)
	}
	if d := diff(before, dumpOf(t, s)); d != "" {
		t.Errorf("afterwards (-want +got):\n%s", d)
	}
}

type panics struct{}

func (panics) Read([]byte) (int, error) { panic("read") }

func TestReaderThatPanicsEndsTheWork(t *testing.T) {
	t.Parallel()
	v := newService(t, backends["memory"](t))
	for name, read := range map[string]func() error{
		"preview": func() error { _, err := v.Preview(t.Context(), panics{}); return err },
		"restore": func() error { _, err := v.Restore(t.Context(), panics{}, true); return err },
	} {
		func() {
			defer func() { _ = recover() }()
			t.Errorf("%s: the panic was lost: %v", name, read())
		}()
		if d := cmp.Diff([]backup.Work(nil), v.UnderWay()); d != "" {
			t.Errorf("%s: work under way (-want +got):\n%s", name, d)
		}
	}
}

// A backup replaces what is kept of the removed apps that it has, and leaves the others.
func TestRestoreOfARemovedApp(t *testing.T) {
	t.Parallel()
	for name, open := range backends {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := open(t)
			fleet(t, s, 53)
			v := newService(t, s)
			bundle := export(t, v)
			app := dumpOf(t, s)["apps"][0].(storage.App).ID
			update(t, s, func(tx *storage.Tx) error {
				_, err := appdata.PutAside(tx, app, 1)
				return errors.Join(err,
					tx.RemovedApps.Put(storage.RemovedApp{App: 9001, Name: "Gone", URL: "https://store.example/id9001", RemovedAt: 1}))
			})
			if _, err := v.Restore(t.Context(), bytes.NewReader(bundle), false); err != nil {
				t.Fatal(err)
			}
			var kept []storage.AppID
			for _, removed := range storagetest.All[storage.RemovedApp](t, s) {
				kept = append(kept, removed.App)
			}
			if diff := cmp.Diff([]storage.AppID{9001}, kept); diff != "" {
				t.Errorf("removed apps (-want +got):\n%s", diff)
			}
		})
	}
}
