package fakeplay

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Data is a data type that an app declares.
type Data struct {
	Category, Type string // English names
	Purposes       string // joined by commas
	Optional       bool
}

// App is an app on the fake.
type App struct {
	Package, Name, Developer string
	Entity                   string // the legal entity
	Policy                   string
	Version                  string
	Updated                  int64 // seconds since 1970

	Missing           bool // the developer has not filled in the section
	Shared, Collected []Data
	Practices         []string
}

// Fault is what the fake answers instead of a page.
type Fault int

// The faults.
const (
	None        Fault = iota
	RateLimited       // status 429
	Consent           // a redirect to a page that asks for consent
	Robot             // a page that suspects a robot
	Broken            // a page without data
	Moved             // pages whose data is in other fields
)

// Play is the fake. The zero value has no apps.
type Play struct {
	// Dense serves the form of the years until 2025: fields are elements of an array.
	Dense bool
	// Silent leaves out which fields the pages on data safety were asked for.
	Silent bool
	// Language is that of the pages' text; empty: English.
	Language string

	mu       sync.Mutex
	apps     map[string]App
	fault    Fault
	requests map[string]int // by path
}

// Set adds or replaces apps.
func (p *Play) Set(apps ...App) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.apps == nil {
		p.apps = make(map[string]App)
	}
	for _, a := range apps {
		p.apps[a.Package] = a
	}
}

// Remove removes an app.
func (p *Play) Remove(name string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.apps, name)
}

// Fail sets the fault of all further answers.
func (p *Play) Fail(f Fault) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.fault = f
}

// Requests returns how many requests for a path there were.
func (p *Play) Requests(path string) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.requests[path]
}

// ServeHTTP implements [http.Handler].
func (p *Play) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.requests == nil {
		p.requests = make(map[string]int)
	}
	p.requests[r.URL.Path]++
	switch p.fault {
	case RateLimited:
		http.Error(w, "too many requests", http.StatusTooManyRequests)
		return
	case Consent:
		http.Redirect(w, r, "https://consent.google.com/m?continue=x", http.StatusFound)
		return
	case Robot:
		_, _ = fmt.Fprint(w, `<html lang="en"><body>Our systems have detected unusual traffic. <form action="/sorry/index"></form></body></html>`)
		return
	case Broken:
		_, _ = fmt.Fprint(w, `<html lang="en"><body>Hello</body></html>`)
		return
	}
	if r.URL.Path == "/store/search" {
		p.search(w, r.URL.Query().Get("q"))
		return
	}
	app, listed := p.apps[r.URL.Query().Get("id")]
	switch {
	case !listed:
		http.NotFound(w, r)
	case r.URL.Path == "/store/apps/datasafety":
		p.write(w, app, true)
	case r.URL.Path == "/store/apps/details":
		p.write(w, app, false)
	default:
		http.NotFound(w, r)
	}
}

// write writes the page of an app, with the fields that it was asked for.
func (p *Play) write(w http.ResponseWriter, app App, safety bool) {
	fields := app.fields(safety)
	if p.fault == Moved && safety {
		fields[139] = fields[138]
		delete(fields, 138)
	}
	answer := map[int]any{3: p.message(fields)}
	if safety && !p.Silent {
		asked := []int{1, 69, 70, 96, 100, 138}
		if p.fault == Moved {
			asked[5] = 139
		}
		answer[12], answer[40] = []any{[]any{app.Package, 7}}, []any{asked}
	}
	p.page(w, []any{[]any{}, p.message(answer)})
}

