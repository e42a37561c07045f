package program

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"unicode"
)

// hostileText has what terminals obey: control sequences of 7 and 8 bits, bells, line ends, and
// marks that turn the direction of text or hide it.
const hostileText = "\x1b[2J\x1b]0;mine\a\u009b31m\u009d0;x\u009c\b\r\nauditor: forged line\v\x7f\u202e\u2066\u200f\u200b\ufeff\u2028\u2029\U000e0041"

// longText is longer than any line that is shown.
var longText = strings.Repeat("long ", 4<<10)

// hostileCommands are command lines that ask a service, by command.
func hostileCommands(dir, list, saved string) map[string][]string {
	return map[string][]string{
		"track":       {"track 9900000006 Murmur", "track --json 9900000006"},
		"import":      {"import " + list, "import --json " + list},
		"list":        {"list", "list --json"},
		"show":        {"show 9900000006", "show --json 9900000006", "show --timeline 9900000006", "show --timeline --json 9900000006"},
		"history":     {"history --preview 9900000006", "history --preview --json 9900000006", "history 9900000006", "history --json 9900000006"},
		"changes":     {"changes --limit 20", "changes --json --limit 20"},
		"blocks":      {"blocks 9900000006", "blocks --json 9900000006", "blocks --mark #x 9900000006"},
		"run":         {"run sync", "run --json sync"},
		"dataset":     {"dataset " + filepath.Join(dir, "panel.zip")},
		"stats":       {"stats", "stats --json --by genre"},
		"storefronts": {"storefronts 9900000006", "storefronts 9900000006 us,de --json"},
		"developers":  {"developers", "developers --json --sort risk"},
		"evidence":    {"evidence 0000009900000004-1:0 " + filepath.Join(dir, "evidence.zip")},
		"export":      {"export " + filepath.Join(dir, "apps.csv"), "export --format json -", "export -"},
		"backup":      {"backup " + filepath.Join(dir, "backup.json"), "backup -"},
		"restore":     {"restore --allow-untrusted " + saved, "restore --allow-untrusted --json " + saved, "restore " + saved},
		"verify":      {"verify " + saved, "verify --json " + saved},
		"healthcheck": {"healthcheck", "healthcheck --json"},
		"audit":       {"audit", "audit --json"},
	}
}

// hostility is what a service does to an answer of the true one.
type hostility struct {
	status int             // of the answers; zero: the true one
	plain  bool            // the answer is not JSON
	text   string          // is added to each text; empty: hostileText
	keep   map[string]bool // members whose texts are not changed, so that commands go on
}

// spoil adds the text to every string and to a member of every object.
func (h hostility) spoil(v any) any {
	switch v := v.(type) {
	case string:
		return cmp.Or(h.text, hostileText) + v + cmp.Or(h.text, hostileText)
	case []any:
		for i := range v {
			v[i] = h.spoil(v[i])
		}
	case map[string]any:
		for name, value := range v {
			if !h.keep[name] {
				v[name] = h.spoil(value)
			}
		}
		if counts, ok := v["counts"].(map[string]any); ok {
			counts[hostileText] = 1
		}
	}
	return v
}

// answer replaces an answer of the true service.
func (h hostility) answer(resp *http.Response) error {
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		return err
	}
	resp.Body.Close()
	if h.status != 0 {
		resp.StatusCode = h.status
		text = fmt.Appendf(nil, `{"error": %q, "code": %q, "signaturePresent": true}`, "no", "wrong")
	}
	var value any
	switch {
	case h.plain:
		text = []byte(hostileText)
	case json.Unmarshal(text, &value) == nil:
		if text, err = json.Marshal(h.spoil(value)); err != nil {
			return err
		}
	default:
		text = append(text, hostileText...)
	}
	resp.Body, resp.ContentLength = io.NopCloser(bytes.NewReader(text)), int64(len(text))
	resp.Header.Set("Content-Length", fmt.Sprint(len(text)))
	return nil
}

