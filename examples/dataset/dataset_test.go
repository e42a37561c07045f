package main

import (
	"bytes"
	"crypto/rand"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"

	"github.com/privacylabels/auditor/internal/dataset"
	"github.com/privacylabels/auditor/internal/paneltest"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
)

// zipped writes a data set to a file.
func zipped(t testing.TB, o dataset.Options) (path string, content []byte) {
	t.Helper()
	s := memory.New()
	paneltest.Furnish(t, s)
	service, err := dataset.New(dataset.Config{Env: storage.Env{Store: s, Now: time.Now, Random: rand.Reader}, Secret: make([]byte, 32), Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := service.Write(t.Context(), &b, o); err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(t.TempDir(), "panel.zip")
	if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return path, b.Bytes()
}

// cellsOf reads a table from Parquet in the form of CSV, the heading first.
func cellsOf(t testing.TB, path string) [][]string {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r := parquet.NewReader(f)
	defer r.Close()
	var heading []string
	types := make([]parquet.Type, 0)
	for _, c := range r.Schema().Fields() {
		heading, types = append(heading, c.Name()), append(types, c.Type())
	}
	all := [][]string{heading}
	rows := make([]parquet.Row, 7)
	for {
		n, err := r.ReadRows(rows)
		for _, row := range rows[:n] {
			cells := make([]string, len(row))
			for i, v := range row {
				cells[i] = cellOf(types[i], v)
			}
			all = append(all, cells)
		}
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

func cellOf(typ parquet.Type, v parquet.Value) string {
	switch {
	case v.IsNull():
		return ""
	case typ.LogicalType() != nil && strings.HasPrefix(typ.LogicalType().String(), "TIMESTAMP"):
		return paneltest.ISO(storage.Time(v.Int64()))
	case v.Kind() == parquet.Int64:
		return strconv.FormatInt(v.Int64(), 10)
	case v.Kind() == parquet.Double:
		return strconv.FormatFloat(v.Double(), 'f', -1, 64)
	case v.Kind() == parquet.Boolean:
		return strconv.FormatBool(v.Boolean())
	}
	return string(v.ByteArray())
}

// TestConvert reads all tables back, from data sets of each form.
func TestConvert(t *testing.T) {
	t.Parallel()
	_, plain := zipped(t, dataset.Options{Texts: true})
	for _, compression := range []string{"", dataset.Gzip, dataset.Zstd} {
		from, _ := zipped(t, dataset.Options{Texts: true, Compression: compression})
		to := filepath.Join(t.TempDir(), "parquet")
		var out bytes.Buffer
		if err := run(t.Context(), []string{from, to}, &out); err != nil {
			t.Fatal(err)
		}
		for _, table := range dataset.Tables() {
			want, err := csv.NewReader(strings.NewReader(paneltest.Files(t, plain)[table.Name+".csv"])).ReadAll()
			if err != nil {
				t.Fatal(err)
			}
			got := cellsOf(t, filepath.Join(to, table.Name+".parquet"))
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s %s (-csv +parquet):\n%s", table.Name, compression, diff)
			}
			if line := fmt.Sprintf("%s.parquet: %d rows\n", table.Name, len(want)-1); !strings.Contains(out.String(), line) {
				t.Errorf("%q does not contain %q", out.String(), line)
			}
		}
	}
}

func TestSameBytes(t *testing.T) {
	t.Parallel()
	from, _ := zipped(t, dataset.Options{})
	dir := t.TempDir()
	for _, to := range []string{"one", "two"} {
		if err := run(t.Context(), []string{from, filepath.Join(dir, to)}, io.Discard); err != nil {
			t.Fatal(err)
		}
	}
	for _, table := range dataset.Tables() {
		one, err := os.ReadFile(filepath.Join(dir, "one", table.Name+".parquet"))
		if err != nil {
			t.Fatal(err)
		}
		two, err := os.ReadFile(filepath.Join(dir, "two", table.Name+".parquet"))
		if err != nil || !bytes.Equal(one, two) {
			t.Errorf("%s differs between two conversions: %v", table.Name, err)
		}
	}
}

// TestRefuses converts what is no data set, and to a folder that exists. Nothing is left behind.
func TestRefuses(t *testing.T) {
	t.Parallel()
	from, content := zipped(t, dataset.Options{})
	changed := bytes.Clone(content)
	changed[bytes.Index(changed, []byte("PK\x03\x04"))+200] ^= 1
	dir := t.TempDir()
	damaged, text := filepath.Join(dir, "damaged.zip"), filepath.Join(dir, "text")
	for path, b := range map[string][]byte{damaged: changed, text: []byte("text")} {
		if err := os.WriteFile(path, b, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for name, args := range map[string][]string{
		"nothing": {}, "a missing file": {filepath.Join(dir, "none"), filepath.Join(dir, "to")}, "a text": {text, filepath.Join(dir, "to")},
		"a damaged zip": {damaged, filepath.Join(dir, "to")}, "a folder that exists": {from, dir},
	} {
		if err := run(t.Context(), args, io.Discard); err == nil {
			t.Errorf("%s is converted", name)
		}
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != 2 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}
