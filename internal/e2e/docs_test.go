package e2e_test

import (
	"encoding/json"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/fakearchive"
	"github.com/privacylabels/auditor/storage"
)

// fromSource is how the pages call the program.
const fromSource = "go run ./examples/standalone"

// prelude makes an answer that is an error fail the block that asked, and tells
// each request from another client's, since limits go by the client.
const prelude = `set -euo pipefail
curl() { command curl --silent --show-error --fail-with-body --max-time 60 -H "X-Forwarded-For: 10.9.$((RANDOM % 256)).$((RANDOM % 256))" "$@"; }
`

// follower is who follows a page from top to bottom: it runs every block of shell
// in one folder, with the service that the page starts.
type follower struct {
	t       *testing.T
	folder  string
	from    *stage
	env     []string // of the service
	service *service
}

// The pages hold: each block of shell in them succeeds, in the order of the page, and
// an answer that is shown after a command has the members that are shown.
func TestPagesHold(t *testing.T) {
	t.Parallel()
	for _, tool := range []string{"bash", "curl"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("%s is not here: %v", tool, err)
		}
	}
	root := filepath.Join("..", "..")
	pages, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range append(pages, filepath.Join(root, "README.md")) {
		t.Run(filepath.Base(page), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(page)
			if err != nil {
				t.Fatal(err)
			}
			all, err := blocks(string(text))
			if err != nil {
				t.Fatal(err)
			}
			r := newFollower(t)
			var answer string
			for _, b := range all {
				switch b.language {
				case "sh":
					answer = r.follow(b)
				case "json":
					r.compare(b, answer)
				}
			}
		})
	}
}

// newFollower returns who follows a page where the store has one app, whose past
// an archive has.
func newFollower(t *testing.T) *follower {
	t.Helper()
	random := rand.New(rand.NewPCG(3, 5))
	const id storage.AppID = 310633997
	now, before := randomState(random), randomState(random)
	archive := fakearchive.New()
	for i, past := range []state{before, now} {
		capture := fakearchive.New().AddApp(storage.TimeOf(time.Now().AddDate(0, -6*(2-i), 0)), "us", past.labelOnly().app(random, id, false))
		capture.URL = address(id)
		archive.Add(capture)
	}
	f := &follower{t: t, folder: t.TempDir(), from: newStage(t, now.app(random, id, false))}
	f.env = []string{"SERVICE_WAYBACK_URL=" + newGate().serve(t, archive)}
	return f
}

// follow runs a block and returns what it printed.
func (r *follower) follow(b block) (printed string) {
	r.t.Helper()
	for _, p := range b.parts(func(line string) bool { return serves(line) || r.leftOut(line) }) {
		switch {
		case p.alone && serves(p.text):
			r.serve(strings.Fields(r.local(strings.TrimPrefix(p.text, fromSource))))
		case p.alone:
			r.t.Logf("line %d: not run: %s", b.line, p.text)
		default:
			printed = r.run(b, p.text)
		}
	}
	return printed
}

// leftOut reports whether a command is not for a test: the tests themselves, which
// would not end, and what this machine lacks.
func (r *follower) leftOut(command string) bool {
	if slices.Contains([]string{"go test -short ./...", ".ci/run"}, command) {
		return true
	}
	_, err := exec.LookPath("sqlite3")
	return err != nil && strings.Contains(command, "sqlite3 ")
}

// serves reports whether a command starts the service, rather than a single task.
func serves(command string) bool {
	arguments, ours := strings.CutPrefix(command, fromSource)
	words := strings.Fields(arguments)
	return ours && (len(words) == 0 || strings.HasPrefix(words[0], "-") && words[0] != "-help" && words[0] != "-version")
}

// serve starts the service in place of the one that runs.
func (r *follower) serve(arguments []string) {
	r.t.Helper()
	if r.service != nil {
		r.service.Stop()
	}
	dir := filepath.Join(r.folder, "data")
	if i := slices.Index(arguments, "-data-dir"); i >= 0 && i+1 < len(arguments) {
		dir = arguments[i+1]
		arguments = slices.Delete(slices.Clone(arguments), i, i+2)
	}
	more := slices.Clone(r.env)
	for _, switched := range arguments {
		if switched != "-demo" {
			r.t.Fatalf("the service is started with %s, which this test does not know", switched)
		}
		more = append(more, "SERVICE_DEMO=1")
	}
	r.service = start(r.t, dir, r.from, more...)
}

// run runs a command as bash does, and fails the test unless it succeeds.
func (r *follower) run(b block, command string) string {
	r.t.Helper()
	path, err := program()
	if err != nil {
		r.t.Fatal(err)
	}
	shell := exec.CommandContext(r.t.Context(), "bash", "-c", prelude+strings.ReplaceAll(r.local(command), fromSource, path))
	shell.Dir = r.folder
	shell.Env = append(os.Environ(), "SERVICE_APPSTORE_URL="+r.from.url, "SERVICE_ITUNES_URL="+r.from.url, "SERVICE_OUTBOUND_PER_MINUTE=1000000")
	shell.Env = append(shell.Env, r.env...)
	var errs strings.Builder
	shell.Stderr = &errs
	began := time.Now()
	out, err := shell.Output()
	if err != nil {
		r.t.Errorf("line %d: %s\n%v after %v\n%s%s", b.line, command, err, time.Since(began).Round(time.Millisecond), out, &errs)
	}
	return string(out)
}

