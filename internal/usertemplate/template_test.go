package usertemplate_test

import (
	"bytes"
	"errors"
	"reflect"
	"strings"
	"testing"
	"text/template"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/usertemplate"
)

// facts is like what messages are about.
type facts struct {
	Title   string
	Apps    []app
	Changes []change
	More    int
	Urgent  bool
}

type app struct {
	ID      string
	Name    string
	Changes []change
}

type change struct{ App, Sentence, Details string }

// cut shortens a text without a mark.
func cut(text string, most int) string {
	for i := range text {
		if most == 0 {
			return text[:i]
		}
		most--
	}
	return text
}

var language = usertemplate.New(reflect.TypeFor[facts](), cut)

// about is what the templates of the tests are run on.
var about = []facts{
	{},
	{Title: "Chat: ä \u20ac", Apps: []app{{ID: "1", Name: "Chat", Changes: []change{{"Chat", "it tracks you", "<b>"}}}}, More: 1, Urgent: true},
	{
		Title: "b", Apps: []app{{Name: "B"}, {Name: "A", Changes: []change{}}, {ID: "3"}},
		Changes: []change{{"A", "one", ""}, {"A", "one", ""}, {"B", "two", "\xff"}}, More: -2,
	},
	{Apps: make([]app, 0, 4), Changes: make([]change, 1, 8), More: 4},
}

