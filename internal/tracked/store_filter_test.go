package tracked_test

import (
	"testing"

	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
)

// A list can be narrowed to the apps of one store.
func TestListOfOneStore(t *testing.T) {
	t.Parallel()
	s := newStores(t)
	one := s.appStore(t, 1, "Chat", emailID)
	two := s.onPlay(t, "Chat", email)
	for store, want := range map[string][]storage.AppID{
		"": {one, two}, storage.MainStore: {one}, storage.SourcePlay: {two}, "other": {},
	} {
		for _, order := range storage.AppOrders() {
			page, err := s.On().List(t.Context(), tracked.ListQuery{Store: store, Order: order, Search: "chat"})
			if err != nil || page.Total != len(want) || len(page.Apps) != len(want) {
				t.Errorf("store %q, order %q: %d apps, %v, want %d", store, order, page.Total, err, len(want))
			}
			for _, app := range page.Apps {
				if store != "" && app.Store() != store {
					t.Errorf("store %q: %s of %s", store, app.Name, app.Store())
				}
			}
		}
	}
}
