package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/privacylabels/auditor/storage"
)

// findings are the counters that a job keeps of its run, by name, but for those
// that tell of no news: how many were looked at, and how many in vain.
type findings map[string]float64

// tallies end the names of counters that are no findings.
func tallies() []string {
	return []string{"attempted", "succeeded", "failed", "skipped", "unchanged", "throttled", "ratelimited", "unavailable", "withimports"}
}

// findingsOf returns the findings of a run. What is no number counts nothing.
func findingsOf(run storage.Run) findings {
	var totals map[string]any
	if run.Totals == nil || json.Unmarshal(run.Totals, &totals) != nil {
		return nil
	}
	f := make(findings)
	for name, value := range totals {
		tally := slices.ContainsFunc(tallies(), func(end string) bool { return strings.HasSuffix(strings.ToLower(name), end) })
		if n, ok := value.(float64); ok && n > 0 && !tally {
			f[name] = n
		}
	}
	return f
}

// since returns what was found after the earlier findings were.
func (f findings) since(earlier findings) findings {
	news := make(findings)
	for name, n := range f {
		if more := n - earlier[name]; more > 0 {
			news[name] = more
		}
	}
	return news
}

// String returns the findings, in the order of their names.
func (f findings) String() string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(f)) {
		parts = append(parts, fmt.Sprintf("%s %.0f", words(name), f[name]))
	}
	return strings.Join(parts, ", ")
}

// words returns a name of a program's own, such as rateLimited, as people write it.
func words(name string) string {
	var b strings.Builder
	for _, r := range printable(name) {
		if unicode.IsUpper(r) {
			b.WriteByte(' ')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return strings.TrimSpace(b.String())
}

// causeOf returns why an item failed, if the job said so in its detail.
func causeOf(detail json.RawMessage) string {
	var told struct{ Error string }
	if detail == nil || json.Unmarshal(detail, &told) != nil {
		return ""
	}
	return told.Error
}
