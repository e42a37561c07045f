package main

import (
	"bytes"
	"encoding/json"
	"io"
	"log/slog"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/pgtest"
	"github.com/privacylabels/auditor/storage/postgres"
)

// TestClockWarnsOfAnotherTime sets the clock of a machine. Each difference from the clock of the
// database is logged once, and the time of the replica is that of the database.
func TestClockWarnsOfAnotherTime(t *testing.T) {
	t.Parallel()
	store, err := postgres.Open(t.Context(), pgtest.NewSchema(t), postgres.WithReaders(1))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	database, err := store.NewClock(t.Context(), time.Now)
	if err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	var wrong time.Duration
	c, err := newReplicaClock(t.Context(), store, func() time.Time { return database.Now().Add(wrong) }, slog.New(slog.NewJSONHandler(&log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		wrong time.Duration
		want  []warning
	}{
		{0, nil},
		{-time.Hour, []warning{{"WARN", 3600}}},
		{-time.Hour, nil},
		{-time.Hour + 100*time.Millisecond, nil},
		{30 * time.Second, []warning{{"WARN", -30}}},
		{30 * time.Second, nil},
		{0, []warning{{"WARN", 0}}}, // it is right again
	} {
		wrong = step.wrong
		if err := c.adjust(t.Context()); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(step.want, warnings(t, &log)); diff != "" {
			t.Errorf("warnings at a clock that is %v wrong (-want +got):\n%s", step.wrong, diff)
		}
		if off := c.Now().Sub(database.Now()).Abs(); off > time.Second {
			t.Errorf("at a clock that is %v wrong, the time differs by %v", step.wrong, off)
		}
	}
}

// warning is a line of the log. Its seconds are rounded, because asking takes a moment.
type warning struct {
	Level string
	Ahead float64
}

// warnings reads all lines of a log.
func warnings(t *testing.T, log io.Reader) (all []warning) {
	t.Helper()
	for lines := json.NewDecoder(log); lines.More(); {
		var line struct {
			Level string        `json:"level"`
			Ahead time.Duration `json:"ahead"`
		}
		if err := lines.Decode(&line); err != nil {
			t.Fatal(err)
		}
		all = append(all, warning{line.Level, line.Ahead.Round(time.Second).Seconds()})
	}
	return all
}
