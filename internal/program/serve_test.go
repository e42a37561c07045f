package program

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/fakestore"
	"github.com/privacylabels/auditor/storage"
)

// TestDemo runs the demo for real, twice over the same data.
func TestDemo(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	var before, after struct{ Total int }
	p := start(t, "-demo", "-data-dir", dir)
	if status := p.request("GET", "/api/changelog", "", &before); status != 200 || before.Total < 30 {
		t.Fatalf("status %d, %d changes; want 200 and some months of them", status, before.Total)
	}
	p.stop(syscall.SIGTERM)
	p = start(t, "-demo", "-data-dir", dir)
	var synced struct{ Synced, Changes int }
	if status := p.request("POST", "/api/sync/trigger", "{}", &synced); status != 200 || synced.Synced != 16 || synced.Changes != 0 {
		t.Errorf("a sync of the demo: status %d, %+v", status, synced)
	}
	if p.request("GET", "/api/changelog", "", &after); after != before {
		t.Errorf("%d changes after the second start, %d before", after.Total, before.Total)
	}
	p.stop(os.Interrupt)
}

// TestTracks follows an app of a store on this machine through a change.
func TestTracks(t *testing.T) {
	t.Parallel()
	app := fakestore.App{ID: 12, Name: "Notes", Label: label(storage.DataNotCollected), AgeRating: "4+"}
	apps := fakestore.New(app)
	server := httptest.NewServer(apps)
	defer server.Close()
	p := start(t, "-data-dir", t.TempDir(), "-appstore-url", server.URL, "-itunes-url", server.URL, "-outbound-per-minute", "6000")
	const body = `{"urls": ["https://apps.apple.com/us/app/notes/id12"]}`
	if status := p.request("POST", "/api/scrape", body, nil); status != 200 {
		t.Fatalf("status %d", status)
	}
	app.Label = label(storage.DataUsedToTrackYou, storage.DataLinkedToYou)
	apps.Put(app)
	if status := p.request("POST", "/api/scrape", body, nil); status != 200 {
		t.Fatalf("status %d", status)
	}
	var feed struct {
		Rows []struct {
			AppName string
			Entry   storage.Entry
		}
	}
	p.request("GET", "/api/changelog", "", &feed)
	var got []string
	for _, r := range feed.Rows {
		got = append(got, r.AppName+": "+r.Entry.Description)
	}
	want := []string{
		`Notes: New privacy label: "Data Used to Track You"`,
		`Notes: New privacy label: "Data Linked to You"`,
		`Notes: Removed privacy label: "Data Not Collected"`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the feed (-want +got):\n%s", diff)
	}
}

// TestStopEndsRequests sends the signal while a request waits for a store that
// takes its time.
func TestStopEndsRequests(t *testing.T) {
	t.Parallel()
	apps := fakestore.New(fakestore.App{ID: 12, Name: "Notes", Label: label(storage.DataNotCollected)})
	asked, release := make(chan struct{}, 8), make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked <- struct{}{}
		<-release
		apps.ServeHTTP(w, r)
	}))
	defer server.Close()
	p := start(t, "-data-dir", t.TempDir(), "-appstore-url", server.URL, "-itunes-url", server.URL)
	status := make(chan int)
	go func() {
		status <- p.request("POST", "/api/scrape", `{"urls": ["https://apps.apple.com/us/app/notes/id12"]}`, nil)
	}()
	<-asked
	if err := p.command.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	for !p.stopping() {
		time.Sleep(time.Millisecond)
	}
	close(release)
	if got := <-status; got != 200 {
		t.Errorf("the request that was under way: status %d", got)
	}
	if code := p.wait(); code != 0 {
		t.Errorf("exit code %d:\n%s", code, &p.log)
	}
}

