package pagetext_test

import (
	"strings"
	"testing"

	"github.com/privacylabels/auditor/internal/pagetext"
)

// FuzzScript compares where a script ends with a reading of the standard state by state.
func FuzzScript(f *testing.F) {
	for _, script := range []string{
		"a</script>b", "a</SCRIPT\n>b", "a</scripts></script", `"<!--";</script>`, "<!--<script></script>--></script>", "<!--<script>--></script>",
		"<!--></script>", "<!--->", "<!--<scripts></script>", "<!-- <script </script </script>", "a",
	} {
		f.Add(script)
	}
	f.Fuzz(func(t *testing.T, script string) {
		scanner := pagetext.NewScanner("<script>" + script)
		scanner.Next()
		content, ok := scanner.RawText()
		if want := script[:endOfScript(script)]; ok && content.Text() != want || !ok && want != "" {
			t.Errorf("the script in %q is %q, want %q", script, content.Text(), want)
		}
	})
}

// endOfScript returns where the content of a script ends (HTML, sections 13.2.5.4 and
// 13.2.5.15 to 13.2.5.31). Each escaped state is followed by the same one after one dash
// and after two.
func endOfScript(s string) int {
	const (
		plain         = 0
		escaped       = 1
		doubleEscaped = 4
		dashes        = 2 // how far the state after two dashes is
	)
	state, base := plain, plain
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '<' && base != doubleEscaped && isScript(s[i:], "</"):
			return i
		case s[i] == '<' && base == plain && strings.HasPrefix(s[i:], "<!--"):
			base, state = escaped, escaped+dashes
			i += len("<!--") - 1
		case base == plain:
		case s[i] == '<' && base == escaped && isScript(s[i:], "<"):
			base, state = doubleEscaped, doubleEscaped
			i += len("<script")
		case s[i] == '<' && base == doubleEscaped && isScript(s[i:], "</"):
			base, state = escaped, escaped
			i += len("</script")
		case s[i] == '-':
			state = min(state+1, base+dashes)
		case s[i] == '>' && state == base+dashes:
			base, state = plain, plain
		default:
			state = base
		}
	}
	return len(s)
}

// isScript reports whether a text begins with a tag of a script.
func isScript(s, prefix string) bool {
	name, found := strings.CutPrefix(s, prefix)
	return found && len(name) > len("script") && strings.EqualFold(name[:len("script")], "script") && strings.ContainsRune(" \n\t\f\r/>", rune(name[len("script")]))
}
