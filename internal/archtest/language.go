package archtest

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
)

// retired are words that the project has replaced by those of its field.
var retired = regexp.MustCompile(`(?i)\b(?:` + strings.Join([]string{
	`says? whether`,
	`patience`,
	`afresh`,
	`(?:go|goes|gone|going|went) on with`,
	`is none that`,
	`somebody(?: else)?`,
	`(?-i:[Nn]obody)`, // not http.NoBody
	`whoever`,
	`cut(?:s|ting)? off`,
	`left alone`,
	`sightings?`,
	`mend(?:s|ed|ing)?`,
	`errands?`,
	`couriers?`,
	`fellings?`,
	`spool(?:s|ed|ing)?`,
	`foreign backups?`,
	`vacat(?:e|es|ed|ing)`,
	`keepers?`,
	`optional powers?`,
	`desks?`,
	`vaults?`,
	`intakes?`,
	`apps? of no store`,
	`from afar`,
	`of one's own`,
}, "|") + `)\b`)

// frozen are files whose text must not change: what other releases wrote, the
// history of the project, recorded answers, words that policies use, and this list.
var frozen = regexp.MustCompile(`(?:^|/)testdata/|^CHANGELOG\.md$|^LICENSE$|^internal/archtest/(?:language|checks_test)\.go$|^internal/program/demo/sites\.go$|^fleet/policy/summary/extractive(?:_test)?\.go$|^internal/policy/textdiff/diff(?:_test)?\.go$|\.(?:sql|sum)$`)

// humps are the places between the words of an identifier.
var humps = regexp.MustCompile(`([a-z0-9])([A-Z])|([A-Z])([A-Z][a-z])|_`)

// Language finds files with retired words, also as parts of identifiers and of
// names of JSON members.
func Language(m *Module) ([]Finding, error) {
	return eachFile(m, []string{".go", ".md", ".yml", ".mod", ""}, func(rel string, text []byte) string {
		if frozen.MatchString(rel) {
			return ""
		}
		text = humps.ReplaceAll(text, []byte("$1$3 $2$4"))
		all := retired.FindAllIndex(text, -1)
		if len(all) == 0 {
			return ""
		}
		line := bytes.Count(text[:all[0][0]], []byte("\n")) + 1
		return fmt.Sprintf("%d retired words, the first in line %d: %q", len(all), line, text[all[0][0]:all[0][1]])
	})
}