// TestSettingsArrive asks for one thing that each setting of the guards changes.
func TestSettingsArrive(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "token")
	write(t, file, "s3cret\n")
	tests := []struct {
		name         string
		args         []string
		method, path string
		header       http.Header
		host         string
		want         int
	}{
		{name: "another host", method: "GET", path: "/api/health", host: "auditor.example", want: 400},
		{name: "an allowed host", args: []string{"-allowed-hosts", "a.example,auditor.example"},
			method: "GET", path: "/api/health", host: "auditor.example", want: 200},
		{name: "a proxy that is not trusted", method: "GET", path: "/api/health",
			header: http.Header{"X-Forwarded-Host": {"auditor.example"}}, want: 200},
		{name: "a trusted proxy", args: []string{"-trust-proxy"}, method: "GET", path: "/api/health",
			header: http.Header{"X-Forwarded-Host": {"auditor.example"}}, want: 400},
		{name: "no token", args: []string{"-admin-token", "s3cret"}, method: "DELETE", path: "/api/apps", want: 401},
		{name: "the token", args: []string{"-admin-token-file", file}, method: "DELETE", path: "/api/apps",
			header: http.Header{"X-Auditor-Admin-Token": {"s3cret"}}, want: 400},
		{name: "exposed", args: []string{"-network-exposed"}, method: "POST", path: "/api/scrape", want: 401},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p := start(t, append(tt.args, "-data-dir", t.TempDir())...)
			req, err := http.NewRequestWithContext(t.Context(), tt.method, p.url+tt.path, nil)
			if err != nil {
				t.Fatal(err)
			}
			for name, values := range tt.header {
				req.Header[name] = values
			}
			req.Host = tt.host
			req.Header.Set("Origin", p.url)
			if got := p.do(req, nil); got != tt.want {
				t.Errorf("%s %s: status %d, want %d", tt.method, tt.path, got, tt.want)
			}
		})
	}
}

// TestRunCodes is about what ends the program before it serves or starts a run.
func TestRunCodes(t *testing.T) {
	t.Parallel()
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { taken.Close() })
	dir := t.TempDir()
	notFolder, noSecret, noDatabase := filepath.Join(dir, "file"), filepath.Join(dir, "a"), filepath.Join(dir, "b")
	for path, text := range map[string]string{
		notFolder: "", filepath.Join(noSecret, secretName): "short", filepath.Join(noDatabase, "auditor.db"): strings.Repeat("no database", 99),
	} {
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		write(t, path, text)
	}
	tests := []struct {
		name     string
		args     []string
		want     int
		out, log string
	}{
		{"help", []string{"-h"}, 0, "SERVICE_ADDR", ""},
		{"a bad setting", []string{"-log-level", "loud"}, 2, "", "-log-level: "},
		{"an unknown flag", []string{"-colour"}, 2, "", "-colour"},
		{"a taken port", []string{"-addr", taken.Addr().String(), "-data-dir", t.TempDir()}, 1, "", "address already in use: stop the program that uses the address, or choose another one with -addr"},
		{"a file for a folder", []string{"-addr", ":0", "-data-dir", notFolder}, 1, "", "data folder"},
		{"a broken secret", []string{"-addr", ":0", "-data-dir", noSecret}, 1, "", "is damaged"},
		{"a broken database", []string{"-addr", ":0", "-data-dir", noDatabase}, 1, "", "open database"},
		{"a failure as JSON", []string{"-addr", ":0", "-data-dir", notFolder, "-log-format", "json"}, 1, "", `"level":"ERROR"`},
		{"a run without a name", []string{"run"}, 2, "", `expected "<runner>"`},
		{"a run of a wrong name", []string{"run", "everything"}, 2, "", `must be one of "sync","wayback","policy"`},
		{"help on runs", []string{"run", "-help"}, 0, "Usage: auditor run <runner> [flags]", ""},
		{"a run on a file for a folder", []string{"run", "sync", "-data-dir", notFolder}, 1, "", "data folder"},
		{"a run with nothing to do", []string{"run", "sync", "-data-dir", t.TempDir()}, 0, "sync: started, 0 apps\nsync: done, nothing to do\n", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
			defer cancel()
			commandUntil(ctx, nil, tt.args...).expect(t, tt.want, tt.out, tt.log)
		})
	}
}

// TestWarnsWithoutToken listens where others can reach the service.
func TestWarnsWithoutToken(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		args []string
		want string // empty: no warning
	}{
		{[]string{"-addr", "0.0.0.0:0"}, "everyone who can reach this machine can change everything"},
		{[]string{"-addr", ":0"}, "everyone who can reach this machine can change everything"},
		{[]string{"-addr", ":0", "-network-exposed"}, "nothing can be changed until one is set"},
		{[]string{"-addr", "127.0.0.1:0", "-allowed-hosts", "labels.example"}, "nothing can be changed until one is set"},
		{[]string{"-addr", ":0", "-admin-token", "a secret of the service"}, "can change what needs no token"},
		{[]string{"-addr", ":0", "-admin-token", "a secret of the service", "-network-exposed"}, ""},
		{[]string{"-addr", "127.0.0.1:0"}, ""},
	} {
		t.Run(strings.Join(tt.args, " "), func(t *testing.T) {
			t.Parallel()
			log := serveBriefly(t, append(tt.args, "-data-dir", t.TempDir())...)
			if got := strings.Count(log, "level=WARN"); got != min(1, len(tt.want)) || !strings.Contains(log, tt.want) {
				t.Errorf("%d warnings, want %q:\n%s", got, tt.want, log)
			}
		})
	}
}

