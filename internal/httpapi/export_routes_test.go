package httpapi_test

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/httpapi"
	"github.com/privacylabels/auditor/storage"
)

const (
	exportBundle = "/api/export/audit-bundle"
	importBundle = "/api/import/audit-bundle"
)

// newExportAPI is an API with two apps, and a note on one that may leave and one
// that may not.
func newExportAPI(t testing.TB, change func(*httpapi.Config)) *fleetAPI {
	t.Helper()
	a := newFleetAPI(t, func(cfg *httpapi.Config) {
		cfg.AdminToken, cfg.NewLimiter = token, unlimited
		if change != nil {
			change(cfg)
		}
	})
	a.track(1, "=One", "LOCATION")
	a.track(2, "Two", "CONTACTS")
	a.post("/api/annotations", `{"appId":1,"body":"for everybody","visibility":"export"}`, withHeader).status(201)
	a.post("/api/annotations", `{"appId":1,"body":"private note","visibility":"private"}`, withHeader).status(201)
	return a
}

// bundle returns the bundle that a request gets.
func (a *fleetAPI) bundle(options ...option) string {
	a.t.Helper()
	return a.do("POST", exportBundle, append(options, withHeader)...).status(200).Body.String()
}

// exportedAt returns the setting that says when a bundle was last written.
func (a *fleetAPI) exportedAt() (at string) {
	a.t.Helper()
	a.view(func(tx *storage.Tx) error {
		at = ""
		for s, err := range tx.Settings.List(storage.SettingQuery{Prefix: "auditBundleLastExportedAt"}) {
			if err != nil {
				return err
			}
			at = s.Value
		}
		return nil
	})
	return at
}

func TestBundleOnTheWire(t *testing.T) {
	t.Parallel()
	a := newExportAPI(t, nil)
	a.do("HEAD", exportBundle).status(200)
	if at := a.exportedAt(); at != "" {
		t.Errorf("a HEAD request counts as an export, at %s", at)
	}
	for name, ans := range map[string]*answer{
		"GET": a.do("GET", exportBundle+"?recommenderName=Mum+%26+Dad&includeRecommenderProfile=false&migrationFlow=true"),
		"POST": a.do("POST", exportBundle, withHeader,
			body(`{"recommenderName":"Mum & Dad","includeRecommenderProfile":false,"migrationFlow":true,"visibility":"all","appIds":[1]}`)),
	} {
		got := members(ans)
		var names []string
		for _, app := range got["apps"].([]any) {
			names = append(names, app.(map[string]any)["name"].(string))
		}
		notes := got["annotations"].([]any)
		if got["version"] != 2.0 || got["recommender_name"] != "Mum & Dad" || got["migration_flow"] != true || len(notes) != 1 || strings.Join(names, " ") != "=One Two" {
			t.Errorf("%s: %v", name, got)
		}
		if strings.Contains(ans.Body.String(), "private note") {
			t.Errorf("%s: a private note has left", name)
		}
		h := ans.Header()
		if h.Get("Content-Disposition") != `attachment; filename="mum--dad-`+a.clock.Now().Format("2006-01-02-1504")+`.audit.json"` ||
			h.Get("Cache-Control") != "no-store" || h.Get("Content-Length") != fmt.Sprint(ans.Body.Len()) {
			t.Errorf("%s: the header is %v", name, h)
		}
		if at := a.exportedAt(); at != fmt.Sprint(a.clock.Now().UnixMilli()) {
			t.Errorf("%s: exported at %q", name, at)
		}
	}
}

