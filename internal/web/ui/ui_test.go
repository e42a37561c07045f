package ui_test

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/internal/web/ui"
)

// htmxDigest is the SHA-256 of dist/htmx.min.js in htmx.org 2.0.11 of the npm registry.
const htmxDigest = "d6fdc75f204e6bdefa99b69bf1e6d4ac69b8a364f77929f45c13476b4000f717"

func TestVendoredScriptIsTheReleasedOne(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("static/htmx.min.js")
	if err != nil {
		t.Fatal(err)
	}
	digest := sha256.Sum256(text)
	if got := hex.EncodeToString(digest[:]); got != htmxDigest {
		t.Errorf("htmx.min.js has the digest %s, want %s", got, htmxDigest)
	}
}

func TestPageStaysSmall(t *testing.T) {
	t.Parallel()
	style, err := os.ReadFile("static/style.css")
	if err != nil {
		t.Fatal(err)
	}
	if n := len(ui.Compact(string(style))); n > 31<<9 {
		t.Errorf("the style sheet is served with %d bytes, more than 15.5 KiB", n)
	}
	if got, want := ui.Compact("/* Why.\n */\n.a > b:is(c, d)::before { color: red; content: \" ↑\"; } i + i { margin: 0; }\n@media (max-width: 1rem) {\n  a { margin: 0 1px; }\n}\n"),
		".a>b:is(c,d)::before{color:red;content:\" ↑\"}i+i{margin:0}@media (max-width:1rem){a{margin:0 1px}}\n"; got != want {
		t.Errorf("compact is %q, want %q", got, want)
	}
	script, err := os.ReadFile("static/page.js")
	if err != nil {
		t.Fatal(err)
	}
	if lines := strings.Count(string(script), "\n"); lines > 300 {
		t.Errorf("the script has %d lines, more than 300", lines)
	}
}

func TestNamed(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{"Tidewatch": "Tidewatch", " ": "App 7 without a name", "\u202e\u200b": "App 7 without a name", "家": "家", "\u0301": "App 7 without a name"} {
		if got := ui.Named(language.English, name, 7); got != want {
			t.Errorf("Named(%q) = %q, want %q", name, got, want)
		}
	}
}
