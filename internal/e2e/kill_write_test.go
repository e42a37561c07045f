package e2e_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/paneltest"
	"github.com/privacylabels/auditor/internal/proctest"
	"github.com/privacylabels/auditor/storage/sqlite"
)

// A process that is killed while it writes a file or folder leaves what the next one that writes there
// removes, and nothing under the name that it was to have.
func TestKillWhileWritingFiles(t *testing.T) {
	t.Parallel()
	binary, err := program()
	if err != nil {
		t.Fatal(err)
	}
	apps := 2000
	if testing.Short() {
		apps = 500
	}
	data := t.TempDir()
	s, err := sqlite.Open(t.Context(), filepath.Join(data, "auditor.db"))
	if err != nil {
		t.Fatal(err)
	}
	paneltest.Fill(t, s, paneltest.Record{Apps: apps, Snapshots: 50, Apart: 7 * paneltest.Day, Labels: 2})
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ command, name string }{{"dataset", "panel"}, {"dataset", "panel.zip"}, {"export", "apps.json"}, {"backup", "backup.json"}} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			write := func() *exec.Cmd {
				return exec.CommandContext(t.Context(), binary, tt.command, filepath.Join(dir, tt.name), "-data-dir", data)
			}
			for attempt := 0; !killedAtWork(t, write(), dir, tt.name); attempt++ {
				if attempt == 100 {
					t.Fatal("the process is never at work when it is killed")
				}
			}
			if out, err := write().CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			if diff := cmp.Diff([]string{tt.name}, namesIn(t, dir)); diff != "" {
				t.Errorf("after a complete run the folder has (-want +got):\n%s", diff)
			}
		})
	}
}

// killedAtWork starts a command that writes to a name in an empty folder, and kills it when it has begun.
// It reports whether that was soon enough, and otherwise removes what was written.
func killedAtWork(t *testing.T, cmd *exec.Cmd, dir, name string) bool {
	t.Helper()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	left := waitForFile(t, dir, name)
	_ = cmd.Process.Kill() // fails if it has ended
	_ = cmd.Wait()
	now := namesIn(t, dir)
	if cmp.Equal([]string{name}, now) {
		if err := os.RemoveAll(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
		return false
	}
	if diff := cmp.Diff([]string{left}, now); diff != "" {
		t.Fatalf("after a kill the folder has (-want +got):\n%s", diff)
	}
	return true
}

// waitForFile returns the first name in a folder that has another name in it: a temporary file without
// it has its name for a moment only.
func waitForFile(t *testing.T, dir, name string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), proctest.Busy)
	defer cancel()
	for ctx.Err() == nil {
		for _, found := range namesIn(t, dir) {
			if strings.Contains(found, name) {
				return found
			}
		}
		time.Sleep(50 * time.Microsecond)
	}
	t.Fatal("no file appears")
	return ""
}

func namesIn(t *testing.T, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}
