package httpapi_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/storage"
)

func TestRelatedAppsOnTheWire(t *testing.T) {
	t.Parallel()
	a := newFleetAPI(t, nil)
	a.track(1, "One")
	a.update(func(tx *storage.Tx) error {
		for n := range 8 {
			id := storage.AppID(20 - n)
			r := storage.RelatedApp{App: 1, Shelf: storage.ShelfMayAlsoLike, Related: id, Name: "Other", URL: "https://other", Position: n, ObservedAt: 1}
			if err := tx.RelatedApps.Put(r); err != nil {
				return err
			}
		}
		return nil
	})
	want := map[string]any{
		"mode": "may_also_like", "genreId": nil, "genreName": nil, "free": nil, "sourceAppUrl": address(1),
		"candidates": []any{map[string]any{"appleId": 20.0, "name": "Other", "developer": nil, "iconUrl": nil, "url": "https://other"}},
	}
	if diff := cmp.Diff(want, members(a.do("GET", "/api/related-apps?sourceAppId=1&mode=may_also_like&limit=1"))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for limit, want := range map[string]int{"": 5, "&limit=1": 1, "&limit=7": 7, "&limit=10": 8} {
		got := members(a.do("GET", "/api/related-apps?sourceAppId=1&mode=may_also_like"+limit))["candidates"].([]any)
		if len(got) != want {
			t.Errorf("%s: %d apps, want %d", limit, len(got), want)
		}
	}
	for _, mode := range []string{"", "&mode=top_in_category", "&mode=rumour"} {
		got := members(a.do("GET", "/api/related-apps?sourceAppId=1"+mode))
		if got["mode"] != "top_in_category" || len(got["candidates"].([]any)) != 0 {
			t.Errorf("%s: %v", mode, got)
		}
	}
	for query, status := range map[string]int{"": 400, "?sourceAppId=": 400, "?sourceAppId=x": 400, "?sourceAppId=2": 404, "?sourceAppId=" + fmt.Sprint(storage.MaxAppID): 404} {
		a.do("GET", "/api/related-apps"+query).error(status, "")
	}
}
