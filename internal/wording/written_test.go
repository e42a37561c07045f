package wording_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/internal/wording"
	"github.com/privacylabels/auditor/storage"
)

// thing stands in a sentence for what the source does not say, such as the name of an app.
const thing = "Thing"

// Each sentence that the source writes into the activity log, and into entries that say nothing else, is read
// in the other languages.
func TestWritten(t *testing.T) {
	t.Parallel()
	s := readSource(t, "../..")
	sentences := s.written()
	if len(sentences) < 60 { // the search has not come along with the source
		t.Errorf("only %d sentences are found: %q", len(sentences), sentences)
	}
	for _, code := range []string{"de", "fr"} {
		l, _ := language.Of(code)
		for _, sentence := range sentences {
			entry := storage.Entry{Description: sentence}
			if wording.Stored(l, thing, sentence) == sentence && wording.Sentence(l, entry) == sentence {
				t.Errorf("%s: %q stays in English; enter it in storedSentences", code, sentence)
			}
		}
	}
}

// others are folders whose sentences are no entries, or those of the page, or only of tests.
var others = []string{"testdata", "web", "examples", "openapi", "document", "fleettest", "paneltest", "storagetest", "teststore", "clientgen"}

// source is the source of the module, as far as it is about sentences.
type source struct {
	functions map[string][]function       // by package and name; methods too
	values    map[string]ast.Expr         // of the constants and variables of packages
	calls     map[string][]*ast.CallExpr  // by the name of what is called, and package
	within    map[*ast.CallExpr]*function // where a call is
	asked     map[ast.Node]bool           // what is being resolved
}

// function is a function of a package.
type function struct {
	*ast.FuncDecl
	pkg string
}

// readSource parses the files below a folder that are no tests.
func readSource(t *testing.T, folder string) *source {
	t.Helper()
	s := &source{map[string][]function{}, map[string]ast.Expr{}, map[string][]*ast.CallExpr{}, map[*ast.CallExpr]*function{}, map[ast.Node]bool{}}
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() && slices.Contains(others, d.Name()) {
			return skipped(err)
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err == nil {
			s.read(file)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// skipped returns an error, or else what skips a folder.
func skipped(err error) error {
	if err != nil {
		return err
	}
	return filepath.SkipDir
}

func (s *source) read(file *ast.File) {
	pkg := file.Name.Name + "."
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			f := function{d, pkg}
			s.functions[pkg+d.Name.Name] = append(s.functions[pkg+d.Name.Name], f)
			ast.Inspect(d, func(n ast.Node) bool {
				if call, ok := n.(*ast.CallExpr); ok {
					s.calls[pkg+nameOf(call.Fun)] = append(s.calls[pkg+nameOf(call.Fun)], call)
					s.within[call] = &f
				}
				return true
			})
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				if v, ok := spec.(*ast.ValueSpec); ok && len(v.Values) == len(v.Names) {
					for i, name := range v.Names {
						s.values[pkg+name.Name] = v.Values[i]
					}
				}
			}
		}
	}
}

// nameOf returns the last name of what is called.
func nameOf(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	}
	return ""
}

