package notify

import (
	"errors"
	"fmt"
	"io"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"text/template"
	"text/template/parse"
	"unicode/utf8"

	"github.com/privacylabels/auditor/internal/language"
)

// The limits of templates. A template cannot be stopped from outside, so its loops and functions
// count their steps, and what it writes is bounded.
const (
	maxTitleTemplate = 500      // characters
	maxBodyTemplate  = 4000     // characters
	maxTemplateSteps = 1000     // passes of all loops, and calls of functions that make texts
	maxTemplateText  = 16 << 10 // bytes that it writes
)

var (
	errSteps = errors.New("its loops take too many steps")
	errText  = errors.New("its text is too long")
)

// templateNames are the functions that templates may call. None makes a text from others, except those of
// [templateFuncs], so a text cannot be doubled again and again.
var templateNames = []string{
	"and", "or", "not", "len", "index", "slice", "eq", "ne", "lt", "le", "gt", "ge", "upper", "lower", "cut",
}

// templateFields are the names of the fields that [facts] and what it holds have.
var templateFields = fieldNames(reflect.TypeFor[facts]())

func fieldNames(t reflect.Type) (names []string) {
	switch t.Kind() {
	case reflect.Slice:
		return fieldNames(t.Elem())
	case reflect.Struct:
		for _, f := range reflect.VisibleFields(t) {
			names = append(append(names, f.Name), fieldNames(f.Type)...)
		}
	}
	return names
}

// render returns what a template writes about the facts of a message. The error is a sentence that names
// the line.
func render(text string, about facts) (string, error) {
	steps := 0
	count := func() error {
		if steps++; steps > maxTemplateSteps {
			return errSteps
		}
		return nil
	}
	t, err := template.New("").Option("missingkey=error").Funcs(templateFuncs(count)).Parse(text)
	if err != nil {
		return "", faultOf(err)
	}
	if len(t.Templates()) > 1 {
		return "", errors.New("define and block are not available")
	}
	if t.Tree == nil || t.Tree.Root == nil { // only comments
		return "", nil
	}
	if err := vet(t.Tree.Root); err != nil {
		return "", err
	}
	t.Funcs(template.FuncMap{stepName: func() (string, error) { return "", count() }})
	countLoops(t.Tree.Root)
	var b strings.Builder
	if err := t.Execute(&limitedWriter{&b, maxTemplateText}, about); err != nil {
		return "", faultOf(err)
	}
	return strings.ToValidUTF8(b.String(), ""), nil
}

// templateFuncs are the functions of templates beside those of the language.
func templateFuncs(count func() error) template.FuncMap {
	return template.FuncMap{
		"upper": func(s string) (string, error) { return strings.ToUpper(s), count() },
		"lower": func(s string) (string, error) { return strings.ToLower(s), count() },
		"cut": func(most int, s string) (string, error) {
			if most < 1 {
				return "", errors.New("a text is cut to at least 1 character")
			}
			return shorten(s, most), count()
		},
	}
}

// stepName is the function that counts the passes of a loop. Templates cannot call it.
const stepName = "step"

// stepNode calls it.
var stepNode = func() parse.Node {
	t := template.Must(template.New("").Funcs(template.FuncMap{stepName: func() string { return "" }}).Parse("{{" + stepName + "}}"))
	return t.Root.Nodes[0]
}()

// countLoops makes each pass of the loops of a template call the function that counts.
func countLoops(n parse.Node) {
	each(n, func(n parse.Node) error {
		if loop, ok := n.(*parse.RangeNode); ok {
			loop.List.Nodes = slices.Insert(loop.List.Nodes, 0, stepNode)
		}
		return nil
	})
}

// vet refuses what templates cannot do, with a sentence that names the line.
func vet(root parse.Node) error {
	line := 1
	return each(root, func(n parse.Node) error {
		switch n := n.(type) {
		case *parse.ActionNode:
			line = n.Line
		case *parse.IfNode:
			line = n.Line
		case *parse.RangeNode:
			line = n.Line
		case *parse.WithNode:
			line = n.Line
		case *parse.TemplateNode:
			return fmt.Errorf("line %d: template and block are not available", n.Line)
		case *parse.PipeNode:
			line = n.Line
			if n.IsAssign {
				return fmt.Errorf("line %d: a variable cannot be changed, only declared with :=", line)
			}
		case *parse.IdentifierNode:
			if !slices.Contains(templateNames, n.Ident) {
				return fmt.Errorf("line %d: the function %s is not available", line, n.Ident)
			}
		case *parse.FieldNode:
			return vetFields(line, n.Ident)
		case *parse.VariableNode:
			return vetFields(line, n.Ident[1:])
		case *parse.ChainNode:
			return vetFields(line, n.Field)
		}
		return nil
	})
}

