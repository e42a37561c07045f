package settings_test

import (
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/internal/teststore"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
)

const now = storage.Time(1_760_000_000_000)

// change applies a JSON object of settings.
func change(t testing.TB, s storage.Store, object string) error {
	t.Helper()
	var sent map[string]json.RawMessage
	if err := json.Unmarshal([]byte(object), &sent); err != nil {
		t.Fatal(err)
	}
	c, err := settings.Parse(sent, now)
	if err != nil {
		return err
	}
	return s.Update(t.Context(), c.Write)
}

func mustChange(t testing.TB, s storage.Store, object string) {
	t.Helper()
	if err := change(t, s, object); err != nil {
		t.Fatalf("%s: %v", object, err)
	}
}

func show(t testing.TB, s storage.Store) map[string]any {
	t.Helper()
	return teststore.View(t, s, settings.Show)
}

// kept returns the stored text of a setting.
func kept(t testing.TB, s storage.Store, name string) string {
	t.Helper()
	return teststore.View(t, s, func(tx *storage.Tx) (string, error) { return settings.Text(tx, name) })
}

func defaults() map[string]any {
	return map[string]any{
		"syncSchedule": "manual", "purpose": "unasked", "appCountry": "", "appCountryExplicit": false, "syncAlertHours": nil, "syncAlertFailedPercent": int64(50),
		"aiProvider": "disabled", "aiApiKey": "", "aiApiKeySet": false, "aiBaseUrl": "", "aiModel": "",
		"aiSummarizeOnImport": false, "aiDebugLogging": false,
		"aiTimeoutDirectMs": nil, "aiTimeoutChunkMs": nil, "aiTimeoutMergeMs": nil,
		"policyDiffAlertDays": int64(90), "policyScrapeThrottleEnabled": true, "policyScrapeThrottleMinutes": int64(60), "policyScrapeDisabled": false,
		"waybackShowImported": true, "trackAccessibilityLabels": true, "archiveChanges": false, "storefrontSchedule": "", "queueShowProgressBar": true, "cfgutilImportedAt": nil,
		"notificationWebhookUrl": "", "notificationWebhookUrlSet": false, "notificationWebhookFormat": "generic", "notificationWebhookFrequency": "immediate",
		"notificationWebhookSecret": "", "notificationWebhookSecretSet": false,
		"notificationLanguage": "en", "notificationPageUrl": "", "notificationQuietHoursStart": "", "notificationQuietHoursEnd": "", "notificationQuietHoursTimeZone": "",
		"healthCheckEnabled": true, "healthCheckIntegrityEnabled": false,
		"backgroundWizardCompletedAt": nil, "backgroundWizardDismissedAt": nil,
	}
}

func TestDefaults(t *testing.T) {
	t.Parallel()
	s := teststore.Open(t)
	if diff := cmp.Diff(defaults(), show(t, s)); diff != "" {
		t.Errorf("settings (-want +got):\n%s", diff)
	}
	mustChange(t, s, `{}`)
	mustChange(t, s, `{"syncRunning":1,"aiApiKeySet":true,"lastAutoSync":"daily","adminTokenRequired":null}`)
	if diff := cmp.Diff(defaults(), show(t, s)); diff != "" {
		t.Errorf("after nothing was set (-want +got):\n%s", diff)
	}
}

