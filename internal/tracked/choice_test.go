package tracked_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
)

func TestChoice(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		query string
		names []string
		want  storage.AppID // zero: an error
		fit   int
	}{
		{"Signal", []string{"Telegram", "Signal - Private Messenger"}, 2, 0},
		{"signal", []string{"Signal", "Signal - Private Messenger"}, 1, 0},
		{"Chat", []string{"Chat", "Chat"}, 0, 2},
		{"Chat", []string{"Chat A", "Chat B", "Other"}, 0, 2},
		{"Note", []string{"Notebook", "Notes"}, 0, 0},
		{"微信", []string{"微信", "微信读书"}, 1, 0},
		{"Nothing", nil, 0, 0},
		{"cafe", []string{"Cafés of the World", "Café"}, 2, 0},
		{"Café", []string{"Cafe", "CAFÉ"}, 2, 0},
		{"cafe", []string{"Café", "Càfe"}, 0, 2},
		{"strasse", []string{"Straße – Stadtplan"}, 1, 0},
		{"finance o'reilly", []string{"ﬁnance O’Reilly"}, 1, 0},
		{"caf", []string{"Café"}, 0, 0},
		{"App 1.2.3", []string{"App"}, 1, 0},
	} {
		match := tracked.Match{Query: tt.query}
		for i, name := range tt.names {
			match.Candidates = append(match.Candidates, tracked.Candidate{ID: storage.AppID(i + 1), Name: name})
		}
		got, err := match.Choice()
		if got.ID != tt.want {
			t.Errorf("%q of %q is app %d, %v; want %d", tt.query, tt.names, got.ID, err, tt.want)
		}
		if unclear, ok := errors.AsType[*tracked.AmbiguousError](err); (tt.want == 0) != ok || ok && (unclear.Fit != tt.fit || unclear.Error() == "") {
			t.Errorf("%q of %q: %v, want %d that fit", tt.query, tt.names, err, tt.fit)
		}
	}
}

// Where apps of two stores fit a name, the error says which is on Google Play.
func TestAmbiguousErrorNamesTheStore(t *testing.T) {
	t.Parallel()
	err := &tracked.AmbiguousError{Name: "Chat", Fit: 3, Candidates: []tracked.Candidate{
		{ID: 7, Name: "Chat", Developer: "Chat Ltd"}, {ID: 8, Name: "Chat", Developer: "Chat Ltd", AppSource: storage.SourcePlay}, {ID: 9, Name: "Chat", AppSource: storage.SourcePlay},
	}}
	want := `3 apps fit "Chat"; name one by its id: 7 Chat (Chat Ltd); 8 Chat (Chat Ltd, Google Play); 9 Chat (Google Play)`
	if diff := cmp.Diff(want, err.Error()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
