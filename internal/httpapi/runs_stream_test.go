package httpapi_test

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/httpapi"
	"github.com/privacylabels/auditor/storage"
)

func counts(total, completed, failed, skipped float64) map[string]any {
	return map[string]any{"total": total, "completed": completed, "failed": failed, "skipped": skipped}
}

func TestStreamOfARun(t *testing.T) {
	t.Parallel()
	job := &testJob{apps: 2, do: func(_ context.Context, item runner.Item) (runner.Result, error) {
		item.Report(map[string]any{"outcome": "waiting", "until": 5})
		item.Report(struct{}{})
		return runner.Result{Write: func(*storage.Tx, storage.Run) (runner.Outcome, error) {
			if item.Seq == 1 {
				return runner.Outcome{State: runner.Failed, Totals: []byte(`{"found":1}`), Detail: []byte(`{"error":"<none>"}`)}, nil
			}
			return runner.Outcome{Totals: []byte(`{"found":1}`)}, nil
		}}, nil
	}}
	a := newRunning(t, job)
	ans := a.stream(`/api/run?stream=1&options={"deep":[true]}`, "")
	if got := ans.Header.Get("Content-Type"); got != "application/x-ndjson; charset=utf-8" {
		t.Errorf("Content-Type %q", got)
	}
	if got := ans.Header.Get("Cache-Control"); got != "no-store, no-transform" || ans.StatusCode != 200 {
		t.Errorf("status %d, Cache-Control %q", ans.StatusCode, got)
	}
	lines := ans.rest()
	begun := float64(a.clock.Now().UnixMilli())
	id := lines[0]["runId"]
	if s, ok := id.(string); !ok || s == "" {
		t.Errorf("runId is %v", id)
	}
	deep := []any{true}
	want := []map[string]any{
		{"kind": "batch-start", "total": 2.0, "startedAt": begun, "initiator": "manual", "runId": id, "deep": deep},
		{"kind": "app-start", "appId": 1.0, "name": "App 1", "index": 0.0, "total": 2.0},
		{"kind": "target", "appId": 1.0, "outcome": "waiting", "until": 5.0},
		{"kind": "target", "appId": 1.0},
		{"kind": "app-done", "appId": 1.0, "name": "App 1", "index": 0.0, "total": 2.0},
		{"kind": "app-start", "appId": 2.0, "name": "App 2", "index": 1.0, "total": 2.0},
		{"kind": "target", "appId": 2.0, "outcome": "waiting", "until": 5.0},
		{"kind": "target", "appId": 2.0},
		{"kind": "app-done", "appId": 2.0, "name": "App 2", "index": 1.0, "total": 2.0, "error": "<none>"},
		{
			"kind": "summary", "totals": map[string]any{"found": 1.0}, "durationMs": 0.0, "summary": counts(2, 1, 1, 0), "status": "done",
			"deep": deep,
		},
	}
	equal(t, want, lines, "lines")
	a.hasAudited("test.run.start apps=2 stream=1 true", "test.run.success completed=1 true")
}

func TestRunWithoutAStream(t *testing.T) {
	t.Parallel()
	a := newRunning(t, &testJob{apps: 3})
	got := members(a.post("/api/run?options={\"deep\":1}", ""))
	equal(t, map[string]any{"totals": nil, "durationMs": 0.0, "status": "done", "deep": 1.0}, got, "answer")
}

func TestStreamOfNothingToDo(t *testing.T) {
	t.Parallel()
	a := newRunning(t, &testJob{})
	lines := a.stream("/api/run?stream=1", "").rest()
	if kinds(lines) != "batch-start summary" || lines[0]["total"] != 0.0 || lines[1]["status"] != "done" {
		t.Errorf("lines are %v", lines)
	}
	if got := members(a.post("/api/run", "")); got["status"] != "done" {
		t.Errorf("answer is %v", got)
	}
}

