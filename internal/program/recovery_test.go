package program

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/ncruces/go-sqlite3"

	"github.com/privacylabels/auditor"
	"github.com/privacylabels/auditor/storage"
)

// What a damaged folder is refused with leads back to a whole one.
func TestAdviceIsRight(t *testing.T) {
	t.Parallel()
	path := func(s *shop, suffix string) string { return filepath.Join(s.dir, databaseName+suffix) }
	for name, damage := range map[string]func(*testing.T, *shop){
		"noise": func(t *testing.T, s *shop) {
			write(t, path(s, ""), strings.Repeat("noise", 5000))
		},
		"empty": func(t *testing.T, s *shop) {
			if err := os.Truncate(path(s, ""), 0); err != nil {
				t.Fatal(err)
			}
		},
		"half": func(t *testing.T, s *shop) {
			if err := os.Truncate(path(s, ""), 3*4096); err != nil {
				t.Fatal(err)
			}
		},
		"another schema": func(t *testing.T, s *shop) {
			c, err := sqlite3.Open("file:" + path(s, ""))
			if err != nil {
				t.Fatal(err)
			}
			if err := c.Exec("DROP TABLE audits"); err != nil {
				t.Error(err)
			}
			if err := c.Close(); err != nil {
				t.Error(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newShop(t, "Maps")
			command(t, strings.NewReader(`{"version":1,"exportedAt":5,"apps":[{"id":7,"name":"Caps"}]}`), "restore", "-", "-allow-untrusted", "-data-dir", s.dir).
				expect(t, exitDone, "restored", "")
			s.visit(func(a *auditor.Auditor, _ storage.Store) error {
				_, err := a.Client().MakeBackupFile(t.Context())
				return err
			})
			damage(t, s)
			said := command(t, nil, "healthcheck", "-data-dir", s.dir)
			said.expect(t, exitFault, "", "restore a backup")
			advised := regexp.MustCompile(`run: auditor (restore -data-dir \S+ \S+) \(the newest automatic backup`).FindStringSubmatch(said.log)
			if advised == nil {
				t.Fatalf("no command is advised: %s", said.log)
			}
			for _, suffix := range []string{"", "-wal", "-shm"} {
				if err := os.Rename(path(s, suffix), filepath.Join(t.TempDir(), "moved")); err != nil && !os.IsNotExist(err) {
					t.Fatal(err)
				}
			}
			command(t, nil, strings.Fields(advised[1])...).expect(t, exitDone, "restored, trusted", "")
			if got := s.names(); len(got) != 1 || got[0] != "Caps" {
				t.Errorf("apps %q are there, want Caps", got)
			}
		})
	}
}