func TestValues(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, value string
		want        any
	}{
		{"syncSchedule", `"daily"`, "daily"}, {"syncSchedule", `"weekly"`, "weekly"}, {"syncSchedule", `"manual"`, "manual"},
		{"appCountry", `"DE"`, "de"}, {"appCountry", `" gb-x "`, "gb"}, {"appCountry", `"zz"`, "us"}, {"appCountry", `""`, ""},
		{"aiProvider", `"openai"`, "openai"}, {"aiProvider", `"custom"`, "custom"},
		{"aiApiKey", `" sk-1 "`, "__SET__"}, {"aiApiKey", `""`, ""},
		{"aiBaseUrl", `"HTTP://Localhost:11434"`, "http://localhost:11434/"}, {"aiBaseUrl", `"https://models.example/v1"`, "https://models.example/v1"},
		{"aiBaseUrl", `" "`, ""}, {"aiModel", `" big "`, "big"}, {"aiModel", `"` + strings.Repeat("ü", 200) + `"`, strings.Repeat("ü", 200)},
		{"aiSummarizeOnImport", `true`, true}, {"queueShowProgressBar", `false`, false}, {"policyScrapeThrottleEnabled", `false`, false},
		{"aiTimeoutDirectMs", `10000`, int64(10000)}, {"aiTimeoutChunkMs", `9e5`, int64(900_000)}, {"aiTimeoutMergeMs", `""`, nil},
		{"policyDiffAlertDays", `0`, int64(0)}, {"policyDiffAlertDays", `3650`, int64(3650)}, {"policyScrapeThrottleMinutes", `10080`, int64(10080)},
		{"cfgutilImportedAt", `1760000060000`, int64(1_760_000_060_000)}, {"cfgutilImportedAt", `1760000000000.9`, int64(1_760_000_000_000)}, {"backgroundWizardCompletedAt", `9007199254740991`, int64(1<<53 - 1)},
		{"notificationWebhookFormat", `"teams"`, "teams"}, {"notificationWebhookFrequency", `"weekly_summary"`, "weekly_summary"},
		{"notificationWebhookSecret", `" whsec_MDEyMzQ1Njc4OWFiY2RlZmdoaWprbG1u "`, "__SET__"}, {"notificationWebhookSecret", `""`, ""},
		{"notificationWebhookSecret", `"whsec_` + strings.Repeat("AAAA", 21) + `AA=="`, "__SET__"}, // 64 bytes
		{"notificationLanguage", `"de"`, "de"}, {"notificationPageUrl", `"HTTP://Auditor.lan:3000"`, "http://auditor.lan:3000/"}, {"notificationQuietHoursStart", `"23:59"`, "23:59"}, {"notificationQuietHoursEnd", `"00:00"`, "00:00"}, {"notificationQuietHoursTimeZone", `"Europe/Berlin"`, "Europe/Berlin"}, {"notificationQuietHoursTimeZone", `"UTC"`, "UTC"},
		{"notificationQuietHoursTimeZone", `""`, ""}, {"notificationQuietHoursEnd", `""`, ""},
	} {
		t.Run(tt.name+" "+tt.value[:min(len(tt.value), 20)], func(t *testing.T) {
			t.Parallel()
			s := memory.New()
			mustChange(t, s, `{"`+tt.name+`":`+tt.value+`}`)
			if diff := cmp.Diff(tt.want, show(t, s)[tt.name]); diff != "" {
				t.Errorf("value (-want +got):\n%s", diff)
			}
			mustChange(t, s, `{"`+tt.name+`":null}`)
			if diff := cmp.Diff(defaults(), show(t, s)); diff != "" {
				t.Errorf("after null (-want +got):\n%s", diff)
			}
		})
	}
}

func TestFaults(t *testing.T) {
	t.Parallel()
	for name, values := range map[string][]string{
		"syncSchedule": {`"hourly"`, `""`, `1`, `"Daily"`, `[]`}, "appCountry": {`1`, `{}`, `"d\u0000e"`}, "aiProvider": {`"ollama"`, `false`},
		"aiApiKey": {`"` + strings.Repeat("x", 513) + `"`, `"a\nb"`, `12`}, "aiModel": {`"` + strings.Repeat("x", 201) + `"`, `true`},
		"aiBaseUrl": {
			`"localhost:1"`, `"ftp://a/"`, `"http://localhost:99999/"`, `"http://localhost:0/"`, `"http://"`, `"https://user:pw@a.example/"`, `"http://169.254.169.254/latest"`, `"http://[fe80::1]/"`,
			`"https://a.example/` + strings.Repeat("x", 512) + `"`, `"http://a b/"`, `1`, `"https://./"`,
		},
		"aiSummarizeOnImport": {`"true"`, `1`, `""`, `{}`}, "policyScrapeDisabled": {`"false"`, `0`},
		"aiTimeoutDirectMs": {`9999`, `900001`, `"10000"`, `true`, `1e400`, `-1`}, "policyDiffAlertDays": {`3651`, `-0.5`, `3650.5`, `[1]`},
		"syncAlertHours": {`8785`, `-1`, `"x"`}, "syncAlertFailedPercent": {`101`, `-1`, `true`},
		"policyScrapeThrottleMinutes": {`10081`, `-1`}, "cfgutilImportedAt": {`1760000060001`, `-1`, `"x"`}, "backgroundWizardDismissedAt": {`-1`, `9007199254740993`},
		"notificationWebhookUrl":    {`"nonsense"`, `"https://hooks.slack.com/services/T***/B***/***"`, `"http://169.254.169.254/"`, `false`},
		"notificationWebhookFormat": {`"irc"`, `""`}, "notificationWebhookFrequency": {`"hourly"`},
		"notificationWebhookSecret": {
			`"secret"`, `"whsec_"`, `"MDEyMzQ1Njc4OWFiY2RlZmdoaWprbG1u"`, `"whsec_MDEyMzQ1Njc4OWFiY2RlZmdoaWprbG0"`, `"whsec_%%%%"`, `1`,
			`"whsec_` + strings.Repeat("AAAA", 22) + `"`, `"whsec_` + strings.Repeat("A", 1000) + `"`,
		},
		"notificationLanguage": {`"xx"`, `"DE"`, `1`}, "notificationQuietHoursStart": {`"24:00"`, `"9:00"`, `"09:60"`, `"09:00\n"`, `900`}, "notificationQuietHoursEnd": {`" 09:00"`},
		"notificationQuietHoursTimeZone": {
			`"Local"`, `"Mars/Olympus"`, `"../UTC"`, `"/etc/localtime"`, `" UTC"`, `"UTC\u0000"`, `"CEST"`, `7`, `"` + strings.Repeat("x", 65) + `"`,
		},
	} {
		for _, value := range values {
			t.Run(name+" "+value[:min(len(value), 20)], func(t *testing.T) {
				t.Parallel()
				s := memory.New()
				err := change(t, s, `{"syncSchedule":"weekly","aiModel":"m","`+name+`":`+value+`,"notificationQuietHoursStart":"01:00","`+name+`":`+value+`}`)
				var fault *settings.Fault
				if !errors.As(err, &fault) || fault.Name != name || !strings.HasPrefix(err.Error(), name+" ") {
					t.Fatalf("error %v, want a fault of %s", err, name)
				}
				if diff := cmp.Diff(defaults(), show(t, s)); diff != "" {
					t.Errorf("something was written (-want +got):\n%s", diff)
				}
			})
		}
	}
}

