package e2e_test

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/privacylabels/auditor/backup"
)

// ownDisk is set in the environment of the process that may mount a disk.
const ownDisk = "AUDITOR_TEST_OWN_DISK"

// TestFullDisk runs [TestOnFullDisk] in a process that is root in namespaces of
// its own.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), self, "-test.run=^TestOnFullDisk$", "-test.v")
	cmd.Env = append(os.Environ(), ownDisk+"=1")
	cmd.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS,
		UidMappings: []syscall.SysProcIDMap{{HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{HostID: os.Getgid(), Size: 1}},
	}
	out, err := cmd.CombinedOutput()
	switch {
	case errors.Is(err, syscall.EPERM) || strings.Contains(string(out), "mount:"):
		t.Skipf("no disk can be mounted here: %v %s", err, out)
	case err != nil:
		t.Errorf("%v: %s", err, out)
	}
}

// On a full disk all can be read, exported and deleted, also after a start there.
func TestOnFullDisk(t *testing.T) {
	if os.Getenv(ownDisk) == "" {
		t.Skip("TestFullDisk runs this")
	}
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=96m"); err != nil {
		t.Fatal("mount:", err)
	}
	defer func() { _ = syscall.Unmount(dir, syscall.MNT_DETACH) }()
	from := newStage(t)
	begin := func() *service {
		s := start(t, dir, from, "AUDITOR_ADMIN_TOKEN="+diskToken, "TMPDIR="+t.TempDir())
		s.http.Transport = tokenSender{s.http.Transport}
		return s
	}
	s := begin()
	must[map[string]any](s, "POST", "/api/backup/restore?allowUntrusted=1", handmade("old"))

	filler := filepath.Join(dir, "filler")
	fill(t, filler)
	useUp(t, s)
	work(t, s, dir, 1)
	s.Stop()

	fill(t, filler) // and with what closing has given back
	s = begin()
	work(t, s, dir, 10)
	must[map[string]any](s, "POST", "/api/reset", "")
	if got := must[struct{ Total int }](s, "GET", "/api/apps?limit=1", ""); got.Total != 0 {
		t.Errorf("after the reset there are %d apps", got.Total)
	}
	if err := os.Remove(filler); err != nil {
		t.Fatal(err)
	}
	must[map[string]any](s, "POST", "/api/backup/restore?allowUntrusted=1", handmade("new"))
	s.Stop()
	if faults := nameOfAll(t, dir); faults != "new" {
		t.Errorf("all apps are %q", faults)
	}
}

const diskToken = "a-token-of-the-test"

// tokenSender adds the admin token to requests.
type tokenSender struct{ http.RoundTripper }

func (s tokenSender) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("X-Auditor-Admin-Token", diskToken)
	return s.RoundTripper.RoundTrip(r)
}

// fill takes all room that is left.
func fill(t *testing.T, path string) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	for _, piece := range []int{1 << 20, 1 << 12, 1} {
		for err = nil; err == nil; {
			_, err = f.Write(make([]byte, piece))
		}
		if !errors.Is(err, syscall.ENOSPC) {
			t.Fatal(err)
		}
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

// useUp writes notes until there is no room for more.
func useUp(t *testing.T, s *service) {
	t.Helper()
	note := fmt.Sprintf(`{"appId":"1999","content":%q}`, strings.Repeat("x", 8000))
	for range 20_000 {
		status, body, err := s.call(t.Context(), "POST", "/api/annotations", note)
		if err != nil {
			t.Fatal(err)
		}
		if status == http.StatusInsufficientStorage {
			if !strings.Contains(string(body), "delete apps") {
				t.Errorf("the answer does not say what to do: %s", body)
			}
			return
		}
		if status/100 != 2 {
			t.Fatalf("a note: status %d: %s", status, body)
		}
	}
	t.Fatal("the disk does not get full")
}

// work reads, exports and deletes, from an app on, and then writes.
func work(t *testing.T, s *service, dir string, app int) {
	t.Helper()
	succeed := func(method, path, body string) []byte {
		t.Helper()
		status, text, err := s.call(t.Context(), method, path, body)
		if err != nil || status/100 != 2 {
			t.Errorf("%s %s: status %d, error %v: %.300s", method, path, status, err, text)
		}
		return text
	}
	for _, path := range []string{
		"/api/health", "/api/apps", "/api/apps?limit=500", "/api/apps?view=grouped", "/api/changelog", "/api/annotations", "/api/activity",
		"/api/export", "/api/export?format=json", "/api/export/audit-bundle",
	} {
		succeed("GET", path, "")
	}
	bundle := succeed("GET", "/api/backup/export", "")
	key, err := os.ReadFile(filepath.Join(dir, "secret.key"))
	if err != nil {
		t.Fatal(err)
	}
	found, err := backup.Verify(t.Context(), strings.NewReader(string(bundle)), key, t.TempDir())
	if err != nil || found.Trust != backup.Trusted {
		t.Errorf("the backup of the full disk: %+v, error %v", found, err)
	}
	succeed("POST", "/api/auth/admin-token/login", `{"token":"`+diskToken+`"}`)
	succeed("POST", "/api/auth/admin-token/logout", "")
	for i := range 3 {
		succeed("DELETE", fmt.Sprintf("/api/apps?id=%d", app+i), "")
	}
	for range 2 { // in the pages that are free now
		succeed("POST", "/api/annotations", `{"appId":"1999","content":"there is room again"}`)
	}
}
