package reading_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/storage"
)

var (
	removedName = regexp.MustCompile(`Removed \d+`)
	pagerLink   = regexp.MustCompile(`<a href="/privacy([^"]*)" rel="(\w+)">`)
)

// However many apps were removed, the list shows all of them on pages of a hundred.
func TestRemovedAppsArePaged(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	const apps = 1234
	s.update(func(tx *storage.Tx) error {
		for i := range apps {
			app := storage.RemovedApp{
				App: storage.AppID(i + 1), Name: fmt.Sprintf("Removed %04d", i), URL: "https://example.com",
				RemovedAt: storage.TimeOf(now.Add(-time.Duration(i+1) * time.Minute)),
			}
			if err := tx.RemovedApps.Put(app); err != nil {
				return err
			}
		}
		return nil
	})
	var names []string
	pages := 0
	for path := "/apps?show=removed"; path != "" && pages < 20; pages++ {
		text := s.get("GET /apps", path, nil)
		var here []string
		for i, name := range removedName.FindAllString(text, -1) {
			if i%2 == 0 { // each is the label of its box as well
				here = append(here, name)
			}
		}
		if len(here) > 100 || !strings.Contains(text, fmt.Sprintf("%d–%d of 1234", len(names)+1, len(names)+len(here))) {
			t.Errorf("%s has %d apps, or another place", path, len(here))
		}
		names = append(names, here...)
		path = ""
		for _, link := range pagerLink.FindAllStringSubmatch(text, -1) {
			if link[2] == "next" {
				path = strings.ReplaceAll(link[1], "&amp;", "&")
			}
		}
	}
	want := make([]string, apps)
	for i := range want {
		want[i] = fmt.Sprintf("Removed %04d", i)
	}
	if diff := cmp.Diff(want, names); diff != "" || pages != 13 {
		t.Errorf("on %d pages, want 13 (-want +got):\n%s", pages, diff)
	}
	if text := s.get("GET /apps", "/apps?show=removed&offset=2000", nil); !strings.Contains(text, "No more removed apps") {
		t.Errorf("after the last page is\n%s", text)
	}
}
