package httpapi_test

import (
	"context"
	"crypto/rand"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/httpapi"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
)

// wantSettings returns the settings of a new installation, as they are on the wire.
func wantSettings() map[string]any {
	return map[string]any{
		"syncSchedule": "manual", "purpose": "unasked", "lastAutoSync": 0.0, "syncRunning": false, "appCountry": "us", "appCountryExplicit": false,
		"aiProvider": "disabled", "aiApiKey": "", "aiApiKeySet": false, "aiBaseUrl": "", "aiModel": "",
		"aiSummarizeOnImport": false, "aiDebugLogging": false, "aiTimeoutDirectMs": nil, "aiTimeoutChunkMs": nil, "aiTimeoutMergeMs": nil,
		"policyDiffAlertDays": 90.0, "policyScrapeThrottleEnabled": true, "policyScrapeThrottleMinutes": 60.0, "policyScrapeDisabled": false,
		"waybackShowImported": true, "trackAccessibilityLabels": true, "archiveChanges": false, "storefrontSchedule": "", "queueShowProgressBar": true, "cfgutilImportedAt": nil,
		"notificationWebhookUrl": "", "notificationWebhookUrlSet": false, "notificationWebhookFormat": "generic",
		"notificationWebhookSecret": "", "notificationWebhookSecretSet": false,
		"notificationWebhookFrequency": "immediate", "notificationLanguage": "en", "notificationPageUrl": "", "notificationQuietHoursStart": "", "notificationQuietHoursEnd": "", "notificationQuietHoursTimeZone": "",
		"healthCheckEnabled": true, "healthCheckIntegrityEnabled": false,
		"backgroundWizardCompletedAt": nil, "backgroundWizardDismissedAt": nil, "adminTokenRequired": false,
		"syncAlertHours": nil, "syncAlertFailedPercent": 50.0,
	}
}

// wholeOnSQLite is onSQLite for the library too.
func wholeOnSQLite(t testing.TB) func(*httpapi.Config) {
	t.Helper()
	on := onSQLite(t)
	return func(cfg *httpapi.Config) {
		on(cfg)
		cfg.Fleet = tracked.New(tracked.Config{Env: storage.Env{Store: cfg.Store, Now: cfg.Now, Random: rand.Reader}, Scraper: newPages()})
	}
}

func TestSettingsAreWrittenAndRead(t *testing.T) {
	t.Parallel()
	a := newFleetAPI(t, wholeOnSQLite(t))
	want := wantSettings()
	equal(t, want, members(a.do("GET", "/api/settings")), "at first")
	answer := members(a.post("/api/settings", `{"syncSchedule":"weekly","appCountry":"DE","aiProvider":"openai","aiApiKey":"secret-key","aiTimeoutDirectMs":20000,
		"policyScrapeDisabled":true,"notificationWebhookUrl":"https://hooks.slack.com/services/T0/B0/secret-path"}`))
	equal(t, map[string]any{"success": true}, answer, "answer")
	for name, value := range map[string]any{
		"syncSchedule": "weekly", "appCountry": "de", "appCountryExplicit": true, "aiProvider": "openai", "aiApiKey": "__SET__", "aiApiKeySet": true,
		"aiTimeoutDirectMs": 20000.0, "policyScrapeDisabled": true,
		"notificationWebhookUrl": "https://hooks.slack.com/services/T***/B***/***", "notificationWebhookUrlSet": true,
	} {
		want[name] = value
	}
	got := a.do("GET", "/api/settings")
	equal(t, want, members(got), "after a change")
	if strings.Contains(got.Body.String(), "secret") {
		t.Errorf("a secret is shown: %s", got.Body)
	}
	a.clock.Advance(time.Second)
	a.post("/api/settings", got.Body.String()).status(200)
	equal(t, want, members(a.do("GET", "/api/settings")), "after it was sent back")
	const detail = "syncSchedule,appCountry,aiProvider,aiApiKey,aiTimeoutDirectMs,policyScrapeDisabled,notificationWebhookUrl"
	lines := a.audits()
	if i := len(lines) - 1; i < 1 || lines[i].Action != "settings.write.success" || lines[i].Detail != detail || !lines[i].Success {
		t.Errorf("the audit log is %+v", lines)
	}
}

