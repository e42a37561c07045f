package bundle_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/bundle"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// A pair goes into a bundle as it is: since when, and what the two stores are told differently.
func TestPairIsWholeInABundle(t *testing.T) {
	t.Parallel()
	from := inMemory(t)
	play := storage.Number(storage.SourcePlay, "org.example.chat", 0)
	pair := storage.PairOf(1, play)
	pair.CreatedAt, pair.Compared, pair.Differs = now-5000, true, true
	pair.Open = []storage.Gap{{Name: "names", ToldTo: play, Since: now - 4000}}
	from.update(func(tx *storage.Tx) error {
		if err := put(tx, app(1, "Chat", now-9000), plain()); err != nil {
			return err
		}
		other := app(play, "Chat", now-9000)
		other.Source, other.BundleID, other.URL = storage.SourcePlay, "org.example.chat", "https://play.google.com/store/apps/details?id=org.example.chat"
		if err := put(tx, other, plain()); err != nil {
			return err
		}
		if err := tx.Identifiers.Put(storage.Identifier{App: play, Source: storage.SourcePlay, Identifier: "org.example.chat"}); err != nil {
			return err
		}
		return tx.Pairs.Put(pair)
	})
	text := from.bundle(bundle.Options{})
	for name, tt := range map[string]struct {
		change func(string) string
		want   []storage.Pair
	}{
		"as it is": {func(s string) string { return s }, []storage.Pair{pair}},
		"a difference that there is not": {func(s string) string { return strings.ReplaceAll(s, `"name": "names"`, `"name": "<b>"`) },
			[]storage.Pair{{App: 1, With: play, CreatedAt: now - 5000, Compared: true}}},
		"a difference of another app": {func(s string) string { return strings.ReplaceAll(s, `"told_to": "`+play.String(), `"told_to": "77`) },
			[]storage.Pair{{App: 1, With: play, CreatedAt: now - 5000, Compared: true}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			into := onSQLite(t)
			changed := tt.change(text)
			if (changed == text) != (name == "as it is") {
				t.Fatalf("the bundle is %s", text)
			}
			if _, err := into.takeWith(changed, true); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, storagetest.All[storage.Pair](t, into.store)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
