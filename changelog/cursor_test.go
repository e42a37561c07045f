package changelog_test

import (
	"errors"
	"testing"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/storage/memory"
)

// FuzzCursor holds that any text is answered, or refused for what it is.
func FuzzCursor(f *testing.F) {
	store := memory.New()
	r := fleetOf(f, store, live(1, 5, entry("added", "a")), live(2, 6, entry("added", "b")))
	for _, text := range []string{"", "0", "1-5.0", "1-5.1", "1-5.2", "1-5.3", "1-5.01", "g.1", "g.999999999999999999", "g.9999999999999999999", ".", "a.b", "\xff.1"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		cursor := changelog.Cursor(text)
		page, err := r.After(t.Context(), cursor, 1)
		switch invalid := cursor.Check(); {
		case invalid != nil:
			if !errors.Is(err, changelog.ErrCursor) {
				t.Errorf("After(%q): %v, want %v", text, err, invalid)
			}
		case err == nil:
			if page.Next.Check() != nil || page.Next == cursor && page.More {
				t.Errorf("after %q comes %q, more: %v", text, page.Next, page.More)
			}
		case !errors.Is(err, changelog.ErrStaleCursor):
			t.Errorf("After(%q): %v", text, err)
		}
	})
}
