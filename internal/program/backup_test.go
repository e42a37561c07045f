package program

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor"
	"github.com/privacylabels/auditor/internal/fakestore"
	"github.com/privacylabels/auditor/storage"
)

// result is what a command returned and wrote.
type result struct {
	code     int
	out, log string
}

// command runs a command in this process.
func command(t *testing.T, stdin io.Reader, args ...string) result {
	t.Helper()
	return commandUntil(t.Context(), stdin, args...)
}

// commandUntil runs a command in this process until the context ends.
func commandUntil(ctx context.Context, stdin io.Reader, args ...string) result {
	var stdout, stderr strings.Builder
	code := run(ctx, args, environment(nil), nil, stdin, &stdout, &stderr)
	return result{code, stdout.String(), stderr.String()}
}

// write writes a file.
func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// expect fails the test unless the command returned the code and wrote the texts.
func (r result) expect(t *testing.T, code int, out, log string) {
	t.Helper()
	if r.code != code || !strings.Contains(r.out, out) || !strings.Contains(r.log, log) || out == "" && r.out != "" || log == "" && r.log != "" {
		t.Errorf("exit code %d, output %q, log %q; want %d, %q and %q", r.code, r.out, r.log, code, out, log)
	}
}

// expectExactly is expect with all of the output, and no log.
func (r result) expectExactly(t *testing.T, code int, out string) {
	t.Helper()
	if r.code != code || r.out != out || r.log != "" {
		t.Errorf("exit code %d, output %q, log %q; want %d and %q", r.code, r.out, r.log, code, out)
	}
}

// names returns the names of all apps in the data folder.
func (s *shop) names() (names []string) {
	s.t.Helper()
	s.visit(func(_ *auditor.Auditor, store storage.Store) error {
		return store.View(s.t.Context(), func(tx *storage.Tx) error {
			names = nil
			for app, err := range tx.Apps.List(storage.AppQuery{}) {
				if err != nil {
					return err
				}
				names = append(names, app.Name)
			}
			return nil
		})
	})
	return names
}

// restores counts the restores by commands in the audit log, by action.
func (s *shop) restores() map[string]int {
	s.t.Helper()
	var found map[string]int
	s.visit(func(_ *auditor.Auditor, store storage.Store) error {
		return store.View(s.t.Context(), func(tx *storage.Tx) error {
			found = make(map[string]int)
			for line, err := range tx.Audits.List(storage.AuditQuery{}) {
				if err != nil {
					return err
				}
				if line.Success && line.UserAgent == "command line" {
					found[line.Action]++
				}
			}
			return nil
		})
	})
	return found
}

// forget removes all apps.
func (s *shop) forget() {
	s.t.Helper()
	s.visit(func(a *auditor.Auditor, _ storage.Store) error {
		_, err := a.Backup().Reset(s.t.Context())
		return err
	})
}

// behindProxy returns the URL of a proxy that gives each request another client
// address, so that rate limits do not apply.
func behindProxy(t *testing.T, service string) string {
	t.Helper()
	to, err := url.Parse(service)
	if err != nil {
		t.Fatal(err)
	}
	var clients atomic.Int32
	server := httptest.NewServer(&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.Out.URL.Scheme, r.Out.URL.Host = to.Scheme, to.Host
		r.Out.Header.Set("X-Forwarded-For", fmt.Sprintf("10.0.0.%d", clients.Add(1)))
	}})
	t.Cleanup(server.Close)
	return server.URL
}

