package program

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/privacylabels/auditor/internal/contract"
)

// asProgram is a variable that turns the test binary into the program.
const asProgram = "STANDALONE_TEST_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		Main()
	}
	os.Exit(m.Run())
}

// program is a running process of this package.
type program struct {
	t       *testing.T
	url     string
	command *exec.Cmd
	out     lockedBuffer // standard output of a run
	log     lockedBuffer // standard error
}

// start starts the service on a free port and waits until it accepts requests. It
// is killed at the end of the test.
func start(t *testing.T, args ...string) *program {
	t.Helper()
	p := &program{t: t, command: exec.CommandContext(t.Context(), os.Args[0], append([]string{"-addr", "127.0.0.1:0"}, args...)...)}
	p.command.Env = []string{asProgram + "=1", "PATH=" + os.Getenv("PATH"), "HOME=" + t.TempDir()}
	p.command.Stderr = &p.log
	out, err := p.command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.end)
	line, err := bufio.NewReader(out).ReadString('\n')
	url, ok := strings.CutPrefix(strings.TrimSpace(line), "listening on ")
	if err != nil || !ok {
		t.Fatalf("the program said %q, error %v:\n%s", line, err, &p.log)
	}
	p.url = url
	return p
}

// startRun starts the program with a bulk run. It is killed at the end of the test.
func startRun(t *testing.T, runner string, args ...string) *program {
	t.Helper()
	p := &program{t: t, command: exec.CommandContext(t.Context(), os.Args[0], append([]string{"run", runner}, args...)...)}
	p.command.Env = []string{asProgram + "=1", "PATH=" + os.Getenv("PATH"), "HOME=" + t.TempDir(), "TERM=xterm", "TZ=UTC"}
	p.command.Stdout, p.command.Stderr = &p.out, &p.log
	if err := p.command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.end)
	return p
}

// end kills the program if it is still running.
func (p *program) end() {
	if p.command.ProcessState == nil {
		p.command.Process.Kill()
		p.command.Wait()
	}
}

// signal sends a signal.
func (p *program) signal(s os.Signal) {
	p.t.Helper()
	if err := p.command.Process.Signal(s); err != nil {
		p.t.Fatal(err)
	}
}

// await waits until the output of a run has a text.
func (p *program) await(text string) {
	p.t.Helper()
	for end := time.Now().Add(15 * time.Second); !strings.Contains(p.out.String(), text); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(end) {
			p.t.Fatalf("no %q in the output:\n%s%s", text, &p.out, &p.log)
		}
	}
}

// stop sends a signal, on which the program has to exit with 0.
func (p *program) stop(s os.Signal) {
	p.t.Helper()
	p.signal(s)
	if code := p.wait(); code != exitDone {
		p.t.Errorf("%v: exit code %d:\n%s", s, code, &p.log)
	}
}

func (p *program) wait() int {
	p.t.Helper()
	killer := time.AfterFunc(20*time.Second, func() { p.command.Process.Kill() })
	defer killer.Stop()
	var exit *exec.ExitError
	if err := p.command.Wait(); err != nil && !errors.As(err, &exit) {
		p.t.Fatal(err)
	}
	return p.command.ProcessState.ExitCode()
}

// request sends a request with the origin of the program and returns the status.
// It decodes the answer unless answer is nil.
func (p *program) request(method, path, body string, answer any) int {
	p.t.Helper()
	req, err := http.NewRequestWithContext(p.t.Context(), method, p.url+path, strings.NewReader(body))
	if err != nil {
		p.t.Fatal(err)
	}
	req.Header.Set("Origin", p.url)
	return p.do(req, answer)
}

// described is the document of the interface.
var described = sync.OnceValues(func() (*contract.Contract, error) {
	return contract.Open("../../internal/httpapi/testdata/openapi.json")
})

// do sends a request and checks the answer against the OpenAPI document.
func (p *program) do(req *http.Request, answer any) int {
	p.t.Helper()
	c, err := described()
	if err != nil {
		p.t.Fatal(err)
	}
	client := http.Client{Transport: c.Transport(p.t, http.DefaultTransport)}
	resp, err := client.Do(req)
	if err != nil {
		p.t.Fatalf("%v\n%s", err, &p.log)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		p.t.Fatal(err)
	}
	if answer != nil {
		if err := json.Unmarshal(text, answer); err != nil {
			p.t.Fatalf("%s %s: %v:\n%s", req.Method, req.URL, err, text)
		}
	}
	return resp.StatusCode
}

// stopping reports whether the program is stopping.
func (p *program) stopping() bool { return strings.Contains(p.log.String(), "msg=stopping") }

// lockedBuffer is a buffer that is read while a process writes to it.
type lockedBuffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

// A command whose output is not read ends soon after the first signal.
func TestCommandsWhoseOutputIsNotRead(t *testing.T) {
	t.Parallel()
	data := newShop(t, "Maps").dir
	for _, line := range []string{"list", "list --json", "export -", "backup -", "dataset -", "changes --json"} {
		t.Run(line, func(t *testing.T) {
			t.Parallel()
			in, out := io.Pipe()
			defer in.Close()
			ctx, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
			defer cancel()
			var log strings.Builder
			code := make(chan int, 1)
			go func() {
				code <- run(ctx, append(strings.Fields(line), "-data-dir", data), environment(nil), nil, nil, out, &log)
			}()
			select {
			case got := <-code:
				if got != exitOpen || !strings.Contains(log.String(), "stopped") {
					t.Errorf("exit code %d, %q", got, log.String())
				}
			case <-time.After(20 * time.Second):
				t.Error("the command still waits")
			}
		})
	}
}
