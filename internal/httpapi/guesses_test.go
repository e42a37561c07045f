package httpapi_test

import (
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/privacylabels/auditor/internal/httpapi"
	"github.com/privacylabels/auditor/storage"
)

// withoutLimits configures the token, and counters that let everything through.
func withoutLimits(c *httpapi.Config) { c.AdminToken, c.NewLimiter = token, unlimited }

// behindProxy is withoutLimits behind a trusted proxy.
func behindProxy(c *httpapi.Config) {
	withoutLimits(c)
	c.TrustProxy = true
}

func loginWith(text string) option { return body(`{"token":"` + text + `"}`) }

func bearer(text string) option { return header("Authorization", "Bearer "+text) }

func forwardedFor(addr string) option { return header("X-Forwarded-For", addr) }

// lock sends as many wrong tokens as an address may.
func (a *api) lock(options ...option) {
	a.t.Helper()
	for range 10 {
		if got := a.do("GET", "/api/health", append([]option{wrongToken}, options...)...); got.Code == http.StatusTooManyRequests {
			a.t.Fatal("locked too early")
		}
	}
}

func TestTokensOfAnAddressAreRefusedAfterTenWrongOnes(t *testing.T) {
	t.Parallel()
	a := newStubbed(t, withoutLimits)
	session := cookie(a.login())
	ways := []struct {
		method, path string
		options      []option
		want         int // before the address is locked
	}{
		{"GET", "/api/health", []option{wrongToken}, 200},
		{"GET", "/api/nowhere", []option{wrongToken}, 404},
		{"GET", "/", []option{wrongToken}, 404},
		{"GET", "/api/health/", []option{bearer("x")}, 404},
		{"OPTIONS", "/api/reset", []option{bearer("x")}, 204},
		{"TRACE", "/api/reset", []option{wrongToken}, 405},
		{"POST", "/api/reset", []option{wrongToken, foreign}, 403},
		{"POST", "/api/reset", []option{wrongToken, sameOrigin}, 401},
		{"POST", "/api/focus", []option{wrongToken, sameOrigin, session}, 200},
		{"POST", loginPath, []option{sameOrigin, loginWith("x")}, 401},
	}
	for _, way := range ways {
		a.do(way.method, way.path, way.options...).status(way.want)
	}
	a.clock.Advance(5*time.Minute + 500*time.Millisecond)
	refused := func(got *answer) {
		t.Helper()
		if got.what[:4] != "HEAD" {
			got.error(http.StatusTooManyRequests, "Too many requests")
		}
		got.status(http.StatusTooManyRequests).header("Retry-After", "600")
		if got.Header().Get("WWW-Authenticate") != "" {
			t.Errorf("%s: the refusal says something of the token", got.what)
		}
	}
	for _, way := range ways {
		refused(a.do(way.method, way.path, way.options...))
	}
	refused(a.do("POST", "/api/reset", withHeader))
	refused(a.do("POST", "/api/reset", bearer(token)))
	refused(a.do("HEAD", "/api/apps", withHeader))
	refused(a.do("GET", "/api/nowhere", withHeader, session))
	refused(a.do("POST", loginPath, sameOrigin, loginWith(token)))
	refused(a.do("POST", loginPath, sameOrigin, loginWith(token), session))
	refused(a.do("POST", loginPath, foreign, loginWith(token)))
	refused(a.do("POST", loginPath, sameOrigin, body(strings.Repeat("x", 5000))))

	// What carries no token goes on, sessions above all.
	a.do("GET", "/api/health").status(http.StatusOK)
	a.do("POST", "/api/reset", session, sameOrigin).status(http.StatusOK)
	a.do("POST", "/api/reset", sameOrigin).error(http.StatusUnauthorized, tokenRequired)
	a.do("POST", "/api/focus", sameOrigin).status(http.StatusOK)
	a.do("GET", "/api/health", header("Authorization", "Basic eDp5")).status(http.StatusOK)
	a.do("GET", "/api/health", header("X-Auditor-Admin-Token", "")).status(http.StatusOK)
	a.do("GET", loginPath).status(http.StatusMethodNotAllowed)
	a.do("GET", statusPath, session).status(http.StatusOK)
	// And so do others.
	a.do("POST", "/api/reset", withHeader, peer("192.0.2.10:1")).status(http.StatusOK)
	a.do("POST", "/api/reset", wrongToken, peer("192.0.2.10:1"), sameOrigin).status(http.StatusUnauthorized)

	a.clock.Advance(10*time.Minute - 501*time.Millisecond)
	a.do("POST", "/api/reset", withHeader).status(http.StatusTooManyRequests).header("Retry-After", "1")
	a.clock.Advance(time.Millisecond)
	a.do("POST", "/api/reset", withHeader).status(http.StatusOK)
	a.lock()
	a.do("POST", "/api/reset", withHeader).status(http.StatusTooManyRequests)
}

