package httpapi_test

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/httpapi"
)

// pageBodies are bodies that the mutations of pages take. An empty one is none.
var pageBodies = map[string]string{
	"POST /api/feature-flags/overrides":         `{"key":"flag.page.stats","value":"off"}`,
	"DELETE /api/feature-flags/overrides":       "",
	"DELETE /api/feature-flags/overrides/{key}": "",
	"POST /api/focus":                           `{"audience":"guardian"}`,
	"PUT /api/preferences":                      `{"dismissManualAppsBanner":true}`,
	"POST /api/locale":                          `{"locale":"zh"}`,
	"POST /api/date-format":                     `{"mode":"iso"}`,
	"PUT /api/dashboard/layout":                 `{"layout":{"hidden":["hero"]}}`,
	"DELETE /api/dashboard/layout":              "",
	"POST /api/dashboard/layout/preset":         `{"preset":"minimal"}`,
	"POST /api/coachmark-state":                 `{"completed":true}`,
	"POST /api/dev-menu-state":                  `{"enabled":true}`,
	"POST /api/user-tasks":                      `{"action":"dismiss","id":"view_privacy_map"}`,
	"POST /api/welcomed-at":                     "",
}

// pageRows returns the rows of the flags and of the preferences.
func pageRows(t *testing.T) (reads, mutations []httpapi.Row) {
	t.Helper()
	for _, row := range httpapi.Rows() {
		if row.Group != "flags" && row.Group != "preferences" {
			continue
		}
		row.Path = strings.Replace(row.Path, "{key}", "flag.page.stats", 1)
		if row.Method == "GET" {
			reads = append(reads, row)
		} else {
			mutations = append(mutations, row)
		}
	}
	if len(reads) != 9 || len(mutations) != len(pageBodies) {
		t.Errorf("%d routes read and %d change", len(reads), len(mutations))
	}
	return reads, mutations
}

func bodyOf(t testing.TB, row httpapi.Row) string {
	t.Helper()
	text, ok := pageBodies[row.Method+" "+strings.Replace(row.Path, "flag.page.stats", "{key}", 1)]
	if !ok {
		t.Fatalf("no body for %s %s", row.Method, row.Path)
	}
	return text
}

func TestPagesNeedTheTokenWhereTheTableSaysSo(t *testing.T) {
	t.Parallel()
	a := newAPI(t, withToken)
	reads, mutations := pageRows(t)
	for _, row := range reads {
		a.do(row.Method, row.Path).status(200)
	}
	before := a.settingsOf()
	for _, row := range mutations {
		a.do(row.Method, row.Path, foreign, body(bodyOf(t, row))).error(403, "")
		a.do(row.Method, row.Path, body(bodyOf(t, row))).error(403, "")
		if row.Token == "R" {
			a.do(row.Method, row.Path, sameOrigin, body(bodyOf(t, row))).error(401, "Admin token required")
			a.do(row.Method, row.Path, sameOrigin, wrongToken, body(bodyOf(t, row))).error(401, "Admin token required")
		}
	}
	if diff := cmp.Diff(before, a.settingsOf()); diff != "" {
		t.Errorf("refused requests changed settings (-before +after):\n%s", diff)
	}
	for _, row := range mutations {
		options := []option{sameOrigin, body(bodyOf(t, row))}
		if row.Token == "R" {
			options = append(options, withHeader)
		}
		a.do(row.Method, row.Path, options...).status(200)
	}
}

func TestPagesAreLimitedInEarnest(t *testing.T) {
	t.Parallel()
	_, mutations := pageRows(t)
	for _, row := range mutations {
		if row.Limit == "" {
			continue
		}
		a := newAPI(t, nil)
		calls, err := strconv.Atoi(row.Limit)
		if err != nil {
			t.Fatal(err)
		}
		for range calls { // what is refused for its body counts too
			if got := a.do(row.Method, row.Path, sameOrigin, body("[")); got.Code == 429 {
				t.Fatalf("%s %s: too early", row.Method, row.Path)
			}
		}
		if after := a.do(row.Method, row.Path, sameOrigin, body(bodyOf(t, row))).error(429, "").Header().Get("Retry-After"); after == "" {
			t.Errorf("%s %s: no Retry-After", row.Method, row.Path)
		}
		a.clock.Advance(time.Minute)
		a.do(row.Method, row.Path, sameOrigin, body(bodyOf(t, row))).status(200)
	}
}

func TestPagesRefuseWrongBodies(t *testing.T) {
	t.Parallel()
	_, mutations := pageRows(t)
	for _, row := range mutations {
		t.Run(row.Method+row.Path, func(t *testing.T) {
			t.Parallel()
			a := newAPI(t, func(cfg *httpapi.Config) { cfg.NewLimiter = unlimited })
			size := 64 << 10
			if kilo, ok := strings.CutSuffix(row.BodyCap, "K"); ok {
				n, err := strconv.Atoi(kilo)
				if err != nil {
					t.Fatal(err)
				}
				size = n << 10
			}
			filled := strings.Repeat(" ", size-len(bodyOf(t, row))) + bodyOf(t, row)
			a.do(row.Method, row.Path, sameOrigin, body(filled+" ")).error(413, "")
			a.do(row.Method, row.Path, sameOrigin, chunked(filled+" ")).error(413, "")
			if bodyOf(t, row) != "" {
				for _, text := range []string{
					"", " ", "null", "true", "1", `"x"`, "[]", "[{}]", "{", "{}{}", "{}x", "{\"a\":\"\xff\"}", "\xef\xbb\xbf{}",
					`{"a":` + strings.Repeat("[", 10_000), strings.Repeat(`{"a":`, 600) + "1" + strings.Repeat("}", 600),
				} {
					if len(text) <= size {
						a.do(row.Method, row.Path, sameOrigin, body(text)).error(400, "")
					}
				}
			}
			if got := a.settingsOf(); len(got) != 0 {
				t.Errorf("settings are %v", got)
			}
			a.do(row.Method, row.Path, sameOrigin, body(filled)).status(200)
		})
	}
}
