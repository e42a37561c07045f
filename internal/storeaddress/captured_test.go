package storeaddress_test

import (
	"testing"

	"github.com/privacylabels/auditor/internal/storeaddress"
)

func TestCaptured(t *testing.T) {
	t.Parallel()
	for link, want := range map[string]string{
		"https://web.archive.org/web/20240315101112/https://example.org/privacy?a=1#b": "https://example.org/privacy?a=1#b",
		"http://web.archive.org/web/20240315101112id_/http://example.org/":             "http://example.org/",
		"//web.archive.org/web/2024im_/https://example.org/icon.png":                   "https://example.org/icon.png",
		"https://example.org/privacy":                                                  "https://example.org/privacy",
		"https://web.archive.org/web/20240315101112/javascript:alert(1)":               "https://web.archive.org/web/20240315101112/javascript:alert(1)",
		"https://web.archive.org/privacy":                                              "https://web.archive.org/privacy",
		"https://example.org/?u=https://web.archive.org/web/2024/https://a.example/":   "https://example.org/?u=https://web.archive.org/web/2024/https://a.example/",
		"": "",
	} {
		if got := storeaddress.Captured(link); got != want {
			t.Errorf("Captured(%q) = %q, want %q", link, got, want)
		}
	}
}
