package e2e_test

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// record is a text of requests and answers in which all that differs from one
// run to the next is replaced: equal ids by equal placeholders, the rest by what
// they are.
type record struct {
	name  string // of the golden file, without its folder and ending
	text  strings.Builder
	fixed string   // requests: what stands in them is no accident, and kept
	pairs []string // addresses and folders of this run, and what stands for them
	ids   map[string]string
	last  string // answer that is still to be written
}

func newRecord(name, fixed string, pairs ...string) *record {
	return &record{name: name, fixed: fixed, pairs: pairs, ids: make(map[string]string)}
}

// at says where the service is from now on.
func (r *record) at(url string) {
	r.pairs = append(r.pairs, url, "<service>", strings.TrimPrefix(url, "http://"), "<service>")
}

// usual are the headers that nearly all answers have. They are recorded only
// where they are missing or different.
var usual = [][2]string{
	{"Content-Type", "application/json"},
	{"Cache-Control", "no-store"},
	{"Content-Security-Policy", "default-src 'self'; base-uri 'self'; frame-ancestors 'none'; form-action 'self'; img-src 'self' data: blob:; " +
		"font-src 'self' data:; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self'; object-src 'none'"},
	{"Cross-Origin-Opener-Policy", "same-origin"},
	{"Cross-Origin-Resource-Policy", "same-origin"},
	{"Permissions-Policy", "camera=(), microphone=(), geolocation=(), usb=(), payment=()"},
	{"Referrer-Policy", "strict-origin-when-cross-origin"},
	{"X-Content-Type-Options", "nosniff"},
	{"X-Frame-Options", "DENY"},
}

// present are headers of which only the presence is recorded.
var present = []string{"Etag", "Retry-After", "Last-Modified"}

// unrecorded are headers that say nothing of the program.
var unrecorded = []string{"Date", "Content-Length", "Connection", "Transfer-Encoding"}

func (r *record) headers(h http.Header) (lines []string) {
	h = h.Clone()
	for _, u := range usual {
		switch got := h.Get(u[0]); got {
		case u[1]:
			h.Del(u[0])
		case "":
			lines = append(lines, u[0]+": none")
		}
	}
	for _, name := range unrecorded {
		h.Del(name)
	}
	for name, values := range h {
		value := strings.Join(values, " | ")
		if slices.Contains(present, name) {
			value = "present"
		}
		lines = append(lines, name+": "+r.string(value))
	}
	slices.Sort(lines)
	return lines
}

// add records an answer to a request. What describes the request. Requests in
// succession whose answers are the same stand together above one answer.
func (r *record) add(what string, res *http.Response, body []byte) {
	answer := []string{strconv.Itoa(res.StatusCode)}
	answer = append(answer, r.headers(res.Header)...)
	text := r.body(res, body)
	if text != "" {
		answer = append(answer, text)
	}
	if same := strings.Join(answer, "\n"); same != r.last {
		r.end()
		r.last = same
	}
	fmt.Fprintln(&r.text, what)
}

// end writes the answer to the requests that were written last.
func (r *record) end() {
	if r.last != "" {
		fmt.Fprintf(&r.text, "= %s\n\n", r.last)
	}
	r.last = ""
}

// comment writes a line of its own.
func (r *record) comment(line string) {
	r.end()
	fmt.Fprintln(&r.text, line)
}

// volatile are routes whose numbers are all measurements.
var volatile = regexp.MustCompile(`^/api/(diagnostics|deployment|desktop|health|ready)\b`)

func (r *record) body(res *http.Response, body []byte) string {
	kind := res.Header.Get("Content-Type")
	w := &writer{record: r, path: res.Request.URL.Path}
	w.measured = volatile.MatchString(w.path)
	switch {
	case len(body) == 0:
		return ""
	case res.StatusCode == http.StatusOK && w.path == "/api/openapi.json":
		return "the document"
	case res.StatusCode == http.StatusOK && w.path == "/api/audit": // whose lines are written behind the requests
		return "the audit log"
	case res.StatusCode == http.StatusOK && w.path == "/metrics":
		return "the metrics"
	case strings.Contains(kind, "ndjson"):
		var lines []string
		for line := range bytes.Lines(body) {
			lines = append(lines, w.json(line))
		}
		return strings.Join(lines, "\n")
	case strings.Contains(kind, "json"):
		return w.json(body)
	case kind == "application/zip":
		return filesOf(body)
	}
	return r.string(strings.TrimSpace(string(body)))
}

// filesOf names the files of an archive, whose bytes hold times.
func filesOf(body []byte) string {
	archive, err := zip.NewReader(bytes.NewReader(body), int64(len(body)))
	if err != nil {
		return "an archive that cannot be read: " + err.Error()
	}
	names := []string{"an archive:"}
	for _, f := range archive.File {
		names = append(names, f.Name)
	}
	return strings.Join(names, "\n")
}

