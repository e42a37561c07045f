package httpapi_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/feature"
	"github.com/privacylabels/auditor/internal/httpapi"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

type deployed struct {
	App struct {
		Name, Runtime, Platform, Arch, GoVersion string
		UptimeSeconds                            int64
	}
	Health   struct{ Status string }
	Database struct {
		Path, DataDir, DataDirSource, JournalMode string
		Exists, Writable                          bool
		SizeBytes                                 int64
	}
	Network struct {
		Host, ForwardedHost, ForwardedProto, Protocol                                     string
		ForwardedForPresent, RealIPPresent, ProxyDetected, LocalOnlyHost, LanOrDomainHost bool
	}
	Security map[string]bool
	Checks   []struct{ ID, Label, Status, Detail string }
}

func (d deployed) verdicts() string {
	var all []string
	for _, c := range d.Checks {
		all = append(all, c.ID+"="+c.Status)
	}
	return strings.Join(all, " ")
}

func TestDeployment(t *testing.T) {
	t.Parallel()
	a := newOpsAPI(t, nil)
	a.clock.Advance(90 * time.Second)
	got := into[deployed](a.do("GET", "/api/deployment/diagnostics"))
	if got.App.Name != "auditor" || got.App.Runtime != "web" || got.App.UptimeSeconds != 90 || got.Health.Status != "ok" {
		t.Errorf("app %+v, health %+v", got.App, got.Health)
	}
	file := func(path string) bool {
		return strings.HasSuffix(path, "auditor.db") || strings.HasPrefix(path, "postgres://")
	}
	if d := got.Database; !file(d.Path) || d.DataDirSource != "configured" || d.JournalMode != "wal" || !d.Exists || !d.Writable || d.SizeBytes <= 0 {
		t.Errorf("database %+v", d)
	}
	if want := "health=ok database=ok proxy=info transport=ok admin-token=info"; got.verdicts() != want {
		t.Errorf("checks %s, want %s", got.verdicts(), want)
	}
	a.update(func(tx *storage.Tx) error {
		return settings.PutText(tx, feature.RuntimeSetting, feature.Desktop)
	})
	if got = into[deployed](a.do("GET", "/api/deployment/diagnostics")); got.App.Runtime != "desktop" {
		t.Errorf("it runs in %q", got.App.Runtime)
	}
}

func TestDeploymentSecurity(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		config func(*httpapi.Config)
		host   string
		want   string // what is true
		token  string
	}{
		"alone":             {nil, host, "", "info"},
		"with a token":      {withToken, host, "adminTokenConfigured", "ok"},
		"exposed":           {exposedWithToken, host, "adminTokenConfigured adminTokenRequired networkExposed", "ok"},
		"with a name":       {func(c *httpapi.Config) { withToken(c); c.AllowedHosts = []string{"home.example"} }, "home.example", "adminTokenConfigured adminTokenRequired allowedHostsConfigured networkExposed", "ok"},
		"on every address":  {func(c *httpapi.Config) { c.BindAddress = "0.0.0.0:3000" }, host, "bindAmbiguous", "info"},
		"on every address6": {func(c *httpapi.Config) { c.BindAddress = "[::]:3000" }, host, "bindAmbiguous", "info"},
		"on all there are":  {func(c *httpapi.Config) { c.BindAddress = ":3000" }, host, "bindAmbiguous", "info"},
		"on a name":         {func(c *httpapi.Config) { c.BindAddress = "box" }, host, "bindAmbiguous", "info"},
		"on this machine":   {func(c *httpapi.Config) { c.BindAddress = "LocalHost:3000" }, host, "", "info"},
		"on loopback":       {func(c *httpapi.Config) { c.BindAddress = "127.0.0.1:3000" }, host, "", "info"},
		"behind a proxy":    {func(c *httpapi.Config) { c.TrustProxy = true }, host, "trustProxy", "info"},
	} {
		a := newOpsAPI(t, tt.config)
		got := into[deployed](a.do("GET", "/api/deployment/diagnostics", hostHeader(tt.host), withHeader))
		var on []string
		for _, member := range []string{"adminTokenConfigured", "adminTokenRequired", "allowedHostsConfigured", "bindAmbiguous", "networkExposed", "trustProxy"} {
			value, ok := got.Security[member]
			if !ok {
				t.Errorf("%s: no %s", name, member)
			}
			if value {
				on = append(on, member)
			}
		}
		if strings.Join(on, " ") != tt.want || got.Checks[4].Status != tt.token {
			t.Errorf("%s: %v, and the token %+v", name, on, got.Checks[4])
		}
	}
}

