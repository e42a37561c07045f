package runner_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/storage"
)

// untitled is a job whose items have no titles.
type untitled struct{ *job }

func (untitled) Name() string { return "untitled" }

func (untitled) Title(*storage.Tx, string) (string, error) { return "", errors.New("no title") }

// A run that cannot be resumed is reported, even when another one can be.
func TestResumeReportsEachFault(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := open(t)
		err := s.Update(t.Context(), func(tx *storage.Tx) error {
			for at, name := range []string{"test", "untitled"} { // the last one comes first
				run := storage.Run{ID: name, Runner: name, Status: storage.RunRunning, StartedAt: storage.Time(at + 1), Total: 1}
				if err := tx.Runs.Put(run); err != nil {
					return err
				}
				if err := tx.RunItems.Put(storage.RunItem{Run: name, Subject: "a"}); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		var log bytes.Buffer
		e := runner.New(runner.Config{
			Store: s, Now: time.Now, Random: rand.Reader, Jobs: []runner.Job{over(""), untitled{over("")}},
			Logger: slog.New(slog.NewTextHandler(&log, nil)),
		})
		ctx, enough := context.WithTimeout(t.Context(), runner.DefaultLease/10) // one look
		defer enough()
		e.Resume(ctx)
		e.Stop(0)
		if got := settings(t, s); got["a"] != "I" {
			t.Errorf("written is %v, want what the other job writes", got)
		}
		if !strings.Contains(log.String(), "no title") {
			t.Errorf("the log says\n%s", log.String())
		}
	})
}