// Each line is there as soon as it is true. Others may follow the run as well.
func TestStreamComesAsItHappens(t *testing.T) {
	t.Parallel()
	job, gate := gated(2)
	a := newRunning(t, job)
	other, cancel := a.runs.Subscribe("test", 100)
	defer cancel()
	ans := a.stream("/api/run?stream=1", "")
	for range 2 {
		<-gate.reached
	reading:
		for {
			switch line := ans.next(); line["kind"] {
			case "app-start":
				break reading
			case "summary":
				t.Fatal("the end came first")
			}
		}
		gate.pass <- struct{}{}
	}
	if got := kinds(ans.rest()); got != "app-done summary" {
		t.Errorf("then %s", got)
	}
	events := 0
	for event := range other {
		if events++; event.Kind == runner.RunEnded {
			break
		}
	}
	if events != 5 {
		t.Errorf("the other one saw %d events", events)
	}
}

// Refused starts are plain errors.
func TestStreamThatIsRefused(t *testing.T) {
	t.Parallel()
	job, gate := gated(1)
	a := newRunning(t, job)
	ans := a.stream("/api/run?stream=1", "")
	<-gate.reached
	for _, target := range []string{"/api/run", "/api/run?stream=1", "/api/run?stream=1&force=1"} {
		a.post(target, "").error(409, "Another run is in progress")
	}
	close(gate.pass)
	ans.rest()
	a.runs.Stop(0)
	a.post("/api/run?stream=1", "").error(503, "Shutting down")
	a.hasAudited("test.run.failed Shutting down false", "test.run.failed Another run is in progress false")
}

// A run continues when the client that follows it disconnects.
func TestReaderWhoHangsUp(t *testing.T) {
	t.Parallel()
	job, gate := gated(3)
	a := newRunning(t, job)
	ans := a.stream("/api/run?stream=1", "")
	run := ans.next()["runId"].(string)
	<-gate.reached
	ans.hangUp()
	close(gate.pass)
	left, err := a.runs.Wait(t.Context(), run)
	if err != nil || left.Completed != 3 || left.Status != storage.RunDone {
		t.Errorf("the run was left as %+v, %v", left, err)
	}
	a.hasAudited("test.run.success completed=3 true")
}

// slowReader takes nothing until it is let.
type slowReader struct {
	header http.Header
	let    chan struct{}
	bytes.Buffer
}

func (s *slowReader) Header() http.Header                  { return s.header }
func (s *slowReader) WriteHeader(int)                      {}
func (s *slowReader) SetWriteDeadline(time.Time) error     { return nil }
func (s *slowReader) FlushError() error                    { return nil }
func (s *slowReader) Write(text []byte) (n int, err error) { <-s.let; return s.Buffer.Write(text) }

// A slow client does not hold up the run. It misses lines, but gets the last one.
func TestReaderWhoFallsBehind(t *testing.T) {
	t.Parallel()
	job := &testJob{apps: 1, do: func(_ context.Context, item runner.Item) (runner.Result, error) {
		for range 3 * httpapi.MaxPending {
			item.Report(struct{}{})
		}
		return runner.Result{}, nil
	}}
	a := newRunning(t, job)
	events, cancel := a.runs.Subscribe("test", 10*httpapi.MaxPending)
	defer cancel()
	slow := &slowReader{header: http.Header{}, let: make(chan struct{})}
	answered := make(chan struct{})
	go func() {
		defer close(answered)
		r := httptest.NewRequestWithContext(t.Context(), "POST", "/api/run?stream=1", http.NoBody)
		r.Host = host
		r.Header.Set("Origin", origin)
		a.ServeHTTP(slow, r)
	}()
	for event := range events {
		if event.Kind == runner.RunEnded {
			break
		}
	}
	close(slow.let)
	<-answered
	text := strings.Split(strings.TrimSpace(slow.String()), "\n")
	if len(text) > 2*httpapi.MaxPending {
		t.Errorf("%d lines waited", len(text))
	}
	if last := parseLine(t, text[len(text)-1]); last["kind"] != "summary" || last["status"] != "done" {
		t.Errorf("the last line is %v", last)
	}
}