// templates are right, or wrong, on some or all of the facts.
var templates = []string{
	"", "a", "\xff\n\t ", "{{/* nothing */}}", "a {{- /* nothing */ -}} b", " {{- .Title -}} ", "{{.Title}}\n", "{{.}}", "{{$}}", "{{$.More}}", "{{print}}x",
	"{{.Apps}}", "{{.Urgent}}", "{{.More}}", "{{(.Title)}}", "{{((.Title))}}", "{{.Title | upper | lower}}", "{{upper (lower .Title) | cut 3}}",
	// Literals.
	`{{1}} {{-1}} {{0x1F}} {{0b11}} {{0o17}} {{1_000}} {{'a'}} {{'e'}} {{0xe}} {{1.5}} {{1e3}} {{0x1p4}} {{1i}} {{1+2i}} {{"a\n\"b"}} {{true}} {{false}}`, "{{`a\nb`}}",
	"{{9223372036854775807}}", "{{18446744073709551615}}", "{{99999999999999999999}}", "{{nil}}", "{{'ab'}}", "{{1.0}} {{0i}} {{-0}} {{3+0i}}", "{{.5}}", "{{08}}",
	// Conditions.
	"{{if .Title}}a{{else}}b{{end}}", "{{if .Apps}}a{{else if .Changes}}b{{else if .Urgent}}c{{else}}d{{end}}", "{{if 0}}a{{end}}{{if 1.5}}b{{end}}{{if 0i}}c{{end}}{{if .}}d{{end}}",
	"{{with .Title}}{{.}} {{$.More}}{{else}}none{{end}}", "{{with index .Apps 0}}{{.Name}}{{end}}", "{{with .Apps}}{{.}}{{else with .Changes}}{{len .}}{{else}}none{{end}}",
	"{{if $x := .Title}}{{$x}}{{else}}{{$x}}!{{end}}", "{{with $x := .More}}{{$x}}{{.}}{{end}}", "{{if and .Title .Apps}}a{{end}}{{if or .More .Apps}}b{{end}}{{if not .Urgent}}c{{end}}",
	// Loops.
	"{{range .Apps}}{{.Name}},{{end}}", "{{range .Apps}}{{range .Changes}}{{.App}}{{else}}-{{end}};{{else}}none{{end}}", "{{range $i, $a := .Apps}}{{$i}}{{$a.Name}} {{end}}",
	"{{range $a := .Apps}}{{$a.ID}}{{else}}{{$a}}{{end}}", "{{range 3}}{{.}}{{end}}", "{{range $i := 3}}{{$i}}{{end}}", "{{range .More}}{{.}}{{else}}none{{end}}", "{{range $i, $x := 3}}{{end}}",
	"{{range .Title}}{{end}}", "{{range .}}{{end}}", "{{range true}}{{end}}", "{{range 1.0}}{{end}}", "{{range index .Title 0}}{{printf}}{{end}}", "{{range (and nil 1)}}a{{else}}b{{end}}",
	"{{range $b := index \"\\x05\" 0}}{{$b}}{{.}}{{end}}", "{{range .Apps}}{{if eq .Name \"A\"}}{{break}}{{end}}{{.Name}}{{end}}", "{{range .Apps}}{{if eq .Name \"A\"}}{{continue}}{{end}}{{.Name}}{{end}}",
	"{{range .Apps}}{{range .Changes}}a{{else}}{{break}}{{end}}x{{end}}", "{{range .Apps}}{{range .Changes}}a{{else}}{{continue}}{{end}}x{{end}}", "{{break}}", "{{range .Apps}}{{else}}{{break}}{{end}}",
	"{{range .Apps}}{{with .Name}}{{$n := .}}{{if $n}}{{break}}{{end}}{{end}}{{end}}", "{{range -1}}a{{else}}b{{end}}", "{{range $i, := .Apps}}{{end}}",
	"{{range 2}}{{range $i := 2}}{{if $i}}{{continue}}{{end}}{{$i}}{{end}}{{end}}",
	// Variables.
	"{{$x := .Title}}{{$x}}{{$x := 1}}{{$x}}", "{{$x := 1}}{{if true}}{{$x := 2}}{{$x}}{{end}}{{$x}}", "{{$x := 1}}{{range .Apps}}{{$x := .Name}}{{$x}}{{end}}{{$x}}", "{{$x}}", "{{if $y := 1}}{{end}}{{$y}}",
	"{{($x := .Title)}}{{$x}}", "{{range $a := ($b := .Apps)}}{{$a.Name}}{{len $b}}{{end}}", "{{$x := .}}{{$x.Title}}", "{{$x := .Apps}}{{$x.Name}}", "{{$x, $y := .Apps}}", "{{$x := .Title | upper}}{{$x}}",
	"{{$x := 1 | eq 1}}{{$x}}", "{{$ := 1}}{{$}}", "{{$x := $y := 1}}", "{{$x := $x}}", "{{if $x := $x}}{{end}}", "{{and 0 ($x := 1)}}{{$x}}", "{{or 0 ($x := 1)}}{{$x}}", "{{range $i, $e := .Changes}}{{if $i}}, {{end}}{{$e.Sentence}}{{end}}",
	// Fields.
	"{{.Apps.Name}}", "{{.Title.Name}}", "{{(index .Apps 0).Name}}", "{{(index .Apps 0).Changes}}", "{{(index .Changes 0).Name}}", "{{.Title \"x\"}}", "{{1 | .Title}}", "{{(index .Apps 0).Name 1}}", "{{$.Title 1}}",
	"{{.Title | .}}", "{{. 1}}", "{{$x := 1}}{{2 | $x}}", "{{(1) 2}}", "{{1 | (2)}}", "{{true 1}}", "{{len.Title}}", "{{(and nil 1).Title}}", "{{true.Title}}", "{{nil.Title}}", "{{..Title}}", "{{. .Title}}",
	// and, or, not.
	"{{and}}", "{{or}}", "{{and 1}}", "{{or 0}}", "{{and 0 (index .Apps 99)}}", "{{or 1 (index .Apps 99)}}", "{{and 1 (index .Apps 99)}}", "{{and nil 1}}", "{{or nil nil}}", "{{1 | and}}", "{{0 | or 1}}", "{{1 | or 0}}",
	"{{not}}", "{{not nil}}", "{{not 1 2}}", "{{not .Apps}}", "{{1 | not}}", "{{(and nil 1) | not}}", "{{(and nil 1) | and 1}}",
	// len, index, slice.
	"{{len .Title}} {{len .Apps}}", "{{len 1}}", "{{len nil}}", "{{len .}}", "{{len}}", "{{.Title | len}}", "{{index .Apps 0}}", "{{index .Apps 1}}", "{{index .Apps -1}}", "{{index .Apps 1.0}}", "{{index .Apps nil}}",
	"{{index .Apps true}}", "{{index .Apps}}", "{{index nil}}", "{{index nil 0}}", "{{index .Title 0}}", "{{index .Title 0 0}}", "{{index 1 0}}", "{{index . 0}}", "{{0 | index .Apps}}", "{{index .Apps 0 0}}", "{{index}}", "{{index .Title 0 | index .Title}}",
	"{{slice .Title}} {{slice .Title 1}} {{slice .Title 0 1}}", "{{slice .Title 0 1 1}}", "{{slice .Title 1 0}}", "{{slice .Title 8}}", "{{slice .Apps 0 1}}", "{{slice .Apps 1}}", "{{slice .Changes 0 1 1}}", "{{slice .Changes 0 4}}",
	"{{slice .Changes 0 8 8}}", "{{slice .Changes 1 2 1}}", "{{slice .Changes 2 1 3}}", "{{slice .Changes 0 1 2 3}}", "{{slice nil}}", "{{slice 1}}", "{{slice . 0}}", "{{slice .Title true}}", "{{slice .Apps nil}}", "{{slice}}", "{{slice .Title 6 9}}", "{{len (slice .Changes 0 1 1)}}",
	// Comparisons.
	"{{eq .More 1}} {{ne .More 1}} {{lt .More 1}} {{le .More 1}} {{gt .More 1}} {{ge .More 1}}", "{{eq .Title \"b\" \"c\"}}{{lt .Title \"b\"}}{{ge .Title \"b\"}}", "{{eq 1.5 1.5}}{{lt 1.5 2.5}}{{le 1.5 1.5}}", "{{eq 1i 1i}}", "{{lt 1i 1i}}",
	"{{eq .Urgent true}}", "{{lt true false}}", "{{le true true}}", "{{eq 1 1.0}}", "{{eq 1 \"1\"}}", "{{lt 1 \"1\"}}", "{{eq 1}}", "{{eq}}", "{{ne 1}}", "{{ne 1 2 3}}", "{{lt 1 2 3}}", "{{eq 1 1 \"a\"}}", "{{eq 1 2 \"a\"}}", "{{1 | eq 1}}", "{{1 | eq 2 3}}",
	"{{eq nil nil}}", "{{eq nil .Apps}}", "{{eq .Apps nil}}", "{{eq .Changes nil}}", "{{eq .Apps .Apps}}", "{{eq .Apps .Changes}}", "{{eq .Title nil}}", "{{eq nil 1}}", "{{eq . nil}}", "{{eq nil .}}", "{{eq . .}}", "{{eq .Apps .}}", "{{eq . .Apps}}", "{{eq .Title .}}", "{{eq . .Title}}",
	"{{eq (index .Changes 0) (index .Changes 1)}}", "{{eq (index .Changes 0) (index .Changes 2)}}", "{{eq . (index .Changes 0)}}", "{{eq (index .Changes 0) .}}", "{{ne (index .Changes 0) nil}}", "{{lt nil nil}}", "{{lt .Apps 1}}", "{{lt 1 .Apps}}", "{{lt nil 1}}", "{{gt .Apps .Apps}}",
	"{{eq (index .Title 0) 98}} {{lt (index .Title 0) 98}} {{gt 98 (index .Title 0)}} {{eq (index .Title 0) (index .Title 0)}} {{eq (index .Title 0) 'b'}}", "{{eq (index .Title 0) 98.0}}", "{{lt -1 (index .Title 0)}}", "{{lt (index .Title 0) -1}}",
	// upper, lower, cut.
	"{{upper .Title}}{{lower .Title}}{{upper \"ß\"}}", "{{upper 1}}", "{{upper nil}}", "{{upper .}}", "{{upper}}", "{{upper .Title .Title}}", "{{1 | upper}}", "{{upper (and nil 1)}}", "{{upper true}}", "{{upper .Apps}}", "{{upper upper}}",
	"{{cut 3 .Title}}", "{{cut 0 .Title}}", "{{cut -1 .Title}}", "{{cut 3.0 .Title}}", "{{cut (3.0) .Title}}", "{{cut 3.5 .Title}}", "{{cut 3+0i .Title}}", "{{cut 'a' .Title}}", "{{cut .More .Title}}", "{{cut (len .Apps) .Title}}", "{{cut (index .Title 0) .Title}}",
	"{{cut \"1\" .Title}}", "{{cut 1 2}}", "{{cut 1}}", "{{.Title | cut 2}}", "{{2 | cut .Title}}", "{{cut nil .Title}}", "{{cut 1 nil}}", "{{cut true .Title}}", "{{cut 18446744073709551615 .Title}}", "{{cut 1e3 .Title}}",
	// Syntax.
	"{{", "{{}}", "{{.Title", "{{.Title}", "}}", "{{if}}{{end}}", "{{if .Title}}", "{{end}}", "{{else}}", "{{if .Title}}{{else}}{{else}}{{end}}", "{{.Title | }}", "{{| .Title}}", "{{.Title | 1}}", "{{(.Title}}", "{{.Title)}}", "{{\"a}}", "{{`a}}", "{{/* a}}", "{{/* a */ }}",
	"{{1a}}", "{{.Title.}}", "{{#}}", "{{range}}{{end}}", "{{with}}{{end}}", "{{\n.Title\n}}", "{{$x\n:=\n1}}{{$x}}", "{{define}}", "{{- 1 -}}", "{{-1 -}} 2", "a\n{{- \"\" -}}\nb", "{{- }}", "{{if .Title -}} a {{- end}}", "{{unknown}}", "{{.title}}", "{{.Title }}{{ .Title}}",
}

