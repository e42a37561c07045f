package postgres_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/internal/pgtest"
)

// suites names the environment variable with the packages whose tests are to run over
// PostgreSQL, such as "./fleet/... ./httpapi", since all of them take minutes.
const suites = "AUDITOR_SUITES"

// TestSuites runs the tests of the services and the API over PostgreSQL, unchanged: the package
// that opens their databases gets a file more. The module of the services does not know this
// one, so it is built with a go.mod that does.
func TestSuites(t *testing.T) {
	if os.Getenv(pgtest.Server) == "" || os.Getenv(suites) == "" {
		t.Skip(pgtest.Server + " and " + suites + " do not name a server and packages, such as ./fleet/... ./changelog ./backup/... ./notify ./httpapi")
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
	args := append([]string{"test", "-mod=mod", "-modfile=" + module, "-timeout=1h", "-overlay=" + write("overlay.json", string(overlay))}, strings.Fields(os.Getenv(suites))...)
	cmd := exec.CommandContext(t.Context(), "go", args...)
	cmd.Dir = root
	out, err := cmd.CombinedOutput()
	t.Logf("%s", out)
	if err != nil {
		t.Errorf("go %s: %v", strings.Join(args, " "), err)
	}
}
