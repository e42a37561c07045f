package searchterm

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// versionSuffix is a version after a name, such as "v1.2.3" or "(4.5)", as lists of apps
// have it.
var versionSuffix = regexp.MustCompile(`(?i)[\s_-]+[([]?v?\d+(\.\d+)+[)\]]?$`)

// Clean returns an app's name as it is searched for: without control and
// zero-width characters and without a version behind it, white space collapsed,
// at most 120 runes. It is empty when no search can be made of it: shorter than
// two runes, or without letter and digit.
func Clean(name string) string {
	name = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.IsControl(r), unicode.Is(unicode.Cf, r), r == unicode.ReplacementChar:
			return -1
		}
		return r
	}, strings.ToValidUTF8(name, ""))
	name = strings.Join(strings.Fields(name), " ")
	if runes := []rune(name); len(runes) > 120 {
		name = strings.TrimSpace(string(runes[:120]))
	}
	for {
		short := versionSuffix.ReplaceAllString(name, "")
		if short == name || !searchable(short) {
			break
		}
		name = short
	}
	if !searchable(name) {
		return ""
	}
	return name
}

func searchable(name string) bool {
	return utf8.RuneCountInString(name) >= 2 && strings.ContainsFunc(name, letterOrDigit)
}

func letterOrDigit(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
