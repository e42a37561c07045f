package httpapi_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"flag"
	"io"
	"maps"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/contract"
	"github.com/privacylabels/auditor/internal/httpapi"
	"github.com/privacylabels/auditor/internal/openapi"
)

var update = flag.Bool("update", false, "write testdata/openapi.json anew")

// document returns what GET /api/openapi.json answers.
func document(t *testing.T) *answer {
	t.Helper()
	a := start(t, httpapi.New, nil)
	return a.do("GET", "/api/openapi.json").status(http.StatusOK)
}

// The module internal/contract/openapitest checks that the golden document is valid.
func TestDocumentIsGolden(t *testing.T) {
	t.Parallel()
	got := indented(t, document(t).Body.Bytes())
	if *update {
		must(t, os.WriteFile("testdata/openapi.json", got, 0o644))
		return
	}
	want, err := os.ReadFile("testdata/openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("document (-golden +served), see -update:\n%s", diff)
	}
}

// indented returns JSON with a member on each line, so that a change of it can be read. An object
// or array that fits into a line has one.
func indented(t *testing.T, text []byte) []byte {
	t.Helper()
	const width = 120
	var b bytes.Buffer
	must(t, json.Indent(&b, text, "", "\t"))

	var lines []string
	var opened []int // the numbers of the lines that begin what has not ended
	for line := range strings.Lines(b.String()) {
		line = strings.TrimSuffix(line, "\n")
		lines = append(lines, line)
		if strings.HasSuffix(line, "{") || strings.HasSuffix(line, "[") {
			opened = append(opened, len(lines)-1)
		}
		if end := strings.TrimLeft(line, "\t"); end[0] != '}' && end[0] != ']' {
			continue
		}
		begin := opened[len(opened)-1]
		opened = opened[:len(opened)-1]
		if folded := fold(lines[begin:]); len(folded) <= width {
			lines = append(lines[:begin], folded)
		}
	}
	return []byte(strings.Join(lines, "\n"))
}

// fold returns indented lines as one.
func fold(lines []string) string {
	var b strings.Builder
	b.WriteString(lines[0])
	for _, line := range lines[1:] {
		if strings.HasSuffix(b.String(), ",") {
			b.WriteByte(' ')
		}
		b.WriteString(strings.TrimLeft(line, "\t"))
	}
	return b.String()
}

// A release compresses testdata/openapi.json to testdata/openapi-released.json.gz and empties
// testdata/openapi-breaks.txt, which until the next one lists what breaks on purpose.
func TestDocumentBreaksNoClient(t *testing.T) {
	t.Parallel()
	file, err := os.Open("testdata/openapi-released.json.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	uncompressed, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	released, err := io.ReadAll(uncompressed)
	if err != nil {
		t.Fatal(err)
	}
	found, err := contract.Breaking(released, document(t).Body.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	listed, err := os.ReadFile("testdata/openapi-breaks.txt")
	if err != nil {
		t.Fatal(err)
	}
	var intended []string
	for line := range strings.Lines(string(listed)) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			intended = append(intended, line)
		}
	}
	slices.Sort(found)
	if diff := cmp.Diff(intended, slices.Compact(found)); diff != "" {
		t.Errorf("what breaks for clients of the last release (-intended +found):\n%s", diff)
	}
}

func TestDocumentIsCachedByClients(t *testing.T) {
	t.Parallel()
	a := newAPI(t, nil)
	tag := a.do("GET", "/api/openapi.json").status(http.StatusOK).Header().Get("ETag")
	a.do("GET", "/api/openapi.json", header("If-None-Match", tag)).status(http.StatusNotModified)
	if other := newAPI(t, withToken).do("HEAD", "/api/openapi.json").status(http.StatusOK); other.Header().Get("ETag") != tag || other.Body.Len() > 0 {
		t.Errorf("another service has the tag %s, want %s (%d bytes)", other.Header().Get("ETag"), tag, other.Body.Len())
	}
}