func TestRightTokensDoNotCount(t *testing.T) {
	t.Parallel()
	a := newStubbed(t, withoutLimits)
	for range 50 {
		a.do("POST", "/api/reset", withHeader).status(http.StatusOK)
		a.do("POST", "/api/reset", bearer(token)).status(http.StatusOK)
		a.do("POST", "/api/reset", cookie("wrong"), sameOrigin).status(http.StatusUnauthorized)
		a.do("POST", "/api/reset", sameOrigin).status(http.StatusUnauthorized)
		a.do("POST", loginPath, sameOrigin, body("{}")).status(http.StatusBadRequest)
		a.do("POST", loginPath, foreign, loginWith("x")).status(http.StatusForbidden)
		a.do("GET", "/api/health", wrongToken, hostHeader("evil.example")).status(http.StatusBadRequest)
		a.do("GET", "/api/health", header("Authorization", "Basic eDp5")).status(http.StatusOK)
	}
	// Nor do they make a window longer, or forgive what was wrong.
	for range 9 {
		a.do("GET", "/api/health", wrongToken).status(http.StatusOK)
	}
	a.do("POST", "/api/reset", withHeader).status(http.StatusOK)
	a.do("GET", "/api/health", wrongToken).status(http.StatusOK)
	a.do("POST", "/api/reset", withHeader).status(http.StatusTooManyRequests)
}

func TestNoGuessesWithoutAToken(t *testing.T) {
	t.Parallel()
	a := newStubbed(t, func(c *httpapi.Config) { c.NewLimiter = unlimited })
	for range 50 {
		got := a.do("POST", "/api/dev/wipe-apps", sameOrigin, wrongToken).status(http.StatusForbidden)
		if got.Header().Get("WWW-Authenticate") != "" {
			t.Fatal("a token was judged, and there is none")
		}
		a.do("POST", loginPath, sameOrigin, loginWith("x")).status(http.StatusServiceUnavailable)
	}
}

