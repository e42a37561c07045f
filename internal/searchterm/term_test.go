package searchterm_test

import (
	"strings"
	"testing"

	"github.com/privacylabels/auditor/internal/searchterm"
)

func TestClean(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"  Notes\t\n Pro ":          "Notes Pro",
		"No\u200btes\u00ad":         "Notes",
		"Notes v1.2.3":              "Notes",
		"Notes (4.5)":               "Notes",
		"Notes-2.0.1":               "Notes",
		"Windows 11":                "Windows 11",
		"1.2.3":                     "1.2.3",
		"X":                         "",
		"!!!":                       "",
		"日記":                        "日記",
		"bad\xffbytes":              "badbytes",
		strings.Repeat("long ", 99): strings.TrimSpace(strings.Repeat("long ", 24)),
	} {
		if got := searchterm.Clean(in); got != want {
			t.Errorf("Clean(%q) = %q, want %q", in, got, want)
		}
	}
}

func FuzzClean(f *testing.F) {
	f.Add("Notes v1.2")
	f.Add("\u202eNotes\x00")
	f.Add("0 0.0 0.0")
	f.Add(strings.Repeat("x", 114) + " 1.2.3.4.5")
	f.Fuzz(func(t *testing.T, name string) {
		clean := searchterm.Clean(name)
		if again := searchterm.Clean(clean); again != clean {
			t.Errorf("%q is clean, but becomes %q", clean, again)
		}
		if n := len([]rune(clean)); n > 120 || n == 1 {
			t.Errorf("%q has %d runes", clean, n)
		}
	})
}