// TestHostileService runs every command on a service whose every text is hostile. No command
// prints what a terminal would obey, and none prints a line of the service's choice.
func TestHostileService(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	list, saved := filepath.Join(dir, "list.txt"), filepath.Join(dir, "saved.json")
	write(t, list, "9900000004\nMurmur\n")
	service := start(t, "-demo", "-data-dir", filepath.Join(dir, "data"), "-trust-proxy")
	command(t, nil, "backup", saved, "-url", service.url).expect(t, exitDone, "wrote "+saved, "")
	address, err := url.Parse(service.url)
	if err != nil {
		t.Fatal(err)
	}
	byCommand := hostileCommands(dir, list, saved)
	p := newProgram(new(config))
	for _, known := range p.Commands {
		local := slices.Contains([]string{"serve", "completion", "man", "version"}, known.Name) // ask no service
		if len(byCommand[known.Name]) == 0 && !local {
			t.Errorf("the command %s is not tried on a hostile service", known.Name)
		}
	}
	forms := map[string]bool{"status": true, "runId": true, "id": true, "kind": true, "outcome": true, "importId": true, "trust": true}
	var asked atomic.Int32
	for name, h := range map[string]hostility{
		"all texts": {}, "all but forms": {keep: forms}, "not JSON": {plain: true}, "refused": {status: 400}, "token": {status: 401},
		"busy": {status: 409}, "long texts": {text: longText}, "long texts but forms": {text: longText, keep: forms}, "fault": {status: 500}, "moved": {status: 302},
	} {
		if name == "long texts but forms" && testing.Short() {
			continue // it takes as long as most others together
		}
		t.Run(name, func(t *testing.T) {
			proxy := &httputil.ReverseProxy{ModifyResponse: h.answer, Rewrite: func(r *httputil.ProxyRequest) {
				r.SetURL(address)
				n := asked.Add(1) // each request has a client of its own, so that none has to wait for the limits
				r.Out.Header.Set("X-Forwarded-For", netip.AddrFrom4([4]byte{10, byte(n >> 16), byte(n >> 8), byte(n)}).String())
			}}
			server := httptest.NewServer(proxy)
			t.Cleanup(server.Close)
			for _, name := range slices.Sorted(maps.Keys(byCommand)) {
				for _, line := range byCommand[name] {
					got := command(t, strings.NewReader(""), append(strings.Fields(line), "-url", server.URL)...)
					checkShown(t, line, got.log)
					if strings.HasSuffix(line, " -") {
						continue // data, which is shown to no one
					}
					checkShown(t, line, got.out)
					for text := range strings.Lines(got.log + got.out) {
						if len(text) > 3*len(longText)/4 && !strings.Contains(line, "--json") {
							t.Errorf("%s prints a line of %d bytes: %.100q", line, len(text), text)
						}
					}
					if strings.Contains(line, "--json") && got.out != "" && !json.Valid([]byte(got.out)) {
						t.Errorf("%s: not JSON: %q", line, got.out)
					}
				}
			}
		})
	}
}

// checkShown fails the test if a terminal would obey a text, or if a line of it is forged.
func checkShown(t *testing.T, what, text string) {
	t.Helper()
	for _, r := range text {
		if r != '\n' && r != ' ' && !unicode.IsPrint(r) {
			t.Errorf("%s prints %U: %.300q", what, r, text)
			break
		}
	}
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "auditor: forged") {
			t.Errorf("%s prints a line of the service: %.300q", what, text)
		}
	}
}

// A server that answers every request, such as the login page of a network, replaces no file:
// what a command writes is what it says it is.
func TestAnotherServerReplacesNoFile(t *testing.T) {
	t.Parallel()
	answers := map[string]struct{ kind, text string }{
		"page": {"text/html; charset=utf-8", "<!doctype html><title>Sign in</title>"}, "null": {"application/json", "null"},
		"empty": {"application/json", ""}, "another zip": {"application/zip", "PK\x05\x06" + strings.Repeat("\x00", 18)},
		"cut": {"application/json", `{"version":1,"apps":[]`}, "another object": {"application/json", `{"ok":true}`},
		"endless": {"application/json", "{" + strings.Repeat(" ", 100<<20)},
	}
	saved := filepath.Join(t.TempDir(), "saved.json")
	write(t, saved, "{}")
	commands := map[string]string{"restore": saved, "backup": "FILE", "dataset": "FILE.zip", "evidence": "0000009900000004-1:0 FILE", "export": "FILE", "export --format json": "FILE"}
	for kind, answer := range answers {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", answer.kind)
			_, _ = io.WriteString(w, answer.text)
		}))
		t.Cleanup(server.Close)
		for name, args := range commands {
			t.Run(name+" of "+kind, func(t *testing.T) {
				t.Parallel()
				file := filepath.Join(t.TempDir(), "file")
				args = strings.ReplaceAll(args, "FILE", file)
				if strings.HasSuffix(args, ".zip") {
					file += ".zip"
				}
				write(t, file, "before")
				line := append(append(strings.Fields(name), "-url", server.URL), strings.Fields(args)...)
				if got := command(t, nil, line...); got.code != exitFault {
					t.Errorf("the code is %d, and it says %q %q", got.code, got.out, got.log)
				}
				text, err := os.ReadFile(file)
				if err != nil || string(text) != "before" {
					t.Errorf("the file has %q, error %v", text, err)
				}
				if entries, err := os.ReadDir(filepath.Dir(file)); err != nil || len(entries) != 1 {
					t.Errorf("the folder has %v, error %v", entries, err)
				}
			})
		}
	}
}
