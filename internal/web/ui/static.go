package ui

import (
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"regexp"
	"strings"
)

//go:embed static
var static embed.FS

// forever lets a browser keep a file whose name changes with its content.
const forever = "public, max-age=31536000, immutable"

// assets are the files of the page by the names under which they are served, which have
// a part of their digest.
type assets struct {
	served map[string]Reply
	names  map[string]string // by the name of the file
}

// contentTypes are those of the files, by extension. The table of the system may differ.
var contentTypes = map[string]string{
	".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml", ".LICENSE": "text/plain; charset=utf-8",
}

func newAssets() (*assets, error) {
	a := &assets{served: make(map[string]Reply), names: make(map[string]string)}
	files, err := fs.ReadDir(static, "static")
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		text, err := static.ReadFile("static/" + file.Name())
		if err != nil {
			return nil, err
		}
		stem, rest, _ := strings.Cut(file.Name(), ".")
		if rest == "css" {
			text = []byte(compact(string(text)))
		}
		kind := contentTypes[path.Ext(file.Name())]
		if kind == "" {
			return nil, fmt.Errorf("no content type for %s", file.Name())
		}
		digest := sha256.Sum256(text)
		name := stem + "." + hex.EncodeToString(digest[:5]) + "." + rest
		a.names[file.Name()] = name
		a.served[name] = Reply{ContentType: kind, Body: text, Cache: forever}
	}
	return a, nil
}

var (
	cssComment = regexp.MustCompile(`(?s)/\*.*?\*/`)
	cssSpace   = regexp.MustCompile(`\s*\n\s*`)
	cssMarks   = strings.NewReplacer(" { ", "{", " {", "{", "{ ", "{", "; } ", "}", "; }", "}", " } ", "}", " }", "}", ";}", "}", "} ", "}", " > ", ">", " + ", "+", "; ", ";", ": ", ":", ", ", ",")
)

// compact returns a style sheet without comments and spaces that mean nothing. No text in
// the sheet may have what is taken out.
func compact(sheet string) string {
	return cssMarks.Replace(cssSpace.ReplaceAllString(cssComment.ReplaceAllString(sheet, ""), "")) + "\n"
}

// path returns the path of a file below the prefix. It is an error to name one that is
// not there, so that the layout cannot.
func (a *assets) path(name string) (string, error) {
	served, ok := a.names[name]
	if !ok {
		return "", fmt.Errorf("no file %s in the page", name)
	}
	return "/static/" + served, nil
}

func (a *assets) screen() Screen {
	return Screen{Route: "GET /static/{name}", Serve: func(_ context.Context, r Request) (Reply, error) {
		reply, ok := a.served[r.Param("name")]
		if !ok {
			return Reply{Status: http.StatusNotFound, ContentType: "text/plain; charset=utf-8", Body: []byte("not found\n")}, nil
		}
		return reply, nil
	}}
}
