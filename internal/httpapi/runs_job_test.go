package httpapi_test

import (
	"bufio"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/httpapi"
	"github.com/privacylabels/auditor/storage"
)

// testJob is a job over a number of apps that does what the test says.
type testJob struct {
	apps int
	do   func(ctx context.Context, item runner.Item) (runner.Result, error) // nil: nothing
}

func (*testJob) Name() string { return "test" }

func (j *testJob) Queue(*storage.Tx) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for i := range j.apps {
			if !yield(strconv.Itoa(i+1), nil) {
				return
			}
		}
	}
}

func (*testJob) Title(_ *storage.Tx, subject string) (string, error) { return "App " + subject, nil }

func (j *testJob) Do(ctx context.Context, item runner.Item) (runner.Result, error) {
	if j.do != nil {
		return j.do(ctx, item)
	}
	return runner.Result{}, nil
}

func (*testJob) End(*storage.Tx, storage.Run) error { return nil }

// gate is a job that waits at each app.
type gate struct {
	reached chan string   // gets the app
	pass    chan struct{} // lets one through; closed: all
}

func gated(apps int) (*testJob, *gate) {
	g := &gate{make(chan string, 100), make(chan struct{})}
	return &testJob{apps, func(ctx context.Context, item runner.Item) (runner.Result, error) {
		g.reached <- item.Subject
		select {
		case <-g.pass:
			return runner.Result{}, nil
		case <-ctx.Done():
			return runner.Result{}, ctx.Err()
		}
	}}, g
}

// running is an API whose runner "test" has a job of the test's.
type running struct {
	*api
	runs *runner.Engine
}

func newRunning(t testing.TB, job runner.Job) *running {
	t.Helper()
	var runs *runner.Engine
	a := start(t, httpapi.NewRunning, func(cfg *httpapi.Config) {
		runs = runner.New(runner.Config{Store: cfg.Store, Now: cfg.Now, Random: rand.Reader, Jobs: []runner.Job{job}})
		t.Cleanup(func() { runs.Stop(0) })
		cfg.Runs = runs
	})
	return &running{a, runs}
}

// lineReader reads a stream as it comes in.
type lineReader struct {
	t testing.TB
	*http.Response
	in     *bufio.Reader
	hangUp context.CancelFunc
}

// stream posts to a server of the API and returns when the header is there.
func (a *api) stream(target, text string) *lineReader {
	a.t.Helper()
	server := httptest.NewServer(a)
	a.t.Cleanup(server.Close)
	ctx, hangUp := context.WithTimeout(a.t.Context(), 20*time.Second)
	a.t.Cleanup(hangUp)
	r, err := http.NewRequestWithContext(ctx, "POST", server.URL+target, strings.NewReader(text))
	if err != nil {
		a.t.Fatal(err)
	}
	r.Header.Set("Origin", server.URL)
	res, err := server.Client().Do(r)
	if err != nil {
		a.t.Fatal(err)
	}
	a.t.Cleanup(func() { res.Body.Close() })
	return &lineReader{a.t, res, bufio.NewReader(res.Body), hangUp}
}

// next returns the next line, nil when there is none.
func (l *lineReader) next() map[string]any {
	l.t.Helper()
	text, err := l.in.ReadString('\n')
	if err == io.EOF && text == "" {
		return nil
	}
	if err != nil {
		l.t.Fatalf("read a line: %q, %v", text, err)
	}
	return parseLine(l.t, text)
}

// rest returns the lines that are left.
func (l *lineReader) rest() (lines []map[string]any) {
	l.t.Helper()
	for line := l.next(); line != nil; line = l.next() {
		lines = append(lines, line)
	}
	return lines
}

// parseLine decodes a line, which says twice what it is and nothing else twice.
func parseLine(t testing.TB, text string) (line map[string]any) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), &line); err != nil {
		t.Fatalf("line %q: %v", text, err)
	}
	if names := keys(t, text); len(names) != len(line) || names[0] != "kind" || line["kind"] != line["type"] {
		t.Errorf("line %s has the members %v", text, names)
	}
	delete(line, "type")
	return line
}

// kinds returns what lines there are.
func kinds(lines []map[string]any) string {
	var words []string
	for _, line := range lines {
		words = append(words, line["kind"].(string))
	}
	return strings.Join(words, " ")
}

// audited returns the lines of the audit log in the order of the alphabet, each
// with its detail.
func (a *api) audited() (lines []string) {
	a.t.Helper()
	must(a.t, a.Flush(a.t.Context()))
	a.view(func(tx *storage.Tx) error {
		lines = nil
		for line, err := range tx.Audits.List(storage.AuditQuery{}) {
			if err != nil {
				return err
			}
			lines = append(lines, strings.TrimSpace(fmt.Sprintf("%s %s %t", line.Action, line.Detail, line.Success)))
		}
		return nil
	})
	slices.Sort(lines)
	return lines
}

// hasAudited waits until the audit log has these lines, and fails the test when
// it never does.
func (a *api) hasAudited(want ...string) {
	a.t.Helper()
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(time.Millisecond) {
		lines := a.audited()
		missing := slices.DeleteFunc(slices.Clone(want), func(line string) bool { return slices.Contains(lines, line) })
		if len(missing) == 0 {
			return
		}
		if time.Now().After(deadline) {
			a.t.Errorf("the audit log has no line %q:\n%s", missing, strings.Join(lines, "\n"))
			return
		}
	}
}
