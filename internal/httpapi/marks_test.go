package httpapi_test

import (
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/privacylabels/auditor/storage"
)

func TestRemovedAppIsRestored(t *testing.T) {
	t.Parallel()
	a, _ := newShop(t, nil)
	var list struct {
		Apps []struct {
			ID               int
			Name             string
			RemovedAt, Until storage.Time
		}
	}
	a.do("DELETE", "/api/apps?id=7", sameOrigin).status(http.StatusOK)
	a.do("GET", "/api/apps/7").status(http.StatusNotFound)
	a.do("GET", "/api/apps/removed").status(http.StatusOK).json(&list)
	if len(list.Apps) != 1 || list.Apps[0].Name != "Tide Table" || list.Apps[0].Until.Sub(list.Apps[0].RemovedAt) != 30*24*time.Hour {
		t.Errorf("removed are %+v", list)
	}
	a.do("POST", "/api/apps/7/restore", sameOrigin).status(http.StatusOK)
	a.do("GET", "/api/apps/7").status(http.StatusOK)
	a.do("POST", "/api/apps/7/restore", sameOrigin).status(http.StatusNotFound)

	a.do("DELETE", "/api/apps?id=7", sameOrigin).status(http.StatusOK)
	a.do("POST", "/api/scrape", sameOrigin, header("Content-Type", "application/json"), body(`{"urls":["https://store.example/id7"]}`)).status(http.StatusOK)
	a.do("POST", "/api/apps/7/restore", sameOrigin).status(http.StatusNotFound)
	a.do("DELETE", "/api/apps?id=7", sameOrigin).status(http.StatusOK)
	a.do("POST", "/api/apps/7/restore", sameOrigin).status(http.StatusOK)
	a.do("DELETE", "/api/apps?id=7&purge=1", sameOrigin).status(http.StatusOK)
	a.do("GET", "/api/apps/removed").json(&list)
	if len(list.Apps) != 0 {
		t.Errorf("purged, and removed are %+v", list)
	}
}

func TestAppHasMarks(t *testing.T) {
	t.Parallel()
	a, _ := newShop(t, nil)
	set := func(text string) *answer {
		return a.do("PUT", "/api/apps/7/marks", sameOrigin, header("Content-Type", "application/json"), body(text))
	}
	var marks struct {
		ID       int
		Tags     []string
		PausedAt *int64
	}
	set(`{"tags":[" Board  Games","kids"],"paused":true}`).status(http.StatusOK).json(&marks)
	if strings.Join(marks.Tags, "|") != "board games|kids" || marks.PausedAt == nil {
		t.Errorf("the marks are %+v", marks)
	}
	set(`{"paused":false}`).status(http.StatusOK).json(&marks)
	if len(marks.Tags) != 2 || marks.PausedAt != nil {
		t.Errorf("the marks are %+v", marks)
	}
	set(`{"tags":["a,b"]}`).error(http.StatusBadRequest, "A tag has 1 to 50 characters without commas, at least one of which can be seen, and an app at most 20 tags")
	var page struct{ Total int }
	a.do("GET", "/api/apps?limit=5&tag=Kids").status(http.StatusOK).json(&page)
	if page.Total != 1 {
		t.Errorf("%d apps have the tag", page.Total)
	}
	a.do("GET", "/api/apps?limit=5&paused=1").json(&page)
	if page.Total != 0 {
		t.Errorf("%d apps are paused", page.Total)
	}
	a.do("GET", "/api/apps/99/marks").status(http.StatusNotFound)
}

func TestLabelOfATime(t *testing.T) {
	t.Parallel()
	a, shop := newShop(t, nil)
	before := storage.TimeOf(a.clock.Now())
	a.clock.Advance(time.Hour)
	shop.show(7, "Tide Table", "LOCATION", "CONTACTS")
	a.submit("/apps/7/refresh", "").status(http.StatusSeeOther)
	var label struct {
		ObservedAt   *storage.Time
		PrivacyTypes []storage.PrivacyType
		Before       *struct{ ObservedAt storage.Time }
	}
	categories := func() (n int) {
		for _, t := range label.PrivacyTypes {
			n += len(t.Categories)
		}
		return n
	}
	a.do("GET", "/api/apps/7/label").status(http.StatusOK).json(&label)
	if categories() != 2 || label.Before == nil || label.Before.ObservedAt != before {
		t.Errorf("the label is %+v", label)
	}
	a.do("GET", "/api/apps/7/label?at="+strconv.FormatInt(int64(before), 10)).status(http.StatusOK).json(&label)
	if categories() != 1 || label.Before != nil {
		t.Errorf("the label before is %+v", label)
	}
	a.do("GET", "/api/apps/7/label?at=1").status(http.StatusOK).json(&label)
	if label.ObservedAt != nil || len(label.PrivacyTypes) != 0 {
		t.Errorf("the label before all is %+v", label)
	}
	a.do("GET", "/api/apps/99/label").status(http.StatusNotFound)
	shows(t, a.do("GET", "/apps/7/label").status(http.StatusOK).Body.String(), "Before and after", "differs", "the same")
}