func TestSettingsAreWrittenAsAWholeOrNotAtAll(t *testing.T) {
	t.Parallel()
	a := newFleetAPI(t, wholeOnSQLite(t))
	for text, message := range map[string]string{
		`{"syncSchedule":"daily","notificationQuietHoursEnd":"25:00"}`:     "notificationQuietHoursEnd must be a time of day such as 22:30, or empty",
		`{"aiModel":"m","syncSchedule":"hourly"}`:                          "syncSchedule must be manual, daily or weekly",
		`{"aiModel":"m","policyScrapeDisabled":"true"}`:                    "policyScrapeDisabled must be true or false",
		`{"aiModel":"m","aiTimeoutChunkMs":1}`:                             "aiTimeoutChunkMs must be a number from 10000 to 900000",
		`{"aiModel":"m","syncAlertHours":0.5}`:                             "syncAlertHours must be a whole number",
		`{"aiModel":"m","policyDiffAlertDays":1.5}`:                        "policyDiffAlertDays must be a whole number",
		`{"aiModel":"m","notificationWebhookUrl":"https://x.example/***"}`: "notificationWebhookUrl is a mask, but not the one of the address that is set",
		``: "", `null`: "", `[]`: "", `"x"`: "", `{`: "", `{"aiModel":"m"}x`: "",
	} {
		a.post("/api/settings", text).error(400, message)
	}
	a.post("/api/settings", `{"aiModel":"`+strings.Repeat("x", 16<<10)+`"}`).error(413, "")
	equal(t, wantSettings(), members(a.do("GET", "/api/settings")), "something was written")
	if lines := a.audits(); len(lines) != 0 {
		t.Errorf("the audit log is %+v", lines)
	}
}

func TestKeyIsClearedWithItsAddressAndTheAnswerSaysSo(t *testing.T) {
	t.Parallel()
	a := newFleetAPI(t, wholeOnSQLite(t))
	done, cleared := map[string]any{"success": true}, map[string]any{"success": true, "aiApiKeyCleared": true}
	for _, step := range []struct {
		object string
		set    bool
		want   map[string]any
	}{
		{`{"aiProvider":"custom","aiBaseUrl":"https://one.example","aiApiKey":"k"}`, true, done},
		{`{"aiBaseUrl":"https://one.example/","aiProvider":"custom"}`, true, done},
		{`{"aiBaseUrl":"https://evil.example"}`, false, cleared},
		{`{"aiBaseUrl":"https://one.example"}`, false, done},
		{`{"aiBaseUrl":"https://two.example","aiApiKey":"k"}`, true, done},
		{`{"aiProvider":"openai","aiApiKey":"__SET__"}`, false, cleared},
		{`{"aiApiKey":"k"}`, true, done},
		{`{"aiBaseUrl":"nonsense"}`, true, nil},
		{`{"aiModel":"m"}`, true, done},
	} {
		answer := a.post("/api/settings", step.object)
		if step.want != nil {
			equal(t, step.want, members(answer), "%s: answer", step.object)
		}
		if set := members(a.do("GET", "/api/settings"))["aiApiKeySet"]; set != step.set {
			t.Errorf("after %s a key is set: %v, want %v", step.object, set, step.set)
		}
	}
	// The settings of the desktop application have no such names.
	a.post("/api/settings/desktop", `{"aiBaseUrl":"https://evil.example","desktop.aiBaseUrl":"https://evil.example"}`)
	if got := members(a.do("GET", "/api/settings"))["aiBaseUrl"]; got != "https://two.example/" {
		t.Errorf("the base URL is %v", got)
	}
}

