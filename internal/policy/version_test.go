package policy_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/policy"
	"github.com/privacylabels/auditor/internal/policy/digest"
	"github.com/privacylabels/auditor/internal/policy/policytest"
	"github.com/privacylabels/auditor/internal/policy/textdiff"
	"github.com/privacylabels/auditor/storage"
)

// history is the policy of an app that was now this text, now that, one each hour.
func history(t *testing.T, b *bench, texts string) (began storage.Time) {
	t.Helper()
	b.track(t, 7)
	b.seen(t, 7)
	began = storage.TimeOf(b.clock())
	for _, name := range texts {
		b.pass(time.Hour)
		b.sites.show(address(7), policytest.Text(string(name)))
		b.fetch(t, 7)
	}
	return began
}

func versionID(name string) storage.PolicyVersionID {
	return storage.PolicyVersionID{App: 7, Hash: digest.Of(policytest.Text(name))}
}

func TestVersion(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	began := history(t, b, "ABB")
	for _, tt := range []struct {
		name        string
		first, last int // hours
	}{{"A", 1, 1}, {"B", 2, 3}} {
		got, err := b.service.Version(t.Context(), versionID(tt.name))
		if err != nil {
			t.Fatal(err)
		}
		hour := func(n int) storage.Time { return began.Add(time.Duration(n) * time.Hour) }
		if got.FirstFetched != hour(tt.first) || got.LastFetched != hour(tt.last) || got.App != 7 || got.Hash != versionID(tt.name).Hash {
			t.Errorf("%s is %+v", tt.name, got)
		}
		if got.Text != strings.TrimSpace(policytest.Text(tt.name)) {
			t.Errorf("the text of %s is %.80q", tt.name, got.Text)
		}
	}
	if _, err := b.service.Version(t.Context(), versionID("C")); !errors.Is(err, storage.ErrNotFound) {
		t.Errorf("a version that there is not: %v", err)
	}
}

// A text is compared with the one that it took the place of, the last time that it
// did, or with any other.
func TestCompare(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, texts, of, from string
		forget                bool // the changelog
		want                  string
		err                   error
	}{
		{name: "the second text", texts: "AB", of: "B", want: "A"},
		{name: "a text that came back", texts: "ABA", of: "A", want: "B"},
		{name: "and went", texts: "ABAC", of: "A", want: "B"},
		{name: "a text that came back to another", texts: "ABCB", of: "B", want: "C"},
		{name: "the text after one that came back", texts: "ABAC", of: "C", want: "A"},
		{name: "an old text", texts: "ABCD", of: "C", want: "B"},
		{name: "another one that was named", texts: "ABCD", of: "D", from: "A", want: "A"},
		{name: "a later one that was named", texts: "ABCD", of: "A", from: "C", want: "C"},
		{name: "with itself", texts: "AB", of: "B", from: "B", want: "B"},
		{name: "without a changelog", texts: "ABC", of: "C", forget: true, want: "B"},
		{name: "the first text", texts: "AB", of: "A", err: policy.ErrNoPrevious},
		{name: "no text", texts: "AB", of: "C", err: storage.ErrNotFound},
		{name: "with no text", texts: "AB", of: "B", from: "C", err: storage.ErrNotFound},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			history(t, b, tt.texts)
			if tt.forget {
				b.update(t, func(tx *storage.Tx) error {
					_, err := tx.Changes.Clear()
					return err
				})
			}
			var from storage.PolicyVersionID
			if tt.from != "" {
				from = versionID(tt.from)
			}
			got, err := b.service.Compare(t.Context(), versionID(tt.of), from)
			if !errors.Is(err, tt.err) {
				t.Fatalf("error %v, want %v", err, tt.err)
			}
			if err != nil {
				return
			}
			if got.Current.ID != versionID(tt.of) || got.Previous.ID != versionID(tt.want) {
				t.Fatalf("compared %v with %v", got.Current.ID, got.Previous.ID)
			}
			first := []textdiff.Line{
				{Kind: textdiff.Removed, Text: "We collect personal data about " + tt.want + ".", Words: []textdiff.Run{
					{Kind: textdiff.Unchanged, Text: "We collect personal data about "}, {Kind: textdiff.Removed, Text: tt.want}, {Kind: textdiff.Unchanged, Text: "."},
				}},
				{Kind: textdiff.Added, Text: "We collect personal data about " + tt.of + ".", Words: []textdiff.Run{
					{Kind: textdiff.Unchanged, Text: "We collect personal data about "}, {Kind: textdiff.Added, Text: tt.of}, {Kind: textdiff.Unchanged, Text: "."},
				}},
			}
			if tt.want == tt.of {
				first = []textdiff.Line{{Kind: textdiff.Unchanged, Text: "We collect personal data about " + tt.of + "."}}
			}
			if diff := cmp.Diff(first, got.Lines[:len(first)]); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if got.Previous.WordCount == 0 || got.Current.LastFetched < got.Current.FirstFetched {
				t.Errorf("%+v, %+v", got.Previous, got.Current)
			}
		})
	}
}
