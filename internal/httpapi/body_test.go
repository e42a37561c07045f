package httpapi_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/httpapi"
	"github.com/privacylabels/auditor/internal/httpapi/op"
)

// hostileBodies are not one JSON object.
func hostileBodies() []string {
	deep := func(n int) string {
		return `{"a":` + strings.Repeat(`[`, n) + strings.Repeat(`]`, n) + `}`
	}
	bodies := []string{
		" ", "\n\n", "\x00", "null", "true", "false", "0", "-1", "1e9", `""`, `"x"`, `"{}"`, "[]", "[{}]", "[null]", "[[]]",
		"{", "}", "{]", "[}", "{{}}", "{}}", "{}{}", "{} {}", "{}[]", "{},", "{}x", "{} null", "{}\x00", "\x00{}", "{}\n{}", "{};",
		"x", "undefined", "NaN", "Infinity", "nil", "None", "{'a':1}", "{a:1}", `{"a"}`, `{"a":}`, `{"a":1,}`, `{,}`, `{"a" 1}`,
		`{"a":1 "b":2}`, `{"a":01}`, `{"a":+1}`, `{"a":.5}`, `{"a":1.}`, `{"a":0x1}`, `{"a":1e}`, `{"a":NaN}`, `{"a":tru}`, `{"a":"`,
		`{"a":"\x"}`, `{"a":"\u12"}`, "{\"a\":\"\n\"}", "{\"a\":\"\x00\"}", "{\"a\":\"\t\"}", `{"a":'b'}`, `{1:2}`, `{null:1}`, "// {}", "{} // x",
		"/* */{}", "{/**/}", "#{}", "<a/>", "a=b", "a=b&c=d", "--boundary\r\n", "%7B%7D", "\ufeff{}", "\ufeff", "\xff", "{\"\xff\":1}",
		"{\"a\":\"\xc0\xaf\"}", "{\"a\":\"\xed\xa0\x80\"}", "{}\xff", "\xff{}", "\xfe\xff\x00{\x00}", "{\x00}", "\u00a0{}", "\u2028{}", "\v{}", "\f{}",
		deep(513), deep(9_999), deep(10_000), deep(20_000), strings.Repeat("[", 30_000), strings.Repeat(`{"a":`, 10_000), strings.Repeat("{", 60_000),
		strings.Repeat(`{"a":`, 10_000) + "1" + strings.Repeat("}", 10_000), `{"a":` + strings.Repeat("[", 600), strings.Repeat("]", 100), strings.Repeat(" ", 1000),
		strings.Repeat("{}", 100), `{"token":1}`, `{"token":[]}`, `{"token":{}}`, `{"token":true}`, `{"token":null}`, `{"TOKEN":5}`, `{"token":""}`, `{}`,
	}
	return bodies
}

// object is a request whose body may be any object.
type object struct {
	Body op.Object `body:""`
}

func TestBodiesThatAreNoObjectAreBadRequests(t *testing.T) {
	t.Parallel()
	if n := len(hostileBodies()); n < 100 {
		t.Errorf("only %d variants", n)
	}
	a := newAPI(t, func(c *httpapi.Config) { c.AdminToken, c.NewLimiter = token, unlimited })
	for _, text := range append(hostileBodies(), "") {
		if len(text) > 4<<10 {
			continue // this route takes less; the longer ones are below
		}
		a.do("POST", loginPath, sameOrigin, body(text)).error(http.StatusBadRequest, "")
		a.do("POST", loginPath, sameOrigin, chunked(text)).error(http.StatusBadRequest, "")
	}
	for _, text := range hostileBodies() {
		if _, err := httpapi.Decode[object]("", text); err == nil && len(text) > 30 {
			t.Errorf("%.80q was taken", text)
		}
	}
}

func TestUnknownMembersAndContentTypesAreIgnored(t *testing.T) {
	t.Parallel()
	a := newStubbed(t, nil)
	for _, contentType := range []string{"", "application/json", "application/x-www-form-urlencoded", "text/plain", "multipart/form-data; boundary=x", "\xff"} {
		for _, text := range []string{`{}`, ` {"x":{"y":[1,"z",null]}} `, "\r\n\t{\"a\":1}\n", `{"":0}`, `{"a":"[[[[\"{{{"}`} {
			a.do("POST", "/api/focus", sameOrigin, header("Content-Type", contentType), body(text)).status(http.StatusOK)
			a.do("POST", "/api/focus", sameOrigin, header("Content-Type", contentType), chunked(text)).status(http.StatusOK)
		}
		a.do("POST", "/api/focus", sameOrigin, header("Content-Type", contentType), body(`{"a":1,"a":2}`)).
			error(http.StatusBadRequest, `The body has two members "a" in one object`)
	}
}

