package clientgen_test

import (
	"flag"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/clientgen"
)

var update = flag.Bool("update", false, "rewrite the generated files of httpapi/client")

const folder = "../../httpapi/client"

// TestClientFollowsTheDocument is not parallel: it may write the files.
func TestClientFollowsTheDocument(t *testing.T) {
	document, err := os.ReadFile("../../internal/httpapi/testdata/openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	want, err := clientgen.Generate(document)
	if err != nil {
		t.Fatal(err)
	}
	got := generated(t)
	if *update {
		for name := range got {
			if err := os.Remove(filepath.Join(folder, name)); err != nil {
				t.Fatal(err)
			}
		}
		for name, text := range want {
			if err := os.WriteFile(filepath.Join(folder, name), text, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		return
	}
	for _, name := range slices.Sorted(maps.Keys(want)) {
		if diff := cmp.Diff(string(want[name]), string(got[name])); diff != "" {
			t.Errorf("%s is out of date, see -update (-want +got):\n%s", name, diff)
		}
		delete(got, name)
	}
	for name := range got {
		t.Errorf("%s is generated from nothing any more", name)
	}
}

// generated returns the files that say that they are generated.
func generated(t *testing.T) map[string][]byte {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	files := make(map[string][]byte)
	for _, e := range entries {
		text, err := os.ReadFile(filepath.Join(folder, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(string(text), "// Code generated ") {
			files[e.Name()] = text
		}
	}
	return files
}