// writer writes JSON with a member on each line where it is long.
type writer struct {
	*record
	path     string // that was asked
	measured bool   // all numbers are measurements
}

func (w *writer) json(text []byte) string {
	var b bytes.Buffer
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	v, err := parse(d)
	if err != nil {
		return "not JSON: " + w.string(string(text))
	}
	if _, err := d.Token(); err != io.EOF {
		return "more than one value: " + w.string(string(text))
	}
	w.settle(&v, "")
	v.write(&b, "")
	return b.String()
}

// node is a value as it is written: a text, or parts between brackets.
type node struct {
	token json.Token
	text  string
	open  string // [ or {, empty for a text
	parts []node
	names []string // of the parts of an object
}

func (n node) flat() string {
	if n.open == "" {
		return n.text
	}
	var parts []string
	for i, p := range n.parts {
		if n.open == "{" {
			parts = append(parts, n.names[i]+": "+p.flat())
		} else {
			parts = append(parts, p.flat())
		}
	}
	return n.open + strings.Join(parts, ", ") + map[string]string{"[": "]", "{": "}"}[n.open]
}

func (n node) write(b *bytes.Buffer, indent string) {
	if flat := n.flat(); n.open == "" || len(indent)+len(flat) <= 120 {
		b.WriteString(flat)
		return
	}
	b.WriteString(n.open)
	for i, p := range n.parts {
		b.WriteString("\n" + indent + "  ")
		if n.open == "{" {
			b.WriteString(n.names[i] + ": ")
		}
		p.write(b, indent+"  ")
	}
	b.WriteString("\n" + indent + map[string]string{"[": "]", "{": "}"}[n.open])
}

func parse(d *json.Decoder) (n node, err error) {
	if n.token, err = d.Token(); err != nil {
		return n, err
	}
	delim, ok := n.token.(json.Delim)
	if !ok {
		return n, nil
	}
	n.open = delim.String()
	for d.More() {
		if n.open == "{" {
			name, err := d.Token()
			if err != nil {
				return n, err
			}
			n.names = append(n.names, fmt.Sprint(name))
		}
		part, err := parse(d)
		if err != nil {
			return n, err
		}
		n.parts = append(n.parts, part)
	}
	_, err = d.Token()
	return n, err
}

// settle gives a value its text. Name is the member that it is.
func (w *writer) settle(n *node, name string) {
	if n.open == "" || w.measured && (strings.HasPrefix(name, "eventLoop") || name == "recent") { // of which there is little at first
		n.open, n.text = "", w.scalar(name, n.token)
		return
	}
	if n.open == "[" {
		w.untie(n.parts, name)
	}
	for i := range n.parts {
		if n.open == "{" {
			w.settle(&n.parts[i], n.names[i])
			n.names[i] = w.string(n.names[i])
		} else {
			w.settle(&n.parts[i], name)
		}
	}
}

// untie orders records with random ids by what they say: chance orders those
// of one millisecond, and what is done side by side.
func (w *writer) untie(list []node, name string) {
	for _, n := range list {
		if i := slices.Index(n.names, "id"); n.open != "{" || i < 0 || !volatileText[1].found.MatchString(fmt.Sprint(n.parts[i].token)) {
			return
		}
	}
	key := func(n node) string {
		id := fmt.Sprint(n.parts[slices.Index(n.names, "id")].token) // which begins with its time
		if known, ok := w.ids[id]; ok {
			id = known
		}
		return w.blank(n, name) + id
	}
	slices.SortFunc(list, func(a, b node) int { return strings.Compare(key(a), key(b)) })
}

// blank returns the text of a value in which all ids are the same.
func (w *writer) blank(n node, name string) string {
	other := &writer{record: newRecord("", w.fixed, w.pairs...), path: w.path, measured: w.measured}
	other.ids = nil
	clone := n.clone()
	other.settle(&clone, name)
	return clone.flat()
}

func (n node) clone() node {
	n.parts, n.names = slices.Clone(n.parts), slices.Clone(n.names)
	for i := range n.parts {
		n.parts[i] = n.parts[i].clone()
	}
	return n
}

// Members that hold prose, and measurements.
var (
	proseName    = regexp.MustCompile(`(?i)(error|message|reason|hint|warnings?|note|remedy|troubleshoot)$`)
	measuredName = regexp.MustCompile(`(Ms|_ms|Seconds|Bytes|Duration|Elapsed|Latency|Uptime|Size)$|^(ms|bytes|size|pid|latency|uptime)$`)
	epoch        = regexp.MustCompile(`^[12][0-9]{12}$`)
)

// prose are members that hold prose in the answers of some routes only.
var prose = []struct{ path, name string }{{"/api/feature-flags", "description"}, {"/api/activity", "summary"}}