func TestBodiesOverTheCapAreTooLarge(t *testing.T) {
	t.Parallel()
	size := map[string]int{"": 64 << 10, "1K": 1 << 10, "2K": 2 << 10, "4K": 4 << 10, "8K": 8 << 10, "16K": 16 << 10, "32K": 32 << 10,
		"64K": 64 << 10, "128K": 128 << 10, "256K": 256 << 10, "512K": 512 << 10, "100M": 100 << 20}
	a := newStubbed(t, func(c *httpapi.Config) { c.AdminToken, c.NewLimiter = token, unlimited })
	for _, row := range httpapi.Rows() {
		limit, ok := size[row.BodyCap]
		if !ok {
			t.Fatalf("%s: cap %q", row.Path, row.BodyCap)
		}
		options := []option{sameOrigin, withHeader}
		claimed := func(r *http.Request) { r.Body, r.ContentLength = http.NoBody, int64(limit)+1 }
		a.do(row.Method, row.Path, append(options, claimed)...).error(http.StatusRequestEntityTooLarge, "")
		if limit > 1<<20 || row.Group == "auth" {
			continue
		}
		fits := `{"a":"` + strings.Repeat("x", limit-8) + `"}`
		a.do(row.Method, row.Path, append(options, body(fits))...).status(http.StatusOK)
		a.do(row.Method, row.Path, append(options, chunked(fits))...).status(http.StatusOK)
		a.do(row.Method, row.Path, append(options, body(fits+" "))...).error(http.StatusRequestEntityTooLarge, "")
		a.do(row.Method, row.Path, append(options, chunked(fits+" "))...).error(http.StatusRequestEntityTooLarge, "")
	}
	over := strings.Repeat("x", 64<<10+1)
	a.do("POST", logoutPath, sameOrigin, body(over)).error(http.StatusRequestEntityTooLarge, "")
	a.do("POST", logoutPath, sameOrigin, chunked(over)).error(http.StatusRequestEntityTooLarge, "")
}

