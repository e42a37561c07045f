package op

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/internal/nearest"
)

// Nothing that a request says is dropped in silence. A parameter of the query that a route does
// not know is named in the header [Ignored] of the answer to a read, and refused in a request that
// changes something, which could do harm without it. A parameter that has no effect in this
// request, a member of a body that is not known, and one whose value does not fit and is ignored
// are named in the header.

// changes reports whether a request changes something, judging by its method.
func changes(req *http.Request) bool {
	return req.Method != http.MethodGet && req.Method != http.MethodHead
}

// unknown names the parameters of the query that no field has, or refuses them.
func (p *plan) unknown(r Request, query Query) error {
	var first map[string]string // values by name; nil: there is but one
	if len(query) > 1 {
		first = make(map[string]string)
	}
	for _, sent := range query {
		before, again := first[sent.Name]
		switch known := p.queried[sent.Name]; {
		case !known && changes(r.HTTP()):
			return p.refuseUnknown(sent.Name)
		case !known:
			r.Ignore(sent.Name, sent.Value)
		case first == nil:
		case !again:
			first[sent.Name] = sent.Value
		case before != sent.Value && changes(r.HTTP()):
			return BadRequest("The query parameter %s is sent twice, with different values", sent.Name)
		case before != sent.Value:
			r.Ignore(sent.Name, sent.Value)
		}
	}
	return nil
}

// called reports whether a field has a name. The empty name is none, though it is the other name
// of each field that has only one.
func (f *field) called(name string) bool { return name != "" && (f.name == name || f.also == name) }

// refuseUnknown returns the error for a parameter that an operation does not know.
func (p *plan) refuseUnknown(name string) error {
	known := p.names(fromQuery)
	const most = 64
	if len(name) > most {
		name = name[:most] + "..."
	}
	switch near := nearestOf(name, known); {
	case near == "":
		return BadRequest("Unknown query parameter %q: this route takes none", name)
	case len(known) == 1:
		return BadRequest("Unknown query parameter %q: use %s", name, near)
	default:
		return BadRequest("Unknown query parameter %q: did you mean %s? Known are %s", name, near, strings.Join(known, ", "))
	}
}

// names returns the names of the fields from a source, sorted.
func (p *plan) names(from source) (all []string) {
	for i := range p.fields {
		if f := &p.fields[i]; f.from == from {
			all = append(all, f.name)
		}
	}
	slices.Sort(all)
	return all
}

// meanings are other words for names of parameters, in lower case and without separators.
var meanings = map[string]string{
	"dryrun": "preview", "dry": "preview", "simulate": "preview", "test": "preview", "validate": "preview", "check": "preview", "noop": "preview",
	"async": "wait", "background": "wait", "block": "wait", "sync": "wait",
	"overwrite": "force", "yes": "force", "refresh": "force",
	"ndjson": "stream", "follow": "stream", "watch": "stream",
	"trust": "allowUntrusted", "unsigned": "allowUntrusted", "duplicate": "allowDuplicate",
}

// nearestOf returns the one of some names that a wrong name probably stands for, "" if there are
// none: one with this meaning, or else the one that is spelled most alike.
func nearestOf(wrong string, names []string) string {
	if len(names) == 0 {
		return ""
	}
	plain := strings.NewReplacer("_", "", "-", "").Replace(strings.ToLower(wrong))
	if meant := meanings[plain]; slices.Contains(names, meant) {
		return meant
	}
	return nearest.Name(wrong, names)
}

// check calls the method Check of a request, if it has one. It names the parameters of the query
// and the members of the body that Check cleared because they have no effect in this request.
func check(p *plan, r Request, in reflect.Value) error {
	rules, ok := in.Interface().(interface{ Check() error })
	if !ok {
		return nil
	}
	v := in.Elem()
	set := make([]*field, 0, 8)
	for i := range p.fields {
		if f := &p.fields[i]; !v.FieldByIndex(f.index).IsZero() {
			set = append(set, f)
		}
	}
	if err := rules.Check(); err != nil || r == nil {
		return err
	}
	var query Query
	for _, f := range set {
		switch {
		case !v.FieldByIndex(f.index).IsZero():
		case f.from == fromQuery:
			if query == nil {
				query = ParseQuery(r.HTTP().URL.RawQuery)
			}
			f.ignore(r, query)
		case f.from == fromMember:
			r.IgnoreMember(f.name)
		}
	}
	return nil
}

