package archtest

import (
	"fmt"
	"go/ast"
	"path"
	"slices"
	"strconv"
	"strings"
)

// ban names what libraries take from whoever uses them instead of reaching for.
type ban struct {
	pkg    string
	names  []string // nil: the whole package
	except []string // with no names: what is not banned
	why    string
	root   bool // the root package may, to have a default
}

var bans = []ban{
	{pkg: "time", names: []string{"Now", "Since", "Until"}, why: "take a clock", root: true},
	{pkg: "crypto/rand", why: "take an io.Reader", root: true},
	{pkg: "math/rand", except: seeded, why: "take a source", root: true},
	{pkg: "math/rand/v2", except: seeded, why: "take a source", root: true},
	{pkg: "os", names: []string{"Getenv", "LookupEnv", "Environ", "ExpandEnv"}, why: "take an option"},
	{pkg: "os", names: []string{"Exit"}, why: "return an error"},
	{pkg: "os/signal", why: "take a context"},
	{pkg: "flag", why: "take an option"},
	{pkg: "log", why: "take a *slog.Logger"},
	{pkg: "log/slog", names: []string{"Default", "SetDefault", "With", "Log", "LogAttrs", "Debug", "DebugContext",
		"Info", "InfoContext", "Warn", "WarnContext", "Error", "ErrorContext"}, why: "take a *slog.Logger"},
	{pkg: "net/http", names: []string{"DefaultClient", "DefaultServeMux", "Get", "Head", "Post", "PostForm", "Handle",
		"HandleFunc", "ListenAndServe", "ListenAndServeTLS"}, why: "take or make your own"},
}

// seeded are the names of the math/rand packages that use no hidden source.
var seeded = []string{"New", "NewSource", "NewPCG", "NewChaCha8", "NewZipf", "Rand", "Source", "Source64", "PCG", "ChaCha8", "Zipf"}

// Exception lets one package use what is banned.
type Exception struct {
	Rel, Symbol, Reason string
}

// Exceptions are all of them. One that is not needed is a finding.
var Exceptions = []Exception{
	{"fleet/appstore", "time.Now", "the default of a constructor that people call themselves"},
	{"fleet/policy", "time.Now", "measures how long a site takes; nothing that is kept depends on it"},
	{"httpapi", "time.Now", "deadlines of connections are in the system's time"},
	{"httpapi", "time.Since", "deadlines of connections are in the system's time"},
	{"fleet/wayback", "time.Now", "the default of a constructor that people call themselves"},
	{"internal/pace", "time.Now", "turns are held against the deadlines of contexts, which are in the system's time, as timers are"},
	{"storage/sqldb", "math/rand/v2.N", "spreads retries; nothing that is kept depends on it"},
	{"storage/sqlite", "math/rand/v2.N", "spreads retries; nothing that is kept depends on it"},
}

// Reaches finds where a library reaches for the process it runs in: its clock,
// randomness, environment, flags, signals, loggers and HTTP client. Examples
// and kits for tests may.
func Reaches(m *Module, exceptions []Exception) ([]Finding, error) {
	var found []Finding
	used := make(map[Exception]bool)
	for _, p := range m.Packages {
		if example(p.Rel) || slices.Contains(kits, p.Rel) {
			continue
		}
		set, files, err := p.parse()
		if err != nil {
			return nil, err
		}
		for name, file := range files {
			for _, use := range uses(file) {
				why := banned(p.Rel, use)
				if why == "" {
					continue
				}
				if i := slices.IndexFunc(exceptions, func(e Exception) bool {
					return e.Rel == p.Rel && e.Symbol == use.symbol()
				}); i >= 0 {
					used[exceptions[i]] = true
					continue
				}
				found = append(found, Finding{
					fmt.Sprintf("%s:%d", p.file(name), set.Position(use.at.Pos()).Line),
					use.symbol() + ": " + why,
				})
			}
		}
	}
	for _, e := range exceptions {
		if !used[e] {
			found = append(found, Finding{e.Rel, "does not need the exception for " + e.Symbol})
		}
	}
	return found, nil
}

// banned says why a package may not use the name; empty when it may.
func banned(rel string, u use) string {
	for _, b := range bans {
		hit := slices.Contains(b.names, u.name) || b.names == nil && !slices.Contains(b.except, u.name)
		if b.pkg == u.pkg && (hit || u.name == ".") && !(b.root && rel == ".") {
			return b.why
		}
	}
	return ""
}

// use is a name of another package that a file mentions.
type use struct {
	pkg, name string
	at        ast.Node
}

func (u use) symbol() string { return u.pkg + "." + u.name }

// uses returns the names of other packages that a file mentions. A package
// imported with a dot, or for its effects only, counts as a mention of ".".
func uses(file *ast.File) []use {
	var all []use
	imports := make(map[string]string)
	for _, spec := range file.Imports {
		pkg, err := strconv.Unquote(spec.Path.Value)
		if err != nil { // the parser has seen to it
			continue
		}
		name := localName(pkg)
		if spec.Name != nil {
			name = spec.Name.Name
		}
		if name == "." || name == "_" {
			all = append(all, use{pkg, ".", spec})
		}
		imports[name] = pkg
	}
	ast.Inspect(file, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		// A name that the file declares itself hides the import.
		if x, ok := sel.X.(*ast.Ident); ok && x.Obj == nil && imports[x.Name] != "" {
			all = append(all, use{imports[x.Name], sel.Sel.Name, sel})
		}
		return true
	})
	return all
}

// localName is what a package of the standard library is called where it is imported.
func localName(pkg string) string {
	if base := path.Base(pkg); !strings.HasPrefix(base, "v") || len(base) != 2 {
		return base
	}
	return path.Base(path.Dir(pkg))
}
