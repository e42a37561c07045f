package nearest

import (
	"slices"
	"strings"
)

// maxName is the number of bytes of a wrong name that are compared. It bounds the work, because
// wrong names come from outside.
const maxName = 64

// Name returns the known name with the smallest [Distance] to a wrong one, the first of several,
// and "" if there are no known names.
func Name(wrong string, known []string) string {
	if len(known) == 0 {
		return ""
	}
	return slices.MinFunc(known, func(a, b string) int { return Distance(wrong, a) - Distance(wrong, b) })
}

// Distance returns how many letters have to be changed, added or left out to make one name of the
// other (the Levenshtein distance, in bytes), without regard to case and to the separators "_",
// "-" and ".". A known name of which a prefix or a suffix is missing has a distance of at most 2.
func Distance(wrong, known string) int {
	unread := max(len(wrong)-maxName, 0)
	wrong, known = plain(wrong[:len(wrong)-unread]), plain(known)
	if len(wrong) > 3 && wrong != known && strings.Contains(known, wrong) {
		return min(2, len(known)-len(wrong)) + unread
	}

	row := make([]int, len(known)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(wrong) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(known) {
			cost := 1
			if wrong[i] == known[j] {
				cost = 0
			}
			diagonal, row[j+1] = row[j+1], min(diagonal+cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(known)] + unread
}

// plain returns a name in lower case and without separators.
func plain(name string) string {
	return strings.NewReplacer("_", "", "-", "", ".", "").Replace(strings.ToLower(name))
}
