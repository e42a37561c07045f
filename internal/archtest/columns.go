package archtest

import (
	"path"
	"slices"
	"strings"
)

// columns are the layers of the module, the outermost first. A package imports
// from the columns after its own, never from its own. A star stands for one
// element of a path.
var columns = [][]string{
	{"examples/*"},
	{"examples/*/*"},
	{"."},
	{"httpapi", "httpapi/client"},
	{"backup", "fleet/appstore", "fleet/wayback", "fleet/imports", "fleet/manual", "fleet/policy/llm"},
	{"fleet", "fleet/policy"},
	{"fleet/runner", "fleet/review", "fleet/device", "fleet/policy/textdiff"},
	{"changelog", "notify", "fleet/profile"},
	{"internal/preferences", "internal/health", "internal/bigsort", "internal/jsonlimit"},
	{"internal/*"},
	{"storage"},
}

// backends are layers of their own below the examples, which alone name one.
var backends = [][]string{
	{"storage/sqlite"},
	{"storage/sqldb"},
	{"storage"},
}

// kits are for tests: nothing that is built into a program imports one. They
// import whatever a test may.
var kits = []string{"storage/storagetest", "internal/fakestore", "internal/fakearchive", "internal/contract", "internal/clientgen"}

// reserved are the modules that only some packages import. Tests are free.
var reserved = map[string][]string{
	"github.com/uptrace/bunrouter":    {"httpapi"},
	"github.com/sethvargo/go-limiter": {"httpapi"},
	"github.com/ncruces/go-sqlite3":   {"storage/sqlite"},
	"code.dny.dev/ssrf":               {"internal/netguard"},
	"znkr.io/diff":                    {"fleet/policy/textdiff"},
	"github.com/google/go-cmp":        kits,

	"github.com/go-json-experiment/json": {"internal/jsonlimit", "internal/jsonstream"},

	"github.com/getkin/kin-openapi":         kits,
	"github.com/santhosh-tekuri/jsonschema": kits,
}

// Imports finds packages that have no place in the columns, and imports that
// the columns forbid.
func Imports(m *Module) ([]Finding, error) {
	var found []Finding
	for _, p := range m.Packages {
		if !placed(p.Rel) {
			found = append(found, Finding{p.Rel, "has no place in the columns"})
			continue
		}
		for _, imported := range p.Imports {
			if why := m.forbidden(p.Rel, imported); why != "" {
				found = append(found, Finding{p.Rel, "imports " + imported + ": " + why})
			}
		}
	}
	return found, nil
}

// forbidden says why the package may not import the path; empty when it may.
func (m *Module) forbidden(pkg, imported string) string {
	if slices.Contains(kits, pkg) {
		return ""
	}
	rel := m.rel(imported)
	if rel == "" {
		return foreign(pkg, imported)
	}
	switch {
	case slices.Contains(kits, rel):
		return "only tests do"
	case after(columns, pkg, rel), after(backends, pkg, rel):
		return ""
	case example(pkg) && column(backends, rel) >= 0:
		return ""
	case column(columns, rel) < 0 && column(backends, rel) >= 0:
		return "only examples and tests name a backend"
	}
	return "not in a column after its own"
}

// foreign says why the package may not import a path of another module.
func foreign(pkg, imported string) string {
	if pkg == "storage" && strings.Contains(strings.Split(imported, "/")[0], ".") {
		return "storage imports the standard library only"
	}
	for module, allowed := range reserved {
		if imported != module && !strings.HasPrefix(imported, module+"/") {
			continue
		}
		if !slices.Contains(allowed, pkg) {
			return "kept for " + strings.Join(allowed, ", ") + " and tests"
		}
	}
	return ""
}

func placed(pkg string) bool {
	return slices.Contains(kits, pkg) || column(columns, pkg) >= 0 || column(backends, pkg) >= 0
}

// example says whether the package is one of the examples or a part of one.
func example(pkg string) bool { return strings.HasPrefix(pkg, "examples/") }

// after says whether both packages have a place, and the second one the later.
func after(layers [][]string, pkg, imported string) bool {
	from := column(layers, pkg)
	return from >= 0 && column(layers, imported) > from
}

// column returns the layer of a package, or -1.
func column(layers [][]string, pkg string) int {
	return slices.IndexFunc(layers, func(patterns []string) bool {
		return slices.ContainsFunc(patterns, func(pattern string) bool {
			ok, err := path.Match(pattern, pkg)
			return ok && err == nil
		})
	})
}
