package program

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestCommandsOnApps does each command on the data folder of the demo and on a service
// that uses it at the same time. Both say the same.
func TestCommandsOnApps(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	service := start(t, "-demo", "-data-dir", dir)
	list := filepath.Join(t.TempDir(), "apps.csv")
	write(t, list, "name,id\nMurmur Messenger,\nStrider,9900000004\nUnknown Thing,\n")
	short, one := filepath.Join(filepath.Dir(list), "short.csv"), filepath.Join(filepath.Dir(list), "one.json")
	write(t, short, "id,developer\n9900000004,X\nnotanid,Y\n12345,Z\n,Z\n")
	rounded := filepath.Join(filepath.Dir(list), "rounded.csv")
	write(t, rounded, "name,app id\nMurmur Messenger,9.9E+09\n")
	write(t, one, `[{"foo":1},{"id":9900000004}]`)
	tests := []struct {
		args    []string
		code    int
		out     string // in standard output
		err     string // in standard error
		differs bool   // one after the other has another answer
	}{
		{args: []string{"list"}, out: "9900000004        Strider Running Log"},
		{args: []string{"list", "--search", "MURMUR"}, out: "ID          NAME              DEVELOPER"},
		{args: []string{"list", "--search", "murmur", "--json"}, out: `"id": 9900000006,`},
		{args: []string{"list", "--risk", "minimal", "--delisted"}, err: "no apps match\n"},
		{args: []string{"list", "--risk", "any", "--sort", "name"}, out: "9900000004        Strider Running Log"},
		{args: []string{"list", "--risk", "none"}, code: exitUsage, err: "--risk must be one of"},
		{args: []string{"show", "9900000006"}, out: "Murmur Messenger (9900000006)\ndeveloper    Murmur Collective\n"},
		{args: []string{"show", "9900000006", "--json"}, out: `"privacyTypes": [`},
		{args: []string{"show", "9900000006", "--timeline"}, out: "observed, version 12.0\n"},
		{args: []string{"show", "9900000006", "--timeline", "--json"}, out: `"kind": "snapshot"`},
		{args: []string{"history", "9900000006", "--preview"}, out: " are read, and at most "},
		{args: []string{"history", "9900000006", "--preview", "--months", "6", "--json"}, out: `"pagesPerChange": 0`, differs: true},
		{args: []string{"history", "9900000006", "--months", "9"}, code: exitFault, err: "intervalMonths"},
		{args: []string{"history", "9900000003", "--other-url", "https://example.org/"}, code: exitFault, err: "is not the address of app 9900000003"},
		{args: []string{"history", "7"}, code: exitFault, err: "auditor: history: app 7 is not tracked"},
		{args: []string{"show", "7"}, code: exitFault, err: "auditor: show: app 7 is not tracked"},
		{args: []string{"show", "id9900000006"}, out: "Murmur Messenger (9900000006)\n"},
		{args: []string{"show", "Murmur"}, code: exitUsage, err: `"Murmur" is not the ID of an app`},
		{args: []string{"show", "0"}, code: exitUsage, err: `"0" is not the ID of an app`},
		{args: []string{"changes", "--app=-3"}, code: exitUsage, err: `"-3" is not the ID of an app`},
		{args: []string{"changes", "--limit", "-1"}, code: exitUsage, err: `"-1" is not a whole number of at least 0`},
		{args: []string{"export", filepath.Join(dir, "none", "x.csv")}, code: exitFault, err: filepath.Join(dir, "none") + ": no such file"},
		{args: []string{"changes", "--since", "60d", "--app", "9900000006"}, out: `Murmur Messenger: removed "Data Linked to You" no longer collects: Contacts`},
		{args: []string{"changes", "--limit", "1", "--json"}, out: `"entry": {`},
		{args: []string{"changes", "--since", "soon"}, code: exitUsage, err: `"soon" is not a duration such as 30d`},
		{args: []string{"developers", "none such"}, err: "no developers match\n"},
		{args: []string{"blocks", "9900000006"}, err: "no block of the policy changes at each fetch, and none is marked\n"},
		{args: []string{"blocks", "7"}, code: exitFault, err: "auditor: blocks: app 7 is not tracked"},
		{args: []string{"blocks", "9900000006", "--mark", "a", "--unmark", "b"}, code: exitFault, err: "give either --mark or --unmark"},
		{args: []string{"blocks", "9900000006", "--unmark", "#quotes"}, code: exitFault, err: "#quotes is not marked as a block of the policy of app 9900000006"},
		{args: []string{"export"}, out: "App Name,Developer,URL,"},
		{args: []string{"track", "9900000006", "9900000004", "Murmur", "nothing"}, code: exitPartial,
			out: "refreshed Murmur Messenger (9900000006)", err: `nothing: the App Store finds no app called "nothing"`, differs: true},
		{args: []string{"track", "https://example.org"}, code: exitFault, err: "is not the App Store address of an app"},
		{args: []string{"import", list}, code: exitPartial, out: "3 apps: 2 tracked, 1 not found\n", err: "Unknown Thing: the App Store finds no app"},
		{args: []string{"import", "--dry-run", list}, out: "ID        9900000004        Strider", err: "3 apps; nothing was changed"},
		{args: []string{"import", "--dry-run", "--json", list}, out: `"id": 9900000004`},
		{args: []string{"import", short}, code: exitPartial, out: "2 apps: 1 tracked, 1 failed\n",
			err: "2 entries of the list name no app and were left out; the first: notanid, Y\n"},
		{args: []string{"import", "--dry-run", short}, code: exitPartial, out: "ID        12345", err: "2 entries of the list name no app and were left out"},
		{args: []string{"import", "--dry-run", "--json", one}, code: exitPartial, out: `"id": 9900000004`,
			err: `1 entry of the list names no app and was left out: {"foo":1}`},
		{args: []string{"import", "--dry-run", rounded}, out: "Murmur Messenger", err: "rounded the ID of 1 app, known by name alone; the first: Murmur Messenger\n"},
		{args: []string{"import", one}, code: exitPartial, out: "1 app: 1 tracked\n", err: "1 entry of the list names no app"},
		{args: []string{"import", filepath.Join(dir, "none.csv")}, code: exitFault, err: "no such file"},
		{args: []string{"import", "-"}, code: exitFault, err: "no app was found in the list"},
	}
	for _, tt := range tests {
		t.Run(strings.Join(tt.args[:min(len(tt.args), 3)], " "), func(t *testing.T) {
			here := command(t, strings.NewReader(""), append(tt.args, "-data-dir", dir, "-demo")...)
			there := command(t, strings.NewReader(""), append(tt.args, "-url", service.url)...)
			for _, got := range []result{here, there} {
				if got.code != tt.code || !strings.Contains(got.out, tt.out) || !strings.Contains(got.log, tt.err) || tt.err == "" && got.log != "" {
					t.Errorf("exit code %d, %q and %q; want %d, %q and %q", got.code, got.out, got.log, tt.code, tt.out, tt.err)
				}
				if strings.Contains(strings.Join(tt.args, " "), "--json") && !json.Valid([]byte(got.out)) {
					t.Errorf("not JSON: %s", got.out)
				}
			}
			if diff := cmp.Diff(here, there, cmp.AllowUnexported(result{})); diff != "" && !tt.differs && tt.args[0] != "import" {
				t.Errorf("on the folder and on the service (-folder +service):\n%s", diff)
			}
		})
	}
}

