package main

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/privacylabels/auditor/storage"
)

// halfway is a run of which some is done.
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
			"sync 84/200  [#########--------------]   42%  2 failed  1:20, 1:56 left  WhatsApp Messenger"},
		{"usual", 80, halfway("WhatsApp Messenger"),
			"sync 84/200  [######---------]   42%  2 failed  1:20, 1:56 left  WhatsApp Me..."},
		{"wide characters", 80, halfway("微信聊天工具和支付"),
			"sync 84/200  [######---------]   42%  2 failed  1:20, 1:56 left  微信聊天工..."},
		{"no room for the times", 55, halfway("Notes"), "sync 84/200  [####------]   42%  2 failed  Notes"},
		{"no room for the name either", 47, halfway("Notes"), "sync 84/200  [###------]   42%  2 failed"},
		{"no room for a bar", 30, halfway("Notes"), "sync 84/200   42%  2 failed"},
		{"narrow", 14, halfway("Notes"), "sync 84/200"},
		{"very narrow", 11, halfway("Notes"), "42%"},
		{"too narrow", 3, halfway("Notes"), ""},
		{"nothing", 0, halfway("Notes"), ""},
		{"less than nothing", math.MinInt, halfway("Notes"), ""},
		{"just begun", 60, progress{Run: storage.Run{Runner: "sync", Total: 5, Current: "Notes"}},
			"sync 0/5  [-----------]    0%  0:00  Notes"},
		{"almost", 60, progress{Run: storage.Run{Runner: "sync", Total: 1000, Completed: 999}, Elapsed: 999 * time.Second},
			"sync 999/1000  [##########-]   99%  16:39, 0:01 left"},
		{"done", 60, progress{Run: storage.Run{Runner: "sync", Total: 2, Completed: 2}, Elapsed: 2 * time.Hour},
			"sync 2/2  [###########]  100%  2:00:00"},
		{"empty", 60, progress{Run: storage.Run{Runner: "sync"}}, "sync 0/0  [###########]  100%  0:00"},
		{"a hostile name", 80, progress{Run: storage.Run{Runner: "sync", Total: 2, Current: "\x1b[2J\r\nX\u202eY\u009b"}},
			"sync 0/2  [---------------]    0%  0:00  [2J XY"},
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

// TestBarStandsStill: what is before the name does not move with the name.
func TestBarStandsStill(t *testing.T) {
	t.Parallel()
	long, short := halfway("WhatsApp Messenger").bar(80), halfway("X").bar(80)
	if before := strings.TrimSuffix(short, "X"); !strings.HasPrefix(long, before) {
		t.Errorf("%q and %q do not begin alike", long, short)
	}
}

// FuzzBar draws any run on terminals of any width: no line is too long, and none
// has what a terminal would obey.
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
		checkLine(t, printable(p.String()), math.MaxInt)
		if n := p.percent(); n < 0 || n > 100 {
			t.Errorf("%d%% of %+v", n, p)
		}
		if left, ok := p.left(); ok && (left < 0 || left > longestEstimate) {
			t.Errorf("%v left of %+v", left, p)
		}
	})
}
