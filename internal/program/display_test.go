package program

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

// fakeClock is a clock that is set by hand.
type fakeClock struct{ time.Time }

func (c *fakeClock) now() time.Time { return c.Time }

func newClock() *fakeClock { return &fakeClock{time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC)} }

// at returns a run of two apps of which some are done.
func at(done int) progress {
	return progress{Run: storage.Run{Runner: "sync", Total: 2, Completed: done}}
}

func TestDisplayOnTerminal(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	clock := newClock()
	columns := 40
	d := &display{out: &out, now: clock.now, columns: func() int { return columns }}
	log := d.beside(&out)
	const half = "sync [##########----------] 1 of 2 a..."
	steps := []struct {
		name string
		do   func()
		want string
	}{
		{"no bar yet", func() { d.print("started") }, "started\n"},
		{"nor for the log", func() { fmt.Fprintln(log, "a line of the log") }, "a line of the log\n"},
		{"the first bar at once", func() { d.show(at(0)) }, "\r\x1b[Ksync [--------------------] 0 of 2 a..."},
		{"too soon", func() { d.show(at(1)) }, ""},
		{"the next one", func() {
			clock.Time = clock.Add(redrawInterval)
			d.show(at(1))
		}, "\r\x1b[K" + half},
		{"a line above it", func() { d.print("Notes:\tfailed\x1b[2J") }, "\r\x1b[KNotes: failed[2J\n" + half},
		{"the log above it", func() { fmt.Fprintln(log, "trouble") }, "\r\x1b[Ktrouble\n" + half},
		{"the terminal has become narrow", func() {
			columns = 10
			clock.Time = clock.Add(redrawInterval)
			d.show(at(2))
		}, "\r\x1b[Ksync [..."},
		{"the end", d.end, "\r\x1b[K"},
		{"the end again", d.end, ""},
		{"after it", func() { d.print("done") }, "done\n"},
	}
	for _, step := range steps {
		out.Reset()
		step.do()
		if diff := cmp.Diff(step.want, out.String()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", step.name, diff)
		}
	}
}

func TestDisplayWithoutTerminal(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	clock := newClock()
	d := &display{out: &out, now: clock.now}
	steps := []struct {
		after time.Duration
		do    func()
		want  string
	}{
		{0, func() { d.print("sync: started, 2 apps") }, "sync: started, 2 apps\n"},
		{lineInterval - 1, func() { d.show(at(0)) }, ""},
		{1, func() { d.show(at(0)) }, "sync: 0 of 2 apps, 0:00\n"},
		{1, func() { d.show(at(1)) }, ""},
		{lineInterval - 2, func() { d.print("Notes:\r\nfailed\x1b[2J") }, "Notes: failed[2J\n"},
		{lineInterval - 1, func() { d.show(at(1)) }, ""}, // something was shown
		{1, func() { d.show(at(1)) }, "sync: 1 of 2 apps, 0:00\n"},
		{0, d.end, ""},
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

// TestDisplayIsShared checks that lines of many goroutines are not torn by the bar.
func TestDisplayIsShared(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	d := &display{out: &out, now: time.Now, columns: func() int { return 40 }}
	log := d.beside(&out)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for i := range 50 {
				fmt.Fprintln(log, "a line of the log")
				d.show(at(i % 3))
				d.print("a line that stays")
			}
		})
	}
	all.Wait()
	d.end()
	if n := strings.Count(out.String(), "a line of the log\n"); n != 200 {
		t.Errorf("%d lines of the log, want 200", n)
	}
	for line := range strings.SplitSeq(out.String(), "\n") {
		if _, last, ok := strings.Cut(line, "a line "); ok && last != "of the log" && last != "that stays" {
			t.Errorf("a torn line: %q", line)
		}
	}
}

// TestBesideReturnsErrors checks that the log gets the errors of its writer.
func TestBesideReturnsErrors(t *testing.T) {
	t.Parallel()
	d := &display{out: io.Discard, now: time.Now, columns: func() int { return 40 }}
	closed, w := io.Pipe()
	closed.Close()
	if n, err := d.beside(w).Write([]byte("lost")); n != 0 || err != io.ErrClosedPipe {
		t.Errorf("wrote %d bytes, error %v; want %v", n, err, io.ErrClosedPipe)
	}
}