// law are the sentences that the specification fixes.
var law = []string{
	"Host not allowed", "Cross-origin mutation rejected", "Cross-site request rejected",
	"Admin token required", "Admin token required for non-local API access",
}

func (w *writer) scalar(name string, token json.Token) string {
	if w.measured && (name == "recent" || strings.HasPrefix(name, "eventLoop") || strings.HasPrefix(name, "heap")) {
		return "<measured>"
	}
	if w.measured && (name == "osRelease" || name == "containerLikely") {
		return "<machine>"
	}
	switch v := token.(type) {
	case json.Number:
		text := v.String()
		switch {
		case epoch.MatchString(text) && !strings.Contains(w.fixed, text):
			return "<time>"
		case name == "rowsRemoved": // also what the run wrote that follows adding apps, if it was quick
			return "<number>"
		case w.measured || measuredName.MatchString(name) && !strings.Contains(name, "Timeout"):
			return "<number>"
		}
		return text
	case string:
		for _, p := range prose {
			if name == p.name && w.path == p.path {
				return `"<text>"`
			}
		}
		if (w.measured || proseName.MatchString(name)) && !slices.Contains(law, v) && strings.Contains(v, " ") {
			return `"<text>"`
		}
		return `"` + strings.ReplaceAll(w.string(v), "\n", `\n`) + `"`
	case nil:
		return "null"
	}
	return fmt.Sprint(token)
}

var volatileText = []struct {
	found *regexp.Regexp
	kind  string // of a placeholder that counts; with brackets: one for all
}{
	{regexp.MustCompile(`auditor_read_[0-9a-f]{32}_[0-9a-f]{64}`), "<secret>"},
	{regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`), "id"},
	{regexp.MustCompile(`\b[0-9a-f]{16}-([0-9a-f]{16,64}|1[0-9]{12})\b`), "id"},
	{regexp.MustCompile(`\b[0-9a-f]{24,128}\b`), "hash"},
	{regexp.MustCompile(`[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}[:-][0-9]{2}[:-][0-9]{2}([.,-][0-9]+)?(Z|[+-][0-9]{2}:[0-9]{2})?`), "<moment>"},
	{regexp.MustCompile(`(Mon|Tue|Wed|Thu|Fri|Sat|Sun), [0-9]{2} [A-Z][a-z]{2} [0-9]{4} [0-9]{2}:[0-9]{2}:[0-9]{2} GMT`), "<moment>"},
	{regexp.MustCompile(`\b20[0-9]{2}-[01][0-9](-[0-3][0-9](-[0-9]{4})?)?\b`), "<date>"},
	{regexp.MustCompile(`/web/[0-9]{14}`), "</web/time>"},
	{regexp.MustCompile(`\b1[0-9]{12}\b`), "<time>"},
	{regexp.MustCompile(`127\.0\.0\.1:[0-9]+`), "<address>"},
	{regexp.MustCompile(`[A-Za-z0-9+/]{43}=`), "<mac>"},
	{regexp.MustCompile(`a{300}`), "<300 a>"},
	{regexp.MustCompile(`9{300}`), "<300 nines>"},
	{regexp.MustCompile(`go1\.[0-9]+(\.[0-9]+)?[a-zA-Z0-9.-]*`), "<go>"},
	{regexp.MustCompile(`/static/[a-z.-]+\.[0-9a-f]{10}\.`), "</static/file>"},
	{regexp.MustCompile(`svc_admin_token=[^;]{8,}`), "<session>"},
}

func (r *record) string(s string) string {
	s = strings.NewReplacer(r.pairs...).Replace(s)
	for _, v := range volatileText {
		s = v.found.ReplaceAllStringFunc(s, func(found string) string {
			if strings.Contains(r.fixed, found) {
				return found
			}
			if strings.HasPrefix(v.kind, "<") {
				return v.kind
			}
			if r.ids == nil {
				return v.kind
			}
			if r.ids[found] == "" {
				r.ids[found] = fmt.Sprintf("<%s%d>", v.kind, len(r.ids)+1)
			}
			return r.ids[found]
		})
	}
	return s
}

// compare fails the test unless the record is the golden file, or with -update
// writes that.
func (r *record) compare(t *testing.T) {
	t.Helper()
	r.end()
	path := filepath.Join("testdata", "oracle", r.name+".golden")
	got := r.text.String()
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	// One answer after the other, so that the difference names its request.
	if diff := cmp.Diff(strings.Split(string(want), "\n\n"), strings.Split(got, "\n\n")); diff != "" {
		if len(diff) > 20_000 {
			diff = diff[:20_000] + "\n…"
		}
		t.Errorf("the answers differ from %s (-want +got):\n%s", path, diff)
	}
}