func TestBundleRequests(t *testing.T) {
	t.Parallel()
	a := newExportAPI(t, nil)
	for _, text := range []string{`null`, `[]`, `{`, `{}x`, `"x"`, `{"recommenderName":7}`, `{"recommenderName":["x"]}`, `{"recommenderName":"\u0000"}`,
		`{"recommenderName":"` + strings.Repeat("x", 201) + `"}`, "\xff"} {
		a.do("POST", exportBundle, withHeader, body(text)).error(400, "")
	}
	a.do("GET", exportBundle+"?recommenderName=%ff").error(400, "")
	a.do("GET", exportBundle, body(strings.Repeat(" ", 65<<10))).error(413, "")
	long := `{"x":"` + strings.Repeat("x", 4<<10) + `"}`
	a.do("POST", exportBundle, withHeader, body(long)).error(413, "")
	a.do("POST", exportBundle, withHeader, chunked(long)).error(413, "")
	if at := a.exportedAt(); at != "" {
		t.Errorf("a refusal counts as an export, at %s", at)
	}
	for _, text := range []string{"", " \n", "{}", `{"includeRecommenderProfile":true,"migrationFlow":false}`, `{"recommenderName":null,"migrationFlow":null}`} {
		var got struct {
			Flow any `json:"migration_flow"`
			Name any `json:"recommender_name"`
		}
		a.do("POST", exportBundle, withHeader, body(text)).status(200).json(&got)
		if got.Flow != nil || got.Name != nil {
			t.Errorf("%s: %+v", text, got)
		}
	}
}

// A bundle with a number that no backup can hold is refused, and backups work as before.
func TestBundleWithANumberThatIsNotExact(t *testing.T) {
	t.Parallel()
	a := newExportAPI(t, nil)
	const bundle = `{"version":2,"exported_at":"2026-09-20T00:00:00Z","annotations":[],"apps":[{"id":"123456789","name":"Nice App",` +
		`"url":"https://apps.apple.com/us/app/id123456789","price_amount":9007199254740993,"privacy_types":[]}]}`
	for _, query := range []string{"?preview=1", ""} {
		a.post(importBundle+query, bundle, withHeader).error(400, "")
		a.do("GET", "/api/backup/export", withHeader).status(200)
		a.do("GET", "/api/apps/123456789").status(404)
	}
	fine := strings.Replace(bundle, "9007199254740993", "9007199254740991", 1)
	a.post(importBundle, fine, withHeader).status(200)
	a.do("GET", "/api/backup/export", withHeader).status(200)
}

func TestWhoMayExchangeBundles(t *testing.T) {
	t.Parallel()
	a := newFleetAPI(t, withToken)
	a.do("POST", exportBundle, sameOrigin).error(401, tokenRequired)
	a.do("POST", exportBundle, foreign).error(403, "")
	a.do("GET", exportBundle).status(200)
	a.do("POST", importBundle, sameOrigin, body("{}")).error(400, "")
	a.do("POST", importBundle, foreign, body("{}")).error(403, "")

	out := newFleetAPI(t, exposedWithToken)
	for _, path := range []string{"/api/export", exportBundle} {
		out.do("GET", path).error(401, tokenExposed)
		out.do("HEAD", path).status(401)
		out.do("GET", path, withHeader).status(200)
	}
	out.do("POST", importBundle, sameOrigin, body("{}")).error(401, tokenExposed)

	limited := newFleetAPI(t, withToken)
	for range 5 {
		limited.do("GET", exportBundle).status(200)
	}
	if got := limited.do("POST", exportBundle, withHeader).error(429, ""); got.Header().Get("Retry-After") == "" {
		t.Error("no Retry-After header")
	}
}

// form is a body that is a form with one part.
func form(t testing.TB, field, file, text string) option {
	t.Helper()
	var buf bytes.Buffer
	w := multipart.NewWriter(&buf)
	create := w.CreateFormField
	if file != "" {
		create = func(field string) (io.Writer, error) { return w.CreateFormFile(field, file) }
	}
	part, err := create(field)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(part, text); err != nil {
		t.Fatal(err)
	}
	must(t, w.Close())
	return func(r *http.Request) {
		body(buf.String())(r)
		r.Header.Set("Content-Type", w.FormDataContentType())
	}
}

