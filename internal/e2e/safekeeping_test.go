package e2e_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/backup"
	"github.com/privacylabels/auditor/internal/proctest"
	"github.com/privacylabels/auditor/internal/snapshots"
	"github.com/privacylabels/auditor/storage"
)

const backupFiles = "/api/backup/snapshots"

// command does a command of the binary on a data folder, which must succeed.
func command(t *testing.T, dir string, args ...string) string {
	t.Helper()
	path, err := program()
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), path, append(args, "-data-dir", dir)...).CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %v\n%s", args, err, out)
	}
	return string(out)
}

// reader reads the apps of a service, each time with what it has of them already.
type reader struct {
	*service
	tag  string
	text string
}

func (r *reader) apps() string {
	r.t.Helper()
	req, err := http.NewRequestWithContext(r.t.Context(), "GET", r.url+"/api/apps", nil)
	if err != nil {
		r.t.Fatal(err)
	}
	if r.tag != "" {
		req.Header.Set("If-None-Match", r.tag)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		r.t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		r.t.Fatal(err)
	}
	if resp.StatusCode != http.StatusNotModified {
		r.tag, r.text = resp.Header.Get("Etag"), string(text)
	}
	return r.text
}

// becomes waits until a reader is shown something, and fails the test when that
// takes longer than other processes' commits may go unseen.
func (r *reader) becomes(want string) {
	r.t.Helper()
	began := time.Now()
	for got := r.apps(); got != want; got = r.apps() {
		if time.Since(began) > time.Second {
			r.t.Fatalf("after a second the service shows %.300s, want %.300s", got, want)
		}
		time.Sleep(time.Millisecond)
	}
	r.t.Logf("the service showed it after %v", time.Since(began).Round(time.Millisecond))
}

// A backup is made, checked and restored beside the running service, which shows
// what is there at once, also to who has seen what was there before.
func TestCommandsBesideTheService(t *testing.T) {
	t.Parallel()
	const apps = 30
	scene, dir := newScene(t, apps), t.TempDir()
	s := scene.track(t, dir)
	r := &reader{service: s}
	before := r.apps()
	file := filepath.Join(t.TempDir(), "backup.json")
	command(t, dir, "backup", file)
	if out := command(t, dir, "verify", file); !strings.HasPrefix(out, "trusted: ") || !strings.Contains(out, fmt.Sprintf("%8d apps\n", apps)) {
		t.Errorf("the file is %s", out)
	}
	must[map[string]any](s, "POST", "/api/reset", "")
	r.becomes("[]\n")
	if out := command(t, dir, "restore", file); !strings.HasPrefix(out, "restored, trusted\n") {
		t.Errorf("restored: %s", out)
	}
	r.becomes(before)
	command(t, dir, "healthcheck")
	command(t, dir, "healthcheck", "-url", s.url)
	over := filepath.Join(t.TempDir(), "over-http.json")
	command(t, "none", "backup", over, "-url", s.url)
	if diff := cmp.Diff(recordsOf(t, file), recordsOf(t, over)); diff != "" {
		t.Errorf("over HTTP (-folder +service):\n%s", diff)
	}
	must[map[string]any](s, "POST", "/api/reset", "")
	command(t, "none", "restore", over, "-url", s.url)
	r.becomes(before)
	s.Stop()
	examine(t, dir, apps)
}

// recordsOf returns the members of a backup but for those that differ each time.
func recordsOf(t *testing.T, file string) map[string]string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(text, &members); err != nil {
		t.Fatal(err)
	}
	records := map[string]string{}
	for name, value := range members {
		if name != "exportedAt" && name != "signature" {
			records[name] = string(value)
		}
	}
	return records
}

// stocked returns a data folder with a backup of more than 10 MiB in it.
func stocked(t *testing.T, from *stage) string {
	t.Helper()
	dir := t.TempDir()
	s := start(t, dir, from)
	must[map[string]any](s, "POST", "/api/backup/restore?allowUntrusted=1", handmade("old"))
	s.Stop()
	if err := os.RemoveAll(filepath.Join(dir, snapshots.Folder)); err != nil { // what was there before
		t.Fatal(err)
	}
	return dir
}

// whole fails the test unless each file that has the name of a backup is one, and
// returns how many there are, and other files. Those that it knows it does not
// read again.
func whole(t *testing.T, dir string, known map[string]bool) (backups int, others []string) {
	t.Helper()
	key, err := os.ReadFile(filepath.Join(dir, "secret.key"))
	if err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(dir, snapshots.Folder)
	entries, err := os.ReadDir(folder)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), "auditor-snapshot-") {
			others = append(others, e.Name())
			continue
		}
		backups++
		if known[e.Name()] {
			continue
		}
		known[e.Name()] = true
		file, err := os.Open(filepath.Join(folder, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		found, err := backup.Verify(t.Context(), file, key, "")
		file.Close()
		if err != nil || found.Trust != backup.Trusted || found.Counts["apps"] != restoredApps {
			t.Errorf("%s: %+v, error %v", e.Name(), found, err)
		}
	}
	return backups, others
}

// A process that is killed while it writes a backup leaves a whole file or none
// that has such a name, and what it leaves else goes with the next. AUDITOR_KILLS
// says how often.
func TestKillWhileABackupIsWritten(t *testing.T) {
	t.Parallel()
	from := newStage(t)
	dir := stocked(t, from)
	s := start(t, dir, from)
	began := time.Now()
	must[map[string]any](s, "POST", backupFiles, "")
	took := time.Since(began)
	s.Stop()
	r, reported, cut, known := rand.New(rand.NewPCG(7, 7)), 1, 0, map[string]bool{}
	kills := min(proctest.Count(t, "AUDITOR_KILLS", 3), 50)
	for range kills {
		// No process may have to wait until the lease of the last one expires.
		onDatabase(t, dir, func(tx *storage.Tx) error {
			_, err := tx.Tasks.Delete(storage.TaskID{Kind: "backup-depot"})
			return err
		})
		s := start(t, dir, from)
		ctx, cancel := context.WithTimeout(t.Context(), proctest.Busy)
		ended := make(chan bool, 1)
		go func() {
			status, _, err := s.call(ctx, "POST", backupFiles, "")
			ended <- err == nil && status == http.StatusOK
		}()
		time.Sleep(time.Duration(r.Int64N(int64(3 * took / 2))))
		s.Kill()
		if <-ended {
			reported++
		}
		cancel()
		backups, others := whole(t, dir, known)
		if backups < min(reported, snapshots.DefaultRetentionCount) {
			t.Errorf("%d backups were reported, and there are %d", reported, backups)
		}
		if len(others) > 1 {
			t.Errorf("more than one is left: %v", others)
		}
		cut += len(others)
	}
	t.Logf("%d of %d backups were interrupted, one took %v", cut, kills, took)
	onDatabase(t, dir, func(tx *storage.Tx) error {
		_, err := tx.Tasks.Delete(storage.TaskID{Kind: "backup-depot"})
		return err
	})
	s = start(t, dir, from)
	must[map[string]any](s, "POST", backupFiles, "")
	s.Stop()
	if _, others := whole(t, dir, known); len(others) > 0 {
		t.Errorf("left are %v", others)
	}
}
