package httpapi_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/privacylabels/auditor/internal/httpapi"
	"github.com/privacylabels/auditor/storage"
)

func TestLoginAnswers(t *testing.T) {
	t.Parallel()
	good := `{"token":"` + token + `"}`
	for _, tt := range []struct {
		name   string
		change func(*httpapi.Config)
		body   string
		want   int
	}{
		{"right", withToken, good, 200},
		{"right, exposed", exposedWithToken, good, 200},
		{"right, with more", withToken, `{"token":"` + token + `","x":[1]}`, 200},
		{"wrong", withToken, `{"token":"wrong"}`, 401},
		{"nearly", withToken, `{"token":"` + token + `x"}`, 401},
		{"longer than any token", withToken, `{"token":"` + strings.Repeat("x", 3000) + `"}`, 401},
		{"none configured", nil, good, 503},
		{"none configured, exposed", isExposed, good, 503},
		{"none configured, no body", nil, "", 503},
		{"missing", withToken, `{}`, 400},
		{"null", withToken, `{"token":null}`, 400},
		{"blank", withToken, `{"token":" \t "}`, 400},
		{"a number", withToken, `{"token":1}`, 400},
		{"too long", withToken, `{"token":"` + strings.Repeat("x", 4096) + `"}`, 413},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			a := newAPI(t, tt.change)
			got := a.do("POST", loginPath, sameOrigin, body(tt.body)).status(tt.want)
			if set := got.Header().Get("Set-Cookie") != ""; set != (tt.want == 200) {
				t.Errorf("status %d, cookie set: %v", tt.want, set)
			}
			if tt.want != 200 {
				got.error(tt.want, "")
			}
		})
	}
}

func TestEachLoginCounts(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{"right": `{"token":"` + token + `"}`, "wrong": `{"token":"x"}`, "no body": ""} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := newAPI(t, withToken)
			for range 5 {
				a.do("POST", loginPath, sameOrigin, body(text))
			}
			got := a.do("POST", loginPath, sameOrigin, body(`{"token":"`+token+`"}`)).error(http.StatusTooManyRequests, "")
			if got.Header().Get("Retry-After") != "60" {
				t.Errorf("Retry-After %q, want 60", got.Header().Get("Retry-After"))
			}
		})
	}
}