// refusals are beginnings and ends of what is refused although text/template would run it.
var refusals = []string{
	"is not available", "define and block are not available", "template and block are not available", "cannot be changed, only declared with :=",
	"its loops take too many steps", "its text is too long", "it is nested too deep", "the template is too long",
}

// refused reports whether an error is about what only text/template may do.
func refused(err error) bool {
	for _, why := range refusals {
		if strings.HasSuffix(err.Error(), why) {
			return true
		}
	}
	_, field, found := strings.Cut(err.Error(), ": there is no .")
	return found && !strings.HasSuffix(field, " here") // of a name that no facts have, also where the run would not come
}

// standard returns what text/template writes.
func standard(text string, f facts) (string, error) {
	t, err := template.New("").Option("missingkey=error").Funcs(template.FuncMap{
		"upper": strings.ToUpper,
		"lower": strings.ToLower,
		"cut": func(most int, s string) (string, error) {
			if most < 1 {
				return "", errors.New("too short")
			}
			return cut(s, most), nil
		},
	}).Parse(text)
	if err != nil {
		return "", err
	}
	var b bytes.Buffer
	err = t.Execute(&b, f)
	return strings.ToValidUTF8(b.String(), ""), err
}

// compare compares what a template writes, and whether it fails, with text/template.
func compare(t *testing.T, text string) (failed, refusal bool) {
	t.Helper()
	for i, f := range about {
		got, err := language.Render(text, f)
		if err != nil && refused(err) {
			refusal = true
			continue
		}
		failed = failed || err != nil
		want, wrong := standard(text, f)
		if (err == nil) != (wrong == nil) {
			t.Errorf("%q of %d: got the error %v, text/template has %v", text, i, err, wrong)
		} else if diff := cmp.Diff(want, got); err == nil && diff != "" {
			t.Errorf("%q of %d (-want +got):\n%s", text, i, diff)
		}
	}
	return failed, refusal
}

