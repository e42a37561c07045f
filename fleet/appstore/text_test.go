package appstore_test

import (
	"strings"
	"testing"

	"github.com/privacylabels/auditor/fleet/appstore"
)

func TestLine(t *testing.T) {
	t.Parallel()
	tests := []struct{ in, want string }{
		{"", ""},
		{" a \t\n b ", "a b"},
		{"\u200eDuolingo\u200f", "Duolingo"},
		{"Produkt\u00adinteraktion", "Produktinteraktion"},
		{"User\u00a0ID", "User ID"},
		{"a\u202eb\u2066c\u2069", "abc"},
		{"\ufeffa\u200bb", "ab"},
		{"nul\x00l", "nul l"},
		{"\xffa", "\ufffda"},
		{"e\u0301", "é"},
		{"ＬＩＮＥ™ ½", "ＬＩＮＥ™ ½"}, // a name is left as it is written
		{"👩\u200d👧", "👩\u200d👧"},
		{strings.Repeat("é", 40), strings.Repeat("é", 32)},
		{strings.Repeat("a", 63) + " b", strings.Repeat("a", 63)},
	}
	for _, tt := range tests {
		if got := appstore.Line(tt.in, 64); got != tt.want {
			t.Errorf("Line(%q) = %q, want %q", tt.in, got, tt.want)
		}
	}
}

func TestTerm(t *testing.T) {
	t.Parallel()
	if got := appstore.Term("Ｕｓｅｒ\u00a0ID ﬁt", 64); got != "User ID fit" {
		t.Errorf("Term = %q", got)
	}
}

func TestParagraphs(t *testing.T) {
	t.Parallel()
	tests := []struct{ in, want string }{
		{"", ""},
		{"one", "one"},
		{"\n\n one \r\n\ttwo\rthree\n\n\n\nfour\n\n", "one\ntwo\nthree\n\nfour"},
		{strings.Repeat("line\n", 100), strings.TrimSpace(strings.Repeat("line\n", 13))},
	}
	for _, tt := range tests {
		if got := appstore.Paragraphs(tt.in, 64); got != tt.want {
			t.Errorf("Paragraphs(%q) = %q, want %q", tt.in, got, tt.want)
		}
	}
}

func TestSlug(t *testing.T) {
	t.Parallel()
	tests := []struct{ in, want string }{
		{"VoiceOver", "voiceover"},
		{"Differentiate Without Color Alone", "differentiate_without_color_alone"},
		{"  --Dark/Interface!! 2 ", "dark_interface_2"},
		{"音声", ""},
		{strings.Repeat("a", 63) + " bcd", strings.Repeat("a", 63)},
		{strings.Repeat("a", 100), strings.Repeat("a", 64)},
	}
	for _, tt := range tests {
		if got := appstore.Slug(tt.in); got != tt.want {
			t.Errorf("Slug(%q) = %q, want %q", tt.in, got, tt.want)
		}
	}
}

// FuzzText: a text that was cleaned is clean, within its bound, and stays as it is.
func FuzzText(f *testing.F) {
	f.Add("\u200eUser\u00a0ID\x00 ﬁ\xff\n\n\r\n")
	f.Add("a \u0308\u1161\u11a8 \u00adb")
	f.Fuzz(func(t *testing.T, s string) {
		for name, clean := range map[string]func(string, int) string{
			"Line": appstore.Line, "Term": appstore.Term, "Paragraphs": appstore.Paragraphs,
		} {
			once := clean(s, 64)
			if len(once) > 64 || strings.ToValidUTF8(once, "") != once || strings.ContainsAny(once, "\x00\u200e\u00ad\u00a0\r") {
				t.Errorf("%s(%q) = %q", name, s, once)
			}
			if strings.Contains(once, "\n") && name != "Paragraphs" {
				t.Errorf("%s(%q) = %q has several lines", name, s, once)
			}
			if twice := clean(once, 64); twice != once {
				t.Errorf("%s(%q) = %q, the second time %q", name, s, once, twice)
			}
		}
		if slug := appstore.Slug(s); appstore.Slug(slug) != slug || len(slug) > 64 {
			t.Errorf("Slug(%q) = %q", s, slug)
		}
	})
}