func TestGuessesAreCountedByAddress(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name            string
		change          func(*httpapi.Config)
		locked          []option
		same, different [][]option
	}{
		{
			"connecting address", withoutLimits, []option{peer("203.0.113.7:1")},
			[][]option{{peer("203.0.113.7:65000")}, {peer("[::ffff:203.0.113.7]:9")}, {peer("203.0.113.7:1"), forwardedFor("1.2.3.4")}},
			[][]option{{peer("203.0.113.8:1")}, {peer("127.0.0.1:1")}, {peer("203.0.113.8:1"), forwardedFor("203.0.113.7")}, {peer("@")}},
		},
		{
			"connecting subnet", withoutLimits, []option{peer("[2001:db8:1:2::3]:1")},
			[][]option{{peer("[2001:db8:1:2::4]:2")}, {peer("[2001:db8:1:2:ffff:ffff:ffff:ffff]:2")}, {peer("[2001:db8:1:2::3%eth0]:1")}},
			[][]option{{peer("[2001:db8:1:3::3]:1")}, {peer("[::1]:1")}},
		},
		{
			"trusted proxy", behindProxy, []option{forwardedFor("203.0.113.7")},
			[][]option{{forwardedFor("9.9.9.9, 203.0.113.7")}, {forwardedFor("203.0.113.7:443")}, {forwardedFor("203.0.113.7, unknown")}},
			[][]option{{forwardedFor("203.0.113.8")}, {forwardedFor("203.0.113.7, 203.0.113.8")}, {}},
		},
		{
			"trusted proxy, subnet", behindProxy, []option{forwardedFor("2001:db8::1")},
			[][]option{{forwardedFor("2001:db8::2")}, {forwardedFor("[2001:db8::abcd]:1")}},
			[][]option{{forwardedFor("2001:db8:0:1::1")}, {}},
		},
		{
			"socket without addresses", withoutLimits, []option{peer("@")},
			[][]option{{peer("@")}}, [][]option{{peer("192.0.2.9:1")}, {peer("")}},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			a := newStubbed(t, tt.change)
			a.lock(tt.locked...)
			for i, who := range tt.same {
				if got := a.do("POST", "/api/reset", append(who, withHeader)...); got.Code != http.StatusTooManyRequests {
					t.Errorf("same %d: status %d", i, got.Code)
				}
			}
			for i, who := range tt.different {
				if got := a.do("POST", "/api/reset", append(who, withHeader)...); got.Code != http.StatusOK {
					t.Errorf("different %d: status %d", i, got.Code)
				}
			}
		})
	}
}

func TestManyGuessesAtOnceAreNoMoreThanTen(t *testing.T) {
	t.Parallel()
	a := newStubbed(t, withoutLimits)
	var group sync.WaitGroup
	codes := make(chan int, 400)
	for i := range cap(codes) {
		group.Go(func() {
			if i%2 == 0 {
				codes <- a.do("POST", "/api/reset", sameOrigin, wrongToken).Code
			} else {
				codes <- a.do("POST", loginPath, sameOrigin, loginWith("x")).Code
			}
		})
	}
	group.Wait()
	close(codes)
	got := make(map[int]int)
	for code := range codes {
		got[code]++
	}
	equal(t, map[int]int{401: 10, 429: 390}, got, "answers")
}

func TestRequestCarriesOneGuess(t *testing.T) {
	t.Parallel()
	type sent = map[string][]string
	const own, auth = "X-Auditor-Admin-Token", "Authorization"
	right := "Bearer " + token
	for _, tt := range []struct {
		name string
		sent sent
		want int // 200: accepted, 401: counted as a wrong one, 0: not counted
	}{
		{"own header", sent{own: {token}}, 200},
		{"bearer", sent{auth: {right}}, 200},
		{"letter case of the scheme", sent{auth: {"bEARER " + token}}, 200},
		{"more space", sent{auth: {"Bearer    " + token + " "}}, 200},
		{"both", sent{own: {token}, auth: {right}}, 200},
		{"twice the same", sent{own: {token, token}}, 200},
		{"twice the same bearer", sent{auth: {right, right}}, 200},
		{"beside Basic", sent{own: {token}, auth: {"Basic eDp5"}}, 200},
		{"after Basic", sent{auth: {"Basic eDp5", right}}, 200},
		{"beside an empty one", sent{own: {"", token}, auth: {"Bearer "}}, 200},

		{"wrong", sent{own: {"x"}}, 401},
		{"wrong bearer", sent{auth: {"Bearer x"}}, 401},
		{"right and wrong", sent{own: {token, "x"}}, 401},
		{"wrong and right", sent{own: {"x", token}}, 401},
		{"own right, bearer wrong", sent{own: {token}, auth: {"Bearer x"}}, 401},
		{"own wrong, bearer right", sent{own: {"x"}, auth: {right}}, 401},
		{"many wrong ones", sent{own: strings.Split(strings.Repeat("x ", 200)+"y", " ")}, 401},
		{"a list", sent{own: {token + ", " + token}}, 401},
		{"scheme in the own header", sent{own: {right}}, 401},
		{"quoted", sent{auth: {`Bearer "` + token + `"`}}, 401},
		{"with parameters", sent{auth: {right + ", x=y"}}, 401},
		{"longer than any token", sent{auth: {"Bearer " + strings.Repeat("x", 5000)}}, 401},
		{"bytes", sent{auth: {"Bearer \xff\x00"}}, 401},

		{"nothing", nil, 0},
		{"empty", sent{own: {""}, auth: {""}}, 0},
		{"blank", sent{own: {" \t"}, auth: {"Bearer   "}}, 0},
		{"scheme alone", sent{auth: {"Bearer"}}, 0},
		{"another scheme", sent{auth: {"Basic " + token}}, 0},
		{"no scheme", sent{auth: {token[strings.LastIndex(token, " ")+1:]}}, 0},
		{"nearly the scheme", sent{auth: {"Bearer\t" + token, "BearerX " + token, "XBearer " + token}}, 0},
		{"in another header", sent{"Proxy-Authorization": {right}, "X-Admin-Token": {token}}, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			a := newStubbed(t, withoutLimits)
			with := func(r *http.Request) {
				for name, values := range tt.sent {
					r.Header[name] = values
				}
			}
			want, challenge := max(tt.want, 401), ""
			if tt.want == 200 {
				want = 200
			} else if tt.want == 401 {
				challenge = `Bearer error="invalid_token"`
			}
			for i := range 10 {
				got := a.do("POST", "/api/reset", sameOrigin, with).status(want)
				if is := got.Header().Get("WWW-Authenticate"); is != challenge {
					t.Fatalf("request %d: WWW-Authenticate %q, want %q", i, is, challenge)
				}
			}
			last := map[int]int{200: 200, 401: 429, 0: 401}[tt.want]
			a.do("POST", "/api/reset", sameOrigin, with).status(last)
		})
	}
}