// page writes a page with a block of data between two others.
func (p *Play) page(w http.ResponseWriter, data any) {
	text, err := json.Marshal(data)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	lang := p.Language
	if lang == "" {
		lang = "en"
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = fmt.Fprintf(w, `<!doctype html><html lang="%s" dir="ltr"><body>`, lang)
	for _, block := range []string{`[["Games"],[1,null,{"9":2}]]`, string(text), `[0]`} {
		_, _ = fmt.Fprintf(w, `<script nonce="x">AF_initDataCallback({key: 'ds:7', hash: '1', data:%s, sideChannel: {}});</script>`, block)
	}
	_, _ = fmt.Fprint(w, `</body></html>`)
}

// message returns fields by number as a message. The first ones are always in its array.
func (p *Play) message(fields map[int]any) []any {
	length := 3
	if p.Dense {
		length = 150
	}
	list, rest := make([]any, length), make(map[string]any)
	for n, v := range fields {
		if n <= length {
			list[n-1] = v
		} else {
			rest[strconv.Itoa(n)] = v
		}
	}
	if p.Dense {
		return list
	}
	return append(list, rest)
}

// link is a message that holds a URL.
func link(url string) []any { return []any{nil, nil, nil, nil, nil, []any{nil, nil, url}} }

// picture is a message that holds the URL of a picture.
func picture(name string) []any {
	return []any{nil, 2, nil, []any{nil, nil, "https://play-lh.googleusercontent.com/" + name}}
}

// fields returns the fields of the page on data safety, or of the details.
func (a App) fields(safety bool) map[int]any {
	f := map[int]any{
		1: []any{a.Name}, 69: []any{a.Developer, nil, "1"}, 96: []any{picture("icon-" + a.Package)},
		70:  []any{link("https://" + a.Package + ".example"), []any{"someone@example.org"}, nil, "+1 555", []any{a.Entity, []any{"private@example.org"}, []any{"1 Private Street"}, "+1 556"}},
		100: []any{link(a.Policy)},
	}
	switch {
	case !safety:
		f[10] = []any{"PEGI 3"}
		f[14] = []any{"1,000,000+", 1000000}
		f[58] = []any{[]any{[]any{[]any{[]any{nil, []any{[]any{0, "USD", ""}}}}}}}
		f[80] = []any{[]any{[]any{"Tools", nil, "TOOLS"}}}
		f[141] = []any{[]any{[]any{a.Version}}}
		f[146] = []any{[]any{"Nov 1, 2026", []any{a.Updated, 0}}}
	case !a.Missing:
		declared := []any{0, 0}
		if len(a.Collected) > 0 {
			declared[0] = 1
		}
		if len(a.Shared) > 0 {
			declared[1] = 1
		}
		var practices any
		if len(a.Practices) > 0 {
			var list []any
			for _, name := range a.Practices {
				list = append(list, []any{picture("unknown"), name, []any{nil, "Text"}})
			}
			practices = []any{picture("lock"), "Security practices", list}
		}
		f[138] = []any{nil, nil, nil, []any{nil, declared}, []any{section(a.Shared, "Data shared"), section(a.Collected, "Data collected")},
			nil, nil, nil, nil, practices}
	}
	return f
}

// section returns data by category.
func section(data []Data, heading string) []any {
	if len(data) == 0 {
		return []any{nil, "No data"}
	}
	var order []string
	types := make(map[string][]any)
	for _, d := range data {
		if !slices.Contains(order, d.Category) {
			order = append(order, d.Category)
		}
		optional := 0
		if d.Optional {
			optional = 1
		}
		types[d.Category] = append(types[d.Category], []any{d.Type, optional, d.Purposes})
	}
	var categories []any
	for _, name := range order {
		categories = append(categories, []any{[]any{picture("unknown"), name, []any{nil, "Summary"}}, nil, nil, nil, types[name]})
	}
	return []any{categories, heading}
}

// search writes the apps whose names contain a text.
func (p *Play) search(w http.ResponseWriter, text string) {
	var names []string
	for name, app := range p.apps {
		if strings.Contains(strings.ToLower(app.Name), strings.ToLower(text)) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	results := []any{}
	for _, name := range names {
		item := make([]any, 15)
		item[0], item[1], item[3], item[14] = []any{name, 7}, picture("icon-"+name), p.apps[name].Name, p.apps[name].Developer
		if p.fault == Moved {
			item = []any{p.apps[name].Name, []any{link("/store/apps/details?id=" + name)}}
		}
		results = append(results, []any{item})
	}
	p.page(w, []any{[]any{nil, []any{[]any{map[string]any{"23": []any{results}}}}}})
}
