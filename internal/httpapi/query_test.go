package httpapi_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/internal/contract"
	"github.com/privacylabels/auditor/internal/openapi"
	"github.com/privacylabels/auditor/storage"
)

// Every parameter that the document describes as a switch refuses whatever is none.
func TestSwitchesOfTheQueryAreRead(t *testing.T) {
	t.Parallel()
	found := 0
	for _, item := range mustDescribe(t).Document.Paths {
		for _, o := range item {
			for _, p := range o.Parameters {
				if p.In == "query" && p.Schema != nil && len(p.Schema.Enum) == 9 {
					found++
				}
			}
		}
	}
	if found != 43 {
		t.Errorf("%d switches in the document, want 43", found)
	}
	eachOperation(t, func(t *testing.T, c *contract.Contract, method, pattern string, o *openapi.Operation) {
		for _, p := range o.Parameters {
			if p.In != "query" || p.Schema == nil || len(p.Schema.Enum) != 9 {
				continue
			}
			a := newExamples(t)
			for _, value := range []string{"2", "TRUE", "ja", "truee", " true", "null", "-1", "1,0", "\x00"} {
				bad := c.Good(pattern, o)
				bad.Query[p.Name] = value
				if got := a.ask(method, bad); got.Code != http.StatusBadRequest || !strings.Contains(got.Body.String(), p.Name) {
					t.Errorf("%s=%q: status %d: %s", p.Name, value, got.Code, got.Body)
				}
			}
			for _, value := range []string{"1", "true", "yes", "on", "0", "false", "no", "off", ""} {
				t.Run(p.Name+"="+value, func(t *testing.T) { // each with a store that is closed at its end
					a := newExamples(t)
					good := c.Good(pattern, o)
					good.Query[p.Name] = value
					if got := a.ask(method, good); got.Code == http.StatusBadRequest {
						t.Errorf("status %d: %s", got.Code, got.Body)
					}
				})
			}
		}
	})
}

func TestPreviewOfABundleImportsNothing(t *testing.T) {
	t.Parallel()
	bundle := `{"version": 2, "exported_at": "2026-01-01T00:00:00.000Z", "apps": [{"id": "7", "name": "Seven", "url": "https://apps.apple.com/us/app/id7", "privacy_types": []}], "annotations": []}`
	for value, preview := range map[string]bool{
		"1": true, "true": true, "yes": true, "on": true, "0": false, "false": false, "no": false, "off": false, "": false,
	} {
		a := newAPI(t, nil)
		got := members(a.post("/api/import/audit-bundle?preview="+value, bundle))
		if shown, _ := got["preview"].(bool); shown != preview {
			t.Errorf("preview=%s: %v", value, got)
		}
		var apps []storage.App
		a.do("GET", "/api/apps").status(http.StatusOK).json(&apps)
		if imported := len(apps) > 0; imported == preview {
			t.Errorf("preview=%s: %d apps afterwards", value, len(apps))
		}
	}
	a := newAPI(t, nil)
	a.post("/api/import/audit-bundle?preview=si", bundle).error(http.StatusBadRequest, "preview must be 1, true, yes or on, or 0, false, no or off")
}

func TestUntrustedBackupsAreAllowedByEveryWord(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]int{
		"1": 200, "true": 200, "yes": 200, "on": 200, "0": 409, "false": 409, "no": 409, "off": 409, "": 409, "maybe": 400, "TRUE": 400,
	} {
		a := newAPI(t, nil)
		a.do("POST", "/api/backup/restore?allowUntrusted="+value, sameOrigin, body(minimal)).status(want)
		a.do("POST", "/api/backup/restore", sameOrigin, body(minimal), header("X-Allow-Untrusted-Backup", value)).status(want)
	}
}

const minimal = `{"version": 1, "exportedAt": 1, "apps": []}`