func TestImportOnTheWire(t *testing.T) {
	t.Parallel()
	text := newExportAPI(t, nil).bundle(body(`{"recommenderName":"Ada"}`))
	want := map[string]any{
		"appsTotal": 2.0, "appsAdded": 2.0, "appsUpdated": 0.0, "appsSkipped": 0.0, "annotationsAdded": 1.0, "annotationsSkipped": 0.0, "verdictsAdded": 0.0,
		"recommenderProfileStashed": false, "recommenderProfilePreset": nil, "recommenderName": "Ada",
	}
	for name, sent := range map[string]option{
		"JSON": body(text), "chunked": chunked(text), "form": form(t, "file", "x.audit.json", text),
		"other type": func(r *http.Request) { body(text)(r); r.Header.Set("Content-Type", "multipart/mixed; boundary=x") },
	} {
		b := newFleetAPI(t, nil)
		b.clock.Advance(24 * time.Hour)
		preview := members(b.do("POST", importBundle+"?preview=1", sameOrigin, sent))
		about := preview["bundle"].(map[string]any)
		if diff := cmp.Diff(want, preview["summary"]); diff != "" || preview["existingImport"] != nil || preview["success"] != true || preview["preview"] != true ||
			about["appsCount"] != 2.0 || about["version"] != 2.0 || about["recommenderName"] != "Ada" {
			t.Errorf("%s: preview %v (-want +got):\n%s", name, preview, diff)
		}
		equal(t, []any{}, into[[]any](b.do("GET", "/api/apps")), "%s: a preview imports", name)
		done := b.do("POST", importBundle, sameOrigin, sent)
		equal(t, map[string]any{"success": true, "summary": want}, members(done), "%s", name)
		apps := into[[]storage.App](b.do("GET", "/api/apps"))
		if len(apps) != 2 || apps[0].LinkedCount != 1 || apps[0].SyncCount != 0 || apps[0].ChangeCount != 0 {
			t.Errorf("%s: apps are %+v", name, apps)
		}

		var again struct {
			Error, Code string
			Existing    map[string]any `json:"existingImport"`
		}
		b.do("POST", importBundle, sameOrigin, sent).status(409).json(&again)
		if again.Error == "" || again.Code != "duplicate" || again.Existing["appsAdded"] != 2.0 || again.Existing["recommenderName"] != "Ada" {
			t.Errorf("%s again: %+v", name, again)
		}
		b.do("POST", importBundle+"?allowDuplicate=false", sameOrigin, sent).status(409)
		if s := members(b.do("POST", importBundle+"?allowDuplicate=1", sameOrigin, sent))["summary"].(map[string]any); s["annotationsAdded"] != 0.0 || s["appsSkipped"] != 2.0 {
			t.Errorf("%s, allowed again: %v", name, s)
		}
		if notes := members(b.do("GET", "/api/annotations"))["annotations"].([]any); len(notes) != 1 {
			t.Errorf("%s: notes are %v", name, notes)
		}
	}
}

func TestImportsThatAreRefused(t *testing.T) {
	t.Parallel()
	a := newExportAPI(t, nil)
	for _, text := range append(hostileBodies(), "", "{}", `{"version":9,"exported_at":"x","apps":[],"annotations":[]}`) {
		a.do("POST", importBundle, sameOrigin, body(text)).error(400, "")
		a.do("POST", importBundle+"?preview=1&force=1", sameOrigin, chunked(text)).status(map[bool]int{true: 200, false: 400}[strings.HasPrefix(text, `{"version":9`)])
	}
	const undated = `{"version":2,"exported_at":"yesterday","apps":[],"annotations":[]}`
	const refusal = `exported_at is "yesterday", but must be a date or time of ISO 8601, such as 2006-01-02T15:04:05.000Z`
	a.do("POST", importBundle, sameOrigin, body(undated)).error(400, refusal)
	a.do("POST", importBundle+"?preview=1", sameOrigin, body(undated)).error(400, refusal)
	a.do("POST", importBundle+"?force=1", sameOrigin, body(undated)).status(200)
	const fine = `{"version":2,"exported_at":"2026-09-20T00:00:00.000Z","apps":[],"annotations":[]}`
	a.do("POST", importBundle, sameOrigin, form(t, "bundle", "x.json", fine)).error(400, "The form has no file in its field file")
	a.do("POST", importBundle, sameOrigin, form(t, "file", "", fine)).error(400, "The form's field file is no file")
	for _, kind := range []string{"multipart/form-data", "multipart/form-data; boundary=other"} {
		a.do("POST", importBundle, sameOrigin, body(fine), header("Content-Type", kind)).error(400, "")
	}
	a.do("POST", importBundle, sameOrigin, func(r *http.Request) {
		r.Body, r.ContentLength = io.NopCloser(strings.NewReader("")), 100<<20+1
	}).error(413, "")
	a.do("POST", importBundle, sameOrigin, form(t, "file", "x.json", fine)).status(200)
	more := a.do("POST", importBundle+"?preview=1", sameOrigin, upload(t, fine, "dryRun", "file")).status(200)
	equal(t, "dryRun, file", more.Header().Get("X-Ignored-Parameters"), "fields beside the file")
}