// Templates write what text/template writes, and fail where it fails.
func TestRenderAsTextTemplate(t *testing.T) {
	t.Parallel()
	ran, failed := 0, 0
	for _, text := range templates {
		fails, refusal := compare(t, text)
		if fails {
			failed++
		} else if !refusal {
			ran++
		}
	}
	if ran < 80 || failed < 80 {
		t.Errorf("%d templates ran on all facts and %d failed on some, want at least 80 of each", ran, failed)
	}
}

// Errors are sentences that name the line, and have no types of Go.
func TestErrors(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"{{.Title":                    "line 1: unclosed action",
		"a\nb {{if .Title}}":          "line 2: unexpected EOF",
		"a\n{{.Nme}}":                 "line 2: there is no .Nme",
		"{{\n.Title\n.Nme}}":          "line 3: there is no .Nme",
		"{{if 1}}\n{{.Name}}{{end}}":  "line 2: there is no .Name here",
		"{{(and nil 1).Name}}":        "line 1: there is no .Name here",
		"\n{{index .Apps 9}}":         "line 2: error calling index: slice index out of range",
		"\n{{.Apps | index .Title}}":  "line 2: error calling index: an index is a whole number, not a list",
		"{{len 1}}":                   "line 1: error calling len: a whole number has no length",
		"{{slice 1.5}}":               "line 1: error calling slice: a number with a fraction has no parts",
		"{{eq .Apps .Apps}}":          "line 1: error calling eq: only texts, numbers and conditions can be compared",
		"{{lt . 1}}":                  "line 1: error calling lt: only texts, numbers and conditions can be compared",
		"{{eq .Title .More}}":         "line 1: error calling eq: a text cannot be compared with a whole number",
		"{{lt true false}}":           "line 1: error calling lt: a condition has no order",
		"{{upper .More}}":             "line 1: upper takes a text, not a whole number",
		"{{cut nil .Title}}":          "line 1: cut takes a whole number, not nothing",
		"{{$x := $x}}":                "line 1: the variable $x has no value yet",
		"{{cut .Title}}":              "line 1: wrong number of arguments for cut: 1",
		"{{range .Title}}{{end}}":     "line 1: range is over lists and whole numbers, not a text",
		"{{.Title .More}}":            "line 1: .Title is not a function, so it has no arguments",
		"{{18446744073709551615}}":    "line 1: the number 18446744073709551615 is too large",
		"{{println .Title}}":          "line 1: the function println is not available",
		"{{step}}":                    `line 1: function "step" not defined`,
		"\n{{$x := 1}}{{$x = 2}}":     "line 2: a variable cannot be changed, only declared with :=",
		`{{define "x"}}{{end}}`:       "define and block are not available",
		`{{block "x" .}}{{end}}`:      "define and block are not available",
		`{{template "x"}}`:            "line 1: template and block are not available",
		"{{cut 0 .Title}}":            "line 1: error calling cut: a text is cut to at least 1 character",
		"{{range 9}}\n{{nil}}{{end}}": "line 2: nil is only an argument of functions",
	} {
		if _, err := language.Render(text, about[1]); err == nil || err.Error() != want {
			t.Errorf("%q: got the error %v, want %s", text, err, want)
		}
	}
}

