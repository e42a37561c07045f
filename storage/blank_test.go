package storage_test

import (
	"testing"

	"github.com/privacylabels/auditor/storage"
)

func TestBlank(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"": true, " \t\n": true, "\u00a0\u2003\u3000\u2028": true, "\u200b\u200c\u200d\u2060\ufeff": true, "\u202e\u2066\u2069\u200e\u200f\u061c": true,
		"\u00ad\u034f\u180e\ufe0f": true, "\u115f\u1160\u3164\uffa0\u2800\u17b4": true, "\U000e0041\U000e0100": true, "\x00\x7f\u0085": true, "\u0301": true,
		"a": false, "\u200ba": false, ".": false, "家": false, "👪": false, "e\u0301": false, "עב": false, "\u0601": false, "\uf8ff": false,
	} {
		if got := storage.Blank(text); got != want {
			t.Errorf("%+q is blank: %t, want %t", text, got, want)
		}
	}
}