// misfits names the parts of a member that do not fit.
func misfits(r Request, name string, parts Misfit) {
	if r == nil {
		return
	}
	for _, part := range parts {
		r.IgnoreMember(pathOf(name) + part)
	}
}

// ignore names a parameter with the value that was sent, if one was.
func (f *field) ignore(r Request, query Query) {
	for _, name := range []string{f.name, f.also} {
		if text, sent := query.First(name); sent && name != "" {
			r.Ignore(name, text)
		}
	}
}

// extra names the members of an object that the plan does not have.
func (p *plan) extra(r Request, prefix string, all map[string]json.RawMessage) {
	if r == nil {
		return
	}
	var names []string
	for name := range all {
		if !slices.ContainsFunc(p.fields, func(f field) bool { return f.from == fromMember && f.called(name) }) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		r.IgnoreMember(pathOf(prefix) + name)
	}
}

// pathOf returns the name of an element of a list without its index, so that all elements of a
// list have one: "items[3].foo" becomes "items[].foo".
func pathOf(name string) string {
	var path strings.Builder
	for {
		before, rest, found := strings.Cut(name, "[")
		path.WriteString(before)
		if !found {
			return path.String()
		}
		_, name, _ = strings.Cut(rest, "]")
		path.WriteString("[]")
	}
}

// unread names the members of a body that an operation does not read at all.
func unread(r Request) error {
	text, err := r.ReadBody()
	if err != nil || len(strings.TrimSpace(string(text))) == 0 {
		return err
	}
	all, err := members(text)
	if err != nil || len(all) == 0 {
		if err != nil {
			r.IgnoreMember("body")
		}
		return nil
	}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		r.IgnoreMember(name)
	}
	return nil
}

// extraOf names the members of a value that is decoded by package json and that its type does not
// have, at any depth.
func extraOf(r Request, t reflect.Type, name string, sent json.RawMessage) {
	if r == nil || t == nil || t.Kind() != reflect.Pointer && isUnmarshaler(t) {
		return
	}
	switch t.Kind() {
	case reflect.Pointer:
		extraOf(r, t.Elem(), name, sent)
	case reflect.Slice, reflect.Array:
		var all []json.RawMessage
		if json.Unmarshal(sent, &all) != nil {
			return
		}
		for _, one := range all {
			extraOf(r, t.Elem(), name+"[]", one)
		}
	case reflect.Map:
		var all map[string]json.RawMessage
		if json.Unmarshal(sent, &all) != nil {
			return
		}
		for _, key := range slices.Sorted(maps.Keys(all)) {
			extraOf(r, t.Elem(), name+"."+key, all[key])
		}
	case reflect.Struct:
		var all map[string]json.RawMessage
		if json.Unmarshal(sent, &all) != nil {
			return
		}
		known := membersOf(t)
		for _, key := range slices.Sorted(maps.Keys(all)) {
			if of, ok := known[strings.ToLower(key)]; ok { // package json ignores case
				extraOf(r, of, name+"."+key, all[key])
				continue
			}
			r.IgnoreMember(pathOf(name) + "." + key)
		}
	}
}

// membersOf returns the types of the members that package json decodes into a struct, by name in
// lower case.
func membersOf(t reflect.Type) map[string]reflect.Type {
	all := make(map[string]reflect.Type)
	for _, f := range reflect.VisibleFields(t) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if !f.IsExported() || name == "-" || f.Anonymous && name == "" {
			continue
		}
		all[strings.ToLower(cmp.Or(name, f.Name))] = f.Type
	}
	return all
}

// describeIgnored is the text of the header [Ignored] in the document.
var describeIgnored = fmt.Sprint("What the request says in vain: a comma-separated list of name=value for parameters of the query, ",
	"and of paths such as settings.foo or items[].foo for members of the body. Escaped as in a query; at most 16 are named, and ... stands for the rest")