func TestBearerTokenDoesWhatTheHeaderDoes(t *testing.T) {
	t.Parallel()
	a := newStubbed(t, exposedWithToken)
	for _, row := range httpapi.Rows() {
		if row.Group != "auth" {
			a.do(row.Method, row.Path, bearer(token), foreign).status(http.StatusOK)
		}
	}
	// Login and logout want the origin all the same.
	a.do("POST", logoutPath, bearer(token), foreign).status(http.StatusForbidden)
	a.do("POST", loginPath, bearer(token), foreign, loginWith(token)).status(http.StatusForbidden)
	var got struct{ Unlocked bool }
	if a.do("GET", statusPath, bearer(token)).json(&got); !got.Unlocked {
		t.Error("the bearer of the token is not unlocked")
	}
}

func TestChallengeSaysThatATokenIsWrong(t *testing.T) {
	t.Parallel()
	const wrong = `Bearer error="invalid_token"`
	for _, tt := range []struct {
		name, method, path string
		options            []option
		status             int
		want               string
	}{
		{"401", "POST", "/api/reset", []option{sameOrigin, wrongToken}, 401, wrong},
		{"gated read", "GET", "/api/export", []option{wrongToken}, 401, wrong},
		{"unknown mutation", "POST", "/api/nowhere", []option{sameOrigin, bearer("x")}, 401, wrong},
		{"403", "POST", "/api/reset", []option{foreign, bearer("x")}, 403, wrong},
		{"login", "POST", loginPath, []option{sameOrigin, loginWith("x")}, 401, wrong},
		{"no token", "POST", "/api/reset", []option{sameOrigin}, 401, ""},
		{"cookie", "POST", "/api/reset", []option{sameOrigin, cookie("x")}, 401, ""},
		{"origin alone", "POST", "/api/reset", []option{foreign}, 403, ""},
		{"not needed", "GET", "/api/health", []option{wrongToken}, 200, ""},
		{"404", "GET", "/api/nowhere", []option{wrongToken}, 404, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := newStubbed(t, exposedWithToken).do(tt.method, tt.path, tt.options...).status(tt.status)
			got.header("WWW-Authenticate", tt.want)
		})
	}
}

func TestClockThatIsSetBackEndsTheLock(t *testing.T) {
	t.Parallel()
	a := newStubbed(t, withoutLimits)
	a.lock()
	a.clock.Advance(-24 * time.Hour)
	a.do("POST", "/api/reset", withHeader).status(http.StatusOK)
}

