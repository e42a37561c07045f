package appstore_test

import (
	"encoding/json"
	"errors"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/appstore"
	"github.com/privacylabels/auditor/storage"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// fixturesDir is where real pages are found, if they are: they belong to others,
// so they are not in the repository.
var fixturesDir = filepath.Join("..", "..", "..", "shared", "fixtures")

func fixture(t testing.TB, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(fixturesDir, filepath.FromSlash(name)))
	if errors.Is(err, fs.ErrNotExist) {
		t.Skipf("no real pages at %s", fixturesDir)
	}
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// golden compares v, as JSON, with a file of testdata.
func golden(t *testing.T, name string, v any) {
	t.Helper()
	got, err := json.MarshalIndent(v, "", "\t")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, append(got, '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)+"\n"); diff != "" {
		t.Errorf("%s (-want +got):\n%s", name, diff)
	}
}

func parse(t *testing.T, page []byte, id storage.AppID) fleet.Listing {
	t.Helper()
	l, err := appstore.Parse(page, id)
	if err != nil {
		t.Fatalf("Parse: %v", err)
	}
	return l
}

// outline writes a label as its identifiers: each type with its categories.
func outline(l *storage.Label) map[string][]string {
	if l == nil {
		return nil
	}
	all := make(map[string][]string)
	for _, t := range l.Types {
		all[t.Identifier] = []string{}
		for _, c := range t.Categories {
			all[t.Identifier] = append(all[t.Identifier], c.Identifier)
		}
	}
	return all
}

func value[T any](p *T) T {
	var zero T
	if p == nil {
		return zero
	}
	return *p
}
