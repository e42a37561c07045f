package archtest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os/exec"
	"path/filepath"
	"strings"
)

// Module is a module as the go command sees it.
type Module struct {
	Path     string // import path of the root package
	Dir      string
	Packages []Package

	exports map[string]string // file with the compiled types, by import path
}

// Package is a package of the module itself.
type Package struct {
	Rel     string // place in the module: "." for the root, or as in "fleet/policy"
	Name    string
	Dir     string
	Files   []string // names of the files that are built, without tests
	Imports []string // of Files
}

// Finding is one violation of a rule.
type Finding struct {
	Where string // a package or a file, as seen from the module's root
	What  string
}

func (f Finding) String() string { return f.Where + ": " + f.What }

// Load lists the module in dir with the go command. It returns an error if a package
// does not build.
func Load(ctx context.Context, dir string) (*Module, error) {
	cmd := exec.CommandContext(ctx, "go", "list", "-deps", "-export",
		"-json=ImportPath,Dir,Name,Export,Module,GoFiles,CgoFiles,Imports", "./...")
	cmd.Dir = dir
	cmd.Env = append(cmd.Environ(), "GOWORK=off")
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w\n%s", err, errs.Bytes())
	}
	m := &Module{Dir: dir, exports: make(map[string]string)}
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return m, nil
		} else if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		m.exports[p.ImportPath] = p.Export
		if p.Module == nil || !p.Module.Main {
			continue
		}
		m.Path = p.Module.Path
		m.Packages = append(m.Packages, Package{
			Rel:     m.rel(p.ImportPath),
			Name:    p.Name,
			Dir:     p.Dir,
			Files:   append(p.GoFiles, p.CgoFiles...),
			Imports: p.Imports,
		})
	}
}

// listed is a package in the output of go list.
type listed struct {
	ImportPath, Dir, Name, Export string
	Module                        *struct {
		Path string
		Main bool
	}
	GoFiles, CgoFiles, Imports []string
}

// rel returns the path of a package in the module, or "" if it is not in it.
func (m *Module) rel(path string) string {
	if path == m.Path {
		return "."
	}
	rel, _ := strings.CutPrefix(path, m.Path+"/")
	if rel == path {
		return ""
	}
	return rel
}

// parse parses the files of a package, without tests.
func (p Package) parse() (*token.FileSet, map[string]*ast.File, error) {
	set, files := token.NewFileSet(), make(map[string]*ast.File, len(p.Files))
	for _, name := range p.Files {
		f, err := parser.ParseFile(set, filepath.Join(p.Dir, name), nil, parser.ParseComments)
		if err != nil {
			return nil, nil, err
		}
		files[name] = f
	}
	return set, files, nil
}

// file returns the path of a file in the module.
func (p Package) file(name string) string {
	if p.Rel == "." {
		return name
	}
	return p.Rel + "/" + name
}
