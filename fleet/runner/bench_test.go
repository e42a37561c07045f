package runner_test

import (
	"context"
	"crypto/rand"
	"iter"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/sqlite"
)

// idle is a job over so many subjects that does and writes nothing.
type idle int

func (idle) Name() string                              { return "test" }
func (idle) Title(*storage.Tx, string) (string, error) { return "", nil }
func (idle) End(*storage.Tx, storage.Run) error        { return nil }

func (n idle) Queue(*storage.Tx) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for i := range int(n) {
			if !yield(strconv.Itoa(i), nil) {
				return
			}
		}
	}
}

func (idle) Do(context.Context, runner.Item) (runner.Result, error) { return runner.Result{}, nil }

// BenchmarkRun measures what the engine adds to each item: a job that does and
// writes nothing.
func BenchmarkRun(b *testing.B) {
	db, err := sqlite.Open(b.Context(), filepath.Join(b.TempDir(), "auditor.db"))
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	const size = 1000
	e := runner.New(runner.Config{Store: db, Now: time.Now, Random: rand.Reader, Jobs: []runner.Job{idle(size)}})
	defer e.Stop(time.Second)
	b.ReportAllocs()
	for b.Loop() {
		if run := finished(b, e); run.Completed != size {
			b.Fatalf("the run is %+v", run)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*size), "ns/item")
}
