package web_test

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/internal/profile"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/internal/vocabulary"
	"github.com/privacylabels/auditor/internal/web/fragment"
	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
)

var update = flag.Bool("update", false, "write the files of the languages anew, with empty lines for what is missing")

// catalogues is the folder of the files of the languages.
const catalogues = "../language/messages"

// TestTexts finds texts of the page and of messages that a language lacks. With -update it writes the
// files of all languages anew: an empty file in the folder becomes that of a further language.
func TestTexts(t *testing.T) {
	t.Parallel()
	sections := sectionsOf(t)
	files, err := filepath.Glob(filepath.Join(catalogues, "*.txt"))
	if err != nil || len(files) < 2 {
		t.Fatalf("%d languages, want two at least: %v", len(files), err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		messages := language.Read(string(text))
		want := language.Write(sections, messages)
		if *update {
			if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
				t.Fatal(err)
			}
			pack(t, file, want)
			messages = language.Read(want)
		} else if diff := cmp.Diff(want, string(text)); diff != "" {
			t.Errorf("%s does not have the texts of the page; run go test ./internal/web -run TestTexts -update (-want +got):\n%s", file, diff)
		}
		check(t, file, messages)
		if packed := unpack(t, file); packed != want && !t.Failed() {
			t.Errorf("%s.gz, which the program has, differs from %[1]s; run go test ./internal/web -run TestTexts -update", file)
		}
	}
}

// pack writes the compressed file of a language beside the file.
func pack(t *testing.T, file, text string) {
	t.Helper()
	compressed, err := language.Pack(text)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file+".gz", compressed, 0o644); err != nil {
		t.Fatal(err)
	}
}

// unpack reads the compressed file of a language.
func unpack(t *testing.T, file string) string {
	t.Helper()
	compressed, err := os.ReadFile(file + ".gz")
	if err != nil {
		t.Fatal(err)
	}
	text, err := language.Unpack(compressed)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// check finds what is missing or wrong in a language.
func check(t *testing.T, file string, messages []language.Message) {
	t.Helper()
	l, _ := language.Of(strings.TrimSuffix(filepath.Base(file), ".txt"))
	missing := 0
	for _, m := range messages {
		forms := strings.Split(m.Text, "|")
		switch plural := strings.Contains(m.Key, "|"); {
		case m.Text == "":
			if missing++; missing <= 5 {
				t.Errorf("%s: no text for %q", file, m.Key)
			}
			continue
		case plural && len(forms) != l.Forms():
			t.Errorf("%s: %q has %d forms, want %d", file, m.Text, len(forms), l.Forms())
		case !plural && len(forms) > 1:
			t.Errorf("%s: %q has forms, but %q has none", file, m.Text, m.Key)
		}
		many := m.Key[strings.LastIndex(m.Key, "|")+1:]
		for i, form := range forms {
			if diff := cmp.Diff(fragment.Marks(many), fragment.Marks(form)); diff != "" {
				t.Errorf("%s: %q has other marks than %q (-want +got):\n%s", file, form, m.Key, diff)
			}
			want, got := verbs(many), verbs(form)
			if i < len(forms)-1 && !slices.Contains(got, "1") { // the form of one number may have it as a word
				want = slices.DeleteFunc(want, func(verb string) bool { return verb == "1" })
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s: %q fills in other things than %q (-want +got):\n%s", file, form, m.Key, diff)
			}
			if strings.ContainsAny(form, `"`) || strings.Contains(form, "<") && len(fragment.Marks(form)) == 0 {
				t.Errorf("%s: %q has a character of HTML", file, form)
			}
		}
	}
	if missing > 5 {
		t.Errorf("%s: %d texts are missing", file, missing)
	}
}

var verb = regexp.MustCompile(`%(?:\[(\d)\])?[sdv]`)

// verbs returns which arguments a format fills in, in order of their numbers.
func verbs(format string) (all []string) {
	for i, found := range verb.FindAllStringSubmatch(format, -1) {
		n := found[1]
		if n == "" {
			n = strconv.Itoa(i + 1)
		}
		all = append(all, n)
	}
	slices.Sort(all)
	return all
}

// sectionsOf returns the keys of all texts, by where they are.
func sectionsOf(t *testing.T) (all []language.Section) {
	t.Helper()
	for _, pattern := range []string{"ui/*.go", "reading/*.go", "forms/*.go", "*.go", "../wording/*.go", "../vocabulary/page.go", "../language/time.go", "../../notify/language.go", "../../notify/subject.go", "../../notify/format.go"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("no files %s: %v", pattern, err)
		}
		for _, file := range files {
			if !strings.HasSuffix(file, "_test.go") {
				all = append(all, language.Section{Name: strings.TrimLeft(filepath.ToSlash(file), "./"), Keys: keysOfSource(t, file)})
			}
		}
	}
	for _, file := range []string{
		"../httpapi/errors.go", "../policy/messages.go", "../../fleet/policy/fetch/messages.go", "../../fleet/policy/summary/summary.go",
		"../policy/radar.go", "../../notify/destination_change.go", "../../notify/message.go", "../settings/address.go", "../settings/clock.go", "../settings/desktop.go",
		"../settings/kind.go",
	} {
		all = append(all, language.Section{Name: strings.TrimLeft(file, "./"), Keys: slices.DeleteFunc(keysOfSource(t, file), func(key string) bool {
			return notShown(key) || strings.Contains(file, "settings/") && !strings.HasPrefix(key, "must be ")
		})})
	}
	return append(all, settingKeys(), storefrontKeys(), channelKeys(), profileKeys(), nameKeys(), calendarKeys())
}