func TestEndsOfAStream(t *testing.T) {
	t.Parallel()
	gates := func(t *testing.T) (*running, *gate, *lineReader) {
		t.Helper()
		job, gate := gated(3)
		a := newRunning(t, job)
		ans := a.stream("/api/run?stream=1", "")
		<-gate.reached
		gate.pass <- struct{}{}
		<-gate.reached
		return a, gate, ans
	}
	ends := func(t *testing.T, ans *lineReader, want map[string]any) {
		t.Helper()
		lines := ans.rest()
		last := lines[len(lines)-1]
		delete(last, "durationMs")
		want["kind"], want["totals"] = "summary", nil
		equal(t, want, last, "last line")
	}
	t.Run("stopped", func(t *testing.T) {
		t.Parallel()
		a, _, ans := gates(t)
		a.runs.Stop(0)
		ends(t, ans, map[string]any{"status": "paused", "summary": counts(3, 1, 0, 0)})
		if got := a.audited(); len(got) != 1 {
			t.Errorf("the run can be resumed, but the audit log says %q", got)
		}
	})
	t.Run("paused", func(t *testing.T) {
		t.Parallel()
		a, gate, ans := gates(t)
		if _, err := a.runs.Pause(t.Context(), "test"); err != nil {
			t.Fatal(err)
		}
		gate.pass <- struct{}{}
		ends(t, ans, map[string]any{"status": "paused", "summary": counts(3, 2, 0, 0)})
		a.hasAudited("test.run.paused completed=2 true")
	})
	t.Run("cancelled", func(t *testing.T) {
		t.Parallel()
		a, _, ans := gates(t)
		if _, err := a.runs.Cancel(t.Context(), "test"); err != nil {
			t.Fatal(err)
		}
		ends(t, ans, map[string]any{"status": "cancelled", "summary": counts(3, 1, 0, 0)})
		a.hasAudited("test.run.cancelled completed=1 true")
	})
	t.Run("lost to another process, which ends it", func(t *testing.T) {
		t.Parallel()
		a, gate, ans := gates(t)
		a.update(func(tx *storage.Tx) error {
			lease, err := storage.First(tx.Tasks.List(storage.TaskQuery{Kind: "runner"}))
			if err != nil {
				return err
			}
			run, err := storage.First(tx.Runs.List(storage.RunQuery{}))
			if err != nil {
				return err
			}
			lease.Owner, lease.Attempts = "another", lease.Attempts+1
			run.Status, run.Completed, run.EndedAt = storage.RunDone, 3, run.StartedAt
			if err := tx.Tasks.Put(lease); err != nil {
				return err
			}
			return tx.Runs.Put(run)
		})
		close(gate.pass)
		ends(t, ans, map[string]any{"status": "done", "summary": counts(3, 3, 0, 0)})
	})
}

func TestRunThatFails(t *testing.T) {
	t.Parallel()
	job := &testJob{apps: 2, do: func(context.Context, runner.Item) (runner.Result, error) {
		return runner.Result{}, errors.New("the disk is full")
	}}
	a := newRunning(t, job)
	lines := a.stream("/api/run?stream=1", "").rest()
	last := lines[len(lines)-1]
	if kinds(lines) != "batch-start app-start summary" || last["status"] != "error" || last["error"] != "The run failed" {
		t.Errorf("lines are %v", lines)
	}
	a.post("/api/run", "").error(500, "The run failed")
	want := []string{"test.run.failed completed=0 false", "test.run.failed completed=0 false", "test.run.start apps=2 stream=0 true", "test.run.start apps=2 stream=1 true"}
	equal(t, want, a.audited(), "audit")
}

// The last line of a run that was interrupted has the reason, and the next start
// streams what is left of it.
func TestStreamOfAnInterruptedRun(t *testing.T) {
	t.Parallel()
	open := false
	job := &testJob{apps: 3, do: func(_ context.Context, item runner.Item) (runner.Result, error) {
		if item.Seq == 1 && !open {
			return runner.Result{Interrupt: "rateLimited"}, nil
		}
		return runner.Result{}, nil
	}}
	a := newRunning(t, job)
	first := a.stream("/api/run?stream=1", "").rest()
	last := first[len(first)-1]
	if last["status"] != "paused" || last["reason"] != "rateLimited" || kinds(first) != "batch-start app-start app-done app-start summary" {
		t.Errorf("lines are %v", first)
	}
	open = true
	a.clock.Advance(time.Minute)
	again := a.stream("/api/run?stream=1", "").rest()
	if kinds(again) != "batch-start app-start app-done app-start app-done summary" || again[1]["index"] != 1.0 || again[0]["runId"] != first[0]["runId"] {
		t.Errorf("then %v", again)
	}
	if last := again[len(again)-1]; last["status"] != "done" || last["durationMs"] != 0.0 {
		t.Errorf("the last line is %v", last)
	}
}
