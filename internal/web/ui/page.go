package ui

import (
	"fmt"
	"maps"
	"net/url"
	"slices"

	"github.com/privacylabels/auditor/internal/language"
)

// page is a screen in the layout.
type page struct {
	Head

	menu    []navItem
	waiting int // apps with changes to review, for the menu
	unused  []Parameter
	content func(*Markup)
}

// Render answers with a screen: the layout around what content writes. The flash of the request is shown and
// forgotten.
func (k *Kit) Render(r Request, head Head, content func(*Markup)) (Reply, error) {
	session, err := r.Session()
	if err != nil {
		return Reply{}, err
	}
	m := k.markup(r)
	m.Title, m.Session, m.Flash = head.Title, session, readFlash(r)
	p := &page{Head: head, menu: k.nav, waiting: k.waiting(r), unused: worthTelling(r.AllUnused()), content: content}
	reply := Reply{Status: head.Status, Language: m.Language().Code}
	if m.Flash != nil {
		reply.Cookies = append(reply.Cookies, flashCookie(m.Base, ""))
	}
	m.Grow(pageSize)
	p.write(m)
	if m.err != nil {
		return Reply{}, fmt.Errorf("web: render %s: %w", head.Title, m.err)
	}
	reply.Body = visible(m.out)
	return reply, nil
}

// pageSize is the size in bytes of a page with little on it.
const pageSize = 8 << 10

func (p *page) write(m *Markup) {
	m.Add(`<!doctype html>
		<html lang="{}">
		<head>
	`, m.Language().Code)
	p.writeHead(m)
	m.Add(`</head>
		<body>
		<a class="skip" href="#content">Skip to the content</a>
	`)
	p.writeTop(m)
	m.Add(`<main id="content" tabindex="-1">
	`)
	p.writeNotes(m)
	p.content(m)
	m.Add(`
		</main>
	`)
	p.writeEnd(m)
	m.Add(`</body>
		</html>
	`)
}

func (p *page) writeHead(m *Markup) {
	m.Add(`<meta charset="utf-8">
		<meta name="viewport" content="width=device-width, initial-scale=1">
		<meta name="color-scheme" content="light dark">
		<meta name="htmx-config" content='{"includeIndicatorStyles":false,"allowEval":false,"selfRequestsOnly":true,"historyCacheSize":0}'>
		<title>`)
	if p.waiting > 0 && p.Title == "Changes" {
		m.Add(`({}) `, m.Count(p.waiting))
	}
	var title any = p.Title
	if p.Name != "" {
		title = p.Name
	}
	m.Add(`{} · Privacy labels</title>
		<link rel="icon" href="{}{}" type="image/svg+xml">
		<link rel="manifest" href="{}/manifest.webmanifest">
		<meta name="theme-color" content="#fbfaf6" media="(prefers-color-scheme: light)"><meta name="theme-color" content="#161614" media="(prefers-color-scheme: dark)">
		<link rel="stylesheet" href="{}{}">
		<link rel="alternate" type="application/atom+xml" title="Changes" href="{}/api/feeds/atom">
		<script src="{}{}" defer></script>
		<script src="{}{}" defer></script>
	`, title, m.Base, m.static("icon.svg"), m.Base, m.Base, m.static("style.css"), m.Base, m.Base, m.static("htmx.min.js"), m.Base, m.static("page.js"))
}

// static returns the path of a file of the page.
func (m *Markup) static(name string) string {
	path, err := m.kit.files.path(name)
	if err != nil && m.err == nil {
		m.err = err
	}
	return path
}

// writeTop writes what is above each screen: the navigation, and the field to search.
func (p *page) writeTop(m *Markup) {
	m.Add(`<header class="top">
		<a class="brand" href="{}/"><img src="{}{}" alt="" width="24" height="24">Privacy labels</a>
		<nav aria-label="Screens">
	`, m.Base, m.Base, m.static("icon.svg"))
	for _, item := range p.menu {
		waiting := item.Path == "/" && p.waiting > 0
		m.Add(`<a href="{}{}"{? aria-current="page"}{? data-key="{}"}{? title="{} to review"}>{}`,
			m.Base, item.Path, item.Label == p.Nav, item.Key != "", item.Key, waiting, m.Plural(p.waiting, "%s app", "%s apps"), item.Label)
		switch {
		case waiting && p.waiting > 999:
			m.Add(`&nbsp;<span class="new" aria-hidden="true">999+</span>`)
		case waiting:
			m.Add(`&nbsp;<span class="new" aria-hidden="true">{}</span>`, p.waiting)
		}
		m.Add(`</a>
		`)
	}
	m.Add(`</nav>
		<form class="find" role="search" action="{}/apps" method="get"><input type="search" name="q" placeholder="Search" aria-label="Search apps" maxlength="200"></form>
		</header>
	`, m.Base)
}

