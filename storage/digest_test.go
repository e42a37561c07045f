package storage_test

import (
	"crypto/sha256"
	"encoding/json"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/storage"
)

func TestDigestText(t *testing.T) {
	t.Parallel()
	want := storage.Digest(sha256.Sum256([]byte("label")))
	text := want.String()
	if len(text) != 64 || strings.Trim(text, "0123456789abcdef") != "" {
		t.Errorf("the text is %q", text)
	}
	written, err := json.Marshal(want)
	if err != nil || string(written) != `"`+text+`"` {
		t.Errorf("written as %s, %v", written, err)
	}
	var got storage.Digest
	if err := json.Unmarshal(written, &got); err != nil || got != want {
		t.Errorf("read as %v, %v, want %v", got, err, want)
	}
	if err := got.UnmarshalText([]byte(strings.ToUpper(text))); err != nil || got != want {
		t.Errorf("in capitals read as %v, %v, want %v", got, err, want)
	}
	for _, bad := range []string{"", text[1:], text + "0", text[:62] + "zz", text[:62] + "0 ", strings.Repeat("é", 32)} {
		got := want
		if err := got.UnmarshalText([]byte(bad)); err == nil || got != want {
			t.Errorf("%q is read as %v, %v, want an error and the value as it was", bad, got, err)
		}
		got = storage.Digest{}
		if err := got.UnmarshalText([]byte(bad)); err == nil || !got.IsZero() {
			t.Errorf("%q is read as %v, %v, want an error and zero", bad, got, err)
		}
	}
}
