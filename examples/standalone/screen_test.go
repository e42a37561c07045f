package main

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/storage"
)

// watch is a clock that is set by hand.
type watch struct{ time.Time }

func (w *watch) now() time.Time { return w.Time }

func newWatch() *watch { return &watch{time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC)} }

// at is a run of two apps of which some are done.
func at(done int) progress {
	return progress{Run: storage.Run{Runner: "sync", Total: 2, Completed: done}}
}

func TestScreen(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	clock := newWatch()
	columns := 20
	s := &screen{out: &out, now: clock.now, columns: func() int { return columns }}
	log := s.beside(&out)
	steps := []struct {
		name string
		do   func()
		want string
	}{
		{"no bar yet", func() { s.say("begins") }, "begins\n"},
		{"nor in the log's way", func() { fmt.Fprintln(log, "a line of the log") }, "a line of the log\n"},
		{"the first bar at once", func() { s.show(at(0)) }, "\rsync 0/2    0%\x1b[K"},
		{"too soon", func() { s.show(at(1)) }, ""},
		{"the next one", func() {
			clock.Time = clock.Add(redraw)
			s.show(at(1))
		}, "\rsync 1/2   50%\x1b[K"},
		{"a line above it", func() { s.say("Notes:\tfailed\x1b[2J") }, "\r\x1b[KNotes: failed[2J\nsync 1/2   50%"},
		{"the log above it", func() { fmt.Fprintln(log, "trouble") }, "\r\x1b[Ktrouble\nsync 1/2   50%"},
		{"the terminal has become narrow", func() {
			columns = 10
			clock.Time = clock.Add(redraw)
			s.show(at(2))
		}, "\rsync 2/2\x1b[K"},
		{"the end", s.end, "\r\x1b[K"},
		{"the end is over", s.end, ""},
		{"after it", func() { s.say("done") }, "done\n"},
	}
	for _, step := range steps {
		out.Reset()
		step.do()
		if diff := cmp.Diff(step.want, out.String()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", step.name, diff)
		}
	}
}

// TestScreenIsShared: lines of the log come from many goroutines, and are not
// torn by the bar.
func TestScreenIsShared(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	s := &screen{out: &out, now: time.Now, columns: func() int { return 40 }}
	log := s.beside(&out)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for i := range 50 {
				fmt.Fprintln(log, "a line of the log")
				s.show(at(i % 3))
				s.say("a line that stays")
			}
		})
	}
	all.Wait()
	s.end()
	if n := strings.Count(out.String(), "a line of the log\n"); n != 200 {
		t.Errorf("%d lines of the log, want 200", n)
	}
	for line := range strings.SplitSeq(out.String(), "\n") {
		if _, last, ok := strings.Cut(line, "a line "); ok && last != "of the log" && last != "that stays" {
			t.Errorf("a torn line: %q", line)
		}
	}
}

// TestBesideTellsOfFaults: whoever writes the log hears what became of it.
func TestBesideTellsOfFaults(t *testing.T) {
	t.Parallel()
	s := &screen{out: io.Discard, now: time.Now, columns: func() int { return 40 }}
	closed, w := io.Pipe()
	closed.Close()
	if n, err := s.beside(w).Write([]byte("lost")); n != 0 || err != io.ErrClosedPipe {
		t.Errorf("wrote %d bytes, error %v; want %v", n, err, io.ErrClosedPipe)
	}
}

func TestLines(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	clock := newWatch()
	l := &lines{out: &out, now: clock.now}
	steps := []struct {
		after time.Duration
		do    func()
		want  string
	}{
		{0, func() { l.say("sync: begins, 2 apps") }, "sync: begins, 2 apps\n"},
		{betweenLines - 1, func() { l.show(at(0)) }, ""},
		{1, func() { l.show(at(0)) }, "sync: 0 of 2 apps, 0:00\n"},
		{1, func() { l.show(at(1)) }, ""},
		{betweenLines - 2, func() { l.say("Notes:\r\nfailed\x1b[2J") }, "Notes: failed[2J\n"},
		{betweenLines - 1, func() { l.show(at(1)) }, ""}, // something was told
		{1, func() { l.show(at(1)) }, "sync: 1 of 2 apps, 0:00\n"},
		{0, l.end, ""},
	}
	for i, step := range steps {
		out.Reset()
		clock.Time = clock.Add(step.after)
		step.do()
		if diff := cmp.Diff(step.want, out.String()); diff != "" {
			t.Errorf("step %d (-want +got):\n%s", i, diff)
		}
	}
}
