package ui_test

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"strings"
	"testing"
	"time"

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
	if n := len(ui.Compact(string(style))); n > 14<<10 {
		t.Errorf("the style sheet is served with %d bytes, more than 14 KiB", n)
	}
	if got, want := ui.Compact("/* Why.\n */\n.a > b:is(c, d)::before { color: red; content: \" ↑\"; }\n@media (max-width: 1rem) {\n  a { margin: 0 1px; }\n}\n"),
		".a > b:is(c,d)::before{color:red;content:\" ↑\"}@media (max-width:1rem){a{margin:0 1px}}\n"; got != want {
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

func TestTimesInWords(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 22, 9, 30, 0, 0, time.UTC)
	for want, at := range map[string]time.Time{
		"just now":         now.Add(-20 * time.Second),
		"1 minute ago":     now.Add(-time.Minute),
		"3 hours ago":      now.Add(-3*time.Hour - 5*time.Minute),
		"1 day ago":        now.Add(-25 * time.Hour),
		"in 2 days":        now.Add(49 * time.Hour),
		"in a moment":      now.Add(30 * time.Second),
		"14 March":         time.Date(2026, 3, 14, 8, 0, 0, 0, time.UTC),
		"14 December 2019": time.Date(2019, 12, 14, 8, 0, 0, 0, time.UTC),
	} {
		if got := ui.Ago(at, now); got != want {
			t.Errorf("Ago(%v) = %q, want %q", at, got, want)
		}
	}
	for want, at := range map[string]time.Time{
		"Today":      now.Add(-9 * time.Hour),
		"Yesterday":  now.Add(-10 * time.Hour),
		"Friday":     now.Add(-40 * time.Hour),
		"8 November": now.Add(-14 * 24 * time.Hour),
	} {
		if got, beside := ui.Day(at, now); got != want || beside == want {
			t.Errorf("Day(%v) = %q, %q, want %q", at, got, beside, want)
		}
	}
}

func TestNumbersInWords(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]string{0: "0", 9999: "9999", 10000: "10\u202f000", 1234567: "1\u202f234\u202f567", -12345: "−12\u202f345"} {
		if got := ui.Count(n); got != want {
			t.Errorf("Count(%d) = %q, want %q", n, got, want)
		}
	}
}

func TestNamed(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{"Tidewatch": "Tidewatch", " ": "App 7 without a name", "\u202e\u200b": "App 7 without a name", "家": "家", "\u0301": "App 7 without a name"} {
		if got := ui.Named(name, 7); got != want {
			t.Errorf("Named(%q) = %q, want %q", name, got, want)
		}
	}
}
