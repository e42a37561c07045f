package runner_test

import (
	"context"
	"crypto/rand"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/storage/sqlite"
)

// BenchmarkRun measures what the engine adds to each item: a job that does and
// writes nothing.
func BenchmarkRun(b *testing.B) {
	db, err := sqlite.Open(b.Context(), filepath.Join(b.TempDir(), "auditor.db"))
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	const size = 1000
	j := &job{do: func(context.Context, runner.Item) (runner.Result, error) { return runner.Result{}, nil }}
	for i := range size {
		j.subjects = append(j.subjects, fmt.Sprint(i))
	}
	e := runner.New(runner.Config{Store: db, Now: time.Now, Random: rand.Reader, Jobs: []runner.Job{j}})
	defer e.Stop(time.Second)
	b.ReportAllocs()
	for b.Loop() {
		if run := finished(b, e); run.Completed != size {
			b.Fatalf("the run is %+v", run)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*size), "ns/item")
}
