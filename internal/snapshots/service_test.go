package snapshots_test

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/privacylabels/auditor/backup"
	"github.com/privacylabels/auditor/internal/snapshots"
	"github.com/privacylabels/auditor/internal/teststore"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/storagetest"
)

const firstName = "auditor-snapshot-2026-09-21T14-13-20-000Z.json"

var lineDetail = regexp.MustCompile(`^{"backupVersion":1,"bytes":\d+,"filename":"auditor-snapshot-2026-09-21T14-13-20-000Z(-[23])?\.json",` +
	`"mode":"local-snapshot","pruned":0,"triggeredBy":"manual"}$`)

func TestMake(t *testing.T) {
	t.Parallel()
	for name, open := range backends {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := open(t)
			putApps(t, s)
			d, want := newService(t, s), export(t, s)
			if got := namesIn(t, d.Dir()); got != nil {
				t.Errorf("before the first backup the folder has %v", got)
			}
			made := mustMake(t, d)
			first := snapshots.File{Name: firstName, Path: filepath.Join(d.Dir(), firstName), CreatedAt: now, Bytes: int64(len(want))}
			if diff := cmp.Diff(snapshots.Made{Created: first, Pruned: []snapshots.File{}}, made, cmpopts.IgnoreUnexported(snapshots.File{})); diff != "" {
				t.Errorf("made (-want +got):\n%s", diff)
			}
			if got := read(t, d, firstName); !bytes.Equal(got, want) {
				t.Error("the file differs from an export")
			}
			found, err := newBackup(t, s).Preview(t.Context(), bytes.NewReader(read(t, d, firstName)))
			if err != nil || found.Trust != backup.Trusted {
				t.Errorf("the file is %+v, error %v", found, err)
			}
			for path, mode := range map[string]fs.FileMode{d.Dir(): fs.ModeDir | 0o700, first.Path: 0o600} {
				if info, err := os.Stat(path); err != nil || runtime.GOOS != "windows" && info.Mode() != mode {
					t.Errorf("%s: %v, error %v; want %v", path, info.Mode(), err, mode)
				}
			}
			// The clock stands still: all three are of the same millisecond.
			mustMake(t, d)
			mustMake(t, d)
			third, second := firstName[:len(firstName)-5]+"-3.json", firstName[:len(firstName)-5]+"-2.json"
			if diff := cmp.Diff([]string{third, second, firstName}, files(t, d)); diff != "" {
				t.Errorf("files (-want +got):\n%s", diff)
			}
			lines := storagetest.All[storage.Activity](t, s)
			line := lines[0]
			if line.Type != "backup_export" || line.Status != "ok" || len(lines) < 3 {
				t.Fatalf("the log is %+v", lines)
			}
			if !lineDetail.Match(line.Detail) {
				t.Errorf("the detail is %s", line.Detail)
			}
			plan, err := d.Plan(t.Context())
			if want := (snapshots.Plan{IntervalHours: 24, RetentionCount: 10, LastRunAt: storage.NullTime(now)}); err != nil || plan != want {
				t.Errorf("the plan is %+v, error %v; want %+v", plan, err, want)
			}
		})
	}
}

