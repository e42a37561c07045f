package e2e_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/privacylabels/auditor/internal/fakearchive"
	"github.com/privacylabels/auditor/internal/proctest"
	"github.com/privacylabels/auditor/storage"
)

// The oracle is a record of how the program answers, taken from outside: the
// files of testdata/oracle. A change of the code that is no change of behaviour
// leaves them as they are. They hold no texts of errors but those that the
// specification fixes.
var update = flag.Bool("update", false, "write testdata/oracle anew")

// oracle is a service with the world around it that a record is taken of.
type oracle struct {
	*service
	record  *record
	stage   *stage
	env     []string
	edition atomic.Int64      // of the policies and of the apps
	vars    map[string]string // of the scripts
	plain   *http.Client
	last    []byte          // body of the last answer
	asked   map[string]bool // "GET /api/apps/{id}/history-stats"
	routes  []route
	others  []route // those that the script does not name
}

// appCount is how many apps the store has, with the ids from 1.
const appCount = 5

func newOracle(t *testing.T, name, fixed string, env ...string) *oracle {
	t.Helper()
	o := &oracle{stage: newStage(t), vars: map[string]string{}, asked: map[string]bool{}}
	o.plain = &http.Client{Transport: &http.Transport{}, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	t.Cleanup(o.plain.CloseIdleConnections)
	o.edition.Store(1)
	archive := fakearchive.New()
	replaced := []string{o.stage.url, "<store>"}
	for id := storage.AppID(1); id <= appCount; id++ {
		site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			if id == 3 {
				http.NotFound(w, nil)
				return
			}
			w.Header().Set("Content-Type", "text/plain; charset=utf-8")
			fmt.Fprintln(w, policyText(id, int(o.edition.Load())))
		}))
		t.Cleanup(site.Close)
		o.vars[fmt.Sprint("site", id)] = site.URL
		replaced = append(replaced, site.URL, fmt.Sprintf("<site%d>", id))
	}
	o.show()
	month := time.Now().UTC()
	month = time.Date(month.Year(), month.Month(), 1, 12, 0, 0, 0, time.UTC)
	for back := 18; back > 0; back -= 6 {
		random := rand.New(rand.NewPCG(11, uint64(back)))
		capture := fakearchive.New().AddApp(storage.TimeOf(month.AddDate(0, -back, 0)), "us", randomState(random).labelOnly().app(random, 1, false))
		capture.URL = address(1)
		archive.Add(capture)
	}
	o.vars["model"] = serveText(t, `{"data":[{"id":"large"},{"id":"small"}]}`, modelAnswer())
	o.vars["hook"] = serveText(t, "ok", "ok")
	wayback := newGate().serve(t, archive)
	replaced = append(replaced, o.vars["model"], "<model>", o.vars["hook"], "<hook>", wayback, "<archive>")
	dir := t.TempDir()
	replaced = append(replaced, dir, "<dir>")
	o.env = append([]string{"SERVICE_WAYBACK_URL=" + wayback, "SERVICE_OUTBOUND_ALLOW=127.0.0.1"}, env...)
	o.service = start(t, dir, o.stage, o.env...)
	o.record = newRecord(name, fixed, replaced...)
	o.record.at(o.url)
	o.routes = o.described()
	return o
}

// serveText serves one text to GET and one to POST.
func serveText(t *testing.T, get, post string) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", "application/json")
		if r.Method == http.MethodGet {
			fmt.Fprint(w, get)
			return
		}
		fmt.Fprint(w, post)
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// modelAnswer is how a model sums up a policy.
func modelAnswer() string {
	var lenses []any
	for _, key := range storage.PolicyLensKeys() {
		lenses = append(lenses, map[string]any{"key": key, "rating": "favorable", "summary": "Good on " + key.Subject()})
	}
	summary, err := json.Marshal(map[string]any{"overview": "A good policy.", "highlights": []string{"a", "b", "c"}, "lenses": lenses})
	if err != nil {
		panic(err)
	}
	answer, err := json.Marshal(map[string]any{"choices": []any{map[string]any{"message": map[string]any{"content": string(summary)}}}})
	if err != nil {
		panic(err)
	}
	return string(answer)
}

// show puts the present edition of all apps on the stage.
func (o *oracle) show() {
	for id := storage.AppID(1); id <= appCount; id++ {
		random := rand.New(rand.NewPCG(uint64(id), uint64(o.edition.Load())))
		app := randomState(random).app(random, id, false)
		app.Developer, app.Genre, app.GenreID, app.HasIAP = "Maker "+fmt.Sprint(id%2), "Weather", 6001, new(id == 2)
		app.Version, app.Notes = fmt.Sprintf("1.%d", o.edition.Load()), "Repairs."
		app.PolicyURL = o.vars[fmt.Sprint("site", id)] + "/privacy"
		app.Related = []storage.RelatedApp{{Shelf: "may_also_like", Related: id%appCount + 1, Name: "Related", URL: address(id%appCount + 1)}}
		o.stage.Put(app)
	}
}

