package access_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/privacylabels/auditor/internal/httpapi/access"
)

// FuzzSeals seals any text for any client, and opens any value. Only what was sealed is opened,
// by the client that it was sealed for, until it expires.
func FuzzSeals(f *testing.F) {
	f.Add([]byte(`{"t":"Saved."}`), "session x", "1795851651.eyJ0IjoiU2F2ZWQuIn0."+strings.Repeat("A", 43))
	f.Add([]byte{}, "", "..")
	f.Add([]byte("\n.\x00"), "user a\nb", "99999999999999999999.-.")
	now := time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)
	clock := now
	seals, err := access.NewSeals(func() time.Time { return clock }, []byte(strings.Repeat("s", 32)))
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text []byte, client, other string) {
		clock = now
		sealed := seals.Seal(text, client)
		if got, ok := seals.Open(sealed, client); !ok || !bytes.Equal(got, text) {
			t.Errorf("%q for %q is opened as %q, %v", text, client, got, ok)
		}
		if _, ok := seals.Open(other, client); ok && other != sealed {
			t.Errorf("%q is opened", other)
		}
		if _, ok := seals.Open(sealed, other); ok && other != client {
			t.Errorf("what is for %q is opened by %q", client, other)
		}
		clock = now.Add(access.SealLife)
		if _, ok := seals.Open(sealed, client); ok {
			t.Error("it is opened after it has expired")
		}
	})
}
