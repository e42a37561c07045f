package httpapi_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/storage"
)

// listed returns the IDs on a page, and the total.
func listed(ans *answer) string {
	page := into[struct {
		Apps  []struct{ ID int64 }
		Total int
	}](ans)
	ids := []int64{}
	for _, app := range page.Apps {
		ids = append(ids, app.ID)
	}
	return fmt.Sprint(ids, page.Total)
}

func TestListParameters(t *testing.T) {
	t.Parallel()
	a := newFleetAPI(t, nil)
	a.track(1, "Beta", "LOCATION", "CONTACTS", "PURCHASES")
	a.track(2, "alpha", "LOCATION")
	a.track(3, "Gamma")
	a.update(func(tx *storage.Tx) error {
		for id := range storage.AppID(3) {
			app, err := tx.Apps.Get(id + 1)
			if err != nil {
				return err
			}
			app.BundleID = storage.Text([]string{"com.acme.beta", "com.acme.Alpha", "com.acme.beta"}[id])
			switch app.Developer = storage.Text([]string{"Öl", "Acme", "Öl"}[id]); id {
			case 0:
				app.ChangeCount = 1
			case 1:
				app.ChangeCount, app.ChangesSnoozedUntil = 2, storage.TimeOf(a.clock.Now().Add(time.Hour))
			case 2:
				app.LastError = &storage.Failure{Code: storage.FailureDNS, Message: "no such host", At: 1}
				app.Availability.DelistedAt = 1
			}
			if err := tx.Apps.Put(app); err != nil {
				return err
			}
		}
		return nil
	})
	for query, want := range map[string]string{
		"":                                 "[2 1 3] 3",
		"q=ALPHA":                          "[2] 1",
		"q=%EF%BD%81lph%C3%A4":             "[2] 1",
		"q=OL":                             "[1 3] 2",
		"q=%20%C3%B6l%20":                  "[1 3] 2",
		"q=%25":                            "[] 0",
		"q=":                               "[2 1 3] 3",
		"sort=name&order=desc":             "[3 1 2] 3",
		"sort=developer":                   "[2 1 3] 3",
		"sort=risk":                        "[1 2 3] 3",
		"sort=risk&order=asc":              "[3 2 1] 3",
		"sort=changed":                     "[2 1 3] 3",
		"sort=checked":                     "[3 2 1] 3",
		"sort=checked&order=asc":           "[1 2 3] 3",
		"sort=added":                       "[3 2 1] 3",
		"risk=moderate":                    "[1] 1",
		"risk=low":                         "[2] 1",
		"risk=high":                        "[] 0",
		"changed=true":                     "[1] 1",
		"changed=0":                        "[2 1 3] 3",
		"failed=1":                         "[3] 1",
		"delisted=1":                       "[3] 1",
		"failed=1&changed=1":               "[] 0",
		"bundleId=COM.acme.alpha":          "[2] 1",
		"bundleId=%20com.acme.beta%20":     "[1 3] 2",
		"bundleId=com.acme.beta&failed=1":  "[3] 1",
		"bundleId=com.acme":                "[] 0",
		"devices=unattached&sort=risk&q=a": "[1 2 3] 3",
	} {
		if got := listed(a.do("GET", "/api/apps?limit=10&"+query)); got != want {
			t.Errorf("%q lists %s, want %s", query, got, want)
		}
	}
	for _, query := range []string{
		"sort=size", "sort=", "order=up", "risk=severe", "risk=HIGH", "changed=maybe", "failed=2", "delisted=x", "q=" + fmt.Sprintf("%0201d", 0),
	} {
		a.do("GET", "/api/apps?limit=10&"+query).error(400, "")
	}
	if all := into[[]struct{ ID int64 }](a.do("GET", "/api/apps?q=alpha&risk=severe&sort=size")); len(all) != 3 {
		t.Errorf("the array has %d apps", len(all))
	}

	// A snooze ends without a write, and the cached page with it.
	a.clock.Advance(time.Hour)
	if got := listed(a.do("GET", "/api/apps?limit=10&changed=true")); got != "[2 1] 2" {
		t.Errorf("after the snooze, changed lists %s", got)
	}
	meta := members(a.do("GET", "/api/apps?limit=10&meta=grid"))["meta"].(map[string]any)
	equal(t, map[string]any{"1": "moderate", "2": "low", "3": meta["risks"].(map[string]any)["3"]}, meta["risks"], "risks")
}

func TestSummary(t *testing.T) {
	t.Parallel()
	a := newFleetAPI(t, nil)
	a.track(1, "Beta", "LOCATION", "CONTACTS")
	a.send("PUT", "/api/privacy-profile", `{"LOCATION":"not_linked"}`).status(200)
	want := map[string]any{
		"apps": map[string]any{
			"total": 1.0, "changed": 0.0, "failed": 0.0, "delisted": 0.0, "mismatched": 1.0,
			"byRisk": map[string]any{"unknown": 0.0, "minimal": 0.0, "low": 1.0, "moderate": 0.0, "high": 0.0},
		},
		"notifications": map[string]any{"total": 0.0, "unread": 0.0},
		"runs":          map[string]any{"running": 0.0, "paused": 0.0, "interrupted": 0.0},
		"sync":          map[string]any{"schedule": "manual", "lastRun": nil, "nextRun": nil, "isRunning": false},
	}
	got := members(a.do("GET", "/api/summary"))
	got["notifications"] = want["notifications"] // of the first refresh
	equal(t, want, got, "summary")
	mismatches := members(a.do("GET", "/api/privacy-profile/mismatches"))
	if diff := cmp.Diff(map[string]any{
		"apps": []any{map[string]any{
			"id": 1.0, "name": "Beta", "developer": nil, "iconUrl": nil, "risk": "low", "tone": "warn", "count": 1.0, "totalGap": 1.0,
			"mismatches": []any{map[string]any{"category": "LOCATION", "allowed": "not_linked", "observed": "linked", "severityGap": 1.0}},
		}},
		"total": 1.0, "limit": 100.0, "offset": 0.0, "profileActive": true,
	}, mismatches); diff != "" {
		t.Errorf("mismatches (-want +got):\n%s", diff)
	}
	for _, query := range []string{"limit=0", "limit=501", "offset=-1"} {
		a.do("GET", "/api/privacy-profile/mismatches?"+query).error(400, "")
	}
}