// request is one that is recorded.
type request struct {
	method, path, body string
	header             []string // "Name: value"; "Origin:" sends none
	what               string   // describes the body where it is too long to show
}

func (o *oracle) do(q request) (*http.Response, []byte) {
	o.t.Helper()
	req, err := proctest.Request(o.t.Context(), o.url, q.method, q.path, q.body)
	if err != nil {
		o.t.Fatalf("%s %s: %v", q.method, q.path, err)
	}
	for _, line := range q.header {
		name, value, _ := strings.Cut(line, ":")
		switch value = strings.TrimSpace(value); {
		case name == "Host":
			req.Host = value
		case value == "":
			req.Header.Del(name)
		default:
			req.Header.Set(name, value)
		}
	}
	res, err := o.plain.Do(req)
	if err != nil {
		o.t.Fatalf("%s %s: %v\n%s", q.method, q.path, err, o.Log)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		o.t.Fatalf("%s %s: %v", q.method, q.path, err)
	}
	if q.method != http.MethodGet {
		time.Sleep(2 * time.Millisecond) // so that what comes next has a later time
	}
	if i := slices.IndexFunc(o.routes, func(r route) bool { return r.is(q.method, req.URL.EscapedPath()) }); i >= 0 && len(q.header) == 0 {
		o.asked[o.routes[i].method+" "+o.routes[i].path] = true
	}
	return res, body
}

// note does a request and records the answer.
func (o *oracle) note(q request) (*http.Response, []byte) {
	o.t.Helper()
	res, body := o.do(q)
	what := q.method + " " + q.path
	for _, line := range q.header {
		what += "  > " + line
	}
	if q.what != "" {
		what += "  > " + q.what
	} else if q.body != "" {
		what += "  > " + q.body
	}
	o.record.add(o.record.string(what), res, body)
	if at := res.Header.Get("Location"); strings.HasPrefix(at, "/api/results/") { // or the next request would meet its work
		o.wait("the request "+what, func() bool { return !o.shows(at, `"status":"running"`) })
	}
	return res, body
}

// shows reports whether an answer has a text.
func (o *oracle) shows(path, text string) bool {
	o.t.Helper()
	_, body := o.do(request{method: "GET", path: path})
	return bytes.Contains(body, []byte(text))
}

// wait waits until something has ended.
func (o *oracle) wait(what string, ended func() bool) {
	o.t.Helper()
	for began := time.Now(); !ended(); time.Sleep(10 * time.Millisecond) {
		if time.Since(began) > proctest.Busy {
			o.t.Fatalf("%s does not end", what)
		}
	}
}

// settle waits until no run is under way and no list is worked on.
func (o *oracle) settle() {
	o.t.Helper()
	o.wait("a run", func() bool {
		return !o.shows("/api/tasks/active", `"running":true`) && !o.shows("/api/imports/queue", `"running":true`)
	})
}

// read waits until an answer has a text.
func (o *oracle) until(path, text string) {
	o.t.Helper()
	for began := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		_, body := o.do(request{method: "GET", path: path})
		if bytes.Contains(body, []byte(text)) {
			return
		}
		if time.Since(began) > proctest.Busy {
			o.t.Fatalf("%s has no %s: %.2000s", path, text, body)
		}
	}
}

// route is one of the document.
type route struct {
	method, path string
	summary      operation
	pattern      *regexp.Regexp
}

func (r route) is(method, path string) bool { return r.method == method && r.pattern.MatchString(path) }

// operation is what the document says of a route, as far as requests are made of it.
type operation struct {
	Parameters []struct {
		Ref, Name, In string
		Required      bool
		Example       any
	}
	RequestBody *struct {
		Content map[string]struct {
			Schema struct {
				Ref string `json:"$ref"`
			}
			Example json.RawMessage
		}
	}
	MaxBody int64 `json:"x-max-body-bytes"`
	Limit   *struct {
		Calls      int
		RetryAfter bool
	} `json:"x-rate-limit"`
}

