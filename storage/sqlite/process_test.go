package sqlite_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/sqlite"
)

// The test binary is its own second process: what to do and with which file is
// in its environment.
const (
	childTask = "SQLITE_TEST_TASK"
	childPath = "SQLITE_TEST_PATH"
)

func TestMain(m *testing.M) {
	if task := os.Getenv(childTask); task != "" {
		if err := child(task, os.Getenv(childPath)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// tasks are those that only some systems have, by name.
var tasks = map[string]func(path string) error{}

// child adds to a counter, a number of times, or with each commit told until it
// is killed; or it writes in bulk.
func child(task, path string) error {
	ctx := context.Background()
	if special := tasks[task]; special != nil {
		return special(path)
	}
	s, err := sqlite.Open(ctx, path)
	if err != nil {
		return err
	}
	if task == "forever" {
		for {
			n, err := count(ctx, s)
			if err != nil {
				return err
			}
			fmt.Println(n)
		}
	}
	if rows, isBulk := strings.CutPrefix(task, "bulk "); isBulk {
		n, err := strconv.Atoi(rows)
		return errors.Join(err, bulk(ctx, s, n), s.Close())
	}
	times, err := strconv.Atoi(task)
	if err != nil {
		return err
	}
	for range times {
		if _, err := count(ctx, s); err != nil {
			return err
		}
	}
	return s.Close()
}

// count adds one to a counter, and a row, in one Update.
func count(ctx context.Context, s storage.Store) (n int, err error) {
	err = s.Update(ctx, func(tx *storage.Tx) error {
		r, err := tx.Settings.Get("n")
		if err != nil && !errors.Is(err, storage.ErrNotFound) {
			return err
		}
		n, _ = strconv.Atoi(r.Value)
		n++
		return errors.Join(
			tx.Audits.Put(storage.Audit{ID: strconv.Itoa(n), CreatedAt: storage.Time(n), Action: "count"}),
			tx.Settings.Put(storage.Setting{Name: "n", Value: strconv.Itoa(n)}))
	})
	return n, err
}

// counted returns the counter and checks that as many rows are there.
func counted(t *testing.T, s storage.Store) int {
	t.Helper()
	n, _ := strconv.Atoi(settings(t, s)["n"])
	mustView(t, s, func(tx *storage.Tx) error {
		rows, err := tx.Audits.Count(storage.AuditQuery{})
		if rows != n {
			t.Errorf("the counter is at %d and %d rows are there", n, rows)
		}
		return err
	})
	return n
}

// process prepares a second process on the file.
func process(t *testing.T, path, task string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), self)
	cmd.Env = append(os.Environ(), childTask+"="+task, childPath+"="+path)
	return cmd
}

func TestProcessesOpenANewFile(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	const processes, times = 4, 5
	var all sync.WaitGroup
	for range processes {
		cmd := process(t, path, strconv.Itoa(times))
		all.Go(func() {
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%v: %s", err, out)
			}
		})
	}
	all.Wait()
	s := openStore(t, path)
	if n := counted(t, s); n != processes*times {
		t.Errorf("the counter is at %d, want %d", n, processes*times)
	}
	healthy(t, s)
}

func TestProcessesShareAFile(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	s := openStore(t, path)
	const times = 100
	cmd := process(t, path, strconv.Itoa(times))
	cmd.Stderr = t.Output()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for range times {
		if _, err := count(t.Context(), s); err != nil {
			t.Error(err)
		}
	}
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
	if n := counted(t, s); n != 2*times {
		t.Errorf("the counter is at %d, want %d", n, 2*times)
	}
}

// TestKill kills a process in the midst of its Updates, several times over on
// the same file.
func TestKill(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	for round := range 4 {
		reported := reportAndKill(t, path, "forever", 20*(round+1))
		s := openStore(t, path)
		if n := counted(t, s); n < reported || n > reported+1 {
			t.Errorf("the counter is at %d after a kill, and %d was reported", n, reported)
		}
		healthy(t, s)
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// reportAndKill lets a process commit so many times, and returns the last number
// that it told before its end.
func reportAndKill(t *testing.T, path, task string, commits int) (last int) {
	t.Helper()
	cmd := process(t, path, task)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stderr = t.Output()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for i := 0; lines.Scan(); i++ {
		if last, err = strconv.Atoi(lines.Text()); err != nil {
			t.Fatal(err)
		}
		if i == commits {
			if err := cmd.Process.Kill(); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := cmd.Wait(); err == nil {
		t.Fatal("the process ended by itself")
	}
	return last
}

func TestUmask(t *testing.T) {
	t.Parallel()
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no shell to set a umask")
	}
	for _, mask := range []string{"000", "077"} {
		path := newPath(t)
		cmd := process(t, path, "forever")
		cmd.Path, cmd.Args = sh, []string{"sh", "-c", "umask " + mask + "; exec \"$0\"", cmd.Path}
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if _, err := io.ReadFull(out, make([]byte, 1)); err != nil { // it has written once
			t.Error(err)
		}
		if diff := cmp.Diff(private, modes(t, filepath.Dir(path))); diff != "" {
			t.Errorf("umask %s (-want +got):\n%s", mask, diff)
		}
		if err := cmd.Process.Kill(); err != nil {
			t.Error(err)
		}
		_ = cmd.Wait() // killed
	}
}

func TestRevisionSeesOtherProcesses(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	s := openStore(t, path)
	set(t, s, "a", "1")
	before, err := s.Revision(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if out, err := process(t, path, "1").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	// A process that ends may write once more, what it has learned for the planner.
	after := before
	for deadline := time.Now().Add(10 * time.Second); after == before; time.Sleep(5 * time.Millisecond) {
		if after, err = s.Revision(t.Context()); err != nil {
			t.Fatal(err)
		}
		if time.Now().After(deadline) {
			t.Fatal("the revision does not move by another process's commit")
		}
	}
	time.Sleep(250 * time.Millisecond) // more than it may lag behind
	if after, err = s.Revision(t.Context()); err != nil {
		t.Fatal(err)
	}
	set(t, s, "a", "2") // read on the connection that has not been told of it yet
	own, err := s.Revision(t.Context())
	if err != nil || own == after {
		t.Errorf("after a commit of its own the revision is %d, %v, as it was before", own, err)
	}
	time.Sleep(250 * time.Millisecond)
	if now, err := s.Revision(t.Context()); err != nil || now != own {
		t.Errorf("the revision moves from %d to %d, %v, and nothing was written", own, now, err)
	}
}
