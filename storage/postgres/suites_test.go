package postgres_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/privacylabels/auditor/internal/pgtest"
)

// suites names the environment variable with the packages whose tests are to run over
// PostgreSQL, such as "./fleet/... ./internal/httpapi", since all of them take minutes.
const suites = "AUDITOR_SUITES"

// TestSuites runs the tests of the services and the API over PostgreSQL, unchanged, in a
// database of their own: the package that opens their stores gets a file more. The module of
// the services does not know this one, so it is built with a go.mod that does, and with the race
// detector if this test is.
func TestSuites(t *testing.T) {
	if os.Getenv(pgtest.Server) == "" || os.Getenv(suites) == "" {
		t.Skip(pgtest.Server + " and " + suites + " do not name a server and packages, such as ./fleet/... ./changelog ./backup/... ./notify ./internal/httpapi")
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	here := filepath.Join(root, "storage", "postgres")
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	read := func(path string) string {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	module := write("go.mod", read(filepath.Join(root, "go.mod"))+
		"\nrequire github.com/privacylabels/auditor/storage/postgres v0.0.0\n\nreplace github.com/privacylabels/auditor/storage/postgres => "+here+"\n")
	write("go.sum", read(filepath.Join(root, "go.sum"))+read(filepath.Join(here, "go.sum")))
	overlay, err := json.Marshal(map[string]any{"Replace": map[string]string{
		filepath.Join(root, "internal", "teststore", "postgres.go"): filepath.Join(here, "testdata", "teststore.go"),
	}})
	if err != nil {
		t.Fatal(err)
	}
	// The seeds of the fuzz targets are left out: each makes a database of its own.
	args := []string{"test", "-mod=mod", "-modfile=" + module, "-overlay=" + write("overlay.json", string(overlay)), "-count=1", "-run=^(Test|Example)"}
	if deadline, ok := t.Deadline(); ok {
		args = append(args, "-timeout="+time.Until(deadline).Round(time.Second).String())
	} else {
		args = append(args, "-timeout=0")
	}
	if args = append(args, flags(t)...); testing.Short() {
		args = append(args, "-short")
	}
	cmd := exec.CommandContext(t.Context(), "go", append(args, strings.Fields(os.Getenv(suites))...)...)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), pgtest.Server+"="+pgtest.NewDatabase(t, "ENCODING 'UTF8'"))
	cmd.Stdout, cmd.Stderr = t.Output(), t.Output() // so that each package is reported when it ends
	t.Log(cmd)
	if err := cmd.Run(); err != nil {
		t.Error(err)
	}
}

// flags returns the flags that this test was built with and the suites should be as well, such
// as -race.
func flags(t *testing.T) (all []string) {
	t.Helper()
	built, ok := debug.ReadBuildInfo()
	if !ok {
		t.Fatal("the test does not know how it was built")
	}
	for _, s := range built.Settings {
		if s.Key == "-race" || s.Key == "-gcflags" {
			all = append(all, s.Key+"="+s.Value)
		}
	}
	return all
}