// TestBlocks marks blocks of a policy as not part of it, and takes that back.
func TestBlocks(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if got := command(t, nil, "track", "9900000001", "-demo", "-data-dir", dir); got.code != exitDone {
		t.Fatalf("%+v", got)
	}
	const none = "no block of the policy changes at each fetch, and none is marked\n"
	blocks := func(args ...string) result {
		return command(t, nil, append([]string{"blocks", "9900000001", "-data-dir", dir}, args...)...)
	}
	blocks().expect(t, exitDone, "", none)
	blocks("--mark", "#quotes").expect(t, exitDone, "marked", "known after the next fetch")
	blocks("--mark", "What we collect").expect(t, exitDone, "What we collect", "")
	blocks("--mark", "What others say").expect(t, exitFault, "", "No heading or paragraph of the policy has these words")
	got := blocks()
	got.expect(t, exitDone, "#quotes", "")
	id, _, _ := strings.Cut(strings.Split(got.out, "\n")[1], " ")
	blocks("--unmark", id, "--json").expect(t, exitDone, `"excludedBlocks": [`, "")
	blocks("--unmark", "What we collect").expect(t, exitDone, "", none)
	blocks("--unmark", id).expect(t, exitFault, "", id+" is not marked as a block of the policy of app 9900000001")
}

// TestAudit shows the line of a restore.
func TestAudit(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "backup.json")
	for _, args := range [][]string{{"track", "9900000006", "-demo"}, {"backup", file}, {"restore", file}} {
		if got := command(t, strings.NewReader(""), append(args, "-data-dir", dir)...); got.code != exitDone {
			t.Fatalf("%v: %+v", args, got)
		}
	}
	command(t, nil, "audit", "-data-dir", dir, "--action", "backup.restore").expect(t, exitDone, "ok     backup.restore    apps=16", "")
	command(t, nil, "audit", "-data-dir", dir, "--failed", "--json").expectExactly(t, exitDone, "[]\n")
	command(t, nil, "audit", "-url", "http://127.0.0.1:1").expect(t, exitFault, "", "no service answers")
}