// TestSaysWhereItIsCalled: the address that is printed is one that the service takes.
func TestSaysWhereItIsCalled(t *testing.T) {
	t.Parallel()
	for _, addr := range []string{"0.0.0.0:0", ":0", "[::]:0", "127.0.0.1:0"} {
		p := start(t, "-addr", addr, "-data-dir", t.TempDir())
		if status := p.request("GET", "/api/health", "", nil); status != 200 || !strings.HasPrefix(p.url, "http://127.0.0.1:") {
			t.Errorf("%s: at %s the status is %d", addr, p.url, status)
		}
		p.stop(os.Interrupt)
	}
}

// serveBriefly runs the service until it says where it listens, and returns its log.
func serveBriefly(t *testing.T, args ...string) (log string) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	var stderr strings.Builder
	if code := run(ctx, args, environment(nil), nil, nil, &stopAt{line: "listening", stop: stop}, &stderr); code != exitDone {
		t.Fatalf("exit code %d:\n%s", code, &stderr)
	}
	return stderr.String()
}

// TestEveryRequestMeetsTheGuards: net/http answers "OPTIONS *" by itself unless
// it is told not to.
func TestEveryRequestMeetsTheGuards(t *testing.T) {
	t.Parallel()
	p := start(t, "-data-dir", t.TempDir(), "-demo")
	for host, want := range map[string]string{"evil.example": "400", "localhost": "404"} {
		conn, err := net.Dial("tcp", strings.TrimPrefix(p.url, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		fmt.Fprintf(conn, "OPTIONS * HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n", host)
		answer, err := io.ReadAll(conn)
		if err != nil || !strings.HasPrefix(string(answer), "HTTP/1.1 "+want) || !strings.Contains(string(answer), "nosniff") {
			t.Errorf("%s is answered %.300q, %v", host, answer, err)
		}
	}
}

// With a log in JSON every line is JSON, the one with the address as well.
func TestServeLogsItsAddressAsJSON(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	log := &stopAt{line: `"msg":"listening"`, stop: stop}
	var stdout strings.Builder
	args := []string{"-addr", "127.0.0.1:0", "-data-dir", t.TempDir(), "-log-format", "json"}
	if got := run(ctx, args, environment(nil), nil, nil, &stdout, log); got != exitDone {
		t.Errorf("exit code %d:\n%s", got, log.String())
	}
	if stdout.Len() > 0 {
		t.Errorf("standard output is %q", &stdout)
	}
	var addresses []string
	for line := range strings.Lines(log.String()) {
		var event struct{ Msg, URL string }
		if err := json.Unmarshal([]byte(line), &event); err != nil {
			t.Errorf("%q: %v", line, err)
		}
		if event.Msg == "listening" {
			addresses = append(addresses, event.URL)
		}
	}
	if len(addresses) != 1 || !strings.HasPrefix(addresses[0], "http://127.0.0.1:") || strings.HasSuffix(addresses[0], ":0") {
		t.Errorf("listening on %v", addresses)
	}
}

// stopAt is a log that stops the program when a line comes.
type stopAt struct {
	lockedBuffer
	line string
	stop func()
}

func (s *stopAt) Write(p []byte) (int, error) {
	if strings.Contains(string(p), s.line) {
		defer s.stop()
	}
	return s.lockedBuffer.Write(p)
}

// TestWarnsOfNewKey starts in folders with and without a database, and with its key.
func TestWarnsOfNewKey(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name          string
		database, key bool
		want          bool
	}{
		{"a new folder", false, false, false},
		{"the key is there", true, true, false},
		{"the key is missing", true, false, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if tt.database {
				dir = newShop(t, "Maps").dir
			}
			if tt.database && !tt.key {
				if err := os.Remove(filepath.Join(dir, secretName)); err != nil {
					t.Fatal(err)
				}
			}
			log := serveBriefly(t, "-addr", "127.0.0.1:0", "-data-dir", dir)
			if got := strings.Contains(log, "secret.key was missing"); got != tt.want {
				t.Errorf("warned: %t, want %t:\n%s", got, tt.want, log)
			}
		})
	}
}

