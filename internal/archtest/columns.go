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
	{"storage/storagetest", "internal/fakearchive", "internal/contract", "internal/clientgen", "fleet/policy/internal/policytest", "internal/fakedns", "internal/pgtest", "internal/cost"},
	{"internal/fakestore", "internal/fakeplay"},
	{"examples/*"},
	{"examples/*/*"},
	{"internal/program"},
	{"internal/program/commands", "internal/program/demo", "internal/program/flags", "internal/program/manual", "internal/program/serving"},
	{"internal/program/cmdline"},
	{"."},
	{"httpapi", "httpapi/client"},
	{"httpapi/internal/document"},
	{"httpapi/internal/system"}, // shows the state of runs as well
	{"httpapi/internal/apps", "httpapi/internal/runs", "httpapi/internal/policies", "httpapi/internal/people", "httpapi/internal/data"},
	{"internal/metrics"},
	{"httpapi/internal/access", "httpapi/internal/cache", "httpapi/internal/later", "internal/overview"},
	{"httpapi/internal/op"},
	{"httpapi/internal/ratelimit"},
	{"internal/web"},
	{"internal/web/reading", "internal/web/forms"},
	{"internal/web/ui", "internal/web/applist"},
	{"internal/web/fragment"},
	{"httpapi/services"},
	{"backup/snapshots", "internal/syncalert"},
	{"backup", "fleet/appstore", "fleet/playstore", "fleet/wayback", "fleet/imports", "fleet/manual", "fleet/policy/llm"},
	{"backup/internal/legacy"},
	{"fleet/history", "fleet/internal/host"},
	{"backup/bundle", "backup/dataset", "fleet", "fleet/policy"},
	{"fleet/device"},
	{"httpapi/readtoken", "fleet/runner", "fleet/review", "fleet/policy/fetch", "fleet/policy/summary", "fleet/policy/textdiff"},
	{"internal/appdata", "internal/subjects"},
	{"internal/timeline"},
	{"notify"},
	{"internal/wording"},
	{"changelog", "fleet/profile", "fleet/policy/digest", "fleet/policy/internal/terms"},
	{"backup/internal/*", "fleet/policy/internal/plaintext", "internal/preferences", "internal/health", "internal/bigsort", "internal/commitlog"},
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