// local makes a command of a page one for the service and the folder of this
// test.
func (r *follower) local(command string) string {
	if r.service != nil {
		command = strings.ReplaceAll(command, "http://127.0.0.1:3000", r.service.url)
	}
	return strings.ReplaceAll(command, "/tmp/", r.folder+"/")
}

// compare holds an answer that a page shows against the last one that was printed.
func (r *follower) compare(b block, answer string) {
	r.t.Helper()
	var shown, real any
	if err := json.Unmarshal([]byte(b.text), &shown); err != nil {
		r.t.Errorf("line %d: what is shown is no JSON: %v", b.line, err)
		return
	}
	for answers := json.NewDecoder(strings.NewReader(answer)); ; {
		err := answers.Decode(&real)
		if err == io.EOF {
			break
		}
		if err != nil {
			r.t.Errorf("line %d: the answer is no JSON: %v in %.200s", b.line, err, answer)
			return
		}
	}
	for _, what := range lacking(shown, real, "the answer") {
		r.t.Errorf("line %d: %s: %.500s", b.line, what, answer)
	}
}

// Every page that a page names is there.
func TestPagesNameWhatThereIs(t *testing.T) {
	t.Parallel()
	root := filepath.Join("..", "..")
	pages, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	link := regexp.MustCompile(`\]\(([^)#:]+)(?:#[^)]*)?\)`)
	for _, page := range append(pages, filepath.Join(root, "README.md")) {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range link.FindAllStringSubmatch(string(text), -1) {
			if _, err := os.Stat(filepath.Join(filepath.Dir(page), match[1])); err != nil {
				t.Errorf("%s: %v", filepath.Base(page), err)
			}
		}
	}
}

// Every package that other programs may import is in the table of packages.
func TestPagesNameEveryPackage(t *testing.T) {
	t.Parallel()
	root := filepath.Join("..", "..")
	text, err := os.ReadFile(filepath.Join(root, "docs", "ARCHITECTURE.md"))
	if err != nil {
		t.Fatal(err)
	}
	err = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		name := filepath.ToSlash(strings.TrimPrefix(path, root+string(filepath.Separator)))
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (entry.Name() == "internal" || name == "examples" || entry.Name() == "testdata" || strings.HasPrefix(name, ".") && path != root):
			return filepath.SkipDir
		case entry.Name() == "doc.go" && !strings.Contains(string(text), "`"+strings.TrimSuffix(name, "/doc.go")+"`"):
			t.Errorf("ARCHITECTURE.md does not name %s", strings.TrimSuffix(name, "/doc.go"))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestBlocks(t *testing.T) {
	t.Parallel()
	got, err := blocks("A.\n\n```sh\nfirst \\\n    more\n\n# a word\nsecond\n```\nB.\n```json\n{}\n```\n")
	if err != nil {
		t.Fatal(err)
	}
	want := []block{{4, "sh", "first \\\n    more\n\n# a word\nsecond\n"}, {12, "json", "{}\n"}}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(block{})); diff != "" {
		t.Errorf("blocks (-want +got):\n%s", diff)
	}
	alone := func(line string) bool { return line == "second" }
	if diff := cmp.Diff([]part{{"first \\\n    more\n\n# a word\n", false}, {"second", true}}, got[0].parts(alone), cmp.AllowUnexported(part{})); diff != "" {
		t.Errorf("parts (-want +got):\n%s", diff)
	}
	if _, err := blocks("```sh\nx\n"); err == nil {
		t.Error("a block without an end was taken")
	}
}

func TestLacking(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		shown, real string
		want        []string
	}{
		"the same":         {`{"a":[{"b":1}]}`, `{"a":[{"b":2,"c":3}],"d":4}`, nil},
		"null is anything": {`{"a":null}`, `{"a":7}`, nil},
		"a member":         {`{"a":1,"b":{"c":1}}`, `{"a":1,"b":{}}`, []string{"x.b.c is not there"}},
		"another type":     {`{"a":1}`, `{"a":"1"}`, []string{"x.a is string, shown is float64"}},
		"an empty array":   {`[1]`, `[]`, []string{"x is empty"}},
		"no object":        {`{"a":1}`, `[]`, []string{"x is no object but []interface {}"}},
		"no array":         {`[]`, `{}`, []string{"x is no array but map[string]interface {}"}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var shown, real any
			if err := json.Unmarshal([]byte(test.shown), &shown); err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal([]byte(test.real), &real); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, lacking(shown, real, "x")); diff != "" {
				t.Errorf("lacking (-want +got):\n%s", diff)
			}
		})
	}
}
