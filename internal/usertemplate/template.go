package usertemplate

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"text/template/parse"
)

// The limits of a template. Its text bounds what is done in one pass of a loop, so these bound everything.
const (
	maxSource = 16 << 10 // bytes of the template
	maxDepth  = 1000     // levels of its tree, two for each pair of parentheses or branch
	maxSteps  = 1000     // passes of all loops, and calls of functions that make texts
	maxText   = 16 << 10 // bytes that it writes
)

var (
	errSource = errors.New("the template is too long")
	errSteps  = errors.New("its loops take too many steps")
	errText   = errors.New("its text is too long")
)

// A Language is what the templates of one kind of message may use. It may be used concurrently.
type Language struct {
	fields []string
	cut    func(text string, most int) string
}

// New returns the language of templates about facts of this type: a struct of texts, whole numbers,
// conditions, lists and structs of these, all exported. It panics for others. The function cut shortens a text to a number
// of characters, at least 1.
func New(facts reflect.Type, cut func(text string, most int) string) *Language {
	return &Language{fields: fieldNames(facts), cut: cut}
}

// fieldNames returns the names of the fields of a type and of what it holds.
func fieldNames(t reflect.Type) (names []string) {
	switch t.Kind() {
	case reflect.String, reflect.Int, reflect.Bool:
	case reflect.Slice:
		return fieldNames(t.Elem())
	case reflect.Struct:
		for f := range t.Fields() {
			if !f.IsExported() || f.Anonymous {
				panic(fmt.Sprintf("usertemplate: %v has the field %s, which templates cannot read", t, f.Name))
			}
			names = append(append(names, f.Name), fieldNames(f.Type)...)
		}
	default:
		panic(fmt.Sprintf("usertemplate: templates cannot read %v", t))
	}
	return names
}

// Render returns what a template writes about facts, which have the type that the language is of. The error
// is a sentence; where it is about a place in the template, it names the line.
func (l *Language) Render(template string, facts any) (string, error) {
	root, err := l.parse(template)
	if err != nil {
		return "", err
	}
	dot := reflect.ValueOf(facts)
	r := run{language: l, source: source(template), variables: []variable{{"$", dot}}}
	if _, err := r.walk(root, dot); err != nil {
		return "", err
	}
	return strings.ToValidUTF8(r.written.String(), ""), nil
}

// rootName is the name of a template, which the text of none can give to a part of it: a name in quotes is valid UTF-8.
const rootName = "\xff"

// parse returns the tree of a template that keeps to the language.
func (l *Language) parse(template string) (*parse.ListNode, error) {
	if len(template) > maxSource {
		return nil, errSource
	}
	trees, err := parse.Parse(rootName, template, "", "", known)
	if err != nil {
		return nil, parseFault(err)
	}
	if len(trees) > 1 {
		return nil, errors.New("define and block are not available")
	}
	root := trees[rootName].Root
	return root, l.vet(source(template), root)
}

// known has the functions that a template may name without being refused as none of text/template. Those that
// this package does not have are refused later, by name.
var known = func() map[string]any {
	all := make(map[string]any)
	for _, name := range slices.Concat([]string{"and", "or", "call", "html", "js", "print", "printf", "println", "urlquery"}, functionNames) {
		all[name] = true
	}
	return all
}()

// parseFault returns an error of the parser, which begins "template: NAME:2: ", as a sentence.
func parseFault(err error) error {
	if at, found := strings.CutPrefix(err.Error(), "template: "+rootName+":"); found {
		if line, what, found := strings.Cut(at, ": "); found {
			return fmt.Errorf("line %s: %s", line, what)
		}
	}
	return err
}

// source is the text of a template.
type source string

// fault returns an error about a node of the template.
func (s source) fault(at parse.Node, format string, values ...any) error {
	return fmt.Errorf("line %d: %w", 1+strings.Count(string(s[:at.Position()]), "\n"), fmt.Errorf(format, values...))
}
