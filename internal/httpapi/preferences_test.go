package httpapi_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/privacylabels/auditor/internal/httpapi"
	"github.com/privacylabels/auditor/storage"
)

func (a *api) put(target, text string, more ...option) *answer {
	a.t.Helper()
	return a.do("PUT", target, append([]option{sameOrigin, body(text)}, more...)...)
}

// bare gives an API on SQLite without limits.
func bare(t testing.TB) *api {
	t.Helper()
	on := onSQLite(t)
	return newAPI(t, func(cfg *httpapi.Config) {
		on(cfg)
		cfg.NewLimiter = unlimited
	})
}

func TestPreferences(t *testing.T) {
	t.Parallel()
	a := bare(t)
	check := func(when string, got *answer, want bool) {
		t.Helper()
		equal(t, map[string]any{"manualAppsBannerDismissed": want}, members(got), "%s", when)
	}
	check("at first", a.do("GET", "/api/preferences"), false)
	for _, step := range []struct {
		body string
		want bool
	}{
		{`{}`, false},
		{`{"dismissManualAppsBanner":true}`, true},
		{`{"dismissManualAppsBanner":null}`, false},
		{`{"dismissManualAppsBanner":true}`, true},
		{`{"dismissManualAppsBanner":false}`, false},
		{`{"dismissManualAppsBanner":true}`, true},
	} {
		check("answer to "+step.body, a.put("/api/preferences", step.body), step.want)
		check("after "+step.body, a.do("GET", "/api/preferences"), step.want)
	}
	for _, text := range []string{`{"dismissManualAppsBanner":1}`, `{"dismissManualAppsBanner":"false"}`, `{"dismissManualAppsBanner":{}}`} {
		a.put("/api/preferences", text).error(400, "dismissManualAppsBanner must be true, false or null")
	}
	for _, text := range []string{`{"other":false}`, `{"dismissManualAppsBaner":false}`, `{"dismissManualAppsBanner":false,"DismissManualAppsBanner":false}`, `{"manualAppsBannerDismissed":false}`} {
		a.put("/api/preferences", text).error(400, "")
	}
	check("after wrong ones", a.do("GET", "/api/preferences"), true)
}

func TestDateFormatRoutes(t *testing.T) {
	t.Parallel()
	a := bare(t)
	want := "auto"
	for _, step := range [][2]string{
		{"", "auto"}, {`{"mode":"dmy"}`, "dmy"}, {`{"mode":"mdy"}`, "mdy"}, {`{"mode":"iso"}`, "iso"}, {`{"mode":"auto"}`, "auto"}, {`{"mode":"iso"}`, "iso"},
	} {
		if step[0] != "" {
			equal(t, map[string]any{"mode": step[1]}, members(a.post("/api/date-format", step[0])), "answer to %s", step[0])
			want = step[1]
		}
		equal(t, map[string]any{"mode": want}, members(a.do("GET", "/api/date-format")), "after %s", step[0])
	}
	for _, wrong := range []string{`{"mode":"x"}`, `{}`, `{"mode":null}`, `{"mode":["iso"]}`, `{"MODE":"dmy"}`} {
		a.post("/api/date-format", wrong).error(400, "")
		equal(t, map[string]any{"mode": want}, members(a.do("GET", "/api/date-format")), "after %s", wrong)
	}
}

func TestSwitchRoutes(t *testing.T) {
	t.Parallel()
	for target, member := range map[string]string{"/api/coachmark-state": "completed", "/api/dev-menu-state": "enabled"} {
		a := bare(t)
		for _, text := range []string{`false`, `true`, `true`, `false`, `true`} {
			got := members(a.post(target, `{"`+member+`":`+text+`,"more":1}`))
			want := map[string]any{member: text == "true"}
			equal(t, want, got, "%s: answer", target)
			equal(t, want, members(a.do("GET", target)), "%s", target)
		}
		for _, text := range []string{`{}`, `{"on":true}`, `{"` + member + `":null}`, `{"` + strings.ToUpper(member) + `":true}`} {
			a.post(target, text).error(400, member+" is missing")
		}
		for _, text := range []string{`1`, `"true"`} {
			a.post(target, `{"`+member+`":`+text+`}`).error(400, member+" must be true or false")
		}
		if got := members(a.do("GET", target)); got[member] != true {
			t.Errorf("%s: after wrong ones %v", target, got)
		}
	}
}

