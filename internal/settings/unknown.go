package settings

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/internal/nearest"
)

// maxName is the number of bytes of an unknown name that are shown.
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
		return &Fault{fmt.Sprintf("%q", shown), "is not a setting: did you mean " + nearest.Name(name, known) + "?"}
	}
	return nil
}