// TestBackup makes, verifies and restores backups: of a data folder, of one that a
// service uses, and of a service.
func TestBackup(t *testing.T) {
	t.Parallel()
	for _, where := range []string{"folder", "folder of a service", "service"} {
		t.Run(where, func(t *testing.T) {
			t.Parallel()
			s := newShop(t, "Maps", "Notes")
			at := []string{"-data-dir", s.dir}
			var p *program
			if where != "folder" {
				p = start(t, append(s.args(), "-admin-token", "secret", "-trust-proxy")...)
			}
			if where == "service" {
				at = []string{"-url", behindProxy(t, p.url), "-admin-token", "secret", "-data-dir", "no such folder"}
			}
			do := func(stdin io.Reader, args ...string) result {
				t.Helper()
				return command(t, stdin, append(args, at...)...)
			}
			file := filepath.Join(t.TempDir(), "backup.json")
			do(nil, "backup", file).expect(t, exitDone, "wrote "+file+", ", "")
			info, err := os.Stat(file)
			if err != nil || info.Mode() != 0o600 || info.Size() == 0 {
				t.Fatalf("the file is %v, error %v", info, err)
			}
			do(nil, "verify", file).expect(t, exitDone, "trusted: signed by this installation\nmade ", "")
			do(nil, "verify", file).expect(t, exitDone, "\n       2 apps\n", "")
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			piped := do(nil, "backup", "-")
			if piped.code != exitDone || len(piped.out) != len(text) || piped.log != "" {
				t.Errorf("to standard output: %d, %d bytes of %d, %q", piped.code, len(piped.out), len(text), piped.log)
			}
			do(strings.NewReader(piped.out), "verify", "-").expect(t, exitDone, "trusted: ", "")

			s.forget()
			do(nil, "restore", file).expect(t, exitDone, "restored, trusted\n", "")
			want := []string{"Maps", "Notes"}
			if diff := cmp.Diff(want, s.names()); diff != "" {
				t.Errorf("apps (-want +got):\n%s", diff)
			}
			s.forget()
			do(strings.NewReader(piped.out), "restore", "-").expect(t, exitDone, "\n       2 apps\n", "")
			if diff := cmp.Diff(want, s.names()); diff != "" {
				t.Errorf("from standard input (-want +got):\n%s", diff)
			}

			forged := bytes.Replace(text, []byte("Maps"), []byte("Caps"), 1)
			for name, test := range map[string]struct {
				text   []byte
				whose  string
				refuse string
			}{
				"forged":   {forged, "untrusted: signed by another installation, or changed since\n", "not signed with the key of this installation"},
				"unsigned": {[]byte(`{"version":1,"exportedAt":5,"apps":[{"id":7,"name":"Caps"}]}`), "untrusted: not signed\n", "is not signed"},
			} {
				other := filepath.Join(t.TempDir(), name)
				if err := os.WriteFile(other, test.text, 0o600); err != nil {
					t.Fatal(err)
				}
				do(nil, "verify", other).expect(t, exitUntrusted, test.whose, "")
				do(nil, "restore", other).expect(t, exitUntrusted, "", test.refuse)
				if diff := cmp.Diff(want, s.names()); diff != "" {
					t.Errorf("refused, and changed (-want +got):\n%s", diff)
				}
				do(nil, "restore", other, "-allow-untrusted").expect(t, exitDone, "restored, untrusted\n", "")
				if !slices.Contains(s.names(), "Caps") {
					t.Errorf("the apps are %v", s.names())
				}
				do(nil, "restore", file).expect(t, exitDone, "restored, trusted\n", "")
			}
			for name, text := range map[string]string{"incomplete": string(text[:len(text)/2]), "empty": "", "newer": `{"version":2,"exportedAt":5,"apps":[]}`} {
				for _, do := range []result{do(strings.NewReader(text), "verify", "-"), do(strings.NewReader(text), "restore", "-", "-allow-untrusted")} {
					if do.code != exitFault || do.out != "" || do.log == "" {
						t.Errorf("%s: %+v", name, do)
					}
				}
			}
			if got := s.restores(); where != "service" && (got["backup.restore"] != 4 || got["backup.restore.untrusted"] != 2) {
				t.Errorf("the audit log has the restores %v", got)
			}
			do(nil, "restore", file+".none").expect(t, exitFault, "", "no such file")
			do(nil, "verify", filepath.Dir(file)).expect(t, exitFault, "", "is a folder")
			if diff := cmp.Diff(want, s.names()); diff != "" {
				t.Errorf("refused, and changed (-want +got):\n%s", diff)
			}

			s.visit(func(_ *auditor.Auditor, store storage.Store) error {
				return store.Update(t.Context(), func(tx *storage.Tx) error {
					return tx.Tasks.Put(storage.Task{Kind: "runner", Subject: "sync", Owner: "another process", Due: storage.TimeOf(time.Now().Add(time.Minute))})
				})
			})
			do(nil, "restore", file).expect(t, exitBusy, "", "a run is in progress")
			if p == nil {
				return
			}
			if where == "service" {
				command(t, nil, "backup", "-", "-url", p.url, "-admin-token", "wrong").expect(t, exitFault, "", "Admin token required")
			}
			p.stop(syscall.SIGTERM)
		})
	}
}

