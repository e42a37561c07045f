package main

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// start runs the program on a port of its own and returns where it listens.
func start(t *testing.T, args ...string) (address string) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	read, write := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		err := run(ctx, append(args, "-listen", "127.0.0.1:0"), write)
		write.CloseWithError(err)
		ended <- err
	}()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("run: %v", err)
		}
	})
	line, err := bufio.NewReader(read).ReadString('\n')
	if err != nil {
		t.Fatalf("read the address: %v", err)
	}
	return strings.TrimSpace(strings.TrimPrefix(line, "listening on "))
}

// names asks for the tracked apps.
func names(t *testing.T, address string) []string {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address+"/api/apps", nil)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	var apps []struct{ Name string }
	if err := json.NewDecoder(answer.Body).Decode(&apps); err != nil || answer.StatusCode != http.StatusOK {
		t.Fatalf("GET /api/apps: %s, %v", answer.Status, err)
	}
	var all []string
	for _, app := range apps {
		all = append(all, app.Name)
	}
	return all
}

func TestRunServesTheSamples(t *testing.T) {
	t.Parallel()
	if d := cmp.Diff([]string{"Compass", "Duty Roster", "Field Notes", "Scanner"}, names(t, start(t))); d != "" {
		t.Errorf("apps (-want +got):\n%s", d)
	}
}

func TestRunServesAFolder(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "7.json"), []byte(`{"name":"Maps","collects":{}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]string{"Compass", "Maps", "Scanner"}, names(t, start(t, "-apps", folder))); d != "" {
		t.Errorf("apps (-want +got):\n%s", d)
	}
}

func TestRunFails(t *testing.T) {
	t.Parallel()
	unreadable, misnamed := t.TempDir(), t.TempDir()
	for path, content := range map[string]string{
		filepath.Join(unreadable, "7.json"):  `{"name":`,
		filepath.Join(misnamed, "maps.json"): `{"name":"Maps"}`,
	} {
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, one := range []struct {
		name string
		args []string
		want string
	}{
		{"app that is not understood", []string{"-apps", unreadable}, "track 7.json"},
		{"file that is no app", []string{"-apps", misnamed}, "name of maps.json"},
		{"address that is none", []string{"-listen", "nowhere"}, "nowhere"},
	} {
		err := run(t.Context(), one.args, io.Discard)
		if err == nil || !strings.Contains(err.Error(), one.want) {
			t.Errorf("%s: %v, want an error with %q in it", one.name, err, one.want)
		}
	}
}