// noText are strings in the code of the page that look like text and are none, or not for readers.
var noText = regexp.MustCompile(`^(GET|POST|PUT|PATCH|DELETE) ?|^[A-Z][a-z]+-[A-Z]|^(Authorization|Bearer|HX-Request|Referer|KB|Set)$|^[0-9: ]+$|^<|^M%d|` +
	`" title="|; charset|^web: |^public, max-age|^private, |^apps?=|^runId=|^The (App Store|web archive)'s$|^Bearer |^SERVICE_|^MessageCard$|^… and 1000000000|^not found\n|^success$|^failed$|cending$|^%d apps$|^%s, %d apps$|^ `)

// notShown reports whether a text of another package is not shown on the page, or has parameters.
func notShown(text string) bool {
	return !strings.Contains(text, " ") || verb.MatchString(text) || strings.Contains(text, "%d") || strings.Contains(text, "%.") ||
		!strings.HasPrefix(text, "must be ") && !unicode.IsUpper([]rune(text)[0])
}

// keysOfSource returns the texts in a file of Go: what is given to the catalogue, and what looks like
// a text.
func keysOfSource(t *testing.T, file string) (keys []string) {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	taken := make(map[ast.Expr]bool)
	plural := func(one, many ast.Expr) {
		first, ok1 := literal(one)
		second, ok2 := literal(many)
		if ok1 && ok2 {
			keys = append(keys, first+"|"+second)
			taken[one], taken[many] = true, true
		}
	}
	ast.Inspect(parsed, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.ImportSpec, *ast.Field:
			return false
		case *ast.GenDecl:
			if value, ok := node.Specs[0].(*ast.ValueSpec); ok && value.Names[0].Name == "openIt" { // it is for programs
				return false
			}
		case *ast.CallExpr:
			switch name := nameOf(node.Fun); {
			case (name == "Plural" || name == "say") && len(node.Args) >= 3:
				plural(node.Args[1], node.Args[2])
			case name == "Text" || name == "Words" || name == "either":
				if len(node.Args) > 1 && name == "either" && strings.HasPrefix(file, "reading/") { // for the audit log and attributes
					return true
				}
				for _, arg := range node.Args {
					if key, ok := literal(arg); ok && !taken[arg] && strings.IndexFunc(key, unicode.IsLetter) >= 0 {
						taken[arg], keys = true, append(keys, key)
					}
				}
			case isHTML(node):
				html, _ := literal(node.Args[0])
				of, err := fragment.Messages(html)
				if err != nil {
					t.Errorf("%s: %v", file, err)
				}
				taken[node.Args[0]], keys = true, append(keys, of...)
			case name == "Note" || name == "TablesOf" || name == "Errorf" || name == "Query" || name == "panic" || name == "Sprintf" && strings.Contains(fmt.Sprint(file), "ui/"):
				for _, arg := range node.Args {
					taken[arg] = true
				}
			}
		case *ast.AssignStmt:
			if len(node.Rhs) == 2 && len(node.Lhs) == 2 && nameOf(node.Lhs[0]) == "one" {
				plural(node.Rhs[0], node.Rhs[1])
			}
		case *ast.CompositeLit:
			if strings.HasSuffix(file, "fetch/messages.go") {
				if list, ok := node.Type.(*ast.ArrayType); ok && nameOf(list.Elt) == "string" { // advice for programs
					return false
				}
			}
			fields := make(map[string]ast.Expr)
			for _, e := range node.Elts {
				if field, ok := e.(*ast.KeyValueExpr); ok {
					fields[nameOf(field.Key)] = field.Value
				}
			}
			for _, both := range [][2]string{{"one", "many"}, {"One", "Many"}} {
				if fields[both[0]] != nil && fields[both[1]] != nil {
					plural(fields[both[0]], fields[both[1]])
				}
			}
		case *ast.BasicLit:
			if key, ok := literal(node); ok && !taken[node] && isText(key) {
				keys = append(keys, key)
			}
		}
		return true
	})
	return keys
}

