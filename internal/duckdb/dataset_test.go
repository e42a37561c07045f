//go:build cgo

package duckdb_test

import (
	"bytes"
	"crypto/rand"
	"database/sql"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	_ "github.com/duckdb/duckdb-go/v2"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/privacylabels/auditor/internal/dataset"
	"github.com/privacylabels/auditor/internal/paneltest"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
)

// written writes a data set to a folder, as CSV and as Parquet, and returns the tables as rows.
func written(t *testing.T) (dir string, zipped []byte) {
	t.Helper()
	s := memory.New()
	paneltest.Furnish(t, s)
	service, err := dataset.New(dataset.Config{Env: storage.Env{Store: s, Now: time.Now, Random: rand.Reader}, Secret: make([]byte, 32), Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := service.Write(t.Context(), &b, dataset.Options{}); err != nil {
		t.Fatal(err)
	}
	dir = t.TempDir()
	panel := filepath.Join(dir, "panel")
	if err := os.Mkdir(panel, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, content := range paneltest.Files(t, b.Bytes()) {
		if err := os.WriteFile(filepath.Join(panel, name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	convert := exec.CommandContext(t.Context(), "go", "-C", "../../examples/dataset", "run", ".", panel, filepath.Join(dir, "parquet"))
	convert.Env = append(os.Environ(), "CGO_ENABLED=0", "GOWORK=off")
	if out, err := convert.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return dir, b.Bytes()
}

// query returns the rows of a query, each with its cells in the form of CSV.
func query(t *testing.T, db *sql.DB, statement string) [][]string {
	t.Helper()
	found, err := db.QueryContext(t.Context(), statement)
	if err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
	defer found.Close()
	names, err := found.Columns()
	if err != nil {
		t.Fatal(err)
	}
	var rows [][]string
	for found.Next() {
		cells, to := make([]any, len(names)), make([]any, len(names))
		for i := range cells {
			to[i] = &cells[i]
		}
		if err := found.Scan(to...); err != nil {
			t.Fatal(err)
		}
		row := make([]string, len(cells))
		for i, cell := range cells {
			row[i] = text(cell)
		}
		rows = append(rows, row)
	}
	if err := found.Err(); err != nil {
		t.Fatal(err)
	}
	return rows
}

func text(cell any) string {
	switch v := cell.(type) {
	case nil:
		return ""
	case time.Time:
		return paneltest.ISO(storage.TimeOf(v))
	}
	return fmt.Sprint(cell)
}

// TestTables compares what DuckDB reads, from CSV and from Parquet, with the tables.
func TestTables(t *testing.T) {
	t.Parallel()
	dir, zipped := written(t)
	db, err := sql.Open("duckdb", "")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	query(t, db, "SET TimeZone = 'UTC'")
	for _, table := range dataset.Tables() {
		want := paneltest.TableOf(t, zipped, table.Name)[1:]
		slices.SortFunc(want, slices.Compare)
		for _, from := range []string{
			"read_csv('" + filepath.Join(dir, "panel", table.Name+".csv") + "', all_varchar = true)",
			"read_parquet('" + filepath.Join(dir, "parquet", table.Name+".parquet") + "')",
		} {
			got := query(t, db, "SELECT * FROM "+from)
			slices.SortFunc(got, slices.Compare)
			if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("%s (-csv +duckdb):\n%s", from, diff)
			}
		}
	}
}

// TestDocumented runs the statements of docs/DATA.md for DuckDB that read a data set. That which
// attaches a database needs an extension, which DuckDB gets from the network.
func TestDocumented(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/DATA.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, ok := strings.Cut(string(page), "-- DuckDB\n")
	statements, _, ok2 := strings.Cut(rest, "```")
	if !ok || !ok2 {
		t.Fatal("docs/DATA.md has no statements for DuckDB")
	}
	dir, zipped := written(t)
	db, err := sql.Open("duckdb", "")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	origins := make(map[string]int)
	for _, row := range paneltest.Columns(t, zipped, "states", "origin") {
		origins[row[0]]++
	}
	run := 0
	for statement := range strings.Lines(statements) {
		if !strings.Contains(statement, "panel/") && !strings.Contains(statement, "parquet/") {
			continue
		}
		run++
		statement = strings.NewReplacer("'panel/", "'"+dir+"/panel/", "'parquet/", "'"+dir+"/parquet/").Replace(statement)
		got := make(map[string]int)
		for _, row := range query(t, db, statement) {
			n, err := strconv.Atoi(row[1])
			if err != nil {
				t.Fatal(err)
			}
			got[row[0]] = n
		}
		if diff := cmp.Diff(origins, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", statement, diff)
		}
	}
	if run == 0 {
		t.Error("no statement of docs/DATA.md was run")
	}
}
