package audit_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/privacylabels/auditor/internal/audit"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/sqlite"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// store is a store that fails on demand and counts its Updates.
type store struct {
	storage.Store
	mu      sync.Mutex
	err     error
	updates int
}

func (s *store) Update(ctx context.Context, fn func(*storage.Tx) error) error {
	s.mu.Lock()
	s.updates++
	err := s.err
	s.mu.Unlock()
	if err != nil {
		return err
	}
	return s.Store.Update(ctx, fn)
}

func (s *store) fail(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.err = err
}

// newLog returns a log on a store of its own; change may be nil.
func newLog(t *testing.T, change func(*audit.Config)) (*audit.Log, *store) {
	t.Helper()
	db, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "auditor.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	s := &store{Store: storagetest.Strict(t, db)}
	cfg := audit.Config{Env: storage.Env{Store: s, Now: time.Now, Random: rand.NewChaCha8([32]byte{}), Logger: slog.New(slog.NewTextHandler(t.Output(), nil))}}
	if change != nil {
		change(&cfg)
	}
	return audit.New(cfg), s
}

// stored returns the lines in the database, newest first.
func stored(t *testing.T, s storage.Store) (lines []storage.Audit) {
	t.Helper()
	err := s.View(t.Context(), func(tx *storage.Tx) (err error) {
		lines, err = storage.Collect(tx.Audits.List(storage.AuditQuery{}))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return lines
}

func actions(lines []storage.Audit) (names []string) {
	for _, l := range lines {
		names = append(names, l.Action)
	}
	return names
}

// expect reports an error unless the lines in the database have these actions, newest first.
func expect(t *testing.T, s storage.Store, want ...string) {
	t.Helper()
	if diff := cmp.Diff(want, actions(stored(t, s))); diff != "" {
		t.Errorf("lines (-want +got):\n%s", diff)
	}
}

// must ends the test if there is an error.
func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// add adds lines a millisecond apart, so that their order is known.
func add(l *audit.Log, names ...string) {
	for _, name := range names {
		time.Sleep(time.Millisecond)
		l.Add(audit.Line{Action: name})
	}
}

func TestLineIsWrittenInBackground(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l, s := newLog(t, nil)
		line := audit.Line{
			Actor:  audit.Actor{IP: "192.0.2.1", UserAgent: "curl/8"},
			Action: "reset.unauthorised", Detail: "POST /api/reset", Success: true,
		}
		at := storage.TimeOf(time.Now())
		l.Add(line)
		time.Sleep(audit.DefaultDelay + 1)
		synctest.Wait()
		want := []storage.Audit{{CreatedAt: at, Action: "reset.unauthorised", ActorIP: "192.0.2.1", UserAgent: "curl/8",
			Detail: "POST /api/reset", Success: true}}
		if diff := cmp.Diff(want, stored(t, s), cmpopts.IgnoreFields(storage.Audit{}, "ID")); diff != "" {
			t.Errorf("lines (-want +got):\n%s", diff)
		}
		// Nothing runs any more, else the bubble would not end.
	})
}

func TestLinesAreWrittenInBatches(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l, s := newLog(t, nil)
		for range 200 {
			add(l, "x")
		}
		time.Sleep(time.Minute)
		if got := len(stored(t, s)); got != 200 || s.updates != 1 {
			t.Errorf("%d lines in %d batches, want 200 in 1", got, s.updates)
		}
		add(l, "later")
		time.Sleep(time.Minute)
		if got := len(stored(t, s)); got != 201 {
			t.Errorf("%d lines, want 201", got)
		}
	})
}

func TestFlushWritesAtOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l, s := newLog(t, nil)
		add(l, "a", "b", "c")
		must(t, l.Flush(t.Context()))
		expect(t, s, "c", "b", "a")
		if err := l.Flush(t.Context()); err != nil || s.updates != 1 {
			t.Errorf("flush of nothing: %v, %d updates", err, s.updates)
		}
		time.Sleep(time.Minute)
	})
}

func TestFloodIsCounted(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l, s := newLog(t, func(c *audit.Config) { c.Queue = 10 })
		for range 100_000 {
			l.Add(audit.Line{Action: "flood"})
		}
		time.Sleep(time.Minute)
		lines := stored(t, s)
		if len(lines) != 11 {
			t.Fatalf("%d lines, want 11", len(lines))
		}
		if lines[0].Action != "audit.dropped" || lines[0].Detail != "99990 lines found no room" {
			t.Errorf("newest line %+v", lines[0])
		}
	})
}

