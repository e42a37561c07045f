package preferences_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/preferences"
	"github.com/privacylabels/auditor/internal/teststore"
	"github.com/privacylabels/auditor/storage"
)

func TestSwitches(t *testing.T) {
	t.Parallel()
	s := teststore.Open(t)
	for _, each := range []preferences.Switch{preferences.CoachmarksSeen, preferences.DevMenu} {
		if teststore.View(t, s, each.Get) {
			t.Errorf("%s is on at first", each)
		}
		for _, on := range []bool{true, true, false} {
			teststore.Update(t, s, func(tx *storage.Tx) error { return each.Put(tx, on) })
			if teststore.View(t, s, each.Get) != on {
				t.Errorf("%s is set to %v, and is not so", each, on)
			}
		}
	}
	set(t, s, map[string]string{string(preferences.DevMenu): "yes"})
	if teststore.View(t, s, preferences.DevMenu.Get) {
		t.Error("what is no truth is on")
	}
}

func TestDateFormat(t *testing.T) {
	t.Parallel()
	s := teststore.Open(t)
	if got := teststore.View(t, s, preferences.DateFormat); got != "auto" {
		t.Errorf("at first %q", got)
	}
	for text, want := range map[string]string{"dmy": "dmy", "mdy": "mdy", "iso": "iso", "auto": "auto", "": "auto", "ISO": "auto", "x": "auto"} {
		teststore.Update(t, s, func(tx *storage.Tx) error {
			got, err := preferences.PutDateFormat(tx, text)
			if got != want {
				t.Errorf("%q becomes %q", text, got)
			}
			return err
		})
		if got := teststore.View(t, s, preferences.DateFormat); got != want {
			t.Errorf("%q is kept as %q", text, got)
		}
	}
	set(t, s, map[string]string{"dateFormat": "odd"})
	if got := teststore.View(t, s, preferences.DateFormat); got != "auto" {
		t.Errorf("what is no format is %q", got)
	}
}

func TestBanner(t *testing.T) {
	t.Parallel()
	s := teststore.Open(t)
	for _, dismiss := range []bool{false, true, true, false, false} {
		teststore.Update(t, s, func(tx *storage.Tx) error { return preferences.DismissBanner(tx, now, dismiss) })
		if teststore.View(t, s, preferences.BannerDismissed) != dismiss {
			t.Errorf("dismissed is not %v", dismiss)
		}
	}
}

func TestWelcome(t *testing.T) {
	t.Parallel()
	s := teststore.Open(t)
	for _, at := range []storage.Time{now, now + 1} {
		teststore.Update(t, s, func(tx *storage.Tx) error { return preferences.Welcome(tx, at) })
	}
	if diff := cmp.Diff(map[string]string{"welcomedAt": "1760000000001"}, kept(t, s)); diff != "" {
		t.Errorf("settings (-want +got):\n%s", diff)
	}
}