func TestNamesAreThoseOfTheTable(t *testing.T) {
	t.Parallel()
	c, err := settings.Parse(map[string]json.RawMessage{"lastAutoSync": []byte(`1`), "aiModel": []byte(`""`), "syncSchedule": []byte(`null`), "aiApiKeySet": []byte(`1`)}, now)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"syncSchedule", "aiModel"}, c.Names()); diff != "" {
		t.Errorf("names (-want +got):\n%s", diff)
	}
}

func TestChangeOfProviderOrAddressDropsItsKey(t *testing.T) {
	t.Parallel()
	s := teststore.Open(t)
	for _, step := range []struct{ object, want string }{
		{`{"aiProvider":"openai","aiApiKey":"one"}`, "one"},
		{`{"aiProvider":"openai"}`, "one"},
		{`{"aiApiKey":"__SET__","aiModel":"m"}`, "one"},
		{`{"aiProvider":"anthropic","aiApiKey":"two"}`, "two"},
		{`{"aiProvider":"custom","aiApiKey":"__SET__"}`, ""},
		{`{"aiApiKey":"three"}`, "three"},
		{`{"aiProvider":null}`, ""},
		{`{"aiApiKey":"four"}`, "four"},
		{`{"aiProvider":"disabled"}`, "four"}, // as before
		{`{"aiApiKey":""}`, ""},

		{`{"aiProvider":"custom","aiBaseUrl":"https://one.example","aiApiKey":"five"}`, "five"},
		{`{"aiBaseUrl":"https://one.example/"}`, "five"},
		{`{"aiBaseUrl":" HTTPS://ONE.example ","aiProvider":"custom"}`, "five"},
		{`{"aiBaseUrl":"https://two.example"}`, ""},
		{`{"aiApiKey":"six"}`, "six"},
		{`{"aiBaseUrl":"https://two.example/v1","aiApiKey":"__SET__"}`, ""},
		{`{"aiApiKey":"seven","aiBaseUrl":"https://three.example"}`, "seven"},
		{`{"aiBaseUrl":"http://three.example"}`, ""},
		{`{"aiApiKey":"eight"}`, "eight"},
		{`{"aiBaseUrl":""}`, ""},
		{`{"aiApiKey":"nine"}`, "nine"},
		{`{"aiBaseUrl":null}`, "nine"},
		{`{"aiBaseUrl":"https://four.example:443"}`, ""},
		{`{"aiApiKey":"ten"}`, "ten"},
		{`{"aiBaseUrl":null,"aiApiKey":"eleven"}`, "eleven"},
	} {
		mustChange(t, s, step.object)
		if got := kept(t, s, "aiApiKey"); got != step.want {
			t.Errorf("after %s the key is %q, want %q", step.object, got, step.want)
		}
		if got := show(t, s)["aiApiKeySet"]; got != (step.want != "") {
			t.Errorf("after %s aiApiKeySet is %v", step.object, got)
		}
	}
}

