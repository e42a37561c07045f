package applist

import (
	"regexp"
	"strings"

	"github.com/privacylabels/auditor/internal/storeaddress"
)

var (
	masLine = regexp.MustCompile(`^mas[ (]\s*(?:"((?:[^"\\]|\\.)+)"|'((?:[^'\\]|\\.)+)')\s*,` +
		`\s*(?::id\s*=>|["']?id["']?\s*:)\s*["']?([0-9_]+)["']?\s*\)?\s*(?:(?:if|unless)\s.*)?(?:#.*)?$`)
	escaped   = regexp.MustCompile(`\\(.)`)
	brewLine  = regexp.MustCompile(`^(?:tap|brew|cask|vscode|whalebrew|go|cargo|flatpak|npm|uv|krew|mas)[ (]\s*["'][^"']+["']`)
	brewWords = regexp.MustCompile(`^cask_args\s+\w+:`)

	markdownLink = regexp.MustCompile(`!?\[([^\[\]]*)\]\(\s*<?([^\s<>()]+)>?(?:\s+(?:"[^"]*"|'[^']*'|\([^)]*\)))?\s*\)`)
	bullet       = regexp.MustCompile(`^[-*+•]\s+(?:\[[ xX]\]\s+)?`)
	listMarker   = regexp.MustCompile(`^(?:[-*+•>]|[0-9]{1,6}[.)])\s+(?:\[[ xX]\]\s+)?`)
)

// fromBrewfile reads a line of a Brewfile, and reports whether it is one.
func fromBrewfile(line string) (r reading, ok bool) {
	if !strings.ContainsAny(line, `"':`) { // most lines, without the expressions
		return reading{}, false
	}
	if found := masLine.FindStringSubmatch(line); found != nil && len(found[1]+found[2]) <= maxText {
		if digits, err := storeaddress.ID(strings.ReplaceAll(found[3], "_", "")); err == nil {
			return reading{app: App{Name: clean(escaped.ReplaceAllString(found[1]+found[2], "$1")), ID: digits}}, true
		}
		return reading{text: line}, true
	}
	if !brewLine.MatchString(line) && !brewWords.MatchString(line) {
		return reading{}, false
	}
	if strings.HasPrefix(line, "mas") {
		return reading{text: line}, true
	}
	return reading{skip: true}, true
}

// isRule reports whether a line only separates others, as the one below the heading of a table
// in Markdown.
func isRule(line string) bool { return len(line) > 2 && strings.Trim(line, "-=|:*_ ") == "" }

// lineAll returns the apps of a line: of each of its links in Markdown, else of the line.
func lineAll(written string) []reading {
	line := clean(written)
	if len(line) > maxLine || !strings.Contains(line, "](") || isComment(line) {
		return []reading{line1(written)}
	}
	var all []reading
	links := markdownLink.FindAllStringSubmatch(line, -1)
	for _, found := range links {
		if _, onPlay := storeaddress.OnPlay(found[2]); onPlay || storeaddress.Is(found[2]) {
			all = append(all, named(identity(found[2]), found[1]))
		}
	}
	rest := strings.Trim(listMarker.ReplaceAllString(line, ""), "*_ ")
	if len(all) == 0 && len(links) == 1 && rest == links[0][0] { // an app of another source
		if r := identity(links[0][2]); r.app.Address != "" {
			all = append(all, named(r, links[0][1]))
		}
	}
	if len(all) == 0 {
		return []reading{line1(written)}
	}
	return all
}

// named returns the app with a name in which characters may be marked as bold or code.
func named(r reading, name string) reading {
	if name = clean(strings.Trim(name, "*_` ")); r.app.identified() && len(name) <= maxText && !strings.Contains(name, "](") {
		r.app.Name = name
	}
	return r
}

// fromText returns the app of a line with an address of a store somewhere in it.
func fromText(line string) reading {
	at := storeaddress.Find(line)
	if at == nil {
		return reading{}
	}
	r := identity(line[at[0]:at[1]])
	before := listMarker.ReplaceAllString(strings.TrimLeft(line[:at[0]], "| "), "")
	return named(r, strings.Trim(before, " \t-–—:|•*,;(<\"'"))
}
