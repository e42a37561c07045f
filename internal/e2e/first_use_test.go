package e2e_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/fakestore"
	"github.com/privacylabels/auditor/storage"
)

// realPage returns a page of the store as it was saved, which is not part of
// this repository.
func realPage(t *testing.T) []byte {
	t.Helper()
	page, err := os.ReadFile(filepath.Join("..", "..", "..", "shared", "fixtures", "pages", "2026-07_duolingo_us_570060128.trimmed.html"))
	if err != nil {
		t.Skipf("the saved page is not here: %v", err)
	}
	return page
}

type feedRow struct {
	AppID string
	Entry struct {
		Type, Description, Category string
		Details                     []string
	}
}

// The first minutes with the program: an app is tracked, its page changes, the
// change is seen, and all of it is there after a restart.
func TestFirstUseWithARealPage(t *testing.T) {
	t.Parallel()
	const id storage.AppID = 570060128
	page := realPage(t)
	from := newStage(t, fakestore.App{ID: id, Page: page})
	dir := t.TempDir()
	s := start(t, dir, from)

	if got := s.scrape(id); got.Results[0].Status != "success" {
		t.Fatalf("the first scrape: %+v", got)
	}
	type detail struct {
		Name, Developer, BundleID, AgeRating, CurrentVersion, PrivacyPolicyURL string
		HasPrivacyDetails                                                      *bool
		HasAccessibilityLabels                                                 *bool
		PrivacyTypes                                                           []storage.PrivacyType
	}
	app := must[detail](s, "GET", "/api/apps?id=570060128", "")
	if app.Name != "Duolingo: Language Lessons" || app.Developer != "Duolingo" || app.BundleID != "com.duolingo.DuolingoMobile" ||
		app.AgeRating != "4+" || app.CurrentVersion != "7.130.0" || app.PrivacyPolicyURL != "https://www.duolingo.com/privacy" {
		t.Errorf("the app is %+v", app)
	}
	if app.HasPrivacyDetails == nil || !*app.HasPrivacyDetails || app.HasAccessibilityLabels == nil || *app.HasAccessibilityLabels {
		t.Errorf("it has labels %v and accessibility %v, want true and false", app.HasPrivacyDetails, app.HasAccessibilityLabels)
	}
	linked := app.PrivacyTypes[slices.IndexFunc(app.PrivacyTypes, func(p storage.PrivacyType) bool { return p.Identifier == storage.DataLinkedToYou })]
	if len(linked.Purposes) == 0 || len(linked.Purposes[0].Categories) == 0 || len(linked.Purposes[0].Categories[0].DataTypes) == 0 {
		t.Errorf("purposes and data types are missing: %+v", linked)
	}
	if n := from.Lookups(); n != 0 {
		t.Errorf("%d lookups: the page says it all", n)
	}
	if got := s.scrape(id); got.Results[0].ChangeCount != 0 {
		t.Errorf("the same page again: %+v", got)
	}

	// Where the page says Location, it now says Browsing History.
	edited := bytes.ReplaceAll(page, []byte(`"identifier":"LOCATION","title":"Location"`), []byte(`"identifier":"BROWSING_HISTORY","title":"Browsing History"`))
	if bytes.Equal(edited, page) {
		t.Fatal("the edit did not take")
	}
	from.Put(fakestore.App{ID: id, Page: edited})
	if got := s.scrape(id); got.Results[0].ChangeCount == 0 {
		t.Fatalf("the edited page: %+v", got)
	}
	s.Stop()

	s = start(t, dir, from)
	var entries []string
	for _, row := range must[struct{ Rows []feedRow }](s, "GET", "/api/changelog", "").Rows {
		entries = append(entries, row.AppID+" "+row.Entry.Type+" "+row.Entry.Description)
	}
	slices.Sort(entries)
	var want []string
	for _, heading := range app.PrivacyTypes {
		if slices.ContainsFunc(heading.Categories, func(c storage.LabelCategory) bool { return c.Identifier == "LOCATION" }) {
			want = append(want, fmt.Sprintf(`570060128 added "%s" now collects: Browsing History`, heading.Title),
				fmt.Sprintf(`570060128 removed "%s" no longer collects: Location`, heading.Title))
		}
	}
	slices.Sort(want)
	if diff := cmp.Diff(want, entries); diff != "" || len(want) == 0 {
		t.Errorf("the feed (-want +got):\n%s", diff)
	}
	s.Stop()
}