func vetFields(line int, names []string) error {
	for _, name := range names {
		if !slices.Contains(templateFields, name) {
			return fmt.Errorf("line %d: there is no .%s", line, name)
		}
	}
	return nil
}

// each calls visit for a node and all below it, until it returns an error.
func each(n parse.Node, visit func(parse.Node) error) error {
	if err := visit(n); err != nil {
		return err
	}
	for _, below := range nodesOf(n) {
		if err := each(below, visit); err != nil {
			return err
		}
	}
	return nil
}

// nodesOf returns the nodes right below one.
func nodesOf(n parse.Node) (below []parse.Node) {
	switch n := n.(type) {
	case *parse.ListNode:
		below = slices.Clone(n.Nodes)
	case *parse.ActionNode:
		below = []parse.Node{n.Pipe}
	case *parse.IfNode:
		below = branches(&n.BranchNode)
	case *parse.RangeNode:
		below = branches(&n.BranchNode)
	case *parse.WithNode:
		below = branches(&n.BranchNode)
	case *parse.PipeNode:
		for _, c := range n.Cmds {
			below = append(below, c)
		}
	case *parse.CommandNode:
		below = n.Args
	case *parse.ChainNode:
		below = []parse.Node{n.Node}
	}
	return below
}

func branches(n *parse.BranchNode) []parse.Node {
	below := []parse.Node{n.Pipe, n.List}
	if n.ElseList != nil {
		below = append(below, n.ElseList)
	}
	return below
}

var (
	// faultLine matches the error of a template: the line, where in it, and what is wrong.
	faultLine = regexp.MustCompile(`(?s)^template: [^:]*:(\d+)(?::\d+)?: (?:executing "[^"]*" at <.*?>: )?(.*)$`)
	// faultField matches the error about a field that a value does not have.
	faultField = regexp.MustCompile(`can't evaluate field (\w+) in type .*`)
	// faultCompared matches the error about values, which it quotes with their type, that have no equals.
	faultCompared = regexp.MustCompile(`(?s)non-comparable type.*`)
)

// faultOf returns the error of a template as a sentence that names the line, without types of Go.
func faultOf(err error) error {
	for _, of := range []error{errSteps, errText} {
		if errors.Is(err, of) {
			return of
		}
	}
	m := faultLine.FindStringSubmatch(err.Error())
	if m == nil {
		return err
	}
	fault := strings.ReplaceAll(faultField.ReplaceAllString(m[2], "there is no .$1 here"), "reflect: ", "")
	fault = faultCompared.ReplaceAllString(fault, "only texts, numbers and conditions can be compared")
	return fmt.Errorf("line %s: %s", m[1], line(fault, maxSentence))
}

// limitedWriter writes up to a number of bytes, and then fails.
type limitedWriter struct {
	to   io.Writer
	left int
}

func (w *limitedWriter) Write(b []byte) (int, error) {
	if w.left -= len(b); w.left < 0 {
		return 0, errText
	}
	return w.to.Write(b)
}

// checkTemplates refuses templates that are too long, or wrong, or that fail on samples.
func (s *stored) checkTemplates() error {
	for _, t := range []struct {
		name, text string
		most       int
	}{{"titleTemplate", s.TitleTemplate, maxTitleTemplate}, {"bodyTemplate", s.BodyTemplate, maxBodyTemplate}} {
		if !utf8.ValidString(t.text) || utf8.RuneCountInString(t.text) > t.most {
			return invalid(t.name, "must be at most %d characters", t.most)
		}
		for _, sample := range samples() {
			if _, err := render(t.text, factsOf(messageOf(language.English, sample, samplePage), sample, samplePage)); t.text != "" && err != nil {
				return invalid(t.name, "is not a template for every message: %v", err)
			}
		}
	}
	return nil
}
