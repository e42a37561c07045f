package httpapi_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/internal/httpapi"
	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
)

// notifyBodies are bodies that the mutations of notifications take.
var notifyBodies = map[string]string{
	"POST /api/notifications":     `{"action":"mark_read"}`,
	"PUT /api/notification-prefs": `{"prefs":{"label_changes":false}}`,
}

func TestNotificationRoutesOnAnExposedInstance(t *testing.T) {
	t.Parallel()
	a := newAPI(t, func(cfg *httpapi.Config) { cfg.NetworkExposed, cfg.AdminToken = true, token })
	for _, path := range []string{"/api/notifications", prefsPath} {
		a.do("GET", path).status(200) // reading these is gated nowhere
	}
	before := text(a.do("GET", prefsPath))
	for route, sent := range notifyBodies {
		method, path, _ := strings.Cut(route, " ")
		a.do(method, path, foreign, body(sent)).error(403, "Cross-origin mutation rejected")
		a.do(method, path, body(sent)).error(403, "Cross-origin mutation rejected")
		a.do(method, path, sameOrigin, body(sent)).error(401, "Admin token required for non-local API access")
		a.do(method, path, sameOrigin, wrongToken, body(sent)).error(401, "Admin token required for non-local API access")
		// The token is checked before the body is read.
		a.do(method, path, sameOrigin, body("{")).error(401, "")
	}
	if got := text(a.do("GET", prefsPath)); got != before {
		t.Errorf("refused requests changed the switches to %s", got)
	}
	for route, sent := range notifyBodies {
		method, path, _ := strings.Cut(route, " ")
		a.do(method, path, withHeader, body(sent)).status(200)
		a.do(method, path, sameOrigin, cookie(a.login()), body(sent)).status(200)
	}
}

func TestNotificationRoutesNeedNoTokenAtHome(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*httpapi.Config){"without a token": nil, "with one": withToken} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := newAPI(t, change)
			for route, sent := range notifyBodies {
				method, path, _ := strings.Cut(route, " ")
				a.do(method, path, sameOrigin, body(sent)).status(200)
			}
		})
	}
}

func TestNotificationBodiesAreCapped(t *testing.T) {
	t.Parallel()
	a := newAPI(t, nil)
	for route, most := range map[string]int{"POST /api/notifications": 32 << 10, "PUT /api/notification-prefs": 8 << 10} {
		method, path, _ := strings.Cut(route, " ")
		filled := strings.Repeat(" ", most-len(notifyBodies[route])) + notifyBodies[route]
		a.do(method, path, sameOrigin, body(filled)).status(200)
		a.do(method, path, sameOrigin, body(filled+" ")).error(413, "")
		a.do(method, path, sameOrigin, chunked(filled+" ")).error(413, "")
	}
}

func TestNotificationRoutesAllowWhatTheyServe(t *testing.T) {
	t.Parallel()
	a := newAPI(t, nil)
	for path, allow := range map[string]string{"/api/notifications": "GET, HEAD, POST", prefsPath: "GET, HEAD, PUT"} {
		refused := a.do("PATCH", path, sameOrigin).error(405, "")
		for _, method := range strings.Split(allow, ", ") {
			if !strings.Contains(refused.Header().Get("Allow"), method) {
				t.Errorf("%s allows %q, want %s too", path, refused.Header().Get("Allow"), method)
			}
		}
		a.do("GET", path+"/").error(404, "")
		head := a.do("HEAD", path).status(200)
		if head.Body.Len() != 0 || head.Header().Get("Content-Length") != a.do("GET", path).Header().Get("Content-Length") {
			t.Errorf("HEAD %s: %d bytes, header %v", path, head.Body.Len(), head.Header())
		}
	}
}

// Answers are cached, and have a tag for conditional requests.
func TestNotificationPrefsAreCachedUntilTheyChange(t *testing.T) {
	t.Parallel()
	a := newAPI(t, func(cfg *httpapi.Config) {
		onSQLite(t)(cfg)
		cfg.Inbox = notify.NewInbox(storage.Env{Store: cfg.Store, Now: cfg.Now})
	})
	tag := a.do("GET", prefsPath).status(200).Header().Get("Etag")
	a.do("GET", prefsPath, header("If-None-Match", tag)).status(http.StatusNotModified)
	a.put(prefsPath, `{"prefs":{"aiTimeout":false}}`).status(200)
	if again := a.do("GET", prefsPath, header("If-None-Match", tag)).status(200).Header().Get("Etag"); again == tag {
		t.Error("another answer has the same tag")
	}
	a.post("/api/feature-flags/overrides", `{"key":"flag.notifications.types.policy_updates","value":"on"}`).status(200)
	if got := text(a.do("GET", prefsPath)); !strings.Contains(got, `"policyUpdates":true`) {
		t.Errorf("after a flag was set: %s", got)
	}
}