// The path of a request is reported whether or not a proxy is trusted.
func TestNetwork(t *testing.T) {
	t.Parallel()
	const local, direct = "health=ok database=ok proxy=info transport=ok admin-token=ok", "health=ok database=ok proxy=warn transport=warn admin-token=ok"
	type network = struct {
		Host, ForwardedHost, ForwardedProto, Protocol                                     string
		ForwardedForPresent, RealIPPresent, ProxyDetected, LocalOnlyHost, LanOrDomainHost bool
	}
	for name, tt := range map[string]struct {
		with []option
		want network
		say  string
	}{
		"direct": {nil, network{Host: host, Protocol: "unknown", LocalOnlyHost: true}, local},
		"from the network": {
			[]option{hostHeader("box.lan:8080")}, network{Host: "box.lan:8080", Protocol: "unknown", LanOrDomainHost: true}, direct,
		},
		"over TLS": {
			[]option{hostHeader("box.lan"), func(r *http.Request) { r.TLS = tlsState }},
			network{Host: "box.lan", Protocol: "https", LanOrDomainHost: true},
			"health=ok database=ok proxy=warn transport=ok admin-token=ok",
		},
		"through a proxy": {
			[]option{header("X-Forwarded-Host", "audit.example, inner"), header("X-Forwarded-Proto", "HTTPS"), header("X-Forwarded-For", "192.0.2.1"), header("X-Real-IP", "192.0.2.1")},
			network{
				Host: "audit.example", ForwardedHost: "audit.example", ForwardedProto: "https", Protocol: "https",
				ForwardedForPresent: true, RealIPPresent: true, ProxyDetected: true, LanOrDomainHost: true,
			},
			"health=ok database=ok proxy=ok transport=ok admin-token=ok",
		},
		"through a plain proxy": {
			[]option{header("X-Forwarded-Proto", "http"), header("X-Forwarded-Port", "80")},
			network{Host: host, ForwardedProto: "http", Protocol: "http", ProxyDetected: true, LocalOnlyHost: true},
			"health=ok database=ok proxy=ok transport=ok admin-token=ok",
		},
		"through an old one": {
			[]option{header("X-Forwarded-Ssl", "On")}, network{Host: host, Protocol: "https", ProxyDetected: true, LocalOnlyHost: true},
			"health=ok database=ok proxy=ok transport=ok admin-token=ok",
		},
		"with nonsense": {
			[]option{header("X-Forwarded-Host", strings.Repeat("x", 10_000)), header("X-Forwarded-Proto", "gopher\xff")},
			network{
				Host: strings.Repeat("x", 253), ForwardedHost: strings.Repeat("x", 253), ForwardedProto: "unknown", Protocol: "unknown",
				ProxyDetected: true, LanOrDomainHost: true,
			},
			"health=ok database=ok proxy=ok transport=warn admin-token=ok",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := newOpsAPI(t, func(c *httpapi.Config) { c.AdminToken, c.AllowedHosts = token, []string{"*.lan"} })
			got := into[deployed](a.do("GET", "/api/deployment/diagnostics", append(tt.with, withHeader)...))
			if diff := cmp.Diff(tt.want, network(got.Network)); diff != "" || got.verdicts() != tt.say {
				t.Errorf("checks %s, network (-want +got):\n%s", got.verdicts(), diff)
			}
		})
	}
}

func TestDesktopDiagnostics(t *testing.T) {
	t.Parallel()
	a := newOpsAPI(t, nil)
	a.update(func(tx *storage.Tx) error {
		if err := tx.Apps.Put(storage.App{ID: 1, Name: "a", URL: "https://store.example/id1", FirstSeen: 1, LastSynced: 1}); err != nil {
			return err
		}
		return tx.Runs.Put(storage.Run{ID: "run", Runner: "wayback", Initiator: "manual", Status: storage.RunPaused, StartedAt: 1, UpdatedAt: 1})
	})
	var got struct {
		Scheduler   map[string]any
		BulkRunners map[string]map[string]bool
		DB          map[string]any
		Runtime     map[string]any
	}
	a.do("GET", "/api/desktop/diagnostics").status(200).json(&got)
	equal(t, map[string]any{"scheduleMode": "manual", "lastAutoSync": nil, "syncRunning": false}, got.Scheduler, "scheduler")
	idle := map[string]bool{"running": false, "hasState": false}
	want := map[string]map[string]bool{"sync": idle, "policy": idle, "wayback": {"running": false, "hasState": true}}
	equal(t, want, got.BulkRunners, "runners")
	if got.DB["apps"] != 1.0 || got.DB["snapshots"] != 0.0 || got.DB["unreadNotifications"] != 0.0 || got.DB["dbSizeBytes"].(float64) <= 0 {
		t.Errorf("database %v", got.DB)
	}
}

func TestDesktopSettings(t *testing.T) {
	t.Parallel()
	a := newOpsAPI(t, nil)
	const path = "/api/settings/desktop"
	want := map[string]any{
		"hideDock": false, "launchHidden": false, "autostart": false, "nativeNotifications": true, "globalShortcut": "CmdOrCtrl+Shift+P",
		"requireUnlock": false, "autoLockIdleMinutes": 15.0, "themeOverride": "system", "devtoolsOpen": false, "trayVisible": true, "zoomLevel": 1.0,
	}
	equal(t, want, members(a.do("GET", path)), "defaults")
	want["zoomLevel"], want["themeOverride"] = 2.5, "dark"
	for range 2 {
		equal(t, want, members(a.post(path, `{"zoomLevel":2.5,"themeOverride":"dark","autostart":"yes"}`)), "changed")
	}
	a.post(path, `{"zoomLevel":1,"hide_dock":true}`).error(400, `"hide_dock" is not a setting: did you mean hideDock?`)
	a.post(path, `{"zoomLevel":1,"desktopHideDock":true}`, header("X-Service-Runtime", "desktop")).status(400)
	equal(t, want, members(a.do("GET", path, header("X-Service-Runtime", "desktop"))), "read")
	runtime := func() string { return into[deployed](a.do("GET", "/api/deployment/diagnostics")).App.Runtime }
	if got := runtime(); got != "web" {
		t.Errorf("after reading it runs in %q", got)
	}
	a.post(path, `{}`, header("X-Service-Runtime", "desktop")).status(200)
	if got := runtime(); got != "desktop" {
		t.Errorf("after the desktop application wrote it runs in %q", got)
	}
}