// described returns the routes that the service itself describes.
func (o *oracle) described() (routes []route) {
	o.t.Helper()
	_, body := o.do(request{method: "GET", path: "/api/openapi.json"})
	var document struct {
		Paths map[string]map[string]operation
	}
	if err := json.Unmarshal(body, &document); err != nil {
		o.t.Fatal(err)
	}
	for path, methods := range document.Paths {
		// One segment for each parameter; fixed paths come first, see below.
		pattern := regexp.MustCompile(`^` + regexp.MustCompile(`\\\{[^/]*\\\}`).ReplaceAllString(regexp.QuoteMeta(path), `[^/]+`) + `$`)
		for method, op := range methods {
			routes = append(routes, route{strings.ToUpper(method), path, op, pattern})
		}
	}
	slices.SortFunc(routes, func(a, b route) int {
		if c := strings.Compare(strings.ReplaceAll(a.path, "{", "~"), strings.ReplaceAll(b.path, "{", "~")); c != 0 {
			return c
		}
		return strings.Compare(a.method, b.method)
	})
	if len(routes) < 100 {
		o.t.Fatalf("the document has %d routes", len(routes))
	}
	return routes
}

// unnamed returns the routes that no request of a script goes to.
func (o *oracle) unnamed(text string) []route {
	named := make(map[string]bool)
	for _, sent := range regexp.MustCompile(`(?m)^([A-Z]+) (/[^ ?\n]*)`).FindAllStringSubmatch(text, -1) {
		if i := slices.IndexFunc(o.routes, func(r route) bool { return r.is(sent[1], sent[2]) }); i >= 0 {
			named[o.routes[i].method+" "+o.routes[i].path] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(o.routes), func(r route) bool { return named[r.method+" "+r.path] })
}

// covered fails the test unless all routes were asked.
func (o *oracle) covered() {
	o.t.Helper()
	for _, r := range o.routes {
		if !o.asked[r.method+" "+r.path] {
			o.t.Errorf("%s %s was not asked", r.method, r.path)
		}
	}
}

// script does the requests of a file, see testdata/oracle/tour.txt.
func (o *oracle) script(text string) {
	o.t.Helper()
	for stanza := range strings.SplitSeq(text, "\n\n") {
		var q request
		for line := range strings.Lines(stanza) {
			line = o.expand(strings.TrimRight(line, "\n"))
			switch {
			case line == "":
			case strings.HasPrefix(line, "#"):
				o.record.comment(line)
			case strings.HasPrefix(line, "!"):
				o.command(strings.Fields(line[1:]))
			case strings.HasPrefix(line, "= "):
				o.last = o.flush(&q)
				fields := strings.Fields(line)
				o.vars[fields[1]] = find(o.t, o.last, fields[2])
			case strings.HasPrefix(line, ": "):
				q.header = append(q.header, line[2:])
			case q.method == "":
				q.method, q.path, _ = strings.Cut(line, " ")
			case strings.HasPrefix(line, "@"): // the body is what an answer was before
				q.body, q.what = o.vars[line[1:]], "the body of "+line[1:]
			default:
				q.body += line
			}
		}
		o.last = o.flush(&q)
	}
}

// flush does a request that was read, if there is one that was not done.
func (o *oracle) flush(q *request) []byte {
	if q.method == "" {
		return o.last
	}
	_, body := o.note(*q)
	*q = request{}
	return body
}

var variable = regexp.MustCompile(`\$[a-z]+[0-9]*`)

func (o *oracle) expand(line string) string {
	return variable.ReplaceAllStringFunc(line, func(name string) string {
		value, ok := o.vars[name[1:]]
		if !ok {
			return name
		}
		return value
	})
}

func (o *oracle) command(words []string) {
	o.t.Helper()
	switch words[0] {
	case "settle":
		o.settle()
	case "others":
		for _, r := range o.others {
			o.note(o.standard(r))
		}
	case "until":
		o.until(words[1], words[2])
		o.settle()
	case "edition":
		o.edition.Add(1)
		o.show()
	case "restart":
		o.Stop()
		old := o.service
		o.service = start(o.t, old.dir, o.stage, o.env...)
		o.record.at(o.url)
	default:
		o.t.Fatalf("no command %q", words)
	}
}

// find returns what a path of members and indices leads to, as text; "." is the
// whole.
func find(t testing.TB, body []byte, path string) string {
	t.Helper()
	if path == "." {
		return string(body)
	}
	var v any
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		t.Fatalf("%s: %v in %.300s", path, err, body)
	}
	for name := range strings.SplitSeq(path, ".") {
		switch at := v.(type) {
		case map[string]any:
			v = at[name]
		case []any:
			var i int
			if _, err := fmt.Sscan(name, &i); err != nil || i >= len(at) {
				t.Fatalf("%s: no %s in %.300s", path, name, body)
			}
			v = at[i]
		}
		if v == nil {
			t.Fatalf("%s: no %s in %.600s", path, name, body)
		}
	}
	return fmt.Sprint(v)
}

// Every route answers a service in use as it always did.
func TestOracleTour(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join("testdata", "oracle", "tour.txt"))
	if err != nil {
		t.Fatal(err)
	}
	o := newOracle(t, "tour", string(text))
	o.others = o.unnamed(string(text))
	o.script(string(text))
	o.covered()
	o.record.compare(t)
}
