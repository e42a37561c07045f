package archtest

import (
	"path"
	"slices"
)

// columns are the layers of the module, the outermost first. A package imports
// from the columns after its own, never from its own. A star stands for one
// element of a path; a package belongs to the column that names it, or else to the first that matches it.
var columns = [][]string{
	// Only tests import these.
	{"internal/fleettest"},
	{"internal/teststore", "internal/paneltest"},
	{"storage/storagetest", "internal/fakearchive", "internal/contract", "internal/clientgen", "internal/policy/policytest", "internal/fakedns", "internal/pgtest", "internal/cost"},
	{"internal/fakestore", "internal/fakeplay"},
	{"examples/*"},
	{"examples/*/*"},
	{"internal/program"},
	{"internal/program/commands", "internal/program/demo", "internal/program/flags", "internal/program/manual", "internal/program/serving"},
	{"internal/program/cmdline"},
	{"."},
	{"internal/httpapi", "httpapi/client"},
	{"internal/httpapi/document"},
	{"internal/httpapi/system"}, // shows the state of runs as well
	{"internal/httpapi/apps", "internal/httpapi/runs", "internal/httpapi/policies", "internal/httpapi/people", "internal/httpapi/data"},
	{"internal/metrics"},
	{"internal/httpapi/access", "internal/httpapi/cache", "internal/httpapi/later", "internal/overview"},
	{"internal/httpapi/op"},
	{"internal/httpapi/ratelimit"},
	{"internal/web"},
	{"internal/web/reading", "internal/web/forms"},
	{"internal/web/ui", "internal/web/applist"},
	{"internal/web/fragment"},
	{"internal/services"},
	{"internal/snapshots", "internal/syncalert"},
	{"backup", "internal/imports", "internal/manual", "internal/policy/llm"},
	{"backup/internal/legacy"},
	{"fleet/wayback"},
	{"internal/history", "fleet/appstore", "fleet/playstore"},
	{"fleet/archive", "fleet/internal/host"},
	{"internal/bundle", "internal/dataset", "internal/tracked", "internal/policy"},
	{"internal/device"},
	{"fleet"},
	{"internal/readtoken", "fleet/runner", "internal/review", "fleet/policy/fetch", "fleet/policy/summary", "internal/policy/textdiff"},
	{"internal/appdata", "internal/subjects"},
	{"internal/timeline"},
	{"notify"},
	{"internal/wording"},
	{"changelog", "internal/profile", "internal/policy/digest", "internal/policy/terms"},
	{"backup/internal/record", "internal/address", "internal/viewstream", "internal/memtest", "internal/policy/plaintext", "internal/preferences", "internal/health", "internal/bigsort", "internal/commitlog"},
	{"internal/settings", "internal/storeaddress"},
	{"internal/language"},
	{"internal/*"},
	{"internal/order"},
	{"storage/memory", "storage/sqlite", "storage/transfer"},
	{"storage/sqldb"},
	{"storage/sqldb/internal/*"},
	{"storage/names"},
	{"storage"},
}

// Imports finds packages that have no place in the columns, and imports that
// the columns forbid.
func Imports(m *Module) ([]Finding, error) {
	var found []Finding
	for _, p := range m.Packages {
		own := column(p.Rel)
		if own < 0 {
			found = append(found, Finding{p.Rel, "has no place in the columns"})
			continue
		}
		for _, imported := range p.Imports {
			if rel := m.rel(imported); rel != "" && column(rel) <= own {
				found = append(found, Finding{p.Rel, "imports " + imported + ": not in a column after its own"})
			}
		}
	}
	return found, nil
}

// column returns the index of the column of a package, or -1.
func column(pkg string) int {
	if named := slices.IndexFunc(columns, func(patterns []string) bool { return slices.Contains(patterns, pkg) }); named >= 0 {
		return named
	}
	return slices.IndexFunc(columns, func(patterns []string) bool {
		return slices.ContainsFunc(patterns, func(pattern string) bool {
			ok, err := path.Match(pattern, pkg)
			return ok && err == nil
		})
	})
}