func TestMembersOfTheWrongTypeAreNamed(t *testing.T) {
	t.Parallel()
	type request struct {
		URLs []string `json:"urls"`
		Sub  struct {
			N int `json:"n"`
		} `json:"sub"`
	}
	for text, want := range map[string]string{
		`{"urls":5}`:         "urls must be a list",
		`{"urls":["a",5]}`:   "urls[1] must be a text",
		`{"sub":{"n":"x"}}`:  "sub.n must be a whole number",
		`{"sub":{"n":1e99}}`: "sub.n must be a whole number",
		`[]`:                 "The body must be a JSON object",
		``:                   "The body is empty",
		`{`:                  "The body is not valid JSON",
	} {
		if _, err := httpapi.Decode[request]("", text); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

func TestQueryTakesTheFirstValue(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]string{
		"":                        "-",
		"limit=1":                 "1",
		"limit=1&limit=2":         "1",
		"limit=&limit=2":          "",
		"limit":                   "",
		"x=limit=9&limit=3":       "3",
		"limits=1":                "-",
		"Limit=1":                 "-",
		"%6cimit=4":               "4",
		"limit=a%20b+c%26":        "a b c&",
		"limit=%zz":               "%zz",
		"%zz=1&limit=2":           "2",
		"limit=a;limit=b":         "a;limit=b",
		"&&&limit=5&&":            "5",
		"=1&limit=6":              "6",
		"limit=%00":               "\x00",
		"limit=%ff":               "\xff",
		"limit==7":                "=7",
		strings.Repeat("a&", 5e4): "-",
	} {
		got, ok := op.ParseQuery(raw).First("limit")
		if !ok {
			got = "-"
		}
		if got != want {
			t.Errorf("%.60q: %q, want %q", raw, got, want)
		}
	}
}

func TestNumbersAreWhole(t *testing.T) {
	t.Parallel()
	type request struct {
		Limit int `query:"limit" op:"min=1,max=500,default=-1"`
	}
	for text, want := range map[string]int{"1": 1, "500": 500, "007": 7} {
		if got, err := httpapi.Decode[request]("limit="+text, ""); err != nil || got.Limit != want {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "0", "501", "-1", "10abc", "1.0", "1e2", "0x10", " 1", "1 ", "１", "99999999999999999999", "NaN", "1_0", "null"} {
		if got, err := httpapi.Decode[request]("limit="+url.QueryEscape(text), ""); err == nil {
			t.Errorf("%q was read as %v", text, got)
		}
	}
	if got, err := httpapi.Decode[request]("", ""); err != nil || got.Limit != -1 {
		t.Errorf("absent: %v, %v", got, err)
	}
}

func FuzzDecodeObject(f *testing.F) {
	for _, text := range hostileBodies() {
		f.Add([]byte(text))
	}
	f.Add([]byte(`{"a":[{"b":null}],"c":1.5}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		taken, err := httpapi.Decode[object]("", string(text))
		if err != nil {
			return
		}
		got := taken.Body.Members()
		if got == nil || !json.Valid(text) {
			t.Fatalf("%q was taken", text)
		}
		again, err := json.Marshal(got)
		if err != nil {
			t.Fatal(err)
		}
		second, err := httpapi.Decode[object]("", string(again))
		if err != nil {
			t.Fatalf("%q becomes %q, which is refused: %v", text, again, err)
		}
		if diff := cmp.Diff(again, []byte(second.Body)); diff != "" {
			t.Errorf("%q (-first +second):\n%s", text, diff)
		}
	})
}

func FuzzQuery(f *testing.F) {
	f.Add("limit=1&x=2", "limit")
	f.Add("%6c=%zz&&=;", "l")
	f.Fuzz(func(t *testing.T, raw, name string) {
		got, ok := op.ParseQuery(raw).First(name)
		if ok && name != "" && !bytes.Contains([]byte(raw), []byte("=")) && got != "" {
			t.Errorf("%q has no values, yet %q is %q", raw, name, got)
		}
		if again, okAgain := op.ParseQuery("a=b&" + raw).First(name); name != "a" && (again != got || ok != okAgain) {
			t.Errorf("%q: %q of %q changes with another parameter before it", name, got, raw)
		}
	})
}

func FuzzPath(f *testing.F) {
	for _, path := range []string{"/api/apps", "/api//apps", "/api/devices/%2f", "/api/devices/%00", "/api/devices/a/b", "/%61pi/devices/x"} {
		f.Add(path)
	}
	a := newStubbed(f, nil)
	f.Fuzz(func(t *testing.T, raw string) {
		code, params := httpapi.Find(a.API, raw)
		for name, value := range params {
			if value == "" || strings.ContainsAny(value, "/\x00\r\n\\") || value == "." || value == ".." {
				t.Errorf("%q: parameter %s is %q", raw, name, value)
			}
		}
		if code && strings.HasSuffix(raw, "/") {
			t.Errorf("%q was found", raw)
		}
	})
}

// Member names are compared exactly; similar names are unknown, and ignored.
func TestMembersAreNamedLetterByLetter(t *testing.T) {
	t.Parallel()
	a := newFleetAPI(t, withToken)
	a.pages.show(1, "One", "LOCATION")
	for target, text := range map[string]string{
		"/api/scrape": `{"URLs":["` + address(1) + `"]}`, "/api/search": `{"Names":["Notes"]}`, "/api/auth/admin-token/login": `{"TOKEN":"` + token + `"}`,
		"/api/notifications": `{"ACTION":"mark_read"}`, "/api/notifications?1": `{"action":"nope","Action":"mark_read"}`, "/api/notifications?2": `{"action":"mark_unread","idſ":[]}`,
	} {
		a.post(target, text).error(400, "")
	}
	a.post("/api/notifications", `{"Action":"nope","action":"mark_read","ACTION":7}`).status(200)
}

func TestOffsetBeyondTheEndIsAnEmptyPage(t *testing.T) {
	t.Parallel()
	a := newFleetAPI(t, nil)
	a.track(1, "One", "LOCATION")
	for _, offset := range []string{"1", "2147483647", "2147483648", "99999999999999999999999999"} {
		if got := members(a.do("GET", "/api/apps?limit=1&offset="+offset)); len(got["apps"].([]any)) != 0 || got["total"] != 1.0 {
			t.Errorf("offset %s: %v", offset, got)
		}
		a.do("GET", "/api/notifications?offset="+offset).status(200)
		a.do("GET", "/api/changelog?offset="+offset).status(200)
	}
}

func TestLoginBodyOverTheCapIs413HoweverItIsFramed(t *testing.T) {
	t.Parallel()
	a := newFleetAPI(t, nil) // without a token, which would be 503
	long := `{"token":"` + strings.Repeat("x", 4<<10) + `"}`
	a.post("/api/auth/admin-token/login", long).error(413, "")
	a.do("POST", "/api/auth/admin-token/login", sameOrigin, chunked(long)).error(413, "")
}

// A body that is too long is so, whatever else is wrong with the request.
func TestBodyOverTheCapComesFirst(t *testing.T) {
	t.Parallel()
	a := newAPI(t, nil)
	over := strings.Repeat("x", 64<<10+1)
	for _, row := range []string{"DELETE /api/apps", "DELETE /api/verdicts", "DELETE /api/shortlist", "GET /api/apps?limit=x"} {
		method, path, _ := strings.Cut(row, " ")
		a.do(method, path, sameOrigin, chunked(over)).error(http.StatusRequestEntityTooLarge, "")
	}
}