func TestAuditLogHoldsFailedAttempts(t *testing.T) {
	t.Parallel()
	type line struct{ Action, IP, UserAgent, Detail string }
	for _, tt := range []struct {
		name    string
		change  func(*httpapi.Config)
		method  string
		target  string
		options []option
		want    []line
	}{
		{"wrong header", withToken, "POST", "/api/reset", []option{sameOrigin, wrongToken},
			[]line{{"reset.unauthorised", "192.0.2.9", "test", "POST /api/reset"}}},
		{"no token", withToken, "POST", "/api/reset", []option{sameOrigin},
			[]line{{"reset.unauthorised", "192.0.2.9", "test", "POST /api/reset"}}},
		{"wrong cookie", withToken, "DELETE", "/api/wayback/import-all", []option{sameOrigin, cookie("x")},
			[]line{{"wayback.import-all.delete.unauthorised", "192.0.2.9", "test", "DELETE /api/wayback/import-all"}}},
		{"wrong header and cookie", withToken, "POST", "/api/settings", []option{wrongToken, cookie("x")},
			[]line{{"settings.write.unauthorised", "192.0.2.9", "test", "POST /api/settings"}}},
		{"wrong header and foreign origin", withToken, "POST", "/api/focus", []option{foreign, wrongToken},
			[]line{{"focus.post.unauthorised", "192.0.2.9", "test", "POST /api/focus"}}},
		{"wrong header on a read", withToken, "GET", "/api/ai/debug-log?x=secret", []option{wrongToken},
			[]line{{"ai_debug_log.unauthorised", "192.0.2.9", "test", "GET /api/ai/debug-log"}}},
		{"wrong header on status", withToken, "GET", statusPath, []option{wrongToken},
			[]line{{"auth.admin-token.status.get.unauthorised", "192.0.2.9", "test", "GET " + statusPath}}},
		{"no route", exposedWithToken, "POST", "/api/nowhere", []option{sameOrigin, wrongToken},
			[]line{{"api.unauthorised", "192.0.2.9", "test", "POST /api/nowhere"}}},
		{"not configured", nil, "POST", "/api/dev/wipe-apps", []option{sameOrigin},
			[]line{{"dev.wipe_apps.admin_token_not_configured", "192.0.2.9", "test", "POST /api/dev/wipe-apps"}}},
		{"wrong login", withToken, "POST", loginPath, []option{sameOrigin, body(`{"token":"x"}`)},
			[]line{{"admin_token.login.invalid", "192.0.2.9", "test", "POST " + loginPath}}},
		{"wrong login and header", withToken, "POST", loginPath, []option{sameOrigin, wrongToken, body(`{"token":"x"}`)}, []line{
			{"admin_token.login.unauthorised", "192.0.2.9", "test", "POST " + loginPath}, {"admin_token.login.invalid", "192.0.2.9", "test", "POST " + loginPath}}},
		{"an open route", withToken, "POST", "/api/focus", []option{sameOrigin, wrongToken},
			[]line{{"focus.post.unauthorised", "192.0.2.9", "test", "POST /api/focus"}}},
		{"an unknown path", withToken, "GET", "/x", []option{header("Authorization", "Bearer x")},
			[]line{{"api.unauthorised", "192.0.2.9", "test", "GET /x"}}},
		{"proxy", func(c *httpapi.Config) { c.AdminToken, c.TrustProxy = token, true }, "POST", "/api/reset",
			[]option{sameOrigin, header("X-Forwarded-For", "1.2.3.4, 2001:db8::77")},
			[]line{{"reset.unauthorised", "2001:db8::77", "test", "POST /api/reset"}}},
		{"untrusted proxy", withToken, "POST", "/api/reset", []option{sameOrigin, header("X-Forwarded-For", "1.2.3.4")},
			[]line{{"reset.unauthorised", "192.0.2.9", "test", "POST /api/reset"}}},
		{"no address", withToken, "POST", "/api/reset", []option{sameOrigin, peer("@")},
			[]line{{"reset.unauthorised", "@", "test", "POST /api/reset"}}},

		{"right header", withToken, "POST", "/api/reset", []option{withHeader, cookie("x")}, nil},
		{"a foreign origin", withToken, "POST", "/api/reset", []option{foreign}, nil},
		{"a refused host", withToken, "POST", "/api/focus", []option{hostHeader("evil.example"), wrongToken}, nil},
		{"no session to end", withToken, "POST", logoutPath, []option{sameOrigin}, nil},
		{"no token configured", nil, "POST", "/api/focus", []option{foreign, wrongToken}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			a := newStubbed(t, tt.change)
			a.do(tt.method, tt.target, append(tt.options, header("User-Agent", "test"))...)
			var got []line
			for _, l := range a.audits() {
				got = append(got, line{l.Action, l.ActorIP, l.UserAgent, l.Detail})
				if l.Success || l.CreatedAt != storage.TimeOf(a.clock.Now()) {
					t.Errorf("line %+v", l)
				}
			}
			sortLines := cmpopts.SortSlices(func(a, b line) int { return strings.Compare(a.Action, b.Action) })
			if diff := cmp.Diff(tt.want, got, sortLines); diff != "" {
				t.Errorf("audit log (-want +got):\n%s", diff)
			}
		})
	}
}

func TestAuditLogHoldsLoginAndLogout(t *testing.T) {
	t.Parallel()
	a := newAPI(t, withToken)
	a.do("POST", logoutPath, sameOrigin, cookie(a.login()))
	for range 5 {
		a.clock.Advance(time.Millisecond)
		a.do("POST", loginPath, sameOrigin)
	}
	var got []string
	for _, l := range a.audits() {
		got = append(got, fmt.Sprint(l.Action, " ", l.Success))
	}
	// The two of one moment are in no order.
	if len(got) == 3 && strings.HasPrefix(got[1], "admin_token.login ") {
		got[1], got[2] = got[2], got[1]
	}
	want := []string{"admin_token.login.rate_limited false", "admin_token.logout true", "admin_token.login true"}
	equal(t, want, got, "audit log")
}

func TestRefusalsByALimitAreAuditedOnPrivilegedRoutesOnly(t *testing.T) {
	t.Parallel()
	a := newStubbed(t, withToken)
	for range 31 {
		a.do("POST", "/api/scrape", sameOrigin)
		a.do("POST", "/api/reset", withHeader)
	}
	got := a.audits()
	if len(got) != 1 || got[0].Action != "reset.rate_limited" {
		t.Errorf("audit log %+v, want one reset.rate_limited", got)
	}
}
