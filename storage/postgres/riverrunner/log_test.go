package riverrunner_test

import (
	"bytes"
	"log/slog"
	"testing"

	"github.com/privacylabels/auditor/internal/pgtest"
	"github.com/privacylabels/auditor/storage/postgres"
	"github.com/privacylabels/auditor/storage/postgres/riverrunner"
)

// TestLogIsQuiet opens a queue, at which River creates its tables and says so. Only those who
// look for faults read that.
func TestLogIsQuiet(t *testing.T) {
	t.Parallel()
	for level, want := range map[slog.Level]bool{slog.LevelInfo: false, slog.LevelDebug: true} {
		store, err := postgres.Open(t.Context(), pgtest.NewSchema(t))
		if err != nil {
			t.Fatal(err)
		}
		var log bytes.Buffer
		runs, err := riverrunner.Open(t.Context(), store, slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: level})))
		if err != nil {
			t.Fatal(err)
		}
		runs.Close()
		if err := store.Close(); err != nil {
			t.Error(err)
		}
		if got := log.Len() > 0; got != want {
			t.Errorf("at %v the log is %q", level, &log)
		}
	}
}