// endless is a body of blanks that does not say how long it is.
type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = ' '
	}
	return len(p), nil
}

func TestImportThatDoesNotEnd(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it takes a hundred megabytes")
	}
	a := newFleetAPI(t, nil)
	a.do("POST", importBundle, sameOrigin, func(r *http.Request) { r.Body, r.ContentLength = io.NopCloser(endless{}), -1 }).error(413, "")
	const head = "--x\r\nContent-Disposition: form-data; name=\"other\"\r\n\r\n"
	a.do("POST", importBundle, sameOrigin, header("Content-Type", "multipart/form-data; boundary=x"), func(r *http.Request) {
		r.Body, r.ContentLength = io.NopCloser(io.MultiReader(strings.NewReader(head), endless{})), -1
	}).error(413, "")
}

func TestTableOnTheWire(t *testing.T) {
	t.Parallel()
	a := newExportAPI(t, nil)
	for _, query := range []string{"", "?format=csv"} {
		ans := a.do("GET", "/api/export"+query).status(200)
		h := ans.Header()
		if h.Get("Content-Type") != "text/csv; charset=utf-8" || h.Get("Cache-Control") != "no-store" ||
			h.Get("Content-Disposition") != `attachment; filename="auditor-`+a.clock.Now().Format("2006-01-02")+`.csv"` {
			t.Errorf("%s: the header is %v", query, h)
		}
		rows, err := csv.NewReader(ans.Body).ReadAll()
		if err != nil || len(rows) != 3 || rows[0][0] != "App Name" || rows[1][0] != "'=One" || rows[2][0] != "Two" {
			t.Errorf("%s: the table is %q, %v", query, rows, err)
		}
	}
	ans := a.do("GET", "/api/export?format=json")
	got := members(ans)
	apps := got["apps"].([]any)
	if len(apps) != 2 || got["exportedAt"] != float64(a.clock.Now().UnixMilli()) || ans.Header().Get("Content-Disposition") != "" {
		t.Errorf("as JSON: %v, with %v", got, ans.Header())
	}
	if first := apps[0].(map[string]any); first["id"] != 1.0 || len(first["privacyTypes"].([]any)) != 1 || first["policyAnalysis"] != nil {
		t.Errorf("the first app is %v", first)
	}
	if head := a.do("HEAD", "/api/export").status(200); head.Body.Len() != 0 || head.Header().Get("Content-Type") == "" {
		t.Errorf("of the header alone: %v", head.Header())
	}
}

func TestFilesWithoutADisk(t *testing.T) {
	t.Parallel()
	var log strings.Builder
	a := newExportAPI(t, func(cfg *httpapi.Config) {
		quiet(&log)(cfg)
		cfg.DataDir = filepath.Join(t.TempDir(), "nowhere")
	})
	if got := a.do("GET", "/api/export").status(200).Body.String(); !strings.HasPrefix(got, "App Name,") || !strings.Contains(log.String(), "without a temporary file") {
		t.Errorf("the table is %q, and the log %q", got, &log)
	}
	members(a.do("GET", exportBundle))
	a.do("POST", importBundle, sameOrigin, body("{}")).error(500, "Internal server error")
}