func TestOffsetsAreEchoedAsAsked(t *testing.T) {
	t.Parallel()
	a := newAPI(t, nil)
	for asked, want := range map[string]string{
		"0": "0", "7": "7", "007": "7", "2147483647": "2147483647", "2147483648": "2147483648", "99999999999": "99999999999",
		"9223372036854775808": "9223372036854775808", "123456789012345678901234567890": "123456789012345678901234567890",
	} {
		for _, target := range []string{"/api/apps?limit=5&offset=", "/api/activity?offset="} {
			var got struct{ Offset json.Number }
			a.do("GET", target+asked).status(http.StatusOK).json(&got)
			if string(got.Offset) != want {
				t.Errorf("%s%s: offset %s, want %s", target, asked, got.Offset, want)
			}
		}
	}
	for _, asked := range []string{"", "-1", "1.0", "1e3", "x", " 1"} {
		a.do("GET", "/api/apps?limit=5&offset="+url.QueryEscape(asked)).error(http.StatusBadRequest, "offset must be a whole number from 0")
	}
}

func TestFormatOfAnExport(t *testing.T) {
	t.Parallel()
	a := newAPI(t, nil)
	for query, want := range map[string]string{"": "text/csv; charset=utf-8", "?format=csv": "text/csv; charset=utf-8", "?format=json": "application/json"} {
		a.do("GET", "/api/export"+query).status(http.StatusOK).header("Content-Type", want)
	}
	for _, format := range []string{"", "JSON", "xml", "csv,json", "json%00"} {
		a.do("GET", "/api/export?format="+format).error(http.StatusBadRequest, "format must be json or csv")
	}
}

// With view=grouped, limit counts for nothing, not even a wrong one.
func TestViewWinsOverLimit(t *testing.T) {
	t.Parallel()
	a := changed(t)
	want := a.do("GET", "/api/apps?view=grouped").status(http.StatusOK).Body.String()
	for _, query := range []string{"&limit=1", "&limit=0", "&limit=abc", "&limit=1&offset=1&meta=grid"} {
		if got := a.do("GET", "/api/apps?view=grouped"+query).status(http.StatusOK).Body.String(); got != want {
			t.Errorf("%s: %s", query, got)
		}
	}
}

func TestIgnoredValuesAreNamed(t *testing.T) {
	t.Parallel()
	a := changed(t)
	long := strings.Repeat("x", 100)
	many := make([]string, 40)
	for i := range many {
		many[i] = "v" + string(rune('A'+i))
	}
	for query, want := range map[string]string{
		"/api/changelog":                                  "",
		"/api/changelog?types=added,removed":              "",
		"/api/changelog?types=added,,":                    "",
		"/api/changelog?types=adde,removed":               "types=adde",
		"/api/changelog?type=nonsense":                    "type=nonsense",
		"/api/changelog?type=x,y,x&category=age-rating":   "type=x, type=y, category=age-rating",
		"/api/changelog?categories=privacy%20label":       "categories=privacy+label",
		"/api/changelog?types=a%0d%0aSet-Cookie:%20x%3d1": "types=a%0D%0ASet-Cookie%3A+x%3D1",
		"/api/changelog?types=%ff%00":                     "types=%FF%00",
		"/api/changelog?types=" + long:                    "types=" + long[:64] + "...",
		"/api/changelog?types=" + strings.Join(many, ","): "",
		"/api/changelog?app=a..b&limit=abc&offset=-1":     "app=a..b, limit=abc, offset=-1",
		"/api/changelog?types=<script>":                   "types=%3Cscript%3E",
		"/api/activity?type=scrap&status=okay&sortBy=x":   "type=scrap, status=okay, sortBy=x",
		"/api/stats/timeline?bucket=year&appId=x":         "bucket=year, appId=x",
		"/api/apps?view=groupd":                           "view=groupd",
		"/api/apps?limit=1&meta=gird":                     "meta=gird",
		"/api/related-apps?sourceAppId=1&mode=x":          "mode=x",
	} {
		got := a.do("GET", query).Header()
		named := got.Values("X-Ignored-Parameters")
		if strings.Contains(query, "vA,") {
			if len(named) != 1 || len(named[0]) > 2000 || !strings.HasSuffix(named[0], ", ...") || strings.Count(named[0], "types=") != 16 {
				t.Errorf("%s: named %q", query, named)
			}
			continue
		}
		equal(t, want, strings.Join(named, "|"), "%s", query)
		if got.Get("Set-Cookie") != "" {
			t.Errorf("%s sets a cookie", query)
		}
	}
	// An answer that is sent from the cache names them as well, and only its own.
	for range 2 {
		a.do("GET", "/api/changelog?types=one").header("X-Ignored-Parameters", "types=one")
		a.do("GET", "/api/changelog").header("X-Ignored-Parameters", "")
	}
}
