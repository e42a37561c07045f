package program

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func TestHealthcheck(t *testing.T) {
	t.Parallel()
	empty := filepath.Join(t.TempDir(), "data")
	command(t, nil, "healthcheck", "-data-dir", empty).expect(t, exitFault, "", "not healthy: no database in "+empty)
	if _, err := os.Stat(empty); !os.IsNotExist(err) {
		t.Errorf("the data folder: %v", err)
	}
	s := newShop(t, "Maps")
	command(t, nil, "healthcheck", "-data-dir", s.dir).expect(t, exitDone, "healthy\n", "")
	command(t, nil, "healthcheck", "--json", "-data-dir", s.dir).expect(t, exitDone, "{\n  \"healthy\": true,\n  \"error\": null\n}\n", "")
	command(t, nil, "healthcheck", "--json", "-data-dir", empty).
		expect(t, exitFault, "{\n  \"healthy\": false,\n  \"error\": \"no database in "+empty+"\"\n}\n", "not healthy: no database in ")
	p := start(t, append(s.args(), "-admin-token", "secret", "-network-exposed")...)
	command(t, nil, "healthcheck", "-data-dir", s.dir).expect(t, exitDone, "healthy\n", "")
	command(t, nil, "healthcheck", "-url", p.url).expect(t, exitDone, "healthy\n", "")
	command(t, nil, "healthcheck", "-url", p.url+"/other").expect(t, exitFault, "", "not healthy: the service answered 404")
	p.stop(syscall.SIGTERM)
	command(t, nil, "healthcheck", "-url", p.url).expect(t, exitFault, "", "not healthy: ")
	key := filepath.Join(s.dir, secretName)
	if err := os.Truncate(key, 10); err != nil {
		t.Fatal(err)
	}
	command(t, nil, "healthcheck", "-data-dir", s.dir).expect(t, exitFault, "", "secret.key is damaged")
	if err := os.Remove(key); err != nil {
		t.Fatal(err)
	}
	command(t, nil, "healthcheck", "-data-dir", s.dir).expect(t, exitDone, "healthy\n", "")
	write(t, filepath.Join(s.dir, databaseName), strings.Repeat("not a database", 1000))
	command(t, nil, "healthcheck", "-data-dir", s.dir).expect(t, exitFault, "", "not healthy: ")
}
