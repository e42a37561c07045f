package ui

import (
	"bytes"
	"cmp"
	"embed"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/privacylabels/auditor/httpapi/services"
	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/internal/web/translate"
)

//go:embed templates
var layouts embed.FS

// Services are what the screens call.
type Services struct {
	services.Set

	// Icons fetches the icons of apps, which are saved in a folder of Dir. Without either,
	// no icons are shown.
	Icons *http.Client
	Dir   string
}

// Kit is what all screens have: the services, and the templates that it makes. It is safe for
// concurrent use once [Kit.Mount] was called.
type Kit struct {
	Services

	// Found are the apps that a search has found.
	Found *Found

	fragments map[*language.Language]*fragments

	files  *assets
	layout func() (*template.Template, error) // in English
	made   []*Template
	nav    []navItem
}

type navItem struct {
	Label language.Words
	Path  string
	Key   string // of the keyboard; empty: none
}

// New returns a kit for screens that call the services.
func New(services Services) (*Kit, error) {
	k := &Kit{Services: services, Found: new(Found), fragments: newFragments()}
	var err error
	if k.files, err = newAssets(); err != nil {
		return nil, fmt.Errorf("web: %w", err)
	}
	k.layout = sync.OnceValues(func() (*template.Template, error) {
		return template.New("layout.html").Funcs(k.funcs(language.English)).ParseFS(layouts, "templates/layout.html", "templates/parts.html")
	})
	return k, nil
}

// Mount returns all screens, those of the kit included. The navigation has those with a
// word for it, in this order.
func (k *Kit) Mount(screens ...[]Screen) []Screen {
	all := []Screen{k.files.screen(), k.manifest(), k.choosing()}
	for _, some := range screens {
		for _, s := range some {
			all = append(all, s)
			if s.Nav != "" {
				_, path, _ := strings.Cut(s.Route, " ")
				k.nav = append(k.nav, navItem{s.Nav, path, navKeys[path]})
			}
		}
	}
	return all
}

// navKeys are the keys that lead to screens, by path.
var navKeys = map[string]string{"/": "c", "/apps": "a"}

// Template is a screen's template in the layout of the page.
type Template struct {
	kit    *Kit
	size   atomic.Int64 // of what was rendered last, in bytes
	parsed map[*language.Language]func() (*template.Template, error)
}

// Template returns the template of a file, which defines "content". Further files define
// parts that it uses. They are parsed when the template is rendered for the first time in a
// language, so that a service holds only those that are in use.
func (k *Kit) Template(files fs.FS, names ...string) *Template {
	t := &Template{kit: k, parsed: make(map[*language.Language]func() (*template.Template, error))}
	for _, l := range language.All() {
		t.parsed[l] = sync.OnceValues(func() (*template.Template, error) { return k.parse(l, files, names) })
	}
	k.made = append(k.made, t)
	return t
}

// parse parses a template in a language.
func (k *Kit) parse(l *language.Language, files fs.FS, names []string) (*template.Template, error) {
	layout, err := k.layout()
	if err != nil {
		return nil, err
	}
	own, err := layout.Clone()
	if err != nil {
		return nil, err
	}
	if own, err = own.Funcs(k.funcs(l)).ParseFS(files, names...); err != nil {
		return own, err
	}
	for _, part := range own.Templates() {
		if l != language.English {
			translate.Tree(part.Tree, func(key string) string { return l.Words(language.Words(key)) })
		}
		if part.Tree != nil {
			isolateAll(part.Tree.Root, false)
		}
	}
	return own, nil
}

// Check parses all templates, for a test that none has a fault.
func (k *Kit) Check() error {
	var faults []error
	for _, t := range k.made {
		for _, parsed := range t.parsed {
			_, err := parsed()
			faults = append(faults, err)
		}
	}
	return errors.Join(faults...)
}

// Head is what the layout shows of a screen.
type Head struct {
	Title language.Words // in the title of the window
	Nav   language.Words // the word in the navigation that is marked; see [Screen]
	Name  string         // what is in the title instead, such as the name of an app; empty: Title
	// Status is the status of the answer; zero: 200.
	Status int
}

// Frame is what a template is executed with.
type Frame struct {
	Head
	Base    string // the prefix of every path
	Here    string // path and query of this screen, without the prefix
	Menu    []navItem
	Waiting int // apps with changes to review, for the menu
	Session Session
	Lang    string // the code of the language
	Choices []*language.Language
	Flash   *Flash
	Undo    *undoForm // of the flash; nil: none
	Unused  []Parameter
	View    any

	request Request
}

// undoForm is the form of an [Undo].
type undoForm struct {
	Path   string
	Fields url.Values
}

// Offers reports whether a screen should show the form of, or a link to, an operation of the API: the
// client may call it, or can sign in to do so. Whom a proxy has signed in need not know a token.
func (f *Frame) Offers(operation string) (bool, error) {
	if f.Session.Configured && !f.Session.SignedIn && f.Session.User == "" {
		return true, nil
	}
	return f.request.Allows(operation)
}

// Render answers with a template that shows a view. The flash of the request is shown and
// forgotten.
func (t *Template) Render(r Request, head Head, view any) (Reply, error) {
	session, err := r.Session()
	if err != nil {
		return Reply{}, err
	}
	l := Say(r)
	f := &Frame{
		Head: head, Base: r.Base(), Here: Origin(r), Menu: t.kit.nav, Session: session, Lang: l.Code, Choices: language.All(), View: view, request: r,
		Unused: worthTelling(r.AllUnused()),
	}
	f.Waiting = t.kit.waiting(r)
	reply := Reply{Status: head.Status, Language: l.Code}
	if f.Flash = readFlash(r); f.Flash != nil {
		reply.Cookies = append(reply.Cookies, flashCookie(f.Base, ""))
		if f.Flash.Undo != nil {
			path, fields := f.Flash.Undo.Form()
			f.Undo = &undoForm{path, fields}
		}
	}
	tree, err := t.parsed[l]()
	if err != nil {
		return Reply{}, fmt.Errorf("web: parse %s: %w", head.Title, err)
	}
	var out bytes.Buffer
	out.Grow(int(t.size.Load()))
	if err := tree.Execute(&out, f); err != nil {
		return Reply{}, fmt.Errorf("web: render %s: %w", head.Title, err)
	}
	t.size.Store(int64(out.Len()))
	reply.Body = visible(out.Bytes())
	return reply, nil
}

// waiting returns the number of apps with changes to review, zero if the client may not read it or if it cannot
// be read: the screen says what fails.
func (k *Kit) waiting(r Request) int {
	if may, err := r.Allows("GET /api/summary"); err != nil || !may || k.Fleet == nil {
		return 0
	}
	n, err := k.Fleet.Waiting(r.HTTP().Context())
	if err != nil {
		return 0
	}
	return n
}

// Origin returns the path and the query, without the prefix, of the screen that was asked
// for or, for a form, of the one that it was on, as far as that is known.
func Origin(r Request) string {
	at := r.HTTP().URL
	if r.HTTP().Method != http.MethodGet && r.HTTP().Method != http.MethodHead {
		return From(r, "/")
	}
	path := cmp.Or(at.EscapedPath(), "/")
	if at.RawQuery != "" {
		path += "?" + at.RawQuery
	}
	return path
}
