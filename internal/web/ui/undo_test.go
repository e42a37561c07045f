package ui_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/web/ui"
	"github.com/privacylabels/auditor/storage"
)

// Every undo survives the way to the browser and back.
func TestUndosAreSentAndRead(t *testing.T) {
	t.Parallel()
	all := []ui.Undo{
		ui.UndoReview{App: 7, Review: "r"},
		ui.UndoConcern{App: 7, Category: "LOCATION", Decision: ui.ConcernDefer, Note: `</script>"\`},
		ui.UndoVerdict{App: 7, Decision: storage.DecisionSafe, Rationale: "語"},
		ui.UndoNote{Note: 3},
		ui.UndoRemoval{At: 7},
		ui.UndoReviews{At: 9},
		ui.UndoFilter{List: "apps", Name: "Who tracks", Query: "use=tracking"},
		ui.UndoMark{Path: "tag", Value: "games", Off: true, Apps: []storage.AppID{7}},
		ui.UndoProfile{Retention: "limited", Tiers: map[string]string{"LOCATION": "linked"}},
	}
	if len(all) != len(ui.Undos()) {
		t.Errorf("%d undos are tested, want all of %v", len(all), ui.Undos())
	}
	for _, undo := range all {
		got, ok := ui.Resent(undo)
		if diff := cmp.Diff(undo, got); !ok || diff != "" {
			t.Errorf("ok=%v (-sent +read):\n%s", ok, diff)
		}
	}
}

func TestUndosOfOtherNamesAreNotRead(t *testing.T) {
	t.Parallel()
	for _, sent := range [][2]string{{"remove", `{"app":7}`}, {"", `{}`}, {"note", `[]`}, {"note", ``}, {"note", `{"note":"x"}`}, {"profile", `{"tiers":["x"]}`}} {
		if got, ok := ui.ReadUndo(sent[0], sent[1]); ok {
			t.Errorf("%q is read as %+v", sent, got)
		}
	}
}

// A category cannot lead an undo to another form.
func TestUndoStaysInItsPath(t *testing.T) {
	t.Parallel()
	path, _ := ui.UndoConcern{App: 7, Category: "../../settings?x#y", Decision: ui.ConcernAccept}.Form()
	if want := "/apps/7/concerns/..%2F..%2Fsettings%3Fx%23y"; path != want {
		t.Errorf("the path is %q, want %q", path, want)
	}
}
