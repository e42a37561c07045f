package program

import (
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestOwnFilesAreNotReplaced writes over each file that a service needs: of the data folder, and
// of a running service whose folder the command does not know.
func TestOwnFilesAreNotReplaced(t *testing.T) {
	t.Parallel()
	s := newShop(t, "Maps", "Notes")
	p := start(t, append(s.args(), "-admin-token", "secret", "-trust-proxy")...)
	elsewhere := t.TempDir()
	links := 0
	linkTo := func(link func(from, to string) error, name string) string {
		t.Helper()
		links++
		at := filepath.Join(elsewhere, fmt.Sprint(links))
		if err := link(filepath.Join(s.dir, name), at); err != nil {
			t.Skip("no links here:", err)
		}
		return at
	}
	token := filepath.Join(elsewhere, "token")
	write(t, token, "secret")
	here := []string{"-data-dir", s.dir, "-admin-token-file", token}
	there := []string{"-url", behindProxy(t, p.url), "-admin-token-file", token, "-data-dir", "no such folder"}
	in := func(name string) string { return filepath.Join(s.dir, name) }
	for _, tt := range []struct {
		file string
		at   []string
		want string
	}{
		{in("auditor.db"), here, "auditor.db is the name of a file in the data folder"},
		{in("auditor.db-wal"), here, "auditor.db-wal is the name"},
		{in("auditor.db-journal"), here, "auditor.db-journal is the name"},
		{in("secret.key"), here, "secret.key is the name"},
		{in("../" + filepath.Base(s.dir) + "/AUDITOR.DB"), here, "AUDITOR.DB is the name"},
		{linkTo(os.Symlink, "auditor.db"), here, "auditor.db is the name"},
		{linkTo(os.Link, "auditor.db"), here, "is the same file as " + in("auditor.db")},
		{linkTo(os.Link, "secret.key"), here, "is the same file as " + in("secret.key")},
		{linkTo(os.Link, "auditor.db-reserve"), here, "is the same file as " + in("auditor.db-reserve")},
		{token, here, "is the same file as " + token},
		{in("auditor.db"), there, "auditor.db is the name"},
		{in("auditor.db-shm"), there, "auditor.db-shm is the name"},
		{in("auditor.db-reserve"), there, "auditor.db-reserve is the name"},
		{in("secret.key"), there, "secret.key is the name"},
		{linkTo(os.Symlink, "secret.key"), there, "secret.key is the name"},
		{linkTo(os.Link, "auditor.db"), there, "is an SQLite database"},
	} {
		for _, name := range []string{"backup", "export"} {
			command(t, nil, append([]string{name, tt.file}, tt.at...)...).expect(t, exitFault, "", tt.want)
		}
	}
	if text, err := os.ReadFile(token); err != nil || string(text) != "secret" {
		t.Errorf("the token file has %q, error %v", text, err)
	}
	if diff := cmp.Diff([]string{"Maps", "Notes"}, s.names()); diff != "" {
		t.Errorf("apps (-want +got):\n%s", diff)
	}
	p.stop(syscall.SIGTERM)
}
