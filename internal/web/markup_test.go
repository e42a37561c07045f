package web_test

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/internal/web/fragment"
)

// TestConstants compiles all HTML of the page: no value is where nothing is safe, and each call has as many values as its
// constant takes. Each block of code ends the elements that it begins.
func TestConstants(t *testing.T) {
	t.Parallel()
	found := 0
	for _, pattern := range []string{"ui/*.go", "reading/*.go", "forms/*.go", "*.go"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("no files %s: %v", pattern, err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			set := token.NewFileSet()
			parsed, err := parser.ParseFile(set, file, text, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(parsed, func(node ast.Node) bool {
				switch node := node.(type) {
				case *ast.CallExpr:
					if isHTML(node) {
						found++
						if err := checkCall(node); err != nil {
							t.Errorf("%s: %v", set.Position(node.Pos()), err)
						}
					}
				case *ast.FuncDecl:
					if err := checkBlock(node.Body.List, ""); err != nil {
						t.Errorf("%s: %s: %v", file, node.Name.Name, err)
					}
				case *ast.FuncLit:
					if err := checkBlock(node.Body.List, ""); err != nil {
						t.Errorf("%s: %v", set.Position(node.Pos()), err)
					}
				}
				return true
			})
		}
	}
	if found < 500 {
		t.Errorf("%d constants found, want at least 500", found)
	}
}

// checkCall finds what is wrong with a call that writes HTML.
func checkCall(call *ast.CallExpr) error {
	html, _ := literal(call.Args[0])
	made, err := fragment.Compile(html, func(key string) string { return key })
	if err != nil {
		return err
	}
	if n := len(call.Args) - 1; n != made.Values || call.Ellipsis.IsValid() {
		return fmt.Errorf("%d values for %d places", n, made.Values)
	}
	if nameOf(call.Fun) != "Part" {
		return nil
	}
	return balanced(html)
}

// checkBlock finds elements that the statements of a block begin and do not end, or end without a beginning. One that
// returns ends what is open outside of it, too.
func checkBlock(statements []ast.Stmt, outside string) error {
	var errs []error
	html := ""
	inside := func(node ast.Stmt) {
		if block, ok := node.(*ast.BlockStmt); ok && block != nil {
			errs = append(errs, checkBlock(block.List, outside+html))
		} else if node != nil {
			errs = append(errs, checkBlock([]ast.Stmt{node}, outside+html))
		}
	}
	returns := false
	for _, statement := range statements {
		switch node := statement.(type) {
		case *ast.ExprStmt:
			if call, ok := node.X.(*ast.CallExpr); ok && isHTML(call) {
				text, _ := literal(call.Args[0])
				html += text
			}
		case *ast.IfStmt:
			inside(node.Body)
			inside(node.Else)
		case *ast.ForStmt:
			inside(node.Body)
		case *ast.RangeStmt:
			inside(node.Body)
		case *ast.SwitchStmt:
			for _, clause := range node.Body.List {
				errs = append(errs, checkBlock(clause.(*ast.CaseClause).Body, outside+html))
			}
		case *ast.ReturnStmt:
			returns = true
		}
	}
	if returns {
		html = outside + html
	}
	return errors.Join(append(errs, balanced(html))...)
}

var (
	tag = regexp.MustCompile(`<(/?)([a-z0-9]+)(?:"[^"]*"|'[^']*'|[^>"'])*?(/?)>`)
	// endless are the elements that have no end, or need none.
	endless = []string{"br", "hr", "img", "input", "link", "meta", "option", "td", "th"}
)

func balanced(html string) error {
	var open []string
	for _, found := range tag.FindAllStringSubmatch(html, -1) {
		switch name := found[2]; {
		case found[3] != "" || slices.Contains(endless, name):
		case found[1] == "":
			open = append(open, name)
		case len(open) == 0 || open[len(open)-1] != name:
			return fmt.Errorf("</%s> ends what is not open: %v", name, open)
		default:
			open = open[:len(open)-1]
		}
	}
	if len(open) > 0 {
		return fmt.Errorf("no end of %v", open)
	}
	return nil
}
