package settings_test

import (
	"testing"

	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/internal/teststore"
	"github.com/privacylabels/auditor/storage"
)

func TestLocalAndSecret(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]struct{ secret, local bool }{
		"aiApiKey": {secret: true}, "notificationWebhookUrl": {secret: true}, "notificationWebhookSecret": {secret: true},
		"rate_limit_scrape_until": {local: true}, "rate_limit_search_reason": {local: true},
		"backupSnapshotLastRunAt": {local: true}, "healthCheckLastResult": {local: true}, "backupSnapshotEnabled": {},
		"runtimeEnvironment": {local: true}, "notificationWebhookLastSent": {local: true},
		"deviceBackup.0123456789": {local: true}, "destination.0123456789": {secret: true, local: true}, "destinationLastSent.0123456789": {local: true},
		"syncAlertState": {local: true}, "appStoreRefusal": {local: true}, "syncAlertHours": {},
		"aiModel": {}, "focus": {}, "notificationWebhookFormat": {}, "rate_limi": {}, "": {},
	} {
		if got := settings.Secret(name); got != want.secret {
			t.Errorf("%q is secret: %v, want %v", name, got, want.secret)
		}
		if got := settings.Local(name); got != want.local {
			t.Errorf("%q is local: %v, want %v", name, got, want.local)
		}
	}
}

// Whatever is shown in place of a value, and not as it is, is a secret.
func TestSecretsAreThoseThatAreMasked(t *testing.T) {
	t.Parallel()
	s := teststore.Open(t)
	mustChange(t, s, `{"aiApiKey":"k","notificationWebhookUrl":"https://example.org/hook/a","notificationWebhookSecret":"whsec_MDEyMzQ1Njc4OWFiY2RlZmdoaWprbG1u"}`)
	shown := show(t, s)
	for name, value := range shown {
		text, isText := value.(string)
		if settings.Secret(name) && (!isText || text == "" || text == kept(t, s, name)) {
			t.Errorf("%s is a secret, and shown as %v", name, value)
		}
		if isText && text != "" && text != kept(t, s, name) && kept(t, s, name) != "" && !settings.Secret(name) {
			t.Errorf("%s is masked, and no secret", name)
		}
	}
}

func TestFromText(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, text, want string }{
		{"syncSchedule", "daily", "daily"}, {"aiTimeoutDirectMs", "60000", "60000"}, {"aiModel", "4", "4"}, {"policyScrapeDisabled", "true", "true"},
		{"notificationQuietHoursStart", "22:00", "22:00"}, {"backgroundWizardCompletedAt", "1760000000000", "1760000000000"},
		{"aiApiKey", "k", ""}, {"notificationWebhookUrl", "https://example.org/", ""}, {"rate_limit_scrape_until", "1", ""},
		{"syncSchedule", "hourly", ""}, {"policyScrapeDisabled", "yes", ""}, {"aiModel", "", ""}, {"aiTimeoutDirectMs", "{}", ""},
		{"unknown", "1", ""}, {"", "1", ""}, {"cfgutilImportedAt", "1760000099999", ""},
	} {
		got, ok := settings.FromText(tt.name, tt.text, now)
		if ok != (tt.want != "") || ok && got != (storage.Setting{Name: tt.name, Value: tt.want}) {
			t.Errorf("%s of %q is %+v, %v; want %q", tt.name, tt.text, got, ok, tt.want)
		}
	}
}