// TestBackupIsAtomic checks that a failed backup leaves the file as it was.
func TestBackupIsAtomic(t *testing.T) {
	t.Parallel()
	s := newShop(t, "Maps")
	folder := t.TempDir()
	file := filepath.Join(folder, "backup.json")
	if err := os.WriteFile(file, []byte("before"), 0o644); err != nil {
		t.Fatal(err)
	}
	command(t, nil, "backup", file, "-data-dir", t.TempDir()).expect(t, exitFault, "", "no database in ")
	command(t, nil, "backup", file, "-url", "http://127.0.0.1:1").expect(t, exitFault, "", "refused")
	command(t, nil, "backup", filepath.Join(folder, "no", "backup.json"), "-data-dir", s.dir).expect(t, exitFault, "", "no such file")
	if text, err := os.ReadFile(file); err != nil || string(text) != "before" {
		t.Errorf("the file has %q, error %v", text, err)
	}
	if entries, err := os.ReadDir(folder); err != nil || len(entries) != 1 {
		t.Errorf("the folder has %v, error %v", entries, err)
	}
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(file, link); err != nil {
		t.Skip("no links here:", err)
	}
	command(t, nil, "backup", link, "-data-dir", s.dir).expect(t, exitDone, "wrote ", "")
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is %v, error %v", info, err)
	}
	if info, err := os.Stat(file); err != nil || info.Mode() != 0o600 || info.Size() < 100 {
		t.Errorf("the file is %v, error %v", info, err)
	}
}

// TestBackupToAFullDisk checks that the fault is reported.
func TestBackupToAFullDisk(t *testing.T) {
	t.Parallel()
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("no /dev/full here")
	}
	s := newShop(t, "Maps")
	command(t, nil, "backup", "/dev/full", "-data-dir", s.dir).expect(t, exitFault, "", "no space left")
	if info, err := os.Stat("/dev/full"); err != nil || info.Mode().IsRegular() {
		t.Errorf("/dev/full is %v, error %v", info, err)
	}
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer full.Close()
	var log strings.Builder
	if code := run(t.Context(), []string{"backup", "-", "-data-dir", s.dir}, environment(nil), nil, nil, full, &log); code != exitFault || !strings.Contains(log.String(), "no space left") {
		t.Errorf("exit code %d, %s", code, &log)
	}
}

// TestVerifyTouchesNothing checks that not even the data folder is created.
func TestVerifyTouchesNothing(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	text := `{"version":1,"exportedAt":1700000000000,"apps":[{"id":7}]}`
	command(t, strings.NewReader(text), "verify", "-", "-data-dir", dir).
		expect(t, exitUntrusted, "untrusted: not signed\nmade 2023-11-14T22:13:20Z\n       1 apps\n", "")
	signed := filepath.Join(t.TempDir(), "signed.json")
	command(t, nil, "backup", signed, "-data-dir", newShop(t, "Maps").dir).expect(t, exitDone, "wrote ", "")
	command(t, nil, "verify", signed, "-data-dir", dir).expect(t, exitUntrusted, "untrusted: signed, but there is no secret.key in "+dir, "")
	if _, err := os.Stat(dir); !os.IsNotExist(err) {
		t.Errorf("the data folder: %v", err)
	}
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, secretName), "short")
	command(t, strings.NewReader(text), "verify", "-", "-data-dir", dir).expect(t, exitFault, "", "does not have 32 bytes")
}

// TestStoppedBackup ends the commands on backups as a signal does: before they begin, and while
// they read.
func TestStoppedBackup(t *testing.T) {
	t.Parallel()
	s := newShop(t, "Maps")
	p := start(t, append(s.args(), "-admin-token", "secret", "-trust-proxy")...)
	file := filepath.Join(t.TempDir(), "backup.json")
	command(t, nil, "backup", file, "-data-dir", s.dir).expect(t, exitDone, "wrote ", "")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, at := range [][]string{{"-data-dir", s.dir}, {"-url", behindProxy(t, p.url), "-admin-token", "secret"}} {
		for _, args := range [][]string{{"backup", file}, {"backup", "-"}, {"restore", file}, {"restore", "-"}, {"verify", file}, {"verify", "-"}} {
			ctx, stop := context.WithCancel(t.Context())
			var stdin io.Reader
			if args[0] != "backup" && args[1] == stdio {
				stdin = io.MultiReader(bytes.NewReader(text[:len(text)/2]), readerFunc(func([]byte) (int, error) {
					stop()
					return 0, ctx.Err()
				}))
			} else {
				stop()
			}
			commandUntil(ctx, stdin, append(args, at...)...).expect(t, exitOpen, "", "auditor: "+args[0]+": stopped\n")
			stop()
		}
	}
	if after, err := os.ReadFile(file); err != nil || !bytes.Equal(after, text) {
		t.Errorf("the backup has changed, error %v", err)
	}
	if diff := cmp.Diff([]string{"Maps"}, s.names()); diff != "" {
		t.Errorf("apps (-want +got):\n%s", diff)
	}
}

// readerFunc is a function as a reader.
type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

