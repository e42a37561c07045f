package archtest

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// marker matches a note that something was left undone. It is split so that this
// file has none.
var marker = regexp.MustCompile(`\b(TO` + `DO|FIX` + `ME|XX` + `X)\b`)

// Docs finds packages that do not have their one package comment in doc.go, or,
// for the root, in the file that has its name.
func Docs(m *Module) ([]Finding, error) {
	var found []Finding
	for _, p := range m.Packages {
		_, files, err := p.parse()
		if err != nil {
			return nil, err
		}
		home := "doc.go"
		if p.Rel == "." {
			home = p.Name + ".go"
		}
		if files[home] == nil {
			found = append(found, Finding{p.Rel, "has no " + home})
			continue
		}
		opening := "Package " + p.Name + " "
		if p.Name == "main" {
			opening = "Command " + filepath.Base(p.Dir) + " "
		}
		for name, file := range files {
			switch text := file.Doc.Text(); {
			case name == home && !strings.HasPrefix(text, opening):
				found = append(found, Finding{p.file(name), fmt.Sprintf("does not open with %q", opening)})
			case name != home && text != "":
				found = append(found, Finding{p.file(name), "has a package comment beside " + home})
			}
		}
	}
	return found, nil
}

// Markers finds files with a note that something was left undone.
func Markers(m *Module) ([]Finding, error) {
	return eachFile(m, []string{".go", ".sql", ".md", ".mod", ""}, func(_ string, text []byte) string {
		if found := marker.Find(text); found != nil {
			return fmt.Sprintf("line %d says %s", bytes.Count(text[:bytes.Index(text, found)], []byte("\n"))+1, found)
		}
		return ""
	})
}

// eachFile calls check with the path and text of each file that has one of the
// extensions, and collects the findings that are not empty. It skips testdata,
// binary files, the repository and the data of a running service.
func eachFile(m *Module, extensions []string, check func(rel string, text []byte) string) ([]Finding, error) {
	var found []Finding
	err := filepath.WalkDir(m.Dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && path != m.Dir && (slices.Contains([]string{".git", "testdata"}, d.Name()) || path == filepath.Join(m.Dir, "data")) {
			return filepath.SkipDir
		}
		if !d.Type().IsRegular() || !slices.Contains(extensions, filepath.Ext(path)) {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(m.Dir, path)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		if what := check(rel, text); what != "" && !bytes.Contains(text, []byte{0}) {
			found = append(found, Finding{rel, what})
		}
		return nil
	})
	return found, err
}
