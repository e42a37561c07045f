package program

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/privacylabels/auditor/internal/terminal"
	"github.com/privacylabels/auditor/storage"
)

func TestProgressString(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		run  progress
		want string
	}{
		{"under way", halfway("Notes"), "84 of 200 apps, 2 failed, 1:20, 1:56 left: Notes"},
		{"nothing done yet", progress{Run: storage.Run{Total: 3, Current: "Notes"}, Elapsed: time.Second}, "0 of 3 apps, 0:01: Notes"},
		{"resumed", progress{Run: storage.Run{Total: 30, Completed: 12}, Before: 12, Elapsed: time.Minute}, "12 of 30 apps, 1:00"},
		{"waiting", progress{Run: storage.Run{Total: 3, Completed: 1, Current: "Notes"}, Elapsed: time.Minute, Waiting: 5 * time.Minute}, "1 of 3 apps, 1:00, waits for 5:00: Notes"},
		{"no end in sight", progress{Run: storage.Run{Total: 1e6, Completed: 1}, Elapsed: time.Hour}, "1 of 1000000 apps, 1:00:00"},
		{"more than there are", progress{Run: storage.Run{Total: 1, Completed: 2}, Elapsed: time.Minute}, "2 of 2 apps, 1:00"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := tt.run.String(); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestClock(t *testing.T) {
	t.Parallel()
	for d, want := range map[time.Duration]string{
		-time.Hour: "0:00", 0: "0:00", 499 * time.Millisecond: "0:00", 500 * time.Millisecond: "0:01",
		59*time.Second + 600*time.Millisecond: "1:00", 61 * time.Second: "1:01",
		time.Hour - time.Second: "59:59", time.Hour: "1:00:00", 100*time.Hour + 62*time.Second: "100:01:02",
	} {
		if got := clock(d); got != want {
			t.Errorf("%v is %s, want %s", d, got, want)
		}
	}
}

// halfway returns a run of which some apps are done.
func halfway(current string) progress {
	return progress{
		Run:    storage.Run{Runner: "sync", Total: 200, Completed: 78, Failed: 2, Skipped: 4, Current: current},
		Before: 4, Elapsed: 80 * time.Second,
	}
}

func TestBar(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name    string
		columns int
		run     progress
		want    string
	}{
		{"wide", 120, halfway("WhatsApp Messenger"),
			"sync [########------------] 84 of 200 apps, 2 failed, 1:20, 1:56 left: WhatsApp Messenger"},
		{"usual", 80, halfway("WhatsApp Messenger"),
			"sync [########------------] 84 of 200 apps, 2 failed, 1:20, 1:56 left: Whats..."},
		{"wide characters", 80, halfway("微信聊天工具和支付"),
			"sync [########------------] 84 of 200 apps, 2 failed, 1:20, 1:56 left: 微信..."},
		{"narrow", 47, halfway("Notes"), "sync [########------------] 84 of 200 apps,..."},
		{"very narrow", 12, halfway("Notes"), "sync [##..."},
		{"too narrow", 3, halfway("Notes"), ""},
		{"nothing", 0, halfway("Notes"), ""},
		{"less than nothing", math.MinInt, halfway("Notes"), ""},
		{"just begun", 60, progress{Run: storage.Run{Runner: "sync", Total: 5, Current: "Notes"}},
			"sync [--------------------] 0 of 5 apps, 0:00: Notes"},
		{"almost", 80, progress{Run: storage.Run{Runner: "sync", Total: 1000, Completed: 999}, Elapsed: 999 * time.Second},
			"sync [###################-] 999 of 1000 apps, 16:39, 0:01 left"},
		{"done", 60, progress{Run: storage.Run{Runner: "sync", Total: 2, Completed: 2}, Elapsed: 2 * time.Hour},
			"sync [####################] 2 of 2 apps, 2:00:00"},
		{"empty", 60, progress{Run: storage.Run{Runner: "sync"}}, "sync [####################] 0 of 0 apps, 0:00"},
		{"a hostile name", 80, progress{Run: storage.Run{Runner: "sync", Total: 2, Current: "\x1b[2J\r\nX\u202eY\u009b"}},
			"sync [--------------------] 0 of 2 apps, 0:00: [2J XY"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := tt.run.bar(tt.columns)
			if got != tt.want {
				t.Errorf("in %d columns:\n got %q\nwant %q", tt.columns, got, tt.want)
			}
			checkLine(t, got, max(tt.columns-1, 0))
		})
	}
}

// TestBarStandsStill checks that the parts before the name do not move with it.
func TestBarStandsStill(t *testing.T) {
	t.Parallel()
	long, short := halfway("WhatsApp Messenger").bar(80), halfway("X").bar(80)
	if before := strings.TrimSuffix(short, "X"); !strings.HasPrefix(long, before) {
		t.Errorf("%q and %q do not begin alike", long, short)
	}
}

// FuzzBar draws any run on terminals of any width: no line is too long, and none
// has characters that control a terminal.
func FuzzBar(f *testing.F) {
	f.Add("sync", "Notes", 80, 200, 78, 2, 4, 4, int64(time.Minute))
	f.Add("sync", "微信聊天工具", 33, 200, 200, 0, 0, 0, int64(0))
	f.Add("\x1b[2J", "\u009b\r\n\u202e", 12, -5, 7, -2, math.MaxInt, 99, int64(math.MaxInt64))
	f.Add("一二三四五六七八九十", "👩‍👩‍👧", 21, 1<<31-1, 1, 1, 1, 1, int64(-1))
	f.Fuzz(func(t *testing.T, runner, current string, columns, total, completed, failed, skipped, before int, elapsed int64) {
		p := progress{
			Run:    storage.Run{Runner: runner, Current: current, Total: total, Completed: completed, Failed: failed, Skipped: skipped},
			Before: before, Elapsed: time.Duration(elapsed),
		}
		checkLine(t, p.bar(columns), max(columns-1, 0))
		checkLine(t, terminal.Printable(p.String()), math.MaxInt)
		if n := p.percent(); n < 0 || n > 100 {
			t.Errorf("%d%% of %+v", n, p)
		}
		if left, ok := p.left(); ok && (left < 0 || left > longestEstimate) {
			t.Errorf("%v left of %+v", left, p)
		}
	})
}

// checkLine fails the test when a line is wider than it may be, or is not safe on a
// terminal.
func checkLine(t *testing.T, line string, room int) {
	t.Helper()
	if n := terminal.Cells(line); n > room {
		t.Errorf("%q takes %d columns of %d", line, n, room)
	}
	if safe := terminal.Printable(line); safe != line {
		t.Errorf("%q is not as it is printed: %q", line, safe)
	}
}