// Wherever the API is mounted, the document says so by where it was found.
func TestDocumentIsRightBelowAPrefix(t *testing.T) {
	t.Parallel()
	c := mustDescribe(t)
	for found, want := range map[string]string{
		"https://example.org/api/openapi.json":        "https://example.org/",
		"https://example.org/labels/api/openapi.json": "https://example.org/labels/",
	} {
		at, err := url.Parse(found)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := at.Parse(c.Document.Servers[0].URL); err != nil || got.String() != want {
			t.Errorf("found at %s, the server is %s, %v, want %s", found, got, err, want)
		}
	}
}

func TestDocumentSaysHowLongABackupMayBe(t *testing.T) {
	t.Parallel()
	a := newAPI(t, func(c *httpapi.Config) { c.MaxRestoreBytes = 4711 })
	text := a.do("GET", "/api/openapi.json").status(http.StatusOK).Body.Bytes()
	c, err := contract.New(text)
	if err != nil {
		t.Fatal(err)
	}
	if got := c.Document.Paths["/api/backup/restore"]["post"].MaxBodyBytes; got != 4711 {
		t.Errorf("a backup may have %d bytes", got)
	}
}

// A segment of a path that is not UTF-8, or has control characters, is refused on every
// route.
func TestDocumentHasTheAnswersToOddPaths(t *testing.T) {
	t.Parallel()
	a := start(t, httpapi.New, nil)
	var doc openapi.Document
	must(t, json.Unmarshal(a.do("GET", "/api/openapi.json").status(http.StatusOK).Body.Bytes(), &doc))
	parameter := regexp.MustCompile(`\{\w+\}`)
	for path, methods := range doc.Paths {
		if !parameter.MatchString(path) {
			continue
		}
		for method, o := range methods {
			got := a.do(strings.ToUpper(method), parameter.ReplaceAllString(path, "%FF")).Code
			if o.Responses[strconv.Itoa(got)] == nil {
				t.Errorf("%s %s answers %d, which the document does not have", method, path, got)
			}
		}
	}
}

// Every operation and parameter has a description, and every body an example.
func TestDocumentDescribesEverything(t *testing.T) {
	t.Parallel()
	var doc openapi.Document
	must(t, json.Unmarshal(document(t).Body.Bytes(), &doc))
	for path, methods := range doc.Paths {
		for method, o := range methods {
			if o.Summary == "" || o.Description == "" {
				t.Errorf("%s %s has no summary or description", method, path)
			}
			for _, p := range o.Parameters {
				if p.Ref == "" && p.Description == "" && p.Schema.Description == "" {
					t.Errorf("%s %s: parameter %s has no description", method, path, p.Name)
				}
			}
			for status, res := range o.Responses {
				for kind, media := range res.Content {
					if media.Example == nil {
						t.Errorf("%s %s: the %s of %s has no example", method, path, kind, status)
					}
					undescribed(t, method+" "+path+" "+status, media.Schema)
				}
			}
			if o.Body == nil {
				continue
			}
			for kind, media := range o.Body.Content {
				if media.Example == nil && kind == "application/json" {
					t.Errorf("%s %s has no example of its body", method, path)
				}
			}
		}
	}
}

// Every schema and member has a description, and every named schema an example that fits
// it.
func TestDocumentDescribesEveryMember(t *testing.T) {
	t.Parallel()
	text := document(t).Body.Bytes()
	var doc openapi.Document
	must(t, json.Unmarshal(text, &doc))
	c, err := contract.New(text)
	if err != nil {
		t.Fatal(err)
	}
	for name, s := range doc.Components.Schemas {
		if s.Description == "" {
			t.Errorf("%s has no description", name)
		}
		undescribed(t, name, s)
		if len(s.Examples) == 0 {
			t.Errorf("%s has no example", name)
		}
		for _, example := range s.Examples {
			if err := c.Fits(name, example); err != nil {
				t.Errorf("the example of %s: %v", name, err)
			}
		}
	}
}

// undescribed reports the members of a schema without a description.
func undescribed(t *testing.T, at string, s *openapi.Schema) {
	t.Helper()
	if s == nil {
		return
	}
	for name, member := range s.Properties {
		if !member.Never && member.Description == "" {
			t.Errorf("%s: member %s has no description", at, name)
		}
		if strings.Contains(strings.ToLower(member.Description), "null: ") && !canBeNull(member) {
			t.Errorf("%s: member %s is never null, but its description is %q", at, name, member.Description)
		}
		undescribed(t, at+"."+name, member)
	}
	undescribed(t, at, s.Items)
	undescribed(t, at, s.Additional)
	for _, of := range s.AnyOf {
		undescribed(t, at, of)
	}
}