func TestSettingsNeedTheToken(t *testing.T) {
	t.Parallel()
	a := newFleetAPI(t, withToken)
	a.post("/api/settings", `{"aiModel":"m"}`).error(401, "Admin token required")
	a.post("/api/settings", `{"aiModel":"m"}`, withHeader).status(200)
	if got := members(a.do("GET", "/api/settings")); got["adminTokenRequired"] != true || got["aiModel"] != "m" {
		t.Errorf("settings are %v", got)
	}
	b := newFleetAPI(t, func(cfg *httpapi.Config) { cfg.NetworkExposed = true })
	if got := members(b.do("GET", "/api/settings")); got["adminTokenRequired"] != true {
		t.Errorf("on an exposed instance: %v", got)
	}
}

// finder is pages with a search that notes the storefront.
type finder struct {
	*pages
	asked []string
}

func (f *finder) Search(_ context.Context, country, term string, _ int) ([]fleet.Listing, error) {
	f.asked = append(f.asked, country)
	return []fleet.Listing{{ID: 1, Name: &term}}, nil
}

func (f *finder) Scrape(ctx context.Context, t fleet.Target) (fleet.Listing, error) {
	f.asked = append(f.asked, "page "+t.Country)
	return f.pages.Scrape(ctx, t)
}

func TestCountryOfTheSettingsIsAsked(t *testing.T) {
	t.Parallel()
	f := &finder{pages: newPages()}
	f.show(1, "One", "LOCATION")
	a := newFleetAPI(t, func(cfg *httpapi.Config) {
		cfg.Fleet = tracked.New(tracked.Config{Env: storage.Env{Store: cfg.Store, Now: cfg.Now, Random: rand.Reader}, Scraper: f, Country: "ch"})
	})
	look := func() {
		a.post("/api/search", `{"names":["Notes"]}`).status(200)
		a.post("/api/scrape", fmt.Sprintf(`{"urls":[%q]}`, address(1))).status(200)
	}
	look()
	if got := members(a.do("GET", "/api/settings")); got["appCountry"] != "ch" || got["appCountryExplicit"] != false {
		t.Errorf("settings are %v", got)
	}
	a.post("/api/settings", `{"appCountry":"fr"}`).status(200)
	look()
	a.post("/api/search", `{"names":["Notes"],"country":"jp"}`).status(200)
	a.post("/api/settings", `{"appCountry":null}`).status(200)
	look()
	want := []string{"ch", "page ", "fr", "page fr", "jp", "ch", "page "}
	if !slices.Equal(f.asked, want) {
		t.Errorf("asked in %q, want %q", f.asked, want)
	}
}

// A setting whose name is misspelled would else be taken for set.
func TestUnknownSettingsAreRefused(t *testing.T) {
	t.Parallel()
	a := newFleetAPI(t, wholeOnSQLite(t))
	want := members(a.do("GET", "/api/settings"))
	long := strings.Repeat("x", 8<<10)
	for sent, message := range map[string]string{
		`{"syncSchedul":"weekly"}`:                                `"syncSchedul" is not a setting: did you mean syncSchedule?`,
		`{"syncSchedule":"weekly","SyncSchedule":"daily"}`:        `"SyncSchedule" is not a setting: did you mean syncSchedule?`,
		`{"sync_schedule":"weekly","appCountry":"de"}`:            `"sync_schedule" is not a setting: did you mean syncSchedule?`,
		`{"appCountry":"de","aiKey":"k"}`:                         `"aiKey" is not a setting: did you mean aiApiKey?`,
		`{"quietHoursStart":"22:00","policyScrapeDisabled":true}`: `"quietHoursStart" is not a setting: did you mean notificationQuietHoursStart?`,
		`{"syncSchedule":"hourly","policyScrapeDisable":true}`:    `"policyScrapeDisable" is not a setting: did you mean policyScrapeDisabled?`, // comes first
		`{"":1}`:                          "",
		`{"` + long + `":1}`:              "",
		`{"syncSchedule\u0000":"weekly"}`: "",
		`{"notificationPrefs":{}}`:        "",
	} {
		got := a.post("/api/settings", sent).error(400, message)
		if got.Body.Len() > 300 {
			t.Errorf("%.40s: an answer of %d bytes", sent, got.Body.Len())
		}
		equal(t, want, members(a.do("GET", "/api/settings")), "%.40s changed", sent)
	}
}
