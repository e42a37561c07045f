package document_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"flag"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write comments.json.gz anew")

const (
	module = "github.com/privacylabels/auditor"
	root   = "../../.."
)

// The document describes a member as its Go field is commented, by comments.json.gz.
func TestCommentsAreThoseOfTheSource(t *testing.T) {
	t.Parallel()
	all := make(map[string]map[string]string)
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if d.Name() == "testdata" || d.Name() == "client" || strings.HasPrefix(d.Name(), ".") && name != root || name != root && nested(name) {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		return read(name, all)
	})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "\t")
	if err := e.Encode(all); err != nil {
		t.Fatal(err)
	}
	if *update {
		write(t, b.Bytes())
		return
	}
	file, err := os.Open("comments.json.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	compressed, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(compressed)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(text), b.String()); diff != "" {
		t.Errorf("comments (-comments.json.gz +source), see -update:\n%s", diff)
	}
}

// write writes the file of comments. Equal comments give equal files.
func write(t *testing.T, text []byte) {
	t.Helper()
	var compressed bytes.Buffer
	w, err := gzip.NewWriterLevel(&compressed, gzip.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(text); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("comments.json.gz", compressed.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// Every line of words.txt describes a member or a schema in the document.
func TestWordsAreUsed(t *testing.T) {
	t.Parallel()
	words, err := os.ReadFile("words.txt")
	if err != nil {
		t.Fatal(err)
	}
	golden, err := os.ReadFile("../testdata/openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	seen := make(map[string]bool)
	for line := range strings.Lines(string(words)) {
		name, text, ok := strings.Cut(strings.TrimSpace(line), "\t")
		if !ok {
			continue
		}
		if seen[name] {
			t.Errorf("%s is described twice", name)
		}
		seen[name] = true
		quoted, err := json.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Contains(golden, []byte(`"description": `+strings.TrimSuffix(string(quoted), `"`))) {
			t.Errorf("%s is not described by words.txt: %s", name, text)
		}
	}
}

// nested reports whether a folder is that of another module.
func nested(folder string) bool {
	_, err := os.Stat(filepath.Join(folder, "go.mod"))
	return err == nil
}

// read adds the comments of the structs in a file that are written as JSON.
func read(name string, all map[string]map[string]string) error {
	file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
	if err != nil {
		return err
	}
	folder, err := filepath.Rel(root, filepath.Dir(name))
	if err != nil {
		return err
	}
	pkg := path.Join(module, filepath.ToSlash(folder))
	ast.Inspect(file, func(n ast.Node) bool {
		decl, ok := n.(*ast.GenDecl)
		if !ok || decl.Tok != token.TYPE {
			return true
		}
		for _, spec := range decl.Specs {
			spec := spec.(*ast.TypeSpec)
			of, ok := spec.Type.(*ast.StructType)
			if !ok {
				continue
			}
			found := fields(of)
			if len(found) == 0 {
				continue
			}
			doc := spec.Doc
			if doc == nil && len(decl.Specs) == 1 {
				doc = decl.Doc
			}
			found[""] = description(spec.Name.Name, doc)
			for field, text := range found {
				if text == "" {
					delete(found, field)
				}
			}
			if len(found) > 0 {
				all[pkg+"."+spec.Name.Name] = found
			}
		}
		return true
	})
	return nil
}

// fields returns the comments of the fields that are members of JSON.
func fields(of *ast.StructType) map[string]string {
	found := make(map[string]string)
	for _, f := range of.Fields.List {
		if f.Tag == nil || len(f.Names) != 1 {
			continue
		}
		tag := reflect.StructTag(strings.Trim(f.Tag.Value, "`"))
		name, _, _ := strings.Cut(tag.Get("json"), ",")
		if name == "" || name == "-" {
			continue
		}
		doc := f.Doc
		if doc == nil {
			doc = f.Comment
		}
		found[f.Names[0].Name] = description(f.Names[0].Name, doc)
	}
	return found
}

var null = regexp.MustCompile(`\bnil\b`)

// description returns a comment as a sentence about the thing itself: without its name in
// Go, and with null for nil.
func description(name string, doc *ast.CommentGroup) string {
	if doc == nil {
		return ""
	}
	text := strings.Join(strings.Fields(doc.Text()), " ")
	for _, verb := range []string{" is ", " are ", " has ", " holds "} {
		if rest, ok := strings.CutPrefix(text, name+verb); ok {
			text = rest
		}
	}
	if rest, ok := strings.CutPrefix(text, name+" reports whether "); ok {
		text = "whether " + rest
	} else if rest, ok := strings.CutPrefix(text, name+" "); ok && !strings.HasPrefix(rest, "and ") {
		text = rest
	}
	text = null.ReplaceAllString(text, "null")
	text = strings.NewReplacer("[", "", "]", "", "Nil if", "Null if", "Nil:", "Null:").Replace(text)
	if before, ok := strings.CutSuffix(text, "."); ok && !strings.Contains(before, ". ") {
		text = before
	}
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:]
}
