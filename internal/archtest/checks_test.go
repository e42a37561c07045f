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
		".: imports "+module+"storage/sqlite: only examples and tests name a backend",
		"fleet/runner: imports "+module+"backup: not in a column after its own",
		"fleet: imports "+module+"fleet/policy: not in a column after its own",
		"fleet: imports "+module+"storage/sqlite: only examples and tests name a backend",
		"fleet: imports "+module+"storage/storagetest: only tests do",
		"fleet: imports github.com/google/go-cmp/cmp: kept for storage/storagetest, internal/fakestore, internal/fakearchive, internal/contract, internal/clientgen and tests",
		"fleet: imports github.com/uptrace/bunrouter: kept for httpapi and tests",
		"mystery: has no place in the columns",
		"storage: imports github.com/uptrace/bunrouter: storage imports the standard library only",
	)
}

func TestReaches(t *testing.T) {
	t.Parallel()
	all := []string{
		"auditor.go:16: os.Getenv: take an option",
		"backup/reach.go:14: time.Now: take a clock",
		"backup/reach.go:18: log.Print: take a *slog.Logger",
		"backup/reach.go:18: time.Since: take a clock",
		"backup/reach.go:19: log/slog.Info: take a *slog.Logger",
		"backup/reach.go:19: math/rand/v2.IntN: take a source",
		"backup/reach.go:20: net/http.Get: take or make your own",
		"backup/reach.go:20: os.LookupEnv: take an option",
		"backup/reach.go:21: os.Exit: return an error",
		"backup/reach.go:4: flag..: take an option",
	}
	expect(t, reaches(), all...)
}

func TestReachesExceptions(t *testing.T) {
	t.Parallel()
	expect(t, reaches(
		archtest.Exception{Rel: ".", Symbol: "os.Getenv", Reason: "needed"},
		archtest.Exception{Rel: "backup", Symbol: "flag..", Reason: "needed"},
		archtest.Exception{Rel: "backup", Symbol: "log.Print", Reason: "needed"},
		archtest.Exception{Rel: "backup", Symbol: "log/slog.Info", Reason: "needed"},
		archtest.Exception{Rel: "backup", Symbol: "math/rand/v2.IntN", Reason: "needed"},
		archtest.Exception{Rel: "backup", Symbol: "net/http.Get", Reason: "needed"},
		archtest.Exception{Rel: "backup", Symbol: "os.LookupEnv", Reason: "needed"},
		archtest.Exception{Rel: "backup", Symbol: "time.Now", Reason: "needed"},
		archtest.Exception{Rel: "fleet", Symbol: "time.Since", Reason: "another package's"},
	),
		"backup/reach.go:18: time.Since: take a clock",
		"backup/reach.go:21: os.Exit: return an error",
		"fleet: does not need the exception for time.Since",
	)
}

func reaches(exceptions ...archtest.Exception) func(*archtest.Module) ([]archtest.Finding, error) {
	return func(m *archtest.Module) ([]archtest.Finding, error) { return archtest.Reaches(m, exceptions) }
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

// The seeds of the next two are made here: in testdata they would trip whoever
// searches the repository for them.

func TestLengths(t *testing.T) {
	t.Parallel()
	m := folder(t, map[string]string{
		"long.go":              strings.Repeat("\n", archtest.MaxLines+1),
		"long_test.go":         strings.Repeat("\n", archtest.MaxLines+1),
		"nested/long.sql":      strings.Repeat("\n", archtest.MaxLines+1),
		"full.go":              strings.Repeat("\n", archtest.MaxLines),
		"long.md":              strings.Repeat("\n", archtest.MaxLines+1),
		"data/long.go":         strings.Repeat("\n", archtest.MaxLines+1),
		"nested/testdata/l.go": strings.Repeat("\n", archtest.MaxLines+1),
	})
	want := []string{
		"long.go: 501 lines, more than 500",
		"long_test.go: 501 lines, more than 500",
		"nested/long.sql: 501 lines, more than 500",
	}
	if diff := cmp.Diff(want, run(t, m, archtest.Lengths)); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
}

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

// folder makes a module of files that no check loads.
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
