package httpapi_test

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/httpapi"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
)

// setUp is what an answer to the question about the purpose sets.
type setUp struct {
	Purpose string
	Tiers   int // categories in the privacy profile
	Labels  bool
	Version bool
	Sent    bool // messages about new versions are
	Devices []string
}

// versionsSent finds the switch of messages about new versions, if it is on.
var versionsSent = regexp.MustCompile(`name="versionUpdates"[^>]* checked`)

func setUpOf(t *testing.T, a *api) (got setUp) {
	t.Helper()
	var shown struct {
		Purpose string `json:"purpose"`
	}
	a.do("GET", "/api/settings").json(&shown)
	got.Purpose = shown.Purpose
	var profile struct {
		Profile map[string]string `json:"profile"`
	}
	a.do("GET", "/api/privacy-profile").json(&profile)
	got.Tiers = len(profile.Profile)
	var notices struct {
		Prefs map[string]bool `json:"prefs"`
	}
	a.do("GET", "/api/notification-prefs").json(&notices)
	got.Labels, got.Version = notices.Prefs["labelChanges"], notices.Prefs["versionUpdates"]
	got.Sent = versionsSent.MatchString(a.do("GET", "/settings/notifications").Body.String())
	for _, d := range devicesOf(a) {
		got.Devices = append(got.Devices, d.Name)
	}
	return got
}

func devicesOf(a *api) []storage.Device {
	var shown struct {
		Devices []storage.Device `json:"devices"`
	}
	a.do("GET", "/api/devices").json(&shown)
	return shown.Devices
}

// The answer to what the apps are watched for sets the profile, the notifications and a device. Messages
// about new versions are sent only to a team.
func TestPurposeSetsUp(t *testing.T) {
	t.Parallel()
	for answer, test := range map[string]struct {
		says string
		want setUp
	}{
		"phone":    {"the profile “Balanced”", setUp{"phone", 14, true, true, false, nil}},
		"child":    {"the profile “Strict”", setUp{"child", 14, true, true, false, []string{"A child’s phone"}}},
		"team":     {"what is to be reviewed", setUp{"team", 0, true, true, true, nil}},
		"research": {"notified of failures only", setUp{"research", 0, false, false, false, nil}},
		"other":    {"Nothing was changed.", setUp{"other", 0, true, true, false, nil}},
	} {
		t.Run(answer, func(t *testing.T) {
			t.Parallel()
			a := newForms(t, nil)
			shows(t, a.do("GET", "/").Body.String(), "What do you watch apps for?")
			text := a.submit("/purpose", "back=/&purpose="+answer).leads("/", a)
			shows(t, text, test.says)
			if strings.Contains(text, "What do you watch apps for?") {
				t.Error("the question is asked again")
			}
			if diff := cmp.Diff(test.want, setUpOf(t, a)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			shows(t, a.do("GET", "/settings").Body.String(), `value="`+answer+`"`)
		})
	}
}

// A profile that the user has made and a device that there is stay.
func TestPurposeKeepsWhatIsMade(t *testing.T) {
	t.Parallel()
	a := newForms(t, nil)
	a.submit("/settings/profile/privacy", "LOCATION=not_collected").status(http.StatusSeeOther)
	a.submit("/settings/devices", "name=Mine").status(http.StatusSeeOther)
	before := setUpOf(t, a)
	a.submit("/purpose", "purpose=child").status(http.StatusSeeOther)
	got := setUpOf(t, a)
	if got.Purpose, before.Labels = before.Purpose, got.Labels; !cmp.Equal(before, got) {
		t.Errorf("(-want +got):\n%s", cmp.Diff(before, got))
	}
	a.submit("/purpose", "purpose=profit").status(http.StatusBadRequest)
	if got := setUpOf(t, a).Purpose; got != "child" {
		t.Errorf("after an unknown answer the purpose is %q", got)
	}
}

// Apps are found by name: as a screen, and as a part of it while the name is typed.
func TestAppsAreSuggested(t *testing.T) {
	t.Parallel()
	a, shop := newShop(t, nil)
	shop.show(9, "<b>Tide")
	found := func(query string, more ...option) string {
		t.Helper()
		return a.do("GET", "/add/search?q="+url.QueryEscape(query), more...).status(http.StatusOK).Body.String()
	}
	shows(t, found("Ledger"), "Find an app", "<b>Ledger</b>", `name="apps" value="https://store.example/id8"`, "App Store")
	shows(t, found("Tide Table"), `<a href="/apps/7">watched`)
	shows(t, found("<b>Tide"), "<b>&lt;b&gt;Tide</b>")
	shows(t, found("Unheard Of"), "Nothing is found for “Unheard Of”")
	typing := header("HX-Request", "true")
	shows(t, found("Ledger", typing), "<b>Ledger</b>")
	for name, text := range map[string]string{"two characters as they are typed": found("Le", typing), "no name": found("  ")} {
		if strings.Contains(text, "Nothing is found") || strings.Contains(text, "<ul") {
			t.Errorf("%s: the store was asked:\n%s", name, text)
		}
	}
	shows(t, found("Le"), "Nothing is found for “Le”")

	// What is chosen goes on the device that the address names.
	a.submit("/settings/devices", "name=Mine").status(http.StatusSeeOther)
	mine := devicesOf(a)[0].ID
	with := a.do("GET", "/add/search?q=Ledger&device="+mine).status(http.StatusOK).Body.String()
	shows(t, with, `name="device" value="`+mine+`"`)
}

// All apps are deleted after a question and a backup, which the page names.
func TestAllAreDeletedAfterABackup(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		change     func(*httpapi.Config)
		asks, says string
	}{
		"folder":    {withSnapshots(t, t.TempDir()), "A backup is written on the server first", "What was here is in the backup " + fileOfNow},
		"no folder": {func(*httpapi.Config) {}, "This cannot be undone.", "No backup of what was here could be written first."},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a, _ := newShop(t, test.change)
			shows(t, a.submit("/settings/backup/reset", "").status(http.StatusOK).Body.String(), "Delete 1 app with all that is recorded of it?", test.asks)
			shows(t, a.do("GET", "/apps").Body.String(), "Tide Table")
			shows(t, a.submit("/settings/backup/reset", "sure=yes").leads("/settings/backup", a), "1 app was deleted.", test.says)
			var apps []tracked.Removed
			if a.do("GET", "/api/apps").json(&apps); len(apps) != 0 {
				t.Errorf("%d apps are left", len(apps))
			}
		})
	}
}