// writeNotes writes what a form did, and what of the address had no effect.
func (p *page) writeNotes(m *Markup) {
	if f := m.Flash; f != nil {
		role := "status"
		if f.Bad {
			role = "alert"
		}
		m.Add(`<div class="flash{? bad}" role="{}"><p>{}</p>
		`, f.Bad, role, f.Text)
		if f.Undo != nil {
			path, fields := f.Undo.Form()
			m.Add(`<form method="post" action="{}{}">`, m.Base, path)
			m.Fields(fields)
			m.Back()
			m.Add(`<button class="quiet">Undo</button></form>`)
		}
		m.Add(`</div>
		`)
	}
	if len(p.unused) == 0 {
		return
	}
	all := m.Capture(func() {
		for i, parameter := range p.unused {
			if i > 0 {
				m.Add(`, `)
			}
			m.Add(`<code>{}</code>`, parameter.String())
		}
	})
	m.Add(`<div class="flash bad" role="status"><p>This page cannot use a part of its address, and is shown as if that were not there: {}.</p></div>
	`, all)
}

// writeEnd writes what is below each screen.
func (p *page) writeEnd(m *Markup) {
	m.Add(`<footer class="end">
		<p>What developers declare in the App Store and in Google Play. A declaration is not proof. <span data-zone="Times are those of #.">Times are UTC.</span></p>
		<div class="links">`)
	switch session := m.Session; {
	case session.SignedIn && session.Configured && session.User == "":
		m.Add(`<form method="post" action="{}/sign-out"><button class="quiet">Sign out</button></form>`, m.Base)
	case !session.SignedIn && session.Configured:
		m.Add(`<a href="{}/sign-in?next={}">Sign in</a>`, m.Base, m.Here)
	}
	m.Add(`
		<form method="post" action="{}/language">`, m.Base)
	m.Back()
	for _, l := range language.All() {
		if l != m.Language() {
			m.Add(`<button class="quiet" name="language" value="{}" lang="{}">{}</button> `, l.Code, l.Code, l.Own)
		}
	}
	m.Add(`</form>
		<button class="quiet" type="button" data-keys hidden>Keyboard</button> <a href="{}/api/openapi.json">API</a></div>
		</footer>
		<p id="live" class="unseen" role="status" aria-live="polite" data-unanswered="The service could not answer. Trying again." data-unreached="The service cannot be reached. Trying again."></p>
	`, m.Base)
	writeKeys(m)
}

// writeKeys writes the list of keys, which the script shows.
func writeKeys(m *Markup) {
	m.Add(`<dialog id="keys" aria-labelledby="keys-title"><h2 id="keys-title">Keyboard</h2>
		<dl class="keys">
		<dt><kbd>/</kbd></dt><dd>Search apps</dd>
		<dt><kbd>c</kbd></dt><dd>Changes</dd>
		<dt><kbd>a</kbd></dt><dd>Apps</dd>
		<dt><kbd>j</kbd> <kbd>k</kbd></dt><dd>Next and previous entry</dd>
		<dt><kbd>m</kbd></dt><dd>Mark the entry reviewed, and take it back</dd>
		<dt><kbd>x</kbd></dt><dd>Select the app in the list</dd>
		<dt><kbd>u</kbd></dt><dd>Take back what was just done</dd>
		<dt><kbd>?</kbd></dt><dd>This list</dd>
		</dl>
		<form method="dialog"><button>Close</button></form></dialog>
	`)
}

// Fields writes hidden fields of a form.
func (m *Markup) Fields(fields url.Values) {
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		for _, value := range fields[name] {
			m.Add(`<input type="hidden" name="{}" value="{}">`, name, value)
		}
	}
}

// Back writes the field by which a form comes back to this screen.
func (m *Markup) Back() { m.Add(`<input type="hidden" name="back" value="{}">`, m.Here) }

// Failed writes that a part of the screen could not be read, and why.
func (m *Markup) Failed(why language.Words) {
	m.Add(`<div class="failed" role="alert"><strong>This could not be read.</strong> {}</div>`, why)
}