// TestCommandsSayWhatIsMissing checks that errors are sentences for people.
func TestCommandsSayWhatIsMissing(t *testing.T) {
	t.Parallel()
	guarded := start(t, "-demo", "-data-dir", t.TempDir(), "-admin-token", "a secret of the service", "-network-exposed")
	for _, tt := range []struct {
		args []string
		want string
	}{
		{[]string{"list", "-data-dir", t.TempDir()}, "auditor: list: no database in "},
		{[]string{"list", "-url", "http://127.0.0.1:1"}, "auditor: list: no service answers at http://127.0.0.1:1: "},
		{[]string{"track", "1", "-url", guarded.url}, "auditor: track: the service requires the admin token: set AUDITOR_ADMIN_TOKEN"},
		{[]string{"export", "-url", guarded.url}, "Admin token required for non-local API access: the service requires the admin token: set AUDITOR_ADMIN_TOKEN"},
		{[]string{"backup", filepath.Join(t.TempDir(), "b.json"), "-url", guarded.url}, "the service requires the admin token: set AUDITOR_ADMIN_TOKEN"},
		{[]string{"track", "1", "-url", guarded.url, "-admin-token", "another secret than that"}, "auditor: track: the service refuses the token that was sent"},
		{[]string{"export", "-url", guarded.url, "-admin-token", "another secret than that"}, "the service refuses the token that was sent"},
		{[]string{"list", "-data-dir", "config_test.go"}, "config_test.go"},
	} {
		got := command(t, strings.NewReader(""), tt.args...)
		if got.code != exitFault || got.out != "" || !strings.Contains(got.log, tt.want) || strings.Contains(got.log, "level=") {
			t.Errorf("%v: %+v, want %q", tt.args, got, tt.want)
		}
	}
	if got := command(t, strings.NewReader(""), "export", "-url", guarded.url, "-admin-token", "a secret of the service"); got.code != exitDone {
		t.Errorf("with the token: %+v", got)
	}
}

// TestRunInTheService follows a run that a service does.
func TestRunInTheService(t *testing.T) {
	t.Parallel()
	service := start(t, "-demo", "-data-dir", t.TempDir())
	for _, runner := range []string{"sync", "policy"} {
		command(t, nil, "run", runner, "-url", service.url).expect(t, exitDone, runner+": done, 16 of 16 apps\n", "of 16 apps")
	}
	command(t, nil, "run", "sync", "-url", "http://127.0.0.1:1").expect(t, exitFault, "", "no service answers")
}

// TestCommandStops checks that a command ends without results once a signal has come.
func TestCommandStops(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if got := commandUntil(ctx, nil, "list", "-demo", "-data-dir", t.TempDir()); got.code != exitFault && got.code != exitOpen || got.out != "" {
		t.Errorf("%+v", got)
	}
}

// TestHealthcheckOfAnotherServer checks that a server that answers everything is not taken
// for a healthy service.
func TestHealthcheckOfAnotherServer(t *testing.T) {
	t.Parallel()
	for name, body := range map[string]string{"a page": "<!doctype html><p>It works.", "JSON": `{"status":"ok"}`, "nothing": "", "a list": "[]"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, body) }))
			t.Cleanup(server.Close)
			command(t, nil, "healthcheck", "-url", server.URL).expect(t, exitFault, "", "not healthy: "+server.URL+" is not an auditor")
		})
	}
}

// fullDisk is an output that takes nothing.
type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errors.New("no space left") }

// TestResultsAreWritten checks that a command whose results are lost fails.
func TestResultsAreWritten(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	list := filepath.Join(dir, "apps.txt")
	write(t, list, "9900000004\n")
	for _, args := range []string{
		"track 9900000006", "track --json 9900000006", "list", "list --json", "show 9900000006", "show --json 9900000006", "show --timeline 9900000006",
		"show --timeline --json 9900000006", "changes", "changes --json", "import --dry-run " + list, "import " + list, "import --json " + list, "export", "audit --json", "blocks --json 9900000006",
		"completion bash", "man", "version", "healthcheck", "backup -",
	} {
		var said strings.Builder
		code := run(t.Context(), append(strings.Fields(args), "-demo", "-data-dir", dir), environment(nil), nil, strings.NewReader(""), fullDisk{}, &said)
		if code != exitFault {
			t.Errorf("%s: exit code %d, %q", args, code, &said)
		}
	}
}