func TestManyWrongTokensAreReportedOnceAWindow(t *testing.T) {
	t.Parallel()
	for name, who := range map[string]func(int) option{
		"many addresses": nthPeer,
		"one address":    func(int) option { return nthPeer(1) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var log strings.Builder
			a := newAPI(t, func(c *httpapi.Config) {
				withoutLimits(c)
				c.Logger = slog.New(slog.NewTextHandler(&log, nil))
			})
			for range 3 {
				for i := range 350 {
					a.do("GET", "/api/health", wrongToken, who(i))
				}
				a.clock.Advance(15 * time.Minute)
			}
			for i := range 99 {
				a.do("GET", "/api/health", wrongToken, who(i))
			}
			var inbox struct {
				Notifications []struct {
					Type    string
					AppID   *int64
					Changes []struct {
						Description string
						Category    storage.EntryCategory
					}
				}
			}
			for range 1000 { // they are posted behind the requests, and what is not by then is dropped by Close
				a.do("GET", "/api/notifications").status(http.StatusOK).json(&inbox)
				if len(inbox.Notifications) >= 3 {
					break
				}
				time.Sleep(10 * time.Millisecond)
			}
			must(t, a.Close(t.Context()))
			if n := strings.Count(log.String(), "level=WARN msg=\"many wrong tokens"); n != 3 {
				t.Errorf("%d warnings, want 3:\n%.2000s", n, log.String())
			}
			if n := strings.Count(log.String(), "msg=\"token refused\""); n > 3*100+99 || n < 4*10 {
				t.Errorf("%d lines of the log", n)
			}
			if len(inbox.Notifications) != 3 {
				t.Fatalf("notifications %+v, want 3", inbox)
			}
			one := inbox.Notifications[0]
			if one.Type != string(storage.NoticeTokenGuesses) || one.AppID != nil || one.Changes[0].Category != storage.CategoryService ||
				one.Changes[0].Description != "100 wrong tokens in 15 minutes: the log and the audit log name the addresses" {
				t.Errorf("notification %+v", one)
			}
		})
	}
}

func TestTokenIsNeverInTheLog(t *testing.T) {
	t.Parallel()
	var log strings.Builder
	a := newStubbed(t, func(c *httpapi.Config) {
		withoutLimits(c)
		c.Logger = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	})
	a.do("GET", "/"+strings.Repeat("long", 1000), header("X-Auditor-Admin-Token", "n3arly"))
	a.do("POST", loginPath, sameOrigin, loginWith("n3arly"))
	a.do("POST", "/api/reset", bearer("n3arly"), header("X-Auditor-Admin-Token", token))
	text := log.String()
	if n := strings.Count(text, "token refused"); n != 3 || len(text) > 2000 {
		t.Errorf("%d lines, %d bytes", n, len(text))
	}
	if strings.Contains(text, "n3arly") || strings.Contains(text, token) {
		t.Errorf("the log has a token:\n%s", text)
	}
	for _, line := range a.audits() {
		if s := fmt.Sprint(line); strings.Contains(s, "n3arly") || strings.Contains(s, token) {
			t.Errorf("the audit log has a token: %s", s)
		}
	}
}

func TestShortTokenIsWarnedOf(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{
		"": 0, "x": 1, "fifteen letters": 1, "sixteen letters!": 0, strings.Repeat("é", 15): 1, strings.Repeat("é", 16): 0, token: 0,
	} {
		var log strings.Builder
		newStubbed(t, func(c *httpapi.Config) {
			c.AdminToken = text
			c.Logger = slog.New(slog.NewTextHandler(&log, nil))
		})
		if n := strings.Count(log.String(), "level=WARN msg=\"admin token is short"); n != want {
			t.Errorf("a token of %d bytes: %d warnings, want %d", len(text), n, want)
		}
		if text != "" && strings.Contains(log.String(), "="+text) {
			t.Errorf("the log has the token: %s", log.String())
		}
	}
}
