package review_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/internal/profile"
	"github.com/privacylabels/auditor/internal/review"
	"github.com/privacylabels/auditor/storage"
)

// collects gives the app a label with these data types of the location, linked to the user.
func (b *bench) collects(t *testing.T, types ...string) {
	t.Helper()
	location := storage.LabelCategory{Identifier: profile.Location, Title: "Location"}
	for _, id := range types {
		location.DataTypes = append(location.DataTypes, storage.DataType{Identifier: id, Title: id})
	}
	label := storage.Label{Types: []storage.PrivacyType{{Identifier: storage.DataLinkedToYou, Title: "Linked", Categories: []storage.LabelCategory{location}}}}
	digest, err := changelog.Digest(label)
	if err != nil {
		t.Fatal(err)
	}
	b.update(t, func(tx *storage.Tx) error {
		a, err := tx.Apps.Get(app)
		if err != nil {
			return err
		}
		a.LabelDigest, a.Footprint = digest, profile.FootprintOf(label)
		return errors.Join(tx.Labels.Put(storage.LabelBody{Digest: digest, Label: label}), tx.Apps.Put(a))
	})
}

func TestConcerns(t *testing.T) {
	t.Parallel()
	b, id := newBench(t), storage.ConcernID{App: app, Category: profile.Location}
	// state returns the state of the only concern, with the new data.
	state := func() string {
		all, err := b.Concerns(t.Context(), app)
		if err != nil || len(all) > 1 {
			t.Fatalf("concerns %+v, %v", all, err)
		}
		if len(all) == 0 {
			return "none"
		}
		return fmt.Sprint(all[0].State, all[0].NewData)
	}
	accept := func(days int) func() error {
		return func() error { _, err := b.AcceptConcern(t.Context(), id, days, " needed "); return err }
	}
	collects := func(types ...string) func() error { return func() error { b.collects(t, types...); return nil } }
	passes := func(d time.Duration) func() error { return func() error { b.now = b.now.Add(d); return nil } }
	for _, step := range []struct {
		what string
		do   func() error
		want string
		err  error
	}{
		{"nothing is collected", accept(0), "none", storage.ErrNotFound},
		{"without a profile", collects("COARSE"), "none", nil},
		{"with a profile", func() error {
			return b.SetPrivacyProfile(t.Context(), profile.Privacy{Tiers: map[string]profile.Tier{profile.Location: profile.NotLinked}})
		}, "open[]", nil},
		{"accepted", accept(0), "accepted[]", nil},
		{"a new data type", collects("COARSE", "PRECISE"), "open[DATA_LINKED_TO_YOU/PRECISE]", nil},
		{"less again", collects(), "accepted[]", nil},
		{"accepted without detail", accept(0), "accepted[]", nil},
		{"detail is not new", collects("COARSE"), "accepted[]", nil},
		{"deferred", accept(7), "deferred[]", nil},
		{"a week later", passes(7 * 24 * time.Hour), "open[]", nil},
		{"accepted again", accept(0), "accepted[]", nil},
		{"withdrawn", func() error { return b.ReopenConcern(t.Context(), id) }, "open[]", nil},
		{"withdrawn twice", func() error { return b.ReopenConcern(t.Context(), id) }, "open[]", storage.ErrNotFound},
	} {
		if err := step.do(); !errors.Is(err, step.err) {
			t.Errorf("%s: %v, want %v", step.what, err, step.err)
		}
		if got := state(); got != step.want {
			t.Errorf("%s: %s, want %s", step.what, got, step.want)
		}
	}
	if _, err := b.Concerns(t.Context(), app+1); !errors.Is(err, storage.ErrNotFound) {
		t.Errorf("concerns of an app that is not tracked: %v", err)
	}
}

func TestNewData(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ accepted, observed, want []string }{
		{nil, nil, []string{}},
		{nil, []string{"L", "L/a"}, []string{"L", "L/a"}},
		{[]string{"L", "L/a"}, []string{"L", "L/a"}, []string{}},
		{[]string{"L", "L/a"}, []string{"L"}, []string{}},
		{[]string{"L", "L/a"}, []string{"L", "L/a", "L/b", "T"}, []string{"L/b", "T"}},
		{[]string{"L"}, []string{"L", "L/a"}, []string{}},
		{[]string{"L"}, []string{"L", "L/a", "T", "T/a"}, []string{"T", "T/a"}},
	} {
		if diff := cmp.Diff(test.want, profile.NewData(test.accepted, test.observed)); diff != "" {
			t.Errorf("NewData(%q, %q) (-want +got):\n%s", test.accepted, test.observed, diff)
		}
	}
}

func TestNotesOnChanges(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	id := b.change(t, 0, storage.CategoryPrivacyLabel)
	for change, want := range map[storage.Text]error{
		storage.Text(id.String() + ":0"): nil, storage.Text(id.String() + ":1"): storage.ErrNotFound, storage.Text(id.String()): review.ErrNotChange,
		"0000000000000008-0000000000001:0": review.ErrNotChange, "x": review.ErrNotChange,
	} {
		note, err := b.Annotate(t.Context(), review.Note{
			App: app, Change: change, Body: "why?", Visibility: storage.VisibilityPrivate, Origin: storage.OriginUser,
		})
		if !errors.Is(err, want) || err == nil && note.Change != change {
			t.Errorf("a note on change %q: %+v, %v, want %v", change, note, err, want)
		}
	}
}

func TestReaders(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	for name, want := range map[string]error{"": review.ErrReaderName, "a b": review.ErrReaderName, "a/b": review.ErrReaderName, "home.page-1_x": nil} {
		if _, err := b.SetReader(t.Context(), name, ""); !errors.Is(err, want) {
			t.Errorf("SetReader(%q): %v, want %v", name, err, want)
		}
	}
	for cursor, want := range map[changelog.Cursor]error{"x": changelog.ErrCursor, "g.1": changelog.ErrStaleCursor} {
		if _, err := b.SetReader(t.Context(), "home", cursor); !errors.Is(err, want) {
			t.Errorf("SetReader to %q: %v, want %v", cursor, err, want)
		}
	}
	for i := 1; i < review.MaxReaders; i++ {
		if _, err := b.SetReader(t.Context(), fmt.Sprint(i), changelog.Beginning); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := b.SetReader(t.Context(), "more", ""); !errors.Is(err, review.ErrTooManyReaders) {
		t.Errorf("one more reader: %v", err)
	}
	all, err := b.Readers(t.Context())
	if err != nil || len(all) != review.MaxReaders {
		t.Errorf("%d readers, %v", len(all), err)
	}
	want := review.Reader{Name: "7", Cursor: changelog.Beginning, UpdatedAt: storage.TimeOf(b.now)}
	if got, err := b.Reader(t.Context(), "7"); got != want || err != nil {
		t.Errorf("reader %+v, %v, want %+v", got, err, want)
	}
	if err := b.ForgetReader(t.Context(), "7"); err != nil {
		t.Error(err)
	}
	_, err = b.Reader(t.Context(), "7")
	if again := b.ForgetReader(t.Context(), "7"); !errors.Is(err, storage.ErrNotFound) || !errors.Is(again, storage.ErrNotFound) {
		t.Errorf("a reader that was removed: %v, %v", err, again)
	}
}
