package httpapi_test

import (
	"encoding/csv"
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/privacylabels/auditor/internal/httpapi"
)

// wantRows reads the table as the interface's description has it.
func wantRows(t *testing.T) []httpapi.Row {
	t.Helper()
	f, err := os.Open("testdata/routes.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.Comma = '\t'
	lines, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var rows []httpapi.Row
	for _, l := range lines[1:] {
		rows = append(rows, httpapi.Row{Method: l[0], Path: l[1], Limit: l[2], Window: l[3], Bucket: l[4],
			RetryAfter: l[5], Token: l[6], BodyCap: l[7], Group: l[8]})
	}
	return rows
}

// The routes of the interface's description are as it has them. docs/ROUTES.md has the others
// as well.
func TestTableIsAsDescribed(t *testing.T) {
	t.Parallel()
	got := make(map[string]httpapi.Row)
	for _, row := range httpapi.Rows() {
		got[row.Method+" "+row.Path] = row
	}
	for _, want := range wantRows(t) {
		row := got[want.Method+" "+want.Path]
		if diff := cmp.Diff(want, row, cmpopts.IgnoreFields(httpapi.Row{}, "Summary", "MaxBody", "Needs", "Gated", "Readable", "Guarded")); diff != "" {
			t.Errorf("%s %s (-want +got):\n%s", want.Method, want.Path, diff)
		}
	}
}

func TestLimitedPathsAreCounted(t *testing.T) {
	t.Parallel()
	limited, withRetryAfter := map[string]bool{}, map[string]bool{}
	for _, row := range wantRows(t) {
		if row.Limit == "" {
			continue
		}
		limited[row.Path] = true
		if row.RetryAfter == "yes" {
			withRetryAfter[row.Path] = true
		}
	}
	// An audit bundle can also be exported by GET, under the same path. An app can also be
	// deleted under a path of its own.
	if len(limited) != 57 || len(withRetryAfter) != 33 {
		t.Errorf("%d paths are limited, %d with Retry-After, want 57 and 33", len(limited), len(withRetryAfter))
	}
}

func TestRowsOfOneBucketHaveOneLimit(t *testing.T) {
	t.Parallel()
	first := map[string]httpapi.Row{}
	for _, row := range httpapi.Rows() {
		if row.Bucket == "" {
			continue
		}
		one, ok := first[row.Bucket]
		if !ok {
			first[row.Bucket] = row
			continue
		}
		if one.Limit != row.Limit || one.Window != row.Window || one.RetryAfter != row.RetryAfter {
			t.Errorf("%s %s and %s %s share a bucket but not its limit", one.Method, one.Path, row.Method, row.Path)
		}
	}
}

func TestEveryRowHasASummary(t *testing.T) {
	t.Parallel()
	for _, row := range httpapi.Rows() {
		if row.Summary == "" || strings.HasSuffix(row.Summary, ".") {
			t.Errorf("%s %s: summary %q", row.Method, row.Path, row.Summary)
		}
	}
}

func TestEveryRowIsReached(t *testing.T) {
	t.Parallel()
	a := newStubbed(t, withToken)
	for _, row := range httpapi.Rows() {
		if row.Group == "auth" {
			continue
		}
		target := strings.NewReplacer("{", "some-", "}", "").Replace(row.Path)
		var got httpapi.Stub
		a.do(row.Method, target, sameOrigin, withHeader).status(http.StatusOK).json(&got)
		if want := row.Method + " " + row.Path; got.Route != want {
			t.Errorf("%s %s led to %s", row.Method, target, got.Route)
		}
		for name, value := range got.Params {
			if value != "some-"+name {
				t.Errorf("%s: parameter %s is %q", row.Path, name, value)
			}
		}
		if got, want := len(got.Params), strings.Count(row.Path, "{"); got != want {
			t.Errorf("%s: %d parameters, want %d", row.Path, got, want)
		}
	}
}
