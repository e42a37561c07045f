package riverrunner_test

import (
	"strings"
	"testing"

	"github.com/privacylabels/auditor/internal/pgtest"
	"github.com/privacylabels/auditor/storage/postgres"
	"github.com/privacylabels/auditor/storage/postgres/riverrunner"
)

// TestOpenRefusesTablesOfAnotherProgram opens a queue in a schema where another program has
// tables with the names of River's. It leaves them as they are.
func TestOpenRefusesTablesOfAnotherProgram(t *testing.T) {
	t.Parallel()
	for _, table := range []string{"river_migration", "river_job", "river_leader", "river_queue"} {
		t.Run(table, func(t *testing.T) {
			t.Parallel()
			address := pgtest.NewSchema(t)
			pgtest.Execute(t, address, "CREATE TABLE "+table+" (n INT); INSERT INTO "+table+" VALUES (1)")
			store, err := postgres.Open(t.Context(), address)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() {
				if err := store.Close(); err != nil {
					t.Error(err)
				}
			})
			for range 2 {
				runs, err := riverrunner.Open(t.Context(), store, nil)
				if err == nil {
					runs.Close()
					t.Fatal("Open succeeds")
				}
				for _, part := range []string{"a table river_* of another program", "search_path"} {
					if !strings.Contains(err.Error(), part) {
						t.Errorf("Open: %v, want a sentence with %q", err, part)
					}
				}
			}
			pgtest.Execute(t, address, "SELECT 1 / n FROM "+table) // fails if it was replaced
		})
	}
}