func TestRetention(t *testing.T) {
	t.Parallel()
	s := backends["memory"](t)
	at := now
	d := serviceAt(t, s, func() time.Time { return at.Std() }, filepath.Join(t.TempDir(), "backups"))
	if _, err := d.ChangePlan(t.Context(), snapshots.PlanChange{RetentionCount: new(2)}); err != nil {
		t.Fatal(err)
	}
	others := []string{"auditor-snapshot-2001-01-01T00-00-00-000Z.json.bak", "auditor-snapshot-mine.json", "notes.json", "auditor-snapshot-2001-13-01T00-00-00-000Z.json"}
	if err := os.MkdirAll(d.Dir(), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range others {
		if err := os.WriteFile(filepath.Join(d.Dir(), name), []byte("{}"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var made []string
	for i := range 4 {
		at = now.Add(time.Duration(i) * time.Hour)
		m := mustMake(t, d)
		made = append(made, m.Created.Name)
		if want := max(i-1, 0); min(want, 1) != len(m.Pruned) || want > 0 && m.Pruned[0].Name != made[i-2] {
			t.Errorf("the %d. removed %+v", i+1, m.Pruned)
		}
	}
	if diff := cmp.Diff([]string{made[3], made[2]}, files(t, d)); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
	at = now.Add(-time.Hour) // a clock that was put back does not remove the new file
	m := mustMake(t, d)
	if diff := cmp.Diff([]string{made[3], m.Created.Name}, files(t, d)); diff != "" {
		t.Errorf("after the clock was put back (-want +got):\n%s", diff)
	}
	if got := namesIn(t, d.Dir()); len(got) != 2+len(others) {
		t.Errorf("the folder has %v", got)
	}
	if info, err := os.Stat(d.Dir()); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o700 {
		t.Errorf("the folder is %v, error %v", info.Mode(), err)
	}
}

// Backups of an empty fleet, as each of several resets in a row writes one, do not push out those
// that hold apps.
func TestRetentionOfEmptyBackups(t *testing.T) {
	t.Parallel()
	s := backends["memory"](t)
	at := now
	d := serviceAt(t, s, func() time.Time { at = at.Add(time.Hour); return at.Std() }, filepath.Join(t.TempDir(), "backups"))
	if _, err := d.ChangePlan(t.Context(), snapshots.PlanChange{RetentionCount: new(2)}); err != nil {
		t.Fatal(err)
	}
	empty := func() {
		update(t, s, func(tx *storage.Tx) error { _, err := tx.Apps.Clear(); return err })
	}
	before := func() string {
		b, err := d.Before(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return string(b.Name)
	}
	want := func(when string, names ...string) {
		t.Helper()
		if diff := cmp.Diff(names, files(t, d)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", when, diff)
		}
	}

	before()
	putApps(t, s)
	first := before()
	second := before()
	want("an empty one is the first to go", second, first)
	empty()
	var last string
	for range 4 {
		last = before()
	}
	want("after four resets of an empty fleet", last, second, first)
	update(t, s, func(tx *storage.Tx) error {
		return tx.ManualApps.Put(storage.ManualApp{ID: "a", Name: "Diary", Source: storage.ManualWebClip, FirstSeen: now, UpdatedAt: now})
	})
	manual := before()
	want("a manual app is something", manual, second)
}

func TestOpenRefuses(t *testing.T) {
	t.Parallel()
	d := newService(t, backends["memory"](t))
	missing := func(name string) {
		t.Helper()
		if file, _, err := d.Open(name); !errors.Is(err, storage.ErrNotFound) {
			if err == nil {
				file.Close()
			}
			t.Errorf("%q: error %v, want %v", name, err, storage.ErrNotFound)
		}
	}
	missing(firstName) // there is no folder yet
	mustMake(t, d)
	outside := filepath.Join(filepath.Dir(d.Dir()), firstName)
	if err := os.WriteFile(outside, []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	inside := func(n string) string { return "auditor-snapshot-2026-09-21T14-13-20-00" + n + "Z.json" }
	for name, target := range map[string]string{inside("1"): outside, inside("2"): firstName, inside("3"): "../" + firstName} {
		if err := os.Symlink(target, filepath.Join(d.Dir(), name)); err != nil {
			t.Skip("no links here:", err)
		}
	}
	if err := os.Mkdir(filepath.Join(d.Dir(), inside("4")), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{
		"", ".", "..", "../" + firstName, "./" + firstName, "x/../" + firstName, outside, `..\` + firstName, firstName + "/", firstName + "\x00",
		"auditor-snapshot-.json", "auditor-snapshot-x.json", firstName[:len(firstName)-5] + "-1.json", firstName[:len(firstName)-5] + "-02.json",
		firstName[:len(firstName)-5] + "-2.json", "auditor-snapshot-2026-02-30T14-13-20-000Z.json", inside("1"), inside("2"), inside("3"), inside("4"), inside("5"),
	} {
		missing(name)
	}
	if diff := cmp.Diff([]string{firstName}, files(t, d)); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
	if len(read(t, d, firstName)) == 0 {
		t.Error("the file is empty")
	}
}

// A backup that fails leaves no file. The next one removes the temporary files of
// processes that died.
func TestMakeFails(t *testing.T) {
	t.Parallel()
	s := backends["memory"](t)
	putApps(t, s)
	faulty := storagetest.Faulty(s, storagetest.Faults{View: storagetest.Nth(1)})
	d := newService(t, faulty)
	if _, err := d.Make(t.Context()); !errors.Is(err, storagetest.ErrFault) {
		t.Fatalf("error %v, want %v", err, storagetest.ErrFault)
	}
	if got := namesIn(t, d.Dir()); got != nil {
		t.Errorf("the folder has %v", got)
	}
	line := storagetest.All[storage.Activity](t, s)[0]
	if line.Type != "backup_export" || line.Status != "error" {
		t.Errorf("the last line is %+v", line)
	}
	if plan, err := d.Plan(t.Context()); err != nil || plan.LastRunAt != 0 {
		t.Errorf("the plan is %+v, error %v", plan, err)
	}
	stray := filepath.Join(d.Dir(), ".auditor-snapshot-left-behind.tmp")
	if err := os.WriteFile(stray, []byte(`{"version":1`), 0o600); err != nil {
		t.Fatal(err)
	}
	mustMake(t, d)
	if diff := cmp.Diff([]string{firstName}, namesIn(t, d.Dir())); diff != "" {
		t.Errorf("the folder has (-want +got):\n%s", diff)
	}
}

// A backup stays when only recording it fails.
func TestMakeNotRecorded(t *testing.T) {
	t.Parallel()
	s := backends["memory"](t)
	putApps(t, s)
	want := export(t, s)
	d := newService(t, storagetest.Faulty(s, storagetest.Faults{Before: storagetest.Nth(2)}))
	if _, err := d.Make(t.Context()); !errors.Is(err, storagetest.ErrFault) {
		t.Fatalf("error %v, want %v", err, storagetest.ErrFault)
	}
	if got := read(t, d, firstName); !bytes.Equal(got, want) {
		t.Error("the file differs from an export")
	}
	if _, err := d.Make(t.Context()); !errors.Is(err, snapshots.ErrBusy) { // until the lease has ended
		t.Errorf("error %v, want %v", err, snapshots.ErrBusy)
	}
}

// A cancelled backup leaves no file, and the next may start at once.
func TestMakeCancelled(t *testing.T) {
	t.Parallel()
	s := backends["memory"](t)
	ctx, cancel := context.WithCancel(t.Context())
	d := newService(t, storagetest.Faulty(s, storagetest.Faults{View: func(view int) error {
		if view == 1 {
			cancel()
		}
		return nil
	}}))
	if _, err := d.Make(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
	if left := storagetest.All[storage.Activity](t, s); len(namesIn(t, d.Dir())) > 0 || len(left) > 0 {
		t.Errorf("left files %v and activities %v", namesIn(t, d.Dir()), left)
	}
	mustMake(t, d)
}

// A file in the place of the folder is not changed.
func TestFolderIsFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "backups")
	if err := os.WriteFile(path, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	d := serviceIn(t, backends["memory"](t), path)
	if _, err := d.Make(t.Context()); err == nil {
		t.Error("Make succeeded")
	}
	if _, err := d.Files(); err == nil {
		t.Error("Files succeeded")
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != "mine" {
		t.Errorf("the file has %q, error %v", text, err)
	}
}

func TestNoFolder(t *testing.T) {
	t.Parallel()
	d := serviceIn(t, backends["memory"](t), "")
	d.Run(t.Context()) // returns
	_, plan := d.Plan(t.Context())
	_, change := d.ChangePlan(t.Context(), snapshots.PlanChange{Enabled: new(true)})
	_, list := d.Files()
	_, made := d.Make(t.Context())
	_, _, open := d.Open(firstName)
	for what, err := range map[string]error{"plan": plan, "change": change, "list": list, "make": made, "open": open} {
		if !errors.Is(err, storage.ErrNotSupported) {
			t.Errorf("%s: error %v, want %v", what, err, storage.ErrNotSupported)
		}
	}
}

func TestOneAtATime(t *testing.T) {
	t.Parallel()
	s := backends["sqlite"](t)
	putApps(t, s)
	dir := filepath.Join(t.TempDir(), "backups")
	var all sync.WaitGroup
	results := make(chan error, 8)
	for range cap(results) {
		d := serviceIn(t, s, dir)
		all.Go(func() {
			_, err := d.Make(t.Context())
			results <- err
		})
	}
	all.Wait()
	close(results)
	made := 0
	for err := range results {
		switch {
		case err == nil:
			made++
		case !errors.Is(err, snapshots.ErrBusy):
			t.Error(err)
		}
	}
	if got := namesIn(t, dir); made == 0 || len(got) != made {
		t.Errorf("%d were made, and the folder has %v", made, got)
	}
}

func TestBefore(t *testing.T) {
	t.Parallel()
	s := teststore.Open(t)
	putApps(t, s)
	d := newService(t, s)
	before, err := d.Before(t.Context())
	if diff := cmp.Diff(snapshots.Before{Name: firstName}, before); diff != "" || err != nil {
		t.Errorf("before (-want +got):\n%s%v", diff, err)
	}
	if got := namesIn(t, d.Dir()); len(got) != 1 || got[0] != firstName {
		t.Errorf("the folder has %v", got)
	}
	before, err = serviceIn(t, s, "").Before(t.Context())
	if before.Name != "" || before.Warning == "" || err != nil {
		t.Errorf("without a folder: %+v, %v", before, err)
	}
}
