package settings_test

import (
	"encoding/json"
	"maps"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/internal/teststore"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
)

func desktopDefaults() map[string]any {
	return map[string]any{
		"hideDock": false, "launchHidden": false, "autostart": false, "nativeNotifications": true, "globalShortcut": "CmdOrCtrl+Shift+P",
		"requireUnlock": false, "autoLockIdleMinutes": int64(15), "themeOverride": "system", "devtoolsOpen": false, "trayVisible": true,
		"zoomLevel": 1.0,
	}
}

func showDesktop(t testing.TB, s storage.Store) map[string]any {
	t.Helper()
	return teststore.View(t, s, settings.ShowDesktop)
}

func changeDesktop(t testing.TB, s storage.Store, object string) {
	t.Helper()
	var sent map[string]json.RawMessage
	if err := json.Unmarshal([]byte(object), &sent); err != nil {
		t.Fatal(err)
	}
	teststore.Update(t, s, func(tx *storage.Tx) error {
		_, err := settings.ChangeDesktop(tx, now, sent)
		return err
	})
}

func TestDesktop(t *testing.T) {
	t.Parallel()
	s := teststore.Open(t)
	if diff := cmp.Diff(desktopDefaults(), showDesktop(t, s)); diff != "" {
		t.Errorf("defaults (-want +got):\n%s", diff)
	}
	changeDesktop(t, s, `{"hideDock":true,"nativeNotifications":false,"globalShortcut":" Alt+X ","autoLockIdleMinutes":0,"themeOverride":"dark","zoomLevel":1.25}`)
	want := desktopDefaults()
	maps.Copy(want, map[string]any{
		"hideDock": true, "nativeNotifications": false, "globalShortcut": "Alt+X", "autoLockIdleMinutes": int64(0), "themeOverride": "dark", "zoomLevel": 1.25,
	})
	if diff := cmp.Diff(want, showDesktop(t, s)); diff != "" {
		t.Errorf("after a change (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(defaults(), show(t, s)); diff != "" {
		t.Errorf("the other settings (-want +got):\n%s", diff)
	}
}

// An invalid value leaves its setting as it is, and the others are set.
func TestDesktopIgnoresInvalid(t *testing.T) {
	t.Parallel()
	for name, values := range map[string][]string{
		"hideDock":            {`"true"`, `1`, `null`, `[]`, `""`},
		"globalShortcut":      {`""`, `"  "`, `"` + strings.Repeat("x", 65) + `"`, `7`, `null`, `"a\u0000"`},
		"autoLockIdleMinutes": {`-1`, `1441`, `1.5`, `"15"`, `""`, `true`, `null`, `1e99`},
		"themeOverride":       {`"pink"`, `""`, `0`, `null`},
		"zoomLevel":           {`0.49`, `3.01`, `"1"`, `"NaN"`, `null`, `{}`, `1e400`, `-1`},
	} {
		for _, value := range values {
			s := memory.New()
			changeDesktop(t, s, `{"`+name+`":`+value+`,"launchHidden":true}`)
			want := desktopDefaults()
			want["launchHidden"] = true
			if diff := cmp.Diff(want, showDesktop(t, s)); diff != "" {
				t.Errorf("%s %s (-want +got):\n%s", name, value, diff)
			}
		}
	}
}

func TestDesktopAccepts(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, value string
		want        any
	}{
		{"autoLockIdleMinutes", "1440", int64(1440)}, {"autoLockIdleMinutes", "2e1", int64(20)}, {"autoLockIdleMinutes", "30.0", int64(30)},
		{"zoomLevel", "0.5", 0.5}, {"zoomLevel", "3", 3.0}, {"themeOverride", `"light"`, "light"},
		{"globalShortcut", `"` + strings.Repeat("ü", 64) + `"`, strings.Repeat("ü", 64)},
	} {
		s := memory.New()
		changeDesktop(t, s, `{"`+tt.name+`":`+tt.value+`}`)
		if got := showDesktop(t, s)[tt.name]; got != tt.want {
			t.Errorf("%s %s is shown as %v, want %v", tt.name, tt.value, got, tt.want)
		}
	}
}

// Invalid stored values are not shown.
func TestDesktopInvalidStored(t *testing.T) {
	t.Parallel()
	s := memory.New()
	teststore.Update(t, s, func(tx *storage.Tx) error {
		for name := range desktopDefaults() {
			if name == "globalShortcut" {
				continue
			}
			if err := settings.PutText(tx, "desktop."+name, "nonsense"); err != nil {
				return err
			}
		}
		return nil
	})
	if diff := cmp.Diff(desktopDefaults(), showDesktop(t, s)); diff != "" {
		t.Errorf("shown (-want +got):\n%s", diff)
	}
}

func TestSecrets(t *testing.T) {
	t.Parallel()
	s := teststore.Open(t)
	secrets := func() (all []string) {
		t.Helper()
		err := s.View(t.Context(), func(tx *storage.Tx) (err error) {
			all, err = settings.Secrets(tx)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	if got := secrets(); len(got) != 0 {
		t.Errorf("of a new store the secrets are %q", got)
	}
	mustChange(t, s, `{"aiModel":"big","aiProvider":"openai"}`)
	mustChange(t, s, `{"aiApiKey":"sk-1","notificationWebhookUrl":"https://hook.example/x","notificationWebhookSecret":"whsec_MDEyMzQ1Njc4OWFiY2RlZmdoaWprbG1u"}`)
	want := []string{"sk-1", "https://hook.example/x", "whsec_MDEyMzQ1Njc4OWFiY2RlZmdoaWprbG1u"}
	if diff := cmp.Diff(want, secrets()); diff != "" {
		t.Errorf("secrets (-want +got):\n%s", diff)
	}
}
