package sqlite_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/teststore"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/sqldb"
	"github.com/privacylabels/auditor/storage/sqlite"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// openStore opens the store in a file and closes it with the test.
func openStore(t testing.TB, path string, opts ...sqlite.Option) *sqlite.Store {
	t.Helper()
	s, err := sqlite.Open(context.Background(), path, opts...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// newPath names a file in a directory of its own.
func newPath(t testing.TB) string {
	t.Helper()
	return filepath.Join(t.TempDir(), "auditor.db")
}

// mustUpdate does what must succeed.
func mustUpdate(t testing.TB, s storage.Store, fn func(*storage.Tx) error) {
	t.Helper()
	if err := s.Update(t.Context(), fn); err != nil {
		t.Fatal(err)
	}
}

// mustView reads what must be readable.
func mustView(t testing.TB, s storage.Store, fn func(*storage.Tx) error) {
	t.Helper()
	if err := s.View(t.Context(), fn); err != nil {
		t.Fatal(err)
	}
}

// set writes a setting in an Update of its own.
func set(t testing.TB, s storage.Store, name, value string) {
	t.Helper()
	mustUpdate(t, s, putting(name, value))
}

func putting(name, value string) func(*storage.Tx) error {
	return func(tx *storage.Tx) error { return tx.Settings.Put(storage.Setting{Name: name, Value: value}) }
}

// settings returns all of them.
func settings(t testing.TB, s storage.Store) map[string]string {
	t.Helper()
	all := make(map[string]string)
	mustView(t, s, func(tx *storage.Tx) error {
		for r, err := range tx.Settings.List(storage.SettingQuery{}) {
			if err != nil {
				return err
			}
			all[r.Name] = r.Value
		}
		return nil
	})
	return all
}

// healthy checks the whole database.
func healthy(t testing.TB, s storage.Checker) {
	t.Helper()
	wrong, err := s.Check(t.Context())
	if err != nil || len(wrong) > 0 {
		t.Errorf("Check: %q, %v", wrong, err)
	}
}

func TestStore(t *testing.T) {
	t.Parallel()
	storagetest.Run(t, func(t testing.TB) storage.Store { return openStore(t, teststore.EmptyFile(t)) })
}

func TestCopier(t *testing.T) {
	t.Parallel()
	storagetest.RunCopier(t,
		func(t testing.TB) storage.Store { return openStore(t, teststore.EmptyFile(t)) },
		func(t testing.TB, path string) storage.Store { return openStore(t, path) })
}

func TestCopyIsPrivateAndWhole(t *testing.T) {
	t.Parallel()
	s := openStore(t, newPath(t))
	seed(t, s, fleet{apps: 50, snapshots: 20})
	path := newPath(t)
	if err := s.CopyTo(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	if got := modes(t, filepath.Dir(path)); runtime.GOOS != "windows" && !cmp.Equal(got, map[string]os.FileMode{"auditor.db": 0o600}) {
		t.Errorf("a copy is %v, want one private file", got)
	}
	twin := openStore(t, path)
	healthy(t, twin)
	if diff := cmp.Diff(settings(t, s), settings(t, twin)); diff != "" {
		t.Errorf("the copy's settings (-want +got):\n%s", diff)
	}
}

// TestCopyBesideAWriter copies while each moment brings a commit, which must
// neither be waited for nor be in the copy by half.
func TestCopyBesideAWriter(t *testing.T) {
	t.Parallel()
	s := openStore(t, newPath(t))
	set(t, s, "large", strings.Repeat("x", 6<<20)) // more than is copied at a time
	done, stopped := make(chan bool), make(chan error, 1)
	go func() {
		for {
			select {
			case <-done:
				close(stopped)
				return
			default:
				if _, err := count(context.Background(), s); err != nil {
					stopped <- err
					return
				}
			}
		}
	}()
	for range 3 {
		path := newPath(t)
		if err := s.CopyTo(t.Context(), path); err != nil {
			t.Fatal(err)
		}
		twin := openStore(t, path)
		counted(t, twin)
		healthy(t, twin)
	}
	close(done)
	if err := <-stopped; err != nil {
		t.Error(err)
	}
}

func TestCopyRefuses(t *testing.T) {
	t.Parallel()
	s := openStore(t, newPath(t))
	set(t, s, "a", "1")

	path := newPath(t)
	if err := os.WriteFile(path+"-wal", []byte("of another database"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := s.CopyTo(t.Context(), path); err == nil {
		t.Error("CopyTo beside a foreign log: no error")
	}

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	path = newPath(t)
	if err := s.CopyTo(ctx, path); !errors.Is(err, context.Canceled) {
		t.Errorf("CopyTo with an ended context: %v, want %v", err, context.Canceled)
	}
	if left, err := os.ReadDir(filepath.Dir(path)); err != nil || len(left) > 0 {
		t.Errorf("a copy that failed left %v, %v", left, err)
	}
}

func TestCheckReportsWhatIsWrong(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	s := openStore(t, path)
	seed(t, s, fleet{apps: 3, snapshots: 2})
	behind(t, path, "PRAGMA foreign_keys = off; DELETE FROM apps WHERE id = 1")
	wrong, err := s.Check(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"1 records of annotations refer to a missing record of apps",
		"1 records of courses refer to a missing record of apps",
		"1 records of device_links refer to a missing record of apps",
		"1 records of features refer to a missing record of apps",
		"1 records of import_items refer to a missing record of apps",
		"1 records of policy_analyses refer to a missing record of apps",
		"1 records of policy_versions refer to a missing record of apps",
		"1 records of shortlist refer to a missing record of apps",
		"2 records of snapshots refer to a missing record of apps",
		"1 records of verdicts refer to a missing record of apps",
	}
	if diff := cmp.Diff(want, wrong); diff != "" {
		t.Errorf("Check of orphans (-want +got):\n%s", diff)
	}

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Check(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("Check with an ended context: %v, want %v", err, context.Canceled)
	}
}

func TestClose(t *testing.T) {
	t.Parallel()
	s := openStore(t, newPath(t))
	entered, leave, left := make(chan bool), make(chan bool), make(chan error, 1)
	go func() {
		left <- s.Update(context.Background(), func(tx *storage.Tx) error {
			close(entered)
			<-leave
			return putting("a", "1")(tx)
		})
	}()
	<-entered
	closed := make(chan error, 1)
	go func() { closed <- s.Close() }()
	select {
	case <-closed:
		t.Error("Close did not wait for the Update under way")
	default:
	}
	close(leave)
	if err := errors.Join(<-left, <-closed); err != nil {
		t.Fatal(err)
	}

	if err := s.Close(); err != nil {
		t.Errorf("a second Close: %v", err)
	}
	if err := s.Update(t.Context(), putting("b", "1")); !errors.Is(err, sqldb.ErrClosed) {
		t.Errorf("Update after Close: %v, want %v", err, sqldb.ErrClosed)
	}
	if err := s.View(t.Context(), func(*storage.Tx) error { return nil }); !errors.Is(err, sqldb.ErrClosed) {
		t.Errorf("View after Close: %v, want %v", err, sqldb.ErrClosed)
	}
	if _, err := s.Revision(t.Context()); !errors.Is(err, sqldb.ErrClosed) {
		t.Errorf("Revision after Close: %v, want %v", err, sqldb.ErrClosed)
	}
}

func TestCommandLineReadsTheFile(t *testing.T) {
	t.Parallel()
	cli, err := exec.LookPath("sqlite3")
	if err != nil {
		t.Skip("there is no sqlite3 on this machine")
	}
	path := newPath(t)
	s := openStore(t, path)
	seed(t, s, fleet{apps: 2, snapshots: 3})
	version, _ := schema(t, path)
	for name, ask := range map[string]struct{ sql, want string }{
		"rows":    {"SELECT name, (SELECT count(*) FROM snapshots WHERE app_id = id) FROM apps ORDER BY id", "App 0001|3\nApp 0002|3"},
		"version": {"PRAGMA user_version", strconv.Itoa(version)},
		"whole":   {"PRAGMA integrity_check", "ok"},
	} {
		out, err := exec.CommandContext(t.Context(), cli, "-batch", path, ask.sql).CombinedOutput()
		if got := strings.TrimSpace(string(out)); err != nil || got != ask.want {
			t.Errorf("%s: sqlite3 answers %q, %v; want %q", name, got, err, ask.want)
		}
	}
	set(t, s, "after", "1") // the store goes on beside it
}

// fleet says how much seed writes.
type fleet struct{ apps, snapshots int }

// seed writes apps with a snapshot a day, each fifth with a change and each tenth
// in the feed, and some of everything else.
func seed(t testing.TB, s storage.Store, f fleet) {
	t.Helper()
	label := storage.LabelBody{Digest: storage.Digest{1}, Label: storage.Label{Types: []storage.PrivacyType{{Identifier: storage.DataLinkedToYou}}}}
	err := s.Update(context.Background(), func(tx *storage.Tx) error {
		if err := tx.Labels.Put(label); err != nil {
			return err
		}
		for n := 1; n <= f.apps; n++ {
			if err := seedApp(tx, storage.AppID(n), f.snapshots, label.Digest); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

const (
	firstDay = storage.Time(1_700_000_000_000)
	day      = storage.Time(86_400_000)
)

func seedApp(tx *storage.Tx, n storage.AppID, snapshots int, label storage.Digest) error {
	id := fmt.Sprintf("%06d", n)
	at := firstDay + storage.Time(n)
	read := n%2 == 0
	if err := errors.Join(
		tx.Apps.Put(storage.App{
			ID: n, Name: fmt.Sprintf("App %04d", n), URL: "https://apps.example/id" + id, BundleID: storage.Text("App." + id),
			Developer: "Example Ltd", Country: "de", FirstSeen: firstDay, LastSynced: at, LabelDigest: label,
		}),
		tx.Features.Put(storage.Feature{App: n, Identifier: "VOICE_OVER", Title: "VoiceOver"}),
		tx.Annotations.Put(storage.Annotation{
			ID: storage.AnnotationID(n), App: n, Body: "A note", Visibility: storage.VisibilityExport, Origin: storage.OriginUser,
			CreatedAt: at, DeletedAt: storage.NullTime(at * storage.Time(n%2)),
		}),
		tx.Verdicts.Put(storage.Verdict{App: n, Decision: storage.DecisionSafe, Origin: storage.OriginUser, SetAt: at}),
		tx.Shortlist.Put(storage.ShortlistEntry{Source: n, Candidate: n + 1, Name: "Other", URL: "url", Modes: storage.ModePrivacy, AddedAt: at}),
		tx.PolicyVersions.Put(storage.PolicyVersion{
			ID: storage.PolicyVersionID{App: n, Hash: label}, FirstFetched: at, PolicyURL: "https://apps.example/policy", Text: "We collect nothing with " + id,
		}),
		tx.PolicyAnalyses.Put(storage.PolicyAnalysis{App: n, Status: storage.PolicySourceReady, Current: label}),
		tx.Devices.Put(storage.Device{ID: id, Name: "Phone", ECID: storage.Text("0x" + id), CreatedAt: at, LastSynced: at}),
		tx.DeviceLinks.Put(storage.DeviceLink{App: n, Device: fmt.Sprintf("%06d", n-1+n%2), FirstSeen: at, LastSeen: at}),
		tx.Imports.Put(storage.Import{ID: id, CreatedAt: at, Source: storage.ImportFile}),
		tx.ImportItems.Put(
			storage.ImportItem{ID: storage.ImportItemID{Import: id}, Query: "App", Status: storage.ImportImported, App: n},
			storage.ImportItem{ID: storage.ImportItemID{Import: id, Seq: 1}, Query: "Other", Status: storage.ImportQueued}),
		tx.Notifications.Put(storage.Notification{ID: id, App: n, Type: storage.NoticeLabelChanges, CreatedAt: at, Read: read}),
		tx.Deliveries.Put(storage.Delivery{
			ID: id, Endpoint: "webhook", Kind: storage.DeliveryDaily, State: storage.DeliveryDead, CreatedAt: at, QueuedAt: at,
		}),
		tx.Activities.Put(storage.Activity{ID: id, Kind: "sync", Type: "sync", Status: "ok", StartedAt: at, EndedAt: storage.NullTime(at + 1)}),
		tx.Audits.Put(storage.Audit{ID: id, CreatedAt: at, Action: "reset"}),
		tx.AILogs.Put(storage.AILog{ID: id, CreatedAt: at}),
		tx.Settings.Put(storage.Setting{Name: "flag." + id, Value: "on"}),
		tx.FlagOverrides.Put(storage.FlagOverride{Flag: "flag." + id, Value: "on", UpdatedAt: at}),
		tx.Revocations.Put(storage.Revocation{Session: id, ExpiresAt: at}),
		tx.ReadTokens.Put(storage.ReadToken{ID: id, Kind: storage.ReadTokenProgram, Name: "Feed", Digest: label, CreatedAt: at}),
		tx.Runs.Put(storage.Run{ID: id, Runner: "sync", Status: storage.RunDone, StartedAt: at, EndedAt: at}),
		tx.RunItems.Put(
			storage.RunItem{Run: id, Subject: id, Done: true}, storage.RunItem{Run: id, Seq: 1, Subject: id, Done: read}),
	); err != nil {
		return err
	}
	for i := range snapshots {
		snapshot := storage.Snapshot{
			ID: storage.SnapshotID{App: n, At: at + storage.Time(i)*day}, Source: storage.SourceLive, TriggeredBy: storage.TriggerScheduled,
			Label: label, AppVersion: "12.3.4", AppVersionUpdatedAt: storage.NullTime(at), Extractor: "page/3",
			Changed: i%10 == 5, Entries: 1 - min(i%5, 1),
		}
		if err := tx.Snapshots.Put(snapshot); err != nil {
			return err
		}
		for i := range snapshot.Entries {
			if err := tx.Changes.Put(storage.Change{
				ID:    storage.ChangeID{Snapshot: snapshot.ID, Index: i},
				Entry: storage.Entry{Type: storage.EntryAdded, Description: "Contact Info was added"}, Changed: snapshot.Changed,
			}); err != nil {
				return err
			}
		}
	}
	return nil
}
