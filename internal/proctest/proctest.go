package proctest

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// Busy is how long a process may take for what takes it a moment: the machine may be busy
// with other packages, and a disk that is written to by a compiler can stall for long.
const Busy = 2 * time.Minute

// folder holds the programs until all tests of the package have ended.
var folder string

// Main runs the tests of a package that calls [Build], and returns the exit code.
func Main(m *testing.M) int {
	var err error
	if folder, err = os.MkdirTemp("", "auditor-*"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(folder)
	return m.Run()
}

// Build builds a program under a name and returns its path. It leaves the commit out of the
// version, which some recorded answers have.
func Build(name, pkg string) (string, error) {
	path := filepath.Join(folder, name)
	if out, err := exec.Command("go", "build", "-buildvcs=false", "-o", path, pkg).CombinedOutput(); err != nil {
		return "", fmt.Errorf("build the program: %w\n%s", err, out)
	}
	return path, nil
}

// Process is a running service.
type Process struct {
	URL string
	Cmd *exec.Cmd
	Log *bytes.Buffer

	t    testing.TB
	done chan struct{}
	err  error // of the process, when done is closed
}

// Start starts a service and waits until it takes requests. It ends with the test.
func Start(t testing.TB, cmd *exec.Cmd) *Process {
	t.Helper()
	p := &Process{Cmd: cmd, Log: &bytes.Buffer{}, t: t, done: make(chan struct{})}
	cmd.Stderr = p.Log
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		p.Kill()
		if t.Failed() {
			t.Logf("the log of the service:\n%s", p.Log)
		}
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	go func() {
		p.err = cmd.Wait()
		close(p.done)
	}()
	address, ok := strings.CutPrefix(strings.TrimSpace(line), "listening on ")
	if err != nil || !ok {
		t.Fatalf("the service announced %q (%v)", line, err)
	}
	p.URL = address
	return p
}

// Signal sends a signal to the process.
func (p *Process) Signal(s syscall.Signal) {
	p.t.Helper()
	if err := p.Cmd.Process.Signal(s); err != nil {
		p.t.Fatal(err)
	}
}

// Kill ends the process at once, as a power cut would.
func (p *Process) Kill() {
	_ = p.Cmd.Process.Kill() // fails if it has ended
	select {
	case <-p.done:
	case <-time.After(Busy):
	}
}

// Stop ends the process as a service manager would, and fails the test unless it exits with 0.
func (p *Process) Stop() {
	p.t.Helper()
	p.Signal(syscall.SIGTERM)
	select {
	case <-p.done:
	case <-time.After(Busy):
		p.t.Fatal("the service does not end")
	}
	if p.err != nil {
		p.t.Errorf("the service ended with %v", p.err)
	}
}

// clients numbers the clients.
var clients atomic.Int64

// Request returns a request of a client of its own, so that no test meets another's limits.
func Request(ctx context.Context, url, method, path, body string) (*http.Request, error) {
	req, err := http.NewRequestWithContext(ctx, method, url+path, strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	n := clients.Add(1)
	req.Header.Set("Origin", url)
	req.Header.Set("X-Forwarded-For", fmt.Sprintf("10.%d.%d.%d", n>>16&255, n>>8&255, n&255))
	return req, nil
}

// Effort returns how much is tried: less in a short test, which is run for every change.
func Effort(short, long int) int {
	if testing.Short() {
		return short
	}
	return long
}

// Count returns a number from the environment, for those who want to try harder than every
// change has to.
func Count(t testing.TB, name string, standard int) int {
	t.Helper()
	text := os.Getenv(name)
	if text == "" {
		return standard
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		t.Fatalf("%s is %q, not a number", name, text)
	}
	return n
}
