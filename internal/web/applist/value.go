package applist

import (
	"maps"
	"slices"
	"strconv"
)

func sortedKeys(object map[string]any) []string { return slices.Sorted(maps.Keys(object)) }

func formatID(n float64) string { return strconv.FormatInt(int64(n), 10) }

// holdsApps reports whether a value is a list with an object that looks like an app: one
// with a bundle id, an address or an id.
func holdsApps(value any) bool {
	items, ok := value.([]any)
	if !ok {
		return false
	}
	for _, item := range items {
		object, ok := item.(map[string]any)
		if !ok {
			continue
		}
		for key := range object {
			switch fieldOf(key) {
			case id, bundle, address:
				return true
			}
		}
	}
	return false
}