// written returns the sentences that activity records are given, sorted.
func (s *source) written() []string {
	found := map[string]bool{}
	for _, all := range s.functions {
		for _, f := range all {
			ast.Inspect(f.FuncDecl, func(n ast.Node) bool {
				for _, e := range summaries(f.pkg, n) {
					for _, sentence := range s.resolve(e, &f) {
						if rest := strings.ReplaceAll(sentence, thing, ""); strings.Trim(rest, ":, ") != "" && !strings.HasPrefix(rest, ": block ") && !strings.HasSuffix(rest, ": ") {
							found[strings.ReplaceAll(sentence, "%%", "%")] = true
						}
					}
				}
				return true
			})
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// summaries returns what a node sets as the summary of an activity.
func summaries(pkg string, n ast.Node) (all []ast.Expr) {
	switch n := n.(type) {
	case *ast.CompositeLit:
		switch {
		case n.Type != nil && nameOf(n.Type) == "Activity":
			return valuesOf(n, "Summary")
		case slices.Contains([]string{"changelog.", "notify."}, pkg), len(valuesOf(n, "Type")) == 0, len(valuesOf(n, "Category")) > 0, len(valuesOf(n, "Name")) > 0:
			return nil // entries of other categories are put into words by what they have
		case n.Type == nil || nameOf(n.Type) == "Entry":
			return valuesOf(n, "Description")
		}
	case *ast.AssignStmt:
		for i, to := range n.Lhs {
			sel, ok := to.(*ast.SelectorExpr)
			if ok && sel.Sel.Name == "Summary" && slices.Contains([]string{"line", "entry"}, nameOf(sel.X)) && i < len(n.Rhs) {
				value := n.Rhs[i]
				if n.Tok == token.ADD_ASSIGN {
					value = &ast.BinaryExpr{X: &ast.BasicLit{Kind: token.STRING, Value: `"no label changes"`}, Op: token.ADD, Y: value}
				}
				all = append(all, value)
			}
		}
	}
	return all
}

// valuesOf returns the values of a member in a composite literal.
func valuesOf(n *ast.CompositeLit, member string) (all []ast.Expr) {
	for _, e := range n.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok && nameOf(kv.Key) == member {
			all = append(all, kv.Value)
		}
	}
	return all
}

// resolve returns the texts that an expression of a function may have.
func (s *source) resolve(e ast.Expr, f *function) []string {
	if s.asked[e] {
		return nil
	}
	s.asked[e] = true
	defer delete(s.asked, e)
	switch e := e.(type) {
	case *ast.BasicLit:
		if text, err := strconv.Unquote(e.Value); err == nil && e.Kind == token.STRING {
			return []string{text}
		}
	case *ast.ParenExpr:
		return s.resolve(e.X, f)
	case *ast.BinaryExpr:
		return joined(s.resolve(e.X, f), s.resolve(e.Y, f))
	case *ast.CallExpr:
		return s.called(e, f)
	case *ast.Ident:
		return s.named(e.Name, f)
	case *ast.IndexExpr:
		return literals(e.X)
	case *ast.SelectorExpr:
		if value := s.values[nameOf(e.X)+"."+e.Sel.Name]; value != nil {
			return s.resolve(value, f)
		}
		return s.member(e, f)
	}
	return []string{thing}
}

// called returns the texts that a call may return.
func (s *source) called(call *ast.CallExpr, f *function) (all []string) {
	name := nameOf(call.Fun)
	switch {
	case slices.Contains([]string{"Text", "string", "New", "Sprint", "TrimSuffix", "LineOf"}, name) && len(call.Args) > 0:
		return s.resolve(call.Args[0], f)
	case name == "Sprintf" || name == "Errorf":
		return s.formatted(call, f)
	case name == "Join":
		all = []string{""}
		if list, ok := call.Args[0].(*ast.CompositeLit); ok {
			for i, e := range list.Elts {
				if i > 0 {
					all = joined(all, s.resolve(call.Args[1], f))
				}
				all = joined(all, s.resolve(e, f))
			}
		}
		return all
	}
	declared := s.functions[f.pkg+name]
	if sel, ok := call.Fun.(*ast.SelectorExpr); ok && len(s.functions[nameOf(sel.X)+"."+name]) > 0 {
		declared = s.functions[nameOf(sel.X)+"."+name]
	}
	for _, g := range declared {
		ast.Inspect(g.FuncDecl, func(n ast.Node) bool {
			if r, ok := n.(*ast.ReturnStmt); ok && len(r.Results) > 0 {
				all = append(all, s.resolve(r.Results[0], &g)...)
			}
			_, inner := n.(*ast.FuncLit)
			return !inner
		})
	}
	if len(all) == 0 {
		return []string{thing}
	}
	return all
}

var inserted = regexp.MustCompile(`%[dsvq]`)

// formatted returns the texts of a call of fmt.Sprintf.
func (s *source) formatted(call *ast.CallExpr, f *function) (all []string) {
	for _, format := range s.resolve(call.Args[0], f) {
		texts, at := []string{""}, 0
		for i, place := range inserted.FindAllStringIndex(format, -1) {
			value := []string{"3"}
			if format[place[1]-1] != 'd' && i+1 < len(call.Args) {
				value = s.resolve(call.Args[i+1], f)
			}
			texts, at = joined(joined(texts, []string{format[at:place[0]]}), value), place[1]
		}
		all = append(all, joined(texts, []string{format[at:]})...)
	}
	return all
}

// named returns the texts of a variable, a parameter or a constant.
func (s *source) named(name string, f *function) (all []string) {
	var last []string // of the assignment before
	ast.Inspect(f.FuncDecl, func(n ast.Node) bool {
		a, ok := n.(*ast.AssignStmt)
		if !ok || len(a.Rhs) != len(a.Lhs) {
			return true
		}
		for i, to := range a.Lhs {
			if id, ok := to.(*ast.Ident); !ok || id.Name != name {
				continue
			}
			texts := s.resolve(a.Rhs[i], f)
			if a.Tok == token.ADD_ASSIGN {
				texts = joined(last, texts)
			} else {
				last = texts
			}
			all = append(all, texts...)
		}
		return true
	})
	if len(all) == 0 {
		all = s.passed(name, f)
	}
	if value := s.values[f.pkg+name]; len(all) == 0 && value != nil {
		all = s.resolve(value, f)
	}
	if len(all) == 0 {
		return []string{thing}
	}
	return all
}

// passed returns the texts that calls within the package pass as a parameter.
func (s *source) passed(name string, f *function) (all []string) {
	at := 0
	for _, field := range f.Type.Params.List {
		for _, p := range field.Names {
			if p.Name == name && nameOf(field.Type) == "Decision" {
				return []string{string(storage.DecisionSafe), string(storage.DecisionReplace), string(storage.DecisionUninstall)}
			}
			if p.Name == name {
				for _, call := range s.calls[f.pkg+f.Name.Name] {
					if at < len(call.Args) {
						all = append(all, s.resolve(call.Args[at], s.within[call])...)
					}
				}
			}
			at++
		}
	}
	return all
}

// member returns the texts of a member of what a loop is over, if that is a list in the source.
func (s *source) member(e *ast.SelectorExpr, f *function) (all []string) {
	ast.Inspect(f.FuncDecl, func(n ast.Node) bool {
		if r, ok := n.(*ast.RangeStmt); ok && r.Value != nil && nameOf(r.Value) == nameOf(e.X) {
			all = append(all, literals(r.X)...)
		}
		return true
	})
	if len(all) == 0 {
		return []string{thing}
	}
	return all
}

// literals returns the texts within an expression that are no keys.
func literals(e ast.Expr) (all []string) {
	ast.Inspect(e, func(n ast.Node) bool {
		if kv, ok := n.(*ast.KeyValueExpr); ok {
			all = append(all, literals(kv.Value)...)
			return false
		}
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			if text, err := strconv.Unquote(lit.Value); err == nil {
				all = append(all, strings.NewReplacer("%d", "3", "%s", thing).Replace(text))
			}
		}
		return true
	})
	return all
}

// joined returns each of some texts with each of others behind it.
func joined(texts, others []string) (all []string) {
	for _, a := range texts {
		for _, b := range others {
			all = append(all, a+b)
		}
	}
	return all
}
