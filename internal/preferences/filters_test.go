package preferences_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/preferences"
	"github.com/privacylabels/auditor/internal/teststore"
	"github.com/privacylabels/auditor/storage"
)

// save saves a filter and returns the error.
func save(t testing.TB, s storage.Store, list, name, query string) error {
	t.Helper()
	return s.Update(t.Context(), func(tx *storage.Tx) error {
		_, err := preferences.SaveFilter(tx, preferences.Filter{List: list, Name: name, Query: query})
		return err
	})
}

// saved returns the saved filters of a list.
func saved(t testing.TB, s storage.Store, list string) []preferences.Filter {
	t.Helper()
	return teststore.View(t, s, func(tx *storage.Tx) ([]preferences.Filter, error) { return preferences.Filters(tx, list) })
}

func TestFilters(t *testing.T) {
	t.Parallel()
	s := teststore.Open(t)
	if diff := cmp.Diff([]preferences.Filter{}, saved(t, s, "")); diff != "" {
		t.Errorf("at first (-want +got):\n%s", diff)
	}
	for _, f := range [][3]string{
		{"apps", "  Who  tracks ", "?use=tracking"}, {"apps", "by location", "use=tracking&data=LOCATION"},
		{"changes", "Worse", "dir=worse"}, {"apps", "WHO TRACKS", "use=linked"},
	} {
		if err := save(t, s, f[0], f[1], f[2]); err != nil {
			t.Errorf("%v: %v", f, err)
		}
	}
	want := []preferences.Filter{{List: "apps", Name: "by location", Query: "data=LOCATION&use=tracking"}, {List: "apps", Name: "WHO TRACKS", Query: "use=linked"}}
	if diff := cmp.Diff(want, saved(t, s, preferences.AppsList)); diff != "" {
		t.Errorf("of apps (-want +got):\n%s", diff)
	}
	worse := preferences.Filter{List: "changes", Name: "Worse", Query: "dir=worse"}
	if diff := cmp.Diff(append(want, worse), saved(t, s, "")); diff != "" {
		t.Errorf("of all lists (-want +got):\n%s", diff)
	}
	teststore.Update(t, s, func(tx *storage.Tx) error {
		gone, err := preferences.ForgetFilter(tx, "changes", "worse")
		if gone != worse {
			t.Errorf("removed %+v", gone)
		}
		return err
	})
	if diff := cmp.Diff(want, saved(t, s, "")); diff != "" {
		t.Errorf("after the removal (-want +got):\n%s", diff)
	}
	err := s.Update(t.Context(), func(tx *storage.Tx) error {
		_, err := preferences.ForgetFilter(tx, "changes", "worse")
		return err
	})
	if !errors.Is(err, storage.ErrNotFound) {
		t.Errorf("removed twice: %v", err)
	}
}

func TestFilterIsRefused(t *testing.T) {
	t.Parallel()
	s := teststore.Open(t)
	for _, f := range [][3]string{
		{"", "A", "q=a"}, {"devices", "A", "q=a"}, {"apps", " ", "q=a"}, {"apps", strings.Repeat("é", 61), "q=a"}, {"apps", "a\x00b", "q=a"},
		{"apps", "a\xff", "q=a"}, {"apps", "A", ""}, {"apps", "A", "?"}, {"apps", "A", "q=%zz"}, {"apps", "A", "q=" + strings.Repeat("a", 2000)},
	} {
		if err := save(t, s, f[0], f[1], f[2]); !errors.Is(err, preferences.ErrFilter) {
			t.Errorf("%.60q: %v", f, err)
		}
	}
	for i := range preferences.MaxFilters {
		if err := save(t, s, "apps", fmt.Sprint("Filter ", i), "q=a"); err != nil {
			t.Fatal(err)
		}
	}
	if err := save(t, s, "apps", "One more", "q=a"); !errors.Is(err, preferences.ErrTooManyFilters) {
		t.Errorf("one too many: %v", err)
	}
	if err := save(t, s, "apps", "filter 7", "q=b"); err != nil {
		t.Errorf("in place of another: %v", err)
	}
	if err := save(t, s, "changes", "One more", "q=a"); err != nil {
		t.Errorf("of another list: %v", err)
	}
}
