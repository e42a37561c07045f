package archtest_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/archtest"
)

func TestImports(t *testing.T) {
	t.Parallel()
	const module = "github.com/privacylabels/auditor/"
	expect(t, archtest.Imports,
		"fleet/runner: imports "+module+"backup: not in a column after its own",
		"fleet: imports "+module+"internal/policy: not in a column after its own",
		"fleet: imports "+module+"storage/storagetest: not in a column after its own",
		"mystery: has no place in the columns",
	)
}

func TestSurface(t *testing.T) {
	t.Parallel()
	var want []string
	for _, name := range []string{"Alias", "Argument", "Embedded", "Field", "Generic", "Interface", "Joined", "Method",
		"Promoted", "Result", "Variable"} {
		want = append(want, "notify: "+name+" shows internal/hidden.Thing")
	}
	expect(t, archtest.Surface, append(want, "notify: Derived shows internal/hidden.Inner")...)
}

func TestDocs(t *testing.T) {
	t.Parallel()
	expect(t, archtest.Docs,
		"extra.go: has a package comment beside auditor.go",
		`fleet/doc.go: does not open with "Package fleet "`,
		"fleet/fleet.go: has a package comment beside doc.go",
		"internal/hidden: has no doc.go",
	)
}

// The files of the next tests are written here, so that a search of the repository
// does not find them.

func TestMarkers(t *testing.T) {
	t.Parallel()
	todo := "TO" + "DO"
	m := folder(t, map[string]string{
		"a.go":            "package a\n\n// " + todo + ": finish\n",
		".ci/run":         "# FIX" + "ME\n",
		"READ.md":         "XX" + "X",
		"nested/go.mod":   "// " + todo + "(me)\n",
		"data/a.go":       todo,
		"testdata/a.go":   todo,
		".git/message.md": todo,
		"words.go":        "package words\n\n// " + todo + "S and " + strings.ToLower(todo) + " are words.\n",
		"binary":          "\x00" + todo,
	})
	want := []string{
		".ci/run: line 1 says FIX" + "ME",
		"READ.md: line 1 says XX" + "X",
		"a.go: line 3 says " + todo,
		"nested/go.mod: line 1 says " + todo,
	}
	if diff := cmp.Diff(want, run(t, m, archtest.Markers)); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
}

func TestLanguage(t *testing.T) {
	t.Parallel()
	m := folder(t, map[string]string{
		"a.go":           "package a\n\n// Mended afresh.\n",
		"amend.go":       "package amend // housekeeper, recommend, http.NoBody, amendID\n",
		"b.go":           "package b\n\nfunc runGoesOnWithIt() {}\n\nvar HTTPCourier, mended_at = 1, 2\n",
		"c_test.go":      "package c\n\ntype line struct {\n\tReason string `json:\"cutOff\"`\n}\n",
		"testdata/a.go":  "patience",
		"CHANGELOG.md":   "nobody",
		"docs/READ.md":   "It says whether.",
		"data/secret.go": "whoever",
	})
	want := []string{
		`a.go: 2 retired words, the first in line 3: "Mended"`,
		`b.go: 3 retired words, the first in line 3: "Goes On With"`,
		`c_test.go: 1 retired words, the first in line 4: "cut Off"`,
		`docs/READ.md: 1 retired words, the first in line 1: "says whether"`,
	}
	if diff := cmp.Diff(want, run(t, m, archtest.Language)); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
}

// folder returns a module of files that the go command has not loaded.
func folder(t *testing.T, files map[string]string) *archtest.Module {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return &archtest.Module{Dir: dir}
}