// canBeNull reports whether null fits a schema.
func canBeNull(s *openapi.Schema) bool {
	anything := s.Ref == "" && len(s.Type) == 0 && len(s.AnyOf) == 0
	return anything || s.Lenient || slices.Contains(s.Type, "null") || slices.ContainsFunc(s.AnyOf, canBeNull)
}

// Members of one name can mean different things.
func TestDocumentTellsMembersOfOneNameApart(t *testing.T) {
	t.Parallel()
	c := mustDescribe(t)
	for at, want := range map[string]string{
		"SetDeviceScopeBody scope":          "The devices whose apps the user wants to see.",
		"SetDeviceScopeBody scope mode":     "Whether to show all apps or a subset.",
		"RecordSessionBody preflight scope": "Which apps the session showed: those without a verdict, all, those beyond the privacy profile, or those with changes.",
		"RecordSessionBody totals":          "What the user decided in the session.",
		"HistoryState totals":               "What the run has done so far",
		"Matrix categories":                 "The data categories that any app declares",
		"Purpose categories":                "The data categories, in the order of the page",
	} {
		path := strings.Fields(at)
		s := c.Document.Components.Schemas[path[0]]
		for _, name := range path[1:] {
			if s != nil {
				s = s.Properties[name]
			}
		}
		if s == nil || s.Description != want {
			t.Errorf("%s: %+v, want the description %q", at, s, want)
		}
	}
}

// A union is described by the member that decides between its objects. These have no such
// member: what is sent decides (x-forms), a guard refuses before the operation, a report
// is none yet, or a value may be sent in two forms.
func TestUnionsWithoutADiscriminator(t *testing.T) {
	t.Parallel()
	c := mustDescribe(t)
	found := make(map[string]bool)
	look := func(at string, s *openapi.Schema) {
		var within func(s *openapi.Schema)
		within = func(s *openapi.Schema) {
			if s == nil {
				return
			}
			var objects []string
			for _, of := range s.AnyOf {
				if of.Ref != "" || len(of.Type) > 0 && of.Items != nil {
					objects = append(objects, of.Named())
				}
				within(of)
			}
			if len(objects) > 1 {
				found[at] = true
			}
			for _, member := range s.Properties {
				within(member)
			}
			within(s.Items)
			within(s.Additional)
		}
		within(s)
	}
	for path, methods := range c.Document.Paths {
		for method, o := range methods {
			for status, res := range o.Responses {
				for _, media := range res.Content {
					look(strings.ToUpper(method)+" "+path+" "+status, media.Schema)
				}
			}
		}
	}
	for name, s := range c.Document.Components.Schemas {
		look(name, s)
	}
	want := []string{
		"GET /api/apps 200", "GET /api/apps/{id} 200", "GET /api/devices 200", "GET /api/diagnostics/health 200", "GET /api/health 503",
		"GET /api/imports 200", "GET /api/ready 503", "PATCH /api/devices/{id} 200", "POST /api/feature-flags/overrides 200",
		"POST /api/import/audit-bundle 200", "SearchAnswer",
	}
	equal(t, want, slices.Sorted(maps.Keys(found)), "unions")
}

func TestDocumentAgreesWithTheTable(t *testing.T) {
	t.Parallel()
	c := mustDescribe(t)
	for _, row := range httpapi.Rows() {
		o := c.Document.Paths[row.Path][strings.ToLower(row.Method)]
		if o.Summary != row.Summary || !slices.Equal(o.Tags, []string{row.Group}) {
			t.Errorf("%s %s is %q of %v", row.Method, row.Path, o.Summary, o.Tags)
		}
		if limited := o.RateLimit != nil; limited != (row.Limit != "") || o.Responses["429"] == nil { // also after wrong tokens
			t.Errorf("%s %s: limit %v", row.Method, row.Path, o.RateLimit)
		}
		if want := map[string]string{"R": "configured", "C": "always"}[row.Token]; want != "" && o.Token != want {
			t.Errorf("%s %s wants the token %s", row.Method, row.Path, o.Token)
		}
	}
}
