package main

import (
	"testing"
	"time"

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
		{"gone on with", progress{Run: storage.Run{Total: 30, Completed: 12}, Before: 12, Elapsed: time.Minute}, "12 of 30 apps, 1:00"},
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
