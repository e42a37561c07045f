package feature_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/feature"
	"github.com/privacylabels/auditor/internal/teststore"
	"github.com/privacylabels/auditor/storage"
)

func focusOf(t testing.TB, s storage.Store) feature.Focus {
	t.Helper()
	return teststore.View(t, s, feature.FocusOf)
}

func TestFocusAtFirst(t *testing.T) {
	t.Parallel()
	want := feature.Focus{Audience: "self", Workflow: "custom"}
	if diff := cmp.Diff(want, focusOf(t, teststore.Open(t))); diff != "" {
		t.Errorf("focus (-want +got):\n%s", diff)
	}
}

func TestFocusIsStored(t *testing.T) {
	t.Parallel()
	band := "9_12"
	for name, tt := range map[string]struct{ put, want feature.Focus }{
		"zero": {want: feature.Focus{Audience: "self", Workflow: "custom"}},
		"all": {
			put:  feature.Focus{Audience: "guardian", Monitor: true, Cleanup: true, Accessibility: true, Workflow: "other_monitor", ChildAgeBand: &band},
			want: feature.Focus{Audience: "guardian", Monitor: true, Cleanup: true, Accessibility: true, Workflow: "other_monitor", ChildAgeBand: &band},
		},
		"minimal excludes": {
			put:  feature.Focus{Audience: "loved_one", Monitor: true, Cleanup: true, Minimal: true, Accessibility: true},
			want: feature.Focus{Audience: "loved_one", Minimal: true, Accessibility: true, Workflow: "custom"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := teststore.Open(t)
			teststore.Update(t, s, func(tx *storage.Tx) error {
				got, err := feature.PutFocus(tx, tt.put)
				if diff := cmp.Diff(tt.want, got); diff != "" {
					t.Errorf("answer (-want +got):\n%s", diff)
				}
				return err
			})
			if diff := cmp.Diff(tt.want, focusOf(t, s)); diff != "" {
				t.Errorf("kept (-want +got):\n%s", diff)
			}
			want := feature.New(tt.want, false, nil)
			if diff := cmp.Diff(current(want), current(resolve(t, s))); diff != "" {
				t.Errorf("flags (-want +got):\n%s", diff)
			}
		})
	}
}

// TestWorkflowIsInferred goes through every focus: a workflow follows only from
// one goal, and only for oneself.
func TestWorkflowIsInferred(t *testing.T) {
	t.Parallel()
	for _, focus := range focuses() {
		want := "custom"
		switch focus {
		case feature.Focus{Audience: "self", Monitor: true}:
			want = "self_monitor"
		case feature.Focus{Audience: "self", Cleanup: true}:
			want = "self_cleanup"
		}
		teststore.Update(t, teststore.Quick(t), func(tx *storage.Tx) error {
			got, err := feature.PutFocus(tx, focus)
			if got.Workflow != want {
				t.Errorf("%+v: workflow %s, want %s", focus, got.Workflow, want)
			}
			chosen := focus
			chosen.Workflow = "other_handoff"
			if got, _ := feature.PutFocus(tx, chosen); got.Workflow != "other_handoff" {
				t.Errorf("%+v: workflow %s", focus, got.Workflow)
			}
			return err
		})
	}
}

func TestInvalidFocus(t *testing.T) {
	t.Parallel()
	band := "5"
	for _, tt := range []struct {
		focus feature.Focus
		want  error
	}{
		{feature.Focus{Audience: "Self"}, feature.ErrAudience},
		{feature.Focus{Audience: "toString"}, feature.ErrAudience},
		{feature.Focus{Workflow: "none"}, feature.ErrWorkflow},
		{feature.Focus{ChildAgeBand: &band}, feature.ErrAgeBand},
		{feature.Focus{ChildAgeBand: new(string)}, feature.ErrAgeBand},
	} {
		err := teststore.Quick(t).Update(t.Context(), func(tx *storage.Tx) error {
			_, err := feature.PutFocus(tx, tt.focus)
			return err
		})
		if !errors.Is(err, tt.want) {
			t.Errorf("%+v: error %v, want %v", tt.focus, err, tt.want)
		}
		if err := tt.focus.Validate(); !errors.Is(err, tt.want) {
			t.Errorf("%+v: Validate says %v, want %v", tt.focus, err, tt.want)
		}
	}
}

func TestDesktop(t *testing.T) {
	t.Parallel()
	for runtime, want := range map[string]bool{"desktop": true, "": false, "Desktop": false, "web": false} {
		s := teststore.Quick(t)
		teststore.Update(t, s, func(tx *storage.Tx) error {
			return tx.Settings.Put(storage.Setting{Name: feature.RuntimeSetting, Value: runtime})
		})
		if got := resolve(t, s).On("flag.desktop.app_section"); got != want {
			t.Errorf("in %q the application's section is on: %v", runtime, got)
		}
	}
}

// FuzzStoredFocus reads a focus from whatever is kept: what comes out is one that
// can be set, and is read again as it is.
func FuzzStoredFocus(f *testing.F) {
	for _, text := range []string{
		"", "null", "{", "[]", `"self"`, "{}", `{"audience":"x","workflow":"y","childAgeBand":"z"}`,
		`{"audience":"guardian","minimal":true,"monitor":true,"workflow":"custom","childAgeBand":"13_15"}`, `{"monitor":"yes"}`,
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if strings.ContainsRune(text, 0) {
			t.Skip("cannot be stored")
		}
		s := teststore.Quick(t)
		teststore.Update(t, s, func(tx *storage.Tx) error {
			return tx.Settings.Put(storage.Setting{Name: feature.FocusSetting, Value: strings.ToValidUTF8(text, "?")})
		})
		focus := focusOf(t, s)
		teststore.Update(t, s, func(tx *storage.Tx) error {
			_, err := feature.PutFocus(tx, focus)
			return err
		})
		if diff := cmp.Diff(focus, focusOf(t, s)); diff != "" {
			t.Errorf("%q: read again (-first +second):\n%s", text, diff)
		}
	})
}
