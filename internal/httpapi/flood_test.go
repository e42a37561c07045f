package httpapi_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/privacylabels/auditor/internal/httpapi"
	"github.com/privacylabels/auditor/storage"
)

// TestFloodsPushNothingOutOfTheAuditLog sends what strangers can, three times as
// often as that may have rows, and counts the rows. The log has room for ten times
// as many.
func TestFloodsPushNothingOutOfTheAuditLog(t *testing.T) {
	t.Parallel()
	const flood = 3000
	from := func(i int) option { return forwardedFor(fmt.Sprintf("2001:db8:0:%x::1", i)) }
	for name, send := range map[string]func(a *api, i int){
		"header":                   func(a *api, i int) { a.do("POST", "/api/reset", sameOrigin, wrongToken) },
		"header, many addresses":   func(a *api, i int) { a.do("POST", "/api/reset", sameOrigin, wrongToken, from(i)) },
		"header, unknown paths":    func(a *api, i int) { a.do("GET", fmt.Sprint("/x/", i), bearer(fmt.Sprint(i)), from(i)) },
		"login":                    func(a *api, i int) { a.do("POST", loginPath, sameOrigin, loginWith("x")) },
		"login, many addresses":    func(a *api, i int) { a.do("POST", loginPath, sameOrigin, loginWith("x"), from(i)) },
		"cookie":                   func(a *api, i int) { a.do("POST", "/api/reset", sameOrigin, cookie("x")) },
		"cookie, many addresses":   func(a *api, i int) { a.do("GET", statusPath, cookie(fmt.Sprint(i)), from(i)) },
		"no token":                 func(a *api, i int) { a.do("POST", "/api/reset", sameOrigin) },
		"no token, many addresses": func(a *api, i int) { a.do("POST", fmt.Sprint("/api/", i), sameOrigin, from(i)) },
		"foreign origin":           func(a *api, i int) { a.do("POST", "/api/reset", foreign, wrongToken, from(i)) },
		"refused host":             func(a *api, i int) { a.do("POST", "/api/reset", hostHeader("evil.example"), wrongToken, from(i)) },
		"logout":                   func(a *api, i int) { a.do("POST", logoutPath, sameOrigin, from(i)) },
		"logout, many sessions":    func(a *api, i int) { a.do("POST", logoutPath, sameOrigin, cookie("1.x.y"), from(i)) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := newStubbed(t, func(c *httpapi.Config) {
				behindProxy(c)
				c.NetworkExposed, c.Logger = true, nil
			})
			a.withRows()
			for i := range flood {
				send(a, i)
				if i%100 == 0 {
					a.clock.Advance(time.Second)
				}
			}
			a.expectRows(1000 + 10)
		})
	}
}

// TestRefusalsByALimitPushNothingOut is the same with the limits that privileged
// routes have.
func TestRefusalsByALimitPushNothingOut(t *testing.T) {
	t.Parallel()
	for name, options := range map[string][]option{
		"without the token": {sameOrigin}, "with the token": {withHeader}, "login": {sameOrigin, loginWith("x")},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := newStubbed(t, func(c *httpapi.Config) { c.AdminToken, c.Logger = token, nil })
			a.withRows()
			path := map[bool]string{true: loginPath, false: "/api/reset"}[name == "login"]
			for range 3000 {
				a.do("POST", path, options...)
			}
			a.expectRows(100)
		})
	}
}

// TestOpenRoutesPushNothingOut is the same with what the log is told of routes
// that need no token, although there is one.
func TestOpenRoutesPushNothingOut(t *testing.T) {
	t.Parallel()
	a := newAPI(t, func(c *httpapi.Config) {
		withoutLimits(c)
		c.Logger = nil
	})
	a.withRows()
	for i := range 1000 {
		a.do("PATCH", "/api/devices/none", sameOrigin, body(fmt.Sprintf(`{"name":"%d"}`, i)))
		a.do("POST", "/api/user-tasks", sameOrigin, body(`{"taskId":"`+fmt.Sprint(i)+`","status":"done"}`))
	}
	for i := range 300 {
		a.do("POST", "/api/devices", sameOrigin, body(fmt.Sprintf(`{"name":"%d"}`, i)))
	}
	a.expectRows(1010)
}

// withRows writes rows to the audit log that a flood must not push out.
func (a *api) withRows() {
	a.t.Helper()
	a.update(func(tx *storage.Tx) error {
		at := storage.TimeOf(a.clock.Now()) - 1
		return tx.Audits.Put(
			storage.Audit{ID: "a", CreatedAt: at, Action: "before.success", Success: true},
			storage.Audit{ID: "b", CreatedAt: at, Action: "before.failed"},
		)
	})
}

// expectRows fails the test unless the rows are still there, and at most so many
// more.
func (a *api) expectRows(more int) {
	a.t.Helper()
	var before, others int
	for _, line := range a.audits() {
		if strings.HasPrefix(line.Action, "before.") {
			before++
		} else {
			others++
		}
	}
	if before != 2 || others > more {
		a.t.Errorf("%d rows of before, want 2; %d others, want at most %d", before, others, more)
	}
}

func TestFloodOfRefusalsIsCounted(t *testing.T) {
	t.Parallel()
	a := newStubbed(t, withoutLimits)
	for range 10 + 3000 {
		a.do("POST", "/api/reset", sameOrigin, wrongToken)
	}
	lines := a.audits()
	if len(lines) != 11 {
		t.Fatalf("%d rows, want 11", len(lines))
	}
	for _, line := range lines {
		switch {
		case line.ActorIP != "192.0.2.9" || line.Success:
			t.Errorf("row %+v", line)
		case line.Action == "admin_token.more":
			if !strings.HasPrefix(line.Detail, "and 3,000 more, the last at 2026-05-04T12:00:00Z: reset.locked: POST /api/reset") {
				t.Errorf("the row that counts says %q", line.Detail)
			}
		case line.Action != "reset.unauthorised":
			t.Errorf("row %+v", line)
		}
	}
}
