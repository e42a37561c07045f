package archtest

import (
	"fmt"
	"go/importer"
	"go/token"
	"go/types"
	"io"
	"os"
	"slices"
	"strings"
)

// Surface finds exported names of public packages whose type refers to an internal
// package, so that importers cannot name it.
func Surface(m *Module) ([]Finding, error) {
	load := importer.ForCompiler(token.NewFileSet(), "gc", func(path string) (io.ReadCloser, error) {
		return os.Open(m.exports[path])
	})
	var found []Finding
	for _, p := range m.Packages {
		if p.Name == "main" || internal(p.Rel) || len(p.Files) == 0 {
			continue
		}
		pkg, err := load.Import(strings.TrimSuffix(m.Path+"/"+p.Rel, "/."))
		if err != nil {
			return nil, fmt.Errorf("read the types of %s: %w", p.Rel, err)
		}
		for _, name := range pkg.Scope().Names() {
			if obj := pkg.Scope().Lookup(name); obj.Exported() {
				w := walker{module: m, home: pkg, seen: make(map[types.Type]bool)}
				w.object(obj)
				slices.Sort(w.shown)
				for _, shown := range slices.Compact(w.shown) {
					found = append(found, Finding{p.Rel, name + " shows " + shown})
				}
			}
		}
	}
	return found, nil
}

func internal(rel string) bool {
	return slices.Contains(strings.Split(rel, "/"), "internal")
}

// walker visits everything in the package that the documentation of one exported
// name shows.
type walker struct {
	module *Module
	home   *types.Package
	seen   map[types.Type]bool
	shown  []string
}

func (w *walker) object(obj types.Object) {
	if name, ok := obj.(*types.TypeName); ok && name.IsAlias() {
		w.visit(types.Unalias(obj.Type()))
		return
	}
	w.visit(obj.Type())
}

func (w *walker) visit(t types.Type) {
	if t == nil || w.seen[t] {
		return
	}
	w.seen[t] = true
	switch t := t.(type) {
	case *types.Alias:
		w.name(t.Obj())
		w.args(t.TypeArgs())
		w.visit(t.Rhs())
	case *types.Named:
		w.name(t.Obj())
		w.args(t.TypeArgs())
		if t.Obj().Pkg() == w.home {
			w.named(t)
		}
	case *types.Struct:
		for f := range t.Fields() {
			if f.Exported() || f.Embedded() {
				w.visit(f.Type())
			}
		}
	case *types.Interface:
		for m := range t.ExplicitMethods() {
			if m.Exported() {
				w.visit(m.Type())
			}
		}
		for e := range t.EmbeddedTypes() {
			w.visit(e)
		}
	case *types.Signature:
		w.params(t.TypeParams())
		w.visit(t.Params())
		w.visit(t.Results())
	case *types.Tuple:
		for v := range t.Variables() {
			w.visit(v.Type())
		}
	case *types.Union:
		for term := range t.Terms() {
			w.visit(term.Type())
		}
	case *types.Map:
		w.visit(t.Key())
		w.visit(t.Elem())
	case interface{ Elem() types.Type }: // pointer, slice, array, channel
		w.visit(t.Elem())
	}
}

// named visits the definition and the methods of a type of the package.
func (w *walker) named(t *types.Named) {
	w.params(t.TypeParams())
	w.visit(t.Underlying())
	for m := range t.Methods() {
		if m.Exported() {
			w.visit(m.Type())
		}
	}
}

func (w *walker) params(list *types.TypeParamList) {
	for p := range list.TypeParams() {
		w.visit(p.Constraint())
	}
}

func (w *walker) args(list *types.TypeList) {
	for t := range list.Types() {
		w.visit(t)
	}
}

// name records a type of an internal package of the module.
func (w *walker) name(obj *types.TypeName) {
	if obj.Pkg() == nil {
		return
	}
	if rel := w.module.rel(obj.Pkg().Path()); internal(rel) {
		w.shown = append(w.shown, rel+"."+obj.Name())
	}
}
