package riverrunner_test

import (
	"context"
	"database/sql"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/pgtest"
	"github.com/privacylabels/auditor/storage"
)

func TestReplicasShareARun(t *testing.T) {
	t.Parallel()
	address := pgtest.NewSchema(t)
	jobs := []job{over(60), over(60), over(60)}
	var replicas []replica
	for _, j := range jobs {
		j.Work = func(_ context.Context, item runner.Item) (runner.Result, error) {
			time.Sleep(20 * time.Millisecond)
			return runner.Result{Write: stroke(item)}, nil
		}
		replicas = append(replicas, join(t, address, j))
	}
	run := wait(t, replicas[1], start(t, replicas[0]).ID)
	if run.Status != storage.RunDone || run.Completed != 60 {
		t.Errorf("the run ended as %+v", run)
	}
	wrote(t, replicas[0], jobs[0].Once("done "))
	total := 0
	for i, j := range jobs {
		n := len(strings.Fields(j.Worked()))
		if total += n; n == 0 {
			t.Errorf("replica %d did nothing", i)
		}
	}
	if total != 60 {
		t.Errorf("%d items were worked on, want 60", total)
	}
}

// TestManyItemsAreAnalyzed starts a run of many items. The server knows at once how many there
// are: it would plan the fetches as if there were none.
func TestManyItemsAreAnalyzed(t *testing.T) {
	t.Parallel()
	address := pgtest.NewSchema(t)
	j := over(6000)
	g := gated(j)
	r := join(t, address, j)
	t.Cleanup(func() { close(g.Pass) })
	start(t, r)
	db, err := sql.Open("pgx", address)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var rows float64
	if err := db.QueryRowContext(t.Context(), "SELECT reltuples FROM pg_class WHERE oid = 'river_job'::REGCLASS").Scan(&rows); err != nil {
		t.Fatal(err)
	}
	if rows < 6000 {
		t.Errorf("the server knows of %v jobs, want 6000", rows)
	}
	if _, err := r.Cancel(t.Context(), "test"); err != nil {
		t.Error(err)
	}
}

func TestItemsInOrder(t *testing.T) {
	t.Parallel()
	address := pgtest.NewSchema(t)
	one := over(12)
	one.ordered = true
	a, b := join(t, address, one), join(t, address, one)
	for range 2 {
		wait(t, b, start(t, a).ID)
	}
	if diff := cmp.Diff(slices.Repeat(one.Subjects, 2), strings.Fields(one.Worked())); diff != "" {
		t.Errorf("order (-want +got):\n%s", diff)
	}
}