func TestWebhookIsMasked(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"https://hooks.slack.com/services/T012/B345/secret":        "https://hooks.slack.com/services/T***/B***/***",
		"https://hooks.slack.com/services/T012/B345":               "https://hooks.slack.com/services/***",
		"https://discord.com/api/webhooks/1/secret":                "https://discord.com/api/***",
		"https://example.org":                                      "https://example.org/***",
		"https://ntfy.example/mytopic":                             "https://ntfy.example/***",
		"https://example.org:8443/?token=secret#secret":            "https://example.org:8443/***",
		"https://example.org/Secret/x":                             "https://example.org/***",
		"https://example.org/" + strings.Repeat("s", 26) + "/more": "https://example.org/***",
		"http://127.0.0.1:9/hook/secret?key=secret":                "http://127.0.0.1:9/hook/***",
	} {
		t.Run(address, func(t *testing.T) {
			t.Parallel()
			s := memory.New()
			object, err := json.Marshal(map[string]string{"notificationWebhookUrl": address})
			if err != nil {
				t.Fatal(err)
			}
			mustChange(t, s, string(object))
			real := kept(t, s, "notificationWebhookUrl")
			shown := show(t, s)
			if shown["notificationWebhookUrl"] != want || shown["notificationWebhookUrlSet"] != true {
				t.Errorf("shown is %v, want %s", shown["notificationWebhookUrl"], want)
			}
			for _, same := range []string{want, "__SET__", "configured"} {
				mustChange(t, s, `{"notificationWebhookUrl":"`+same+`","aiModel":"m"}`)
			}
			if got := kept(t, s, "notificationWebhookUrl"); got != real || !strings.HasPrefix(real, address) {
				t.Errorf("the address became %q", got)
			}
			var fault *settings.Fault
			if err := change(t, s, `{"aiModel":"lost","notificationWebhookUrl":"https://other.example/***"}`); !errors.As(err, &fault) {
				t.Errorf("another mask: %v, want a fault", err)
			}
			if got := show(t, s)["aiModel"]; got != "m" {
				t.Errorf("the model became %v", got)
			}
			mustChange(t, s, `{"notificationWebhookUrl":""}`)
			if shown := show(t, s); shown["notificationWebhookUrl"] != "" || shown["notificationWebhookUrlSet"] != false {
				t.Errorf("after it was cleared: %v", shown)
			}
		})
	}
}

// Invalid stored values are read as not set, and never shown.
func TestInvalidStoredValues(t *testing.T) {
	t.Parallel()
	s := teststore.Open(t)
	teststore.Update(t, s, func(tx *storage.Tx) error {
		for _, name := range []string{"syncSchedule", "aiProvider", "policyDiffAlertDays", "aiDebugLogging", "aiTimeoutChunkMs", "cfgutilImportedAt", "notificationWebhookUrl"} {
			if err := settings.PutText(tx, name, "s%crt"); err != nil {
				return err
			}
		}
		return nil
	})
	want := defaults()
	want["notificationWebhookUrl"], want["notificationWebhookUrlSet"] = "configured", true
	if diff := cmp.Diff(want, show(t, s)); diff != "" {
		t.Errorf("settings (-want +got):\n%s", diff)
	}
}

// Whatever is taken is shown in a form that is taken, and that changes nothing.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		`{}`, `{"syncSchedule":"daily","appCountry":"xx","aiProvider":"custom","aiApiKey":"k","aiBaseUrl":"http://A/%41"}`,
		`{"notificationWebhookUrl":"https://hooks.slack.com/services/%2a/B/c/","policyDiffAlertDays":1.5,"aiTimeoutChunkMs":""}`,
		`{"notificationQuietHoursStart":"22:00","aiModel":"\ud800","cfgutilImportedAt":1e3,"policyScrapeDisabled":true}`,
		`{"notificationWebhookUrl":"https://é.example/*a**/","aiBaseUrl":"https://a.example/?a=b c#d","aiModel":null}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, object []byte) {
		var sent map[string]json.RawMessage
		if json.Unmarshal(object, &sent) != nil {
			t.Skip("no object")
		}
		c, err := settings.Parse(sent, now)
		if err != nil {
			return
		}
		s := memory.New()
		var fault *settings.Fault
		if err := s.Update(t.Context(), c.Write); errors.As(err, &fault) {
			return
		} else if err != nil {
			t.Fatalf("what was checked cannot be kept: %v", err)
		}
		first := show(t, s)
		again, err := json.Marshal(first)
		if err != nil {
			t.Fatal(err)
		}
		before := texts(t, s)
		mustChange(t, s, string(again))
		if diff := cmp.Diff(first, show(t, s)); diff != "" {
			t.Errorf("shown again (-first +second):\n%s", diff)
		}
		for name, text := range before {
			if got := kept(t, s, name); got != text {
				t.Errorf("%s became %q, was %q", name, got, text)
			}
		}
	})
}

// texts returns the stored texts of all settings.
func texts(t testing.TB, s storage.Store) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, name := range slices.Collect(maps.Keys(show(t, s))) {
		if text := kept(t, s, name); text != "" {
			all[name] = text
		}
	}
	return all
}
