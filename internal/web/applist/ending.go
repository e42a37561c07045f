package applist

import (
	"errors"
	"regexp"
	"strings"

	"github.com/privacylabels/auditor/internal/storeaddress"
)

// endingID matches a name with an ID behind it: in parentheses, after a mark or after a space.
var endingID = regexp.MustCompile(`^(.*?\S)(\s*[(\[]\s*|\s+[-–—|#]\s*|\s*[:,]\s*|\s+)((?i:id[ :=#]*)?[0-9][0-9.,]*(?:[eE]\+?[0-9]+)?)\s*[)\]]?$`)

// fromEnd returns the app of a line that ends with an ID. Names end with numbers as well, so that one
// is an ID only if the line says so or, after a mark, if it is as long as those of today. One that
// lost digits must have an exponent.
func fromEnd(line string) (r reading) {
	if line == "" || strings.IndexByte("0123456789)]", line[len(line)-1]) < 0 { // most names, without the expression
		return reading{}
	}
	found := endingID.FindStringSubmatch(line)
	if found == nil || len(found[1]) > maxText {
		return reading{}
	}
	digits, err := storeaddress.PlainID(found[3])
	named := strings.HasPrefix(strings.ToLower(found[3]), "id")
	marked := strings.TrimSpace(found[2]) != "" && (len(digits) == 9 || len(digits) == 10)
	switch {
	case err == nil && (named || marked):
		r.app.ID = digits
	case errors.Is(err, storeaddress.ErrRounded) && strings.Contains(found[3], "+"):
		r.rounded, r.text = true, line
	default:
		return reading{}
	}
	r.app.Name = clean(found[1])
	return r
}
