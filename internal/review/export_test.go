package review_test

import (
	"regexp"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/review"
	"github.com/privacylabels/auditor/storage"
)

const exportedAt storage.Time = 1_760_000_000_000 // 2025-10-09

// listOf returns a shortlist of one entry.
func listOf(source review.ShortlistSource, e storage.ShortlistEntry, tracked bool) review.Shortlist {
	return review.Shortlist{Groups: []review.ShortlistGroup{{
		Source: source, Entries: []review.ShortlistEntry{{ShortlistEntry: e, Tracked: tracked}},
	}}}
}

func TestMarkdown(t *testing.T) {
	t.Parallel()
	both := storage.ModePrivacy | storage.ModeAccessibility
	whole := listOf(
		review.ShortlistSource{Name: "Notes", Developer: "Example Ltd"},
		storage.ShortlistEntry{Name: "Other", Developer: "Dev", URL: "https://apps.apple.com/us/app/other/id20?mt=8&l=de", Note: "Two\n\nlines", Modes: both}, true)
	whole.Groups = append(whole.Groups, listOf(review.ShortlistSource{Name: "Maps"},
		storage.ShortlistEntry{Name: "Paper", URL: "no address", Modes: storage.ModePrivacy}, false).Groups...)
	for want, list := range map[string]review.Shortlist{
		"# App shortlist\n\n_The shortlist is empty._\n": {},
		"# App shortlist\n\nExported on 2025-10-09\n\n## Notes · Example Ltd\n\n" +
			"- [Other](<https://apps.apple.com/us/app/other/id20?mt=8&amp;l=de>) · Dev · tracked · for privacy and accessibility\n" +
			"  - Two lines\n\n## Maps\n\n- Paper\n": whole,
	} {
		if diff := cmp.Diff(want, string(list.Markdown(exportedAt))); diff != "" {
			t.Errorf("document (-want +got):\n%s", diff)
		}
	}
}

// Only what is escaped, or of our own writing, is a special character.
func TestMarkdownOfHostileNames(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"a\nb\r\n\tc":                "a b c",
		"# not a heading":            `\# not a heading`,
		"- not a list":               `\- not a list`,
		"1. not a list":              `1\. not a list`,
		"1) not a list":              `1\) not a list`,
		"+1 - 2":                     `\+1 - 2`,
		"[link](https://evil.test)":  `\[link\](https\://evil\.test\)`,
		"![image](x)":                `!\[image\](x\)`,
		"<script>alert(1)</script>":  `\<script\>alert(1\)\</script\>`,
		"a | b | c":                  `a \| b \| c`,
		"**bold** _it_ `code` ~~s~~": `\*\*bold\*\* \_it\_ ` + "\\`code\\`" + ` \~\~s\~\~`,
		`back\slash`:                 `back\\slash`,
		"&lt;b&gt;":                  `\&lt;b\&gt;`,
		"me@evil.test":               `me\@evil\.test`,
		"\u202egnp.exe":              `gnp\.exe`,
		"line\u2028break\u0085end":   "line break end",
		"Plain name, of 3 words!":    "Plain name, of 3 words!",
	} {
		list := listOf(review.ShortlistSource{Name: text, Developer: storage.Text(text)},
			storage.ShortlistEntry{Name: text, Developer: text, URL: "x", Note: text, Modes: storage.ModePrivacy}, false)
		document := "# App shortlist\n\nExported on 2025-10-09\n\n## " + want + " · " + want + "\n\n- " + want + " · " + want + "\n  - " + want + "\n"
		if diff := cmp.Diff(document, string(list.Markdown(exportedAt))); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
}

func TestMarkdownLinksTheWebOnly(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"https://apps.example/id1":            "[n](<https://apps.example/id1>)",
		" http://apps.example/a b ":           "[n](<http://apps.example/a%20b>)",
		"https://apps.example/<b>\\|?a=<&b=>": "[n](<https://apps.example/%3Cb%3E%5C%7C?a=%3C&amp;b=%3E>)",
		"https://apps.example/)[x](y)":        "[n](<https://apps.example/)[x](y)>)",
		"javascript:alert(1)":                 "n", "data:text/html,x": "n", "//apps.example/x": "n", "https:///x": "n", "": "n",
		"https://apps.example/\nb": "n", "HTTPS://apps.example/": "[n](<https://apps.example/>)",
	} {
		list := listOf(review.ShortlistSource{Name: "s"}, storage.ShortlistEntry{Name: "n", URL: address, Modes: storage.ModePrivacy}, false)
		_, got, _ := strings.Cut(string(list.Markdown(exportedAt)), "\n- ")
		if strings.TrimSuffix(got, "\n") != want {
			t.Errorf("%q is written %s, want %s", address, got, want)
		}
	}
}

// Whatever the texts say, the document has the lines it should, and its special
// characters are escaped or of our own writing.
func FuzzMarkdown(f *testing.F) {
	for _, text := range []string{"Notes", "a\nb", "[x](y)", "\\[", "- x", "\u202e", "<!--", "https://x.example/a>b", "`"} {
		f.Add(text, text, text)
	}
	unescaped := regexp.MustCompile("(^|[^\\\\])(\\\\\\\\)*[`*_\\[\\]<>#|~&]")
	f.Fuzz(func(t *testing.T, name, note, address string) {
		list := listOf(review.ShortlistSource{Name: "s" + name},
			storage.ShortlistEntry{Name: "n" + name, URL: address, Note: "x" + note, Modes: storage.ModePrivacy}, true)
		lines := strings.Split(string(list.Markdown(exportedAt)), "\n")
		if len(lines) != 9 || !strings.HasPrefix(lines[4], "## s") || !strings.HasPrefix(lines[6], "- ") || !strings.HasPrefix(lines[7], "  - x") {
			t.Fatalf("the document has other lines: %q", lines)
		}
		for _, text := range []string{lines[4][3:], lines[7][4:]} {
			if unescaped.MatchString(text) || strings.ContainsFunc(text, unicode.IsControl) {
				t.Errorf("%q is more than a text", text)
			}
		}
		if text, isLink := strings.CutPrefix(lines[6], "- ["); isLink {
			label, rest, _ := strings.Cut(text, "](<http")
			to, _, closed := strings.Cut(rest, ">)")
			if unescaped.MatchString(label) || !closed || strings.ContainsAny(to, "<> \\") {
				t.Errorf("%q is another link", lines[6])
			}
		}
	})
}
