package e2e_test

import (
	"bufio"
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/proctest"
	"github.com/privacylabels/auditor/storage"
)

// lines are the progress lines of a running run.
type lines struct {
	t      testing.TB
	body   *bufio.Reader
	counts map[string]int // by kind, of those that were read
}

// line is one of them, with what some kinds have.
type line struct {
	Kind   string
	AppID  storage.AppID
	RunID  string
	Total  int
	Status string
	Error  string
	Result struct{ Imported, Unchanged, Failed, SnapshotsRequested int }
}

// follow starts a run and reads its progress lines.
func (s *service) follow(o order) *lines {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(s.t.Context(), proctest.Busy)
	s.t.Cleanup(cancel)
	res, err := s.ask(ctx, "POST", o.path, o.body)
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { res.Body.Close() })
	if res.StatusCode != 200 || !strings.HasPrefix(res.Header.Get("Content-Type"), "application/x-ndjson") {
		s.t.Fatalf("follow %s: status %d, %s", o.runner, res.StatusCode, res.Header.Get("Content-Type"))
	}
	return &lines{t: s.t, body: bufio.NewReader(res.Body), counts: map[string]int{}}
}

// next waits for a line.
func (l *lines) next() (got line) {
	l.t.Helper()
	text, err := l.body.ReadBytes('\n')
	if err != nil {
		l.t.Fatalf("after %v: %v: %q", l.counts, err, text)
	}
	if err := json.Unmarshal(text, &got); err != nil {
		l.t.Fatalf("%v: %s", err, text)
	}
	l.counts[got.Kind]++
	return got
}

// until reads lines as far as one of this kind.
func (l *lines) until(kind string) line {
	l.t.Helper()
	for {
		if got := l.next(); got.Kind == kind {
			return got
		}
	}
}

// Each line of a run is there as soon as it is true, while the run goes on: what
// is asked for is held, and the lines are read up to that.
func TestLinesArriveDuringTheRun(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"wayback", "policy"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			const apps = 4
			b := bulks()[name](t, apps)
			s := b.base().track(t, t.TempDir())
			b.renew(s)
			_, requests := b.asked()
			b.guard().hold(isPage)
			reported := s.follow(b.order())
			if first := reported.next(); first.Kind != "batch-start" || first.Total != apps || first.RunID != s.task(name).RunID {
				t.Errorf("the first line is %+v", first)
			}
			for i := range requests {
				under := b.guard().next(t)
				if i%(requests/apps) == 0 { // the first of an app
					id := b.base().ids[i/(requests/apps)]
					if now := reported.until("app-start"); now.AppID != id || reported.counts["app-done"] != i/(requests/apps) {
						t.Errorf("while app %d is read the last line is %+v, after %v", id, now, reported.counts)
					}
				}
				under.release()
			}
			if last := reported.until("summary"); last.Status != "done" {
				t.Errorf("the last line is %+v", last)
			}
			if _, err := reported.body.ReadByte(); err == nil {
				t.Error("there is a line after the last one")
			}
			kinds := slices.Sorted(maps.Keys(reported.counts))
			if diff := cmp.Diff([]string{"app-done", "app-start", "batch-start", "summary", "target"}, kinds); diff != "" {
				t.Errorf("the kinds of lines (-want +got):\n%s", diff)
			}
			if reported.counts["app-start"] != apps || reported.counts["app-done"] != apps || reported.counts["target"] < requests {
				t.Errorf("the lines are %v", reported.counts)
			}
			s.Stop()
		})
	}
}

// Who hangs up changes nothing, whether an end or lines were waited for; and
// while a run is under way, none of its kind begins, and the others are free.
func TestRunContinuesWithoutItsReader(t *testing.T) {
	t.Parallel()
	for name, over := range bulks() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			const apps = 6
			b := over(t, apps)
			dir := t.TempDir()
			s := b.base().track(t, dir)
			b.renew(s)
			before, once := b.asked()
			b.guard().hold(nth(once/2, isPage))

			o := b.order()
			o.path = strings.TrimSuffix(o.path, "?wait=0") // the reader waits, too
			reading, hangUp := context.WithCancel(t.Context())
			read := make(chan struct{})
			r := round{since: storage.TimeOf(time.Now())}
			go func() {
				defer close(read)
				_, _, _ = s.call(reading, "POST", o.path, o.body) // its answer is interrupted
			}()
			under := b.guard().next(t)
			r.run = s.task(name).RunID
			hangUp()
			<-read
			s.refuses(b.order())
			for other := range bulks() {
				if now := s.task(other); now.Running != (other == name) {
					t.Errorf("the %s is %+v", other, now)
				}
			}
			if now := s.task(name); !now.Running || now.RunID != r.run {
				t.Errorf("without a reader the run is %+v", now)
			}
			under.release()
			s.settled(name)
			s.Stop()
			if after, _ := b.asked(); after-before != once {
				t.Errorf("%d requests, want %d", after-before, once)
			}
			onDatabase(t, dir, func(tx *storage.Tx) error {
				b.examine(t, tx, r)
				return nil
			})
		})
	}
}