// What a template takes is bounded, whatever it is.
func TestLimits(t *testing.T) {
	t.Parallel()
	const (
		steps = "its loops take too many steps"
		long  = "its text is too long"
		deep  = "line 1: it is nested too deep"
	)
	nested := func(n int, open, middle, end string) string {
		return strings.Repeat(open, n) + middle + strings.Repeat(end, n)
	}
	for name, test := range map[string]struct{ text, want string }{
		"as many passes as are allowed": {"{{range 1000}}{{end}}", ""},
		"a pass more":                   {"{{range 1001}}{{end}}", steps},
		"an endless loop":               {"{{range 9223372036854775807}}{{end}}", steps},
		"a loop in a loop":              {"{{range 40}}{{range 40}}{{end}}{{end}}", steps},
		"loops in loops":                {nested(200, "{{range 3}}", "", "{{end}}"), steps},
		"a step after a loop":           {"{{range 1000}}{{end}}{{upper .Title}}", steps},
		"a loop that ends itself":       {"{{range 2000}}{{break}}{{end}}", ""},
		"a loop that goes on":           {"{{range 2000}}{{continue}}{{end}}", steps},
		"calls that make texts":         {strings.Repeat("{{$x := upper .Title}}", 700), ""},
		"as much text as is allowed":    {"{{range 512}}" + strings.Repeat("x", 32) + "{{end}}", ""},
		"a byte more":                   {"{{range 512}}" + strings.Repeat("x", 32) + "{{end}}x", long},
		"values that are long":          {"{{range 900}}{{$}}{{end}}", long},
		"a template that is too long":   {strings.Repeat("x", 16<<10+1), "the template is too long"},
		"parentheses":                   {"{{" + nested(450, "(", "1", ")") + "}}", ""},
		"more parentheses":              {"{{" + nested(550, "(", "1", ")") + "}}", deep},
		"only parentheses":              {"{{" + strings.Repeat("(", 16000), "line 1: max expression depth exceeded"},
		"branches":                      {nested(450, "{{if 1}}", "", "{{end}}"), ""},
		"more branches":                 {nested(550, "{{if 1}}", "", "{{end}}"), deep},
		"a chain of branches":           {"{{if 0}}" + strings.Repeat("{{else if 0}}", 300) + "{{end}}", ""},
		"only branches":                 {strings.Repeat("{{if 1}}", 2000), "line 1: unexpected EOF"},
	} {
		_, err := language.Render(test.text, about[1])
		if got := message(err); got != test.want {
			t.Errorf("%s: got %q, want %q", name, got, test.want)
		}
	}
}

func message(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// Only facts that templates can read have a language.
func TestNewRefusesOtherFacts(t *testing.T) {
	t.Parallel()
	for _, facts := range []reflect.Type{
		reflect.TypeFor[struct{ hidden string }](), reflect.TypeFor[struct{ Embedded }](), reflect.TypeFor[struct{ F func() }](),
		reflect.TypeFor[struct{ M []map[string]string }](), reflect.TypeFor[*facts](),
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%v has a language", facts)
				}
			}()
			usertemplate.New(facts, cut)
		}()
	}
}

// Embedded is embedded by a type.
type Embedded struct{ Name string }

// Any template writes what text/template writes, fails where it fails, or is refused.
func FuzzRender(f *testing.F) {
	for _, text := range templates {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		compare(t, text)
	})
}