// With a log of JSON, settings that are wrong are a line of JSON too.
func TestWrongSettingsAreInTheFormatOfTheLog(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"-country", "xx9"}, {"-admin-token-file", "/nonexistent/token"}} {
		var stderr strings.Builder
		if code := run(t.Context(), append(args, "-log-format", "json", "-data-dir", t.TempDir()), environment(nil), nil, nil, io.Discard, &stderr); code != exitUsage {
			t.Errorf("%v: exit code %d", args, code)
		}
		var line struct{ Level, Msg, Error string }
		if err := json.Unmarshal([]byte(stderr.String()), &line); err != nil || line.Level != "ERROR" || line.Error == "" {
			t.Errorf("%v: %v, %+v in %s", args, err, line, &stderr)
		}
	}
}

// TestServeWarnsOfItsSettings: what is hardly meant is named in the log, without secrets.
func TestServeWarnsOfItsSettings(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "token")
	if err := os.WriteFile(file, []byte("'hidden token of a file'\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, tt := range map[string]struct {
		env  map[string]string
		want []string // of the warnings
	}{
		"nothing": {map[string]string{
			"AUDITOR_ADMIN_TOKEN": "hidden token of a variable", "SERVICE_OUTBOUND_ALLOW": "models=127.0.0.1:11434,notify=mail.lan", "SERVICE_URL": "http://127.0.0.1:1",
			"AUDITOR_SERVICE_HOST": "10.0.0.1", "AUDITOR_PORT": "tcp://10.0.0.1:3000", "AUDITOR_PORT_3000_TCP_ADDR": "10.0.0.1",
		}, nil},
		"a variable": {map[string]string{"AUDITOR_ADMIN_TOKEN": `"hidden token of a variable"`, "SERVICE_COUNTY": "hidden", "SERVICE_OUTBOUND_ALLOW": "127.0.0.1:11434"}, []string{
			"AUDITOR_ADMIN_TOKEN (-admin-token): the token is in quotes", "policies can reach private destinations",
			"unknown variable SERVICE_COUNTY: nothing reads it; the nearest known one is SERVICE_COUNTRY",
		}},
		"a file": {map[string]string{"AUDITOR_ADMIN_TOKEN_FILE": file, "AUDITOR_SECRET_FILE": "hidden"}, []string{
			"AUDITOR_ADMIN_TOKEN_FILE (-admin-token-file): the token is in quotes", "unknown variable AUDITOR_SECRET_FILE",
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, stop := context.WithCancel(t.Context())
			var environ []string
			for variable, value := range tt.env {
				environ = append(environ, variable+"="+value)
			}
			var stderr strings.Builder
			args := []string{"-addr", "127.0.0.1:0", "-data-dir", t.TempDir()}
			if code := run(ctx, args, environment(tt.env), environ, nil, &stopAt{line: "listening", stop: stop}, &stderr); code != exitDone {
				t.Fatalf("exit code %d:\n%s", code, &stderr)
			}
			var got []string
			for line := range strings.Lines(stderr.String()) {
				if strings.Contains(line, "level=WARN") {
					got = append(got, line)
				}
			}
			if len(got) != len(tt.want) || strings.Contains(stderr.String(), "hidden") {
				t.Fatalf("the log has %d warnings, want %d, and no secret:\n%s", len(got), len(tt.want), &stderr)
			}
			for i, want := range tt.want {
				if !strings.Contains(got[i], want) {
					t.Errorf("%s, want %q", got[i], want)
				}
			}
		})
	}
}

func TestNewInstallationRefreshesDaily(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	schedule := func(p *program) (shown struct{ SyncSchedule string }) {
		p.request("GET", "/api/settings", "", &shown)
		return shown
	}
	p := start(t, "-data-dir", dir)
	if got := schedule(p).SyncSchedule; got != "daily" {
		t.Errorf("the schedule of a new installation is %q", got)
	}
	if status := p.request("POST", "/api/settings", `{"syncSchedule":"manual"}`, nil); status != 200 {
		t.Fatalf("status %d", status)
	}
	p.stop(syscall.SIGTERM)
	p = start(t, "-data-dir", dir)
	if got := schedule(p).SyncSchedule; got != "manual" {
		t.Errorf("the schedule of an existing installation became %q", got)
	}
	p.stop(syscall.SIGTERM)
}

// A service that is stopped while it starts was not at fault.
func TestStopWhileStarting(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, wait := range []time.Duration{0, 20 * time.Millisecond, 200 * time.Millisecond} {
		ctx, cancel := context.WithTimeout(t.Context(), wait)
		got := commandUntil(ctx, nil, "-demo", "-data-dir", dir, "-addr", "127.0.0.1:0")
		cancel()
		if got.code != exitDone || strings.Contains(got.log, "level=ERROR") {
			t.Errorf("stopped after %s: exit code %d, %q", wait, got.code, got.log)
		}
	}
}