func TestOnlyTheNewestLinesAreKept(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l, s := newLog(t, func(c *audit.Config) { c.Keep = 3 })
		for i := range 5 {
			add(l, fmt.Sprint(i, "a"), fmt.Sprint(i, "b"))
			must(t, l.Flush(t.Context()))
			if n := len(stored(t, s)); n > 3 {
				t.Errorf("%d lines are kept", n)
			}
		}
		expect(t, s, "4b", "4a", "3b")
		time.Sleep(time.Minute)
	})
}

func TestLinesSurviveFailure(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var logged bytes.Buffer
		l, s := newLog(t, func(c *audit.Config) {
			c.Queue = 3
			c.Logger = slog.New(slog.NewTextHandler(&logged, nil))
		})
		full := errors.New("disk full")
		s.fail(full)
		add(l, "a", "b")
		time.Sleep(time.Minute)
		synctest.Wait()
		if n := strings.Count(logged.String(), "disk full"); n != 1 {
			t.Errorf("logged %d times:\n%s", n, &logged)
		}
		add(l, "c", "d")
		if err := l.Flush(t.Context()); !errors.Is(err, full) {
			t.Errorf("flush: %v, want %v", err, full)
		}
		s.fail(nil)
		time.Sleep(time.Millisecond)
		must(t, l.Flush(t.Context()))
		// d found the queue full; the line that says so was made at the failed flush.
		expect(t, s, "audit.dropped", "c", "b", "a")
		time.Sleep(time.Minute)
	})
}

// answerLost commits an update and reports an error, once.
type answerLost struct {
	*store
	once sync.Once
}

func (s *answerLost) Update(ctx context.Context, fn func(*storage.Tx) error) error {
	err := s.store.Update(ctx, fn)
	s.once.Do(func() { err = errors.New("connection lost") })
	return err
}

func TestLineIsNotDuplicatedAfterLostCommit(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var s *answerLost
		l, _ := newLog(t, func(c *audit.Config) {
			s = &answerLost{store: c.Store.(*store)}
			c.Store = s
		})
		add(l, "a", "b")
		if err := l.Flush(t.Context()); err == nil {
			t.Error("the failure was not logged")
		}
		must(t, l.Close(t.Context()))
		expect(t, s, "b", "a")
	})
}

func TestCloseWritesQueuedLines(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l, s := newLog(t, nil)
		add(l, "a")
		begun := time.Now()
		for range 3 {
			must(t, l.Close(t.Context()))
		}
		if waited := time.Since(begun); waited != 0 {
			t.Errorf("Close waited %v", waited)
		}
		l.Add(audit.Line{Action: "too late"})
		time.Sleep(time.Minute)
		expect(t, s, "a")
	})
}

func TestManyAddWhileItIsFlushedAndClosed(t *testing.T) {
	t.Parallel()
	l, s := newLog(t, func(c *audit.Config) { c.Delay, c.Queue = time.Microsecond, 1<<20 })
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for range 100 {
				l.Add(audit.Line{Action: "x"})
			}
		})
	}
	group.Go(func() {
		for range 20 {
			if err := l.Flush(t.Context()); err != nil {
				t.Error(err)
			}
		}
	})
	group.Wait()
	must(t, l.Close(t.Context()))
	if n := len(stored(t, s)); n != 800 {
		t.Errorf("%d lines, want 800", n)
	}
}

func TestLinesFitTheStore(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l, s := newLog(t, nil)
		for _, text := range []string{"", "\x00", "\xff\xfe", strings.Repeat("x", 5000), strings.Repeat("é", 5000),
			strings.Repeat("\x80", 5000), "a\x00b\xffc", strings.Repeat("€", 400)} {
			l.Add(audit.Line{Actor: audit.Actor{IP: text, UserAgent: text}, Action: "x" + text, Detail: text})
		}
		must(t, l.Close(t.Context()))
		lines := stored(t, s)
		if len(lines) != 8 {
			t.Errorf("%d lines, want 8", len(lines))
		}
		for _, line := range lines {
			if len(line.Action) > 120 || len(line.ActorIP) > 64 || len(line.UserAgent) > 256 || len(line.Detail) > 1024 {
				t.Errorf("line %+v is too long", line)
			}
			if strings.ContainsRune(line.Detail, '\uFFFD') {
				t.Errorf("a character was cut in two: %q", line.Detail)
			}
			if err := storage.Validate(line); err != nil {
				t.Error(err)
			}
		}
	})
}