func TestWelcome(t *testing.T) {
	t.Parallel()
	a := bare(t)
	for _, sent := range []string{"", `{"welcomedAt":1}`, "anything"} {
		a.clock.Advance(time.Second)
		want := map[string]any{"welcomedAt": float64(a.clock.Now().UnixMilli())}
		equal(t, want, members(a.post("/api/welcomed-at", sent)), "answer to %q", sent)
	}
	if allow := a.do("GET", "/api/welcomed-at").error(405, "").Header().Get("Allow"); !strings.Contains(allow, "POST") || strings.Contains(allow, "GET") {
		t.Errorf("Allow is %q", allow)
	}
}

func TestLocale(t *testing.T) {
	t.Parallel()
	a := bare(t)
	supported := []any{"en", "zh"}
	for value, want := range map[string]map[string]any{
		"":                            {"locale": "en", "explicitlySet": false, "supported": supported},
		"svc_locale=zh":               {"locale": "zh", "explicitlySet": true, "supported": supported},
		"a=b; svc_locale=en":          {"locale": "en", "explicitlySet": true, "supported": supported},
		"svc_locale=de":               {"locale": "en", "explicitlySet": false, "supported": supported},
		"svc_locale=":                 {"locale": "en", "explicitlySet": false, "supported": supported},
		"NEXT_LOCALE=zh; svc_local=e": {"locale": "en", "explicitlySet": false, "supported": supported},
	} {
		equal(t, want, members(a.do("GET", "/api/locale", header("Cookie", value))), "with %q", value)
	}
	for _, locale := range []string{"zh", "en"} {
		got := a.post("/api/locale", `{"locale":"`+locale+`"}`)
		equal(t, map[string]any{"accepted": true, "locale": locale, "supported": supported}, members(got), "answer")
		if want := "svc_locale=" + locale + "; Path=/; Max-Age=31536000; SameSite=Lax"; got.Header().Get("Set-Cookie") != want {
			t.Errorf("Set-Cookie %q, want %q", got.Header().Get("Set-Cookie"), want)
		}
	}
	got := a.post("/api/locale", `{"locale":"en"}`, func(r *http.Request) { r.TLS = tlsState }, header("Origin", "https://localhost:3000"))
	if !strings.Contains(got.status(200).Header().Get("Set-Cookie"), "; Secure") {
		t.Errorf("over TLS: %q", got.Header().Get("Set-Cookie"))
	}
	for _, text := range []string{`{}`, `{"locale":"de"}`, `{"locale":null}`, `{"locale":["en"]}`, `{"locale":"EN"}`, `{"locale":"en; Path=/x"}`} {
		got := a.post("/api/locale", text).error(400, "Unsupported locale")
		var answer map[string]any
		got.json(&answer)
		want := map[string]any{"accepted": false, "locale": "en", "supported": supported, "error": "Unsupported locale"}
		equal(t, want, answer, "answer to %s", text)
		if got.Header().Get("Set-Cookie") != "" {
			t.Errorf("%s sets a cookie", text)
		}
	}
}

// settingsOf returns all stored settings.
func (a *api) settingsOf() map[string]string {
	a.t.Helper()
	all := make(map[string]string)
	a.view(func(tx *storage.Tx) error {
		clear(all)
		for each, err := range tx.Settings.List(storage.SettingQuery{}) {
			if err != nil {
				return err
			}
			all[each.Name] = each.Value
		}
		return nil
	})
	return all
}
