package review

import (
	"bytes"
	"fmt"
	"net/url"
	"strings"
	"unicode"

	"github.com/privacylabels/auditor/internal/appdata"
	"github.com/privacylabels/auditor/storage"
)

// Markdown returns the shortlist as a CommonMark document. Names, notes and addresses
// come from outside and are escaped; only http and https addresses become links.
func (l Shortlist) Markdown(now storage.Time) []byte {
	var b bytes.Buffer
	b.WriteString("# App shortlist\n\n")
	if len(l.Groups) == 0 {
		b.WriteString("_The shortlist is empty._\n")
		return b.Bytes()
	}
	fmt.Fprintf(&b, "Exported on %s\n", now.Std().Format("2006-01-02"))
	for _, g := range l.Groups {
		fmt.Fprintf(&b, "\n## %s%s\n\n", plainText(g.Source.Name), dotted(string(g.Source.Developer)))
		for _, e := range g.Entries {
			fmt.Fprintf(&b, "- %s%s", linked(e.Name, e.URL), dotted(e.Developer))
			if e.Tracked {
				b.WriteString(" · tracked")
			}
			if e.Modes != storage.ModePrivacy {
				b.WriteString(" · for " + strings.Join(e.Modes.Names(), " and "))
			}
			b.WriteByte('\n')
			if note := plainText(e.Note); note != "" {
				fmt.Fprintf(&b, "  - %s\n", note)
			}
		}
	}
	return b.Bytes()
}

// dotted returns a text preceded by a separator, or an empty string.
func dotted(text string) string {
	if text = plainText(text); text != "" {
		return " · " + text
	}
	return ""
}

// linked returns a link to an address, or the text alone when it is not a web address.
func linked(text, address string) string {
	text = plainText(text)
	u, err := url.Parse(strings.TrimSpace(address))
	if err != nil || !appdata.IsWeb(address) {
		return text
	}
	// Characters that end or change a destination in angle brackets (CommonMark, section
	// 6.3).
	to := strings.NewReplacer("<", "%3C", ">", "%3E", `\`, "%5C", " ", "%20", "|", "%7C", "&", "&amp;").Replace(u.String())
	return "[" + text + "](<" + to + ">)"
}

// plainText escapes a text for a line of Markdown: it becomes one line without markup or
// characters that change the direction of writing.
func plainText(text string) string {
	const special, first = "\\`*_[]<>#|~&:@.)", "-+="
	var b strings.Builder
	for i, word := range strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }) {
		if i > 0 {
			b.WriteByte(' ')
		}
		for _, r := range word {
			switch {
			case unicode.Is(unicode.Bidi_Control, r):
				continue
			case strings.ContainsRune(special, r), b.Len() == 0 && strings.ContainsRune(first, r):
				b.WriteByte('\\')
			}
			b.WriteRune(r)
		}
	}
	return b.String()
}