// isText reports whether a string looks like a text that people read.
func isText(s string) bool {
	if noText.MatchString(s) || strings.IndexFunc(s, unicode.IsLetter) < 0 || strings.HasSuffix(s, " ") {
		return false
	}
	first := []rune(s)[0]
	return strings.Contains(s, " ") || unicode.IsUpper(first) && !strings.Contains(s, "_") && len(s) > 2
}

// isHTML reports whether a call writes HTML that is a constant.
func isHTML(call *ast.CallExpr) bool {
	if name := nameOf(call.Fun); name != "Add" && name != "Part" || len(call.Args) == 0 {
		return false
	}
	_, ok := literal(call.Args[0])
	return ok
}

func literal(e ast.Expr) (string, bool) {
	lit, ok := e.(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return "", false
	}
	text, err := strconv.Unquote(lit.Value)
	return text, err == nil
}

func nameOf(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	case *ast.IndexExpr:
		return nameOf(e.X)
	}
	return ""
}

// settingKeys are the labels, hints and choices of the settings.
func settingKeys() language.Section {
	s := language.Section{Name: "settings"}
	for _, setting := range settings.All() {
		words := setting.Field.Words
		if setting.Name == settings.MessageLanguage { // each is in its own language
			words = nil
		}
		for _, text := range slices.Concat([]string{setting.Field.Label, setting.Field.Hint}, words) {
			if text != "" {
				s.Keys = append(s.Keys, text)
			}
		}
	}
	return s
}

// storefrontKeys are the names of the countries of storefronts.
func storefrontKeys() language.Section {
	s := language.Section{Name: "countries"}
	for _, front := range settings.Storefronts() {
		s.Keys = append(s.Keys, front.Name)
	}
	return s
}

// channelKeys are the labels and hints of the channels of destinations.
func channelKeys() language.Section {
	s := language.Section{Name: "channels", Keys: notify.Groups()}
	add := func(text string) {
		if text != "" && !slices.Contains(s.Keys, text) {
			s.Keys = append(s.Keys, text)
		}
	}
	for _, c := range notify.Channels() {
		form := c.Form()
		add(form.Label)
		for _, f := range form.Fields {
			add(f.Label)
			add(f.Hint)
		}
	}
	return s
}

// profileKeys are the presets of the profile.
func profileKeys() language.Section {
	s := language.Section{Name: "profiles"}
	for _, preset := range profile.Presets() {
		s.Keys = append(s.Keys, preset.Label)
	}
	return s
}

// nameKeys are the names of what the stores give identifiers.
func nameKeys() language.Section {
	s := language.Section{Name: "names of the App Store and of Google Play", Keys: slices.Concat(vocabulary.Plains(), vocabulary.NotTolds(), []string{
		vocabulary.AppStore, vocabulary.InSentence(storage.MainStore), vocabulary.SourceTitle(vocabulary.Play),
	})}
	add := func(kind vocabulary.Kind, names ...string) {
		for _, name := range names {
			s.Keys = append(s.Keys, language.NameKey(kind, name))
		}
	}
	for kind := range vocabulary.SecurityPractice + 1 {
		add(kind, kind.Names()...)
	}
	for _, row := range vocabulary.Crosswalk() {
		s.Keys = append(s.Keys, language.DataKey(row.Name))
		if row.Note != "" {
			s.Keys = append(s.Keys, row.Note)
		}
	}
	return s
}

// calendarKeys are the names of the calendar, and how dates and numbers are written.
func calendarKeys() language.Section {
	s := language.Section{Name: "dates and numbers"}
	for month := range 12 {
		name := monthNames[month]
		s.Keys = append(s.Keys, name)
		if len(name) > 3 {
			s.Keys = append(s.Keys, name[:3])
		}
	}
	for _, day := range []string{"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"} {
		s.Keys = append(s.Keys, day, day[:3])
	}
	s.Keys = append(s.Keys, "2 January", "2 January 2006", "January 2006", "Jan 2006", "Mon, 2 Jan 2006, 15:04:05 UTC", "10\u202f000", "1.5", "1.5%")
	return s
}

var monthNames = []string{"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"}
