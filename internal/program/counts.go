package program

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/privacylabels/auditor/internal/terminal"
	"github.com/privacylabels/auditor/storage"
)

// counts holds the counters in the totals of a run that are results, by name: for example
// changes or imported snapshots, but not apps that were attempted or failed.
type counts map[string]float64

// progressCounters lists suffixes of counters that are progress and not results.
var progressCounters = []string{"attempted", "succeeded", "failed", "skipped", "unchanged", "throttled", "ratelimited", "unavailable", "withimports", "pages", "told"}

// countsOf returns the counts of a run that are numbers other than zero.
func countsOf(run storage.Run) counts {
	var totals map[string]any
	if run.Totals == nil || json.Unmarshal(run.Totals, &totals) != nil {
		return nil
	}
	c := make(counts)
	for name, value := range totals {
		skip := slices.ContainsFunc(progressCounters, func(end string) bool { return strings.HasSuffix(strings.ToLower(name), end) })
		if n, ok := value.(float64); ok && n > 0 && !skip {
			c[name] = n
		}
	}
	return c
}

// since returns the increase of the counts since earlier ones.
func (c counts) since(earlier counts) counts {
	more := make(counts)
	for name, n := range c {
		if n > earlier[name] {
			more[name] = n - earlier[name]
		}
	}
	return more
}

// String returns the counts in the order of their names.
func (c counts) String() string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(c)) {
		parts = append(parts, fmt.Sprintf("%s %.0f", words(name), c[name]))
	}
	return strings.Join(parts, ", ")
}

// words returns a name in camel case, such as rateLimited, as words.
func words(name string) string {
	var b strings.Builder
	for _, r := range terminal.Printable(name) {
		if unicode.IsUpper(r) {
			b.WriteByte(' ')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return strings.TrimSpace(b.String())
}

// causeOf returns the error in the detail of an item, or "".
func causeOf(detail json.RawMessage) string {
	var failure struct{ Error string }
	if detail == nil || json.Unmarshal(detail, &failure) != nil {
		return ""
	}
	return failure.Error
}