// TestRestoreIntoANewFolder moves to another machine.
func TestRestoreIntoANewFolder(t *testing.T) {
	t.Parallel()
	s := newShop(t, "Maps", "Notes")
	file := filepath.Join(t.TempDir(), "backup.json")
	command(t, nil, "backup", file, "-data-dir", s.dir).expect(t, exitDone, "wrote ", "")
	there := &shop{Store: fakestore.New(), t: t, dir: filepath.Join(t.TempDir(), "new", "data"), url: s.url}
	command(t, nil, "restore", file, "-data-dir", there.dir).expect(t, exitUntrusted, "", "not trusted")
	command(t, nil, "restore", file, "-data-dir", there.dir, "-allow-untrusted").expect(t, exitDone, "restored, untrusted\n", "")
	if diff := cmp.Diff([]string{"Maps", "Notes"}, there.names()); diff != "" {
		t.Errorf("apps (-want +got):\n%s", diff)
	}
}

// TestRestoreHasNoCap checks that the limit of the service does not apply to the
// command.
func TestRestoreHasNoCap(t *testing.T) {
	t.Parallel()
	s := newShop(t, "Maps")
	text := fmt.Sprintf(`{"version":1,"exportedAt":5,"apps":[{"id":7,"name":"Caps","whatsNew":%q}]}`, strings.Repeat("x", 5000))
	p := start(t, append(s.args(), "-max-restore-bytes", "1000")...)
	remote := command(t, strings.NewReader(text), "restore", "-", "-allow-untrusted", "-url", p.url)
	remote.expect(t, exitFault, "", "The body is larger than 1000 bytes")
	command(t, strings.NewReader(text), "restore", "-", "-allow-untrusted", "-data-dir", s.dir, "-max-restore-bytes", "1000").expect(t, exitDone, "restored", "")
}

// TestBackupInJSON checks that scripts get the same from a folder as from a service, which is
// what the API answers.
func TestBackupInJSON(t *testing.T) {
	t.Parallel()
	s := newShop(t, "Maps", "Notes")
	p := start(t, append(s.args(), "-admin-token", "secret", "-trust-proxy")...)
	file := filepath.Join(t.TempDir(), "backup.json")
	ask := func(code int, args ...string) (members map[string]any) {
		t.Helper()
		got := command(t, nil, append(args, "--json")...)
		if err := json.Unmarshal([]byte(got.out), &members); err != nil || got.code != code || got.log != "" {
			t.Fatalf("%v: %+v, %v; want exit code %d", args, got, err, code)
		}
		return members
	}
	wrote := ask(exitDone, "backup", file, "-data-dir", s.dir)
	info, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(map[string]any{"file": file, "sizeBytes": float64(info.Size())}, wrote); diff != "" {
		t.Errorf("backup (-want +got):\n%s", diff)
	}
	command(t, nil, "backup", "-", "--json", "-data-dir", s.dir).expect(t, exitUsage, "", "--json needs a file")

	here, there := []string{"-data-dir", s.dir}, []string{"-url", behindProxy(t, p.url), "-admin-token", "secret"}
	verified := ask(exitDone, append(there, "verify", file)...)
	if verified["trust"] != "trusted" || verified["signaturePresent"] != true || verified["counts"].(map[string]any)["apps"] != 2.0 {
		t.Errorf("verify: %v", verified)
	}
	if diff := cmp.Diff(verified, ask(exitDone, append(here, "verify", file)...)); diff != "" {
		t.Errorf("verify in the folder (-service +folder):\n%s", diff)
	}
	legacy := filepath.Join(t.TempDir(), "legacy.json")
	write(t, legacy, `{"version":1,"exportedAt":5,"apps":[{"id":7}],"colours":[1]}`)
	verified = ask(exitUntrusted, append(there, "verify", legacy)...)
	if diff := cmp.Diff([]any{`"colours" is not known here and would be left out: 1`}, verified["warnings"]); diff != "" {
		t.Errorf("warnings (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(verified, ask(exitUntrusted, append(here, "verify", legacy)...)); diff != "" {
		t.Errorf("verify of an unsigned backup in the folder (-service +folder):\n%s", diff)
	}

	restored := ask(exitDone, append(there, "restore", file)...)
	again := ask(exitDone, append(here, "restore", file)...)
	if at, ok := again["restoredAt"].(float64); !ok || at <= 0 || restored["success"] != true || restored["trust"] != "trusted" {
		t.Errorf("restore: %v and %v", restored, again)
	}
	if before, _ := again["snapshotBefore"].(string); before == "" || before == restored["snapshotBefore"] {
		t.Errorf("the backups before the restores are %v and %v", restored["snapshotBefore"], before)
	}
	again["restoredAt"], again["snapshotBefore"] = restored["restoredAt"], restored["snapshotBefore"]
	if diff := cmp.Diff(restored, again); diff != "" {
		t.Errorf("restore in the folder (-service +folder):\n%s", diff)
	}
	command(t, nil, append(here, "restore", "--json", legacy)...).expect(t, exitUntrusted, "", "not trusted")
}
