package settings

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// maxName is the number of bytes of an unknown name that are compared and shown.
const maxName = 64

// Unknown returns a [*Fault] for the first unknown name, in byte order, or nil. The fault
// suggests the known name with the most similar spelling.
func Unknown(sent map[string]json.RawMessage, known []string) error {
	for _, name := range slices.Sorted(maps.Keys(sent)) {
		if slices.Contains(known, name) {
			continue
		}
		shown := name
		if len(shown) > maxName {
			shown = strings.ToValidUTF8(shown[:maxName], "") + "…"
		}
		return &Fault{fmt.Sprintf("%q", shown), "is not a setting: did you mean " + nearest(name, known) + "?"}
	}
	return nil
}

// nearest returns the first name with the smallest distance, ignoring case.
func nearest(name string, known []string) string {
	name = strings.ToLower(name[:min(len(name), maxName)])
	far := func(other string) int {
		other = strings.ToLower(other)
		if len(name) > 3 && strings.Contains(other, name) { // only a prefix or a suffix is missing
			return 2
		}
		return distance(name, other)
	}
	return slices.MinFunc(known, func(a, b string) int { return far(a) - far(b) })
}

// distance returns the Levenshtein distance of two texts, in bytes.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			diagonal, row[j+1] = row[j+1], min(diagonal+cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
