package op

import (
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"go/token"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/privacylabels/auditor/internal/openapi"
	"github.com/privacylabels/auditor/internal/order"
	"github.com/privacylabels/auditor/storage"
)

// plan describes how to decode a struct. It is made once for each type.
type plan struct {
	fields  []field         // in the order path, query, header, body; the first error is answered
	queried map[string]bool // the names of those from the query, and their other names
	object  bool            // whether some fields are members of a body
}

// source is the part of a request that a field comes from.
type source int

const (
	fromPath source = iota
	fromQuery
	fromHeader
	fromMember
	fromBody
	fromAddress
)

// sources are the tags for each source.
var sources = [...]string{fromPath: "path", fromQuery: "query", fromHeader: "header", fromMember: "json", fromBody: "body", fromAddress: "address"}

// field is a field of a plan.
type field struct {
	holder reflect.Type // the struct that has the field
	goName string
	index  []int
	typ    reflect.Type
	from   source
	name   string
	also   string // another name; empty: none

	value value

	required   bool
	conditions []condition
	fallback   string // the default, in the form of a request; empty: the zero value
	doc        string
	example    string
}

// condition restricts the decoding of a field to requests in which an earlier field has a
// value, or has none.
type condition struct {
	name  string
	value bool
	index []int
}

// value describes how to decode the value of a field, or an element of a list.
type value struct {
	typ      reflect.Type // the type to decode, within an Optional or Nullable
	wrapped  bool         // typ is the first field of an Optional or Nullable
	nullable bool         // null is a value

	loose, trim, list, prefix, end, tooLarge bool

	enum        []string
	least, most *int64
	pattern     string

	element *value // for a list
	nested  *plan  // for an object
}

var (
	appIDType = reflect.TypeFor[storage.AppID]()
	timeType  = reflect.TypeFor[storage.Time]()
)

// plans are those of the structs that a plan was made of, since a process may have several APIs.
var plans sync.Map // by reflect.Type, of *plan, which is never changed

// planOf returns the plan of a struct.
func planOf(t reflect.Type) (*plan, error) {
	if made, ok := plans.Load(t); ok {
		return made.(*plan), nil
	}
	p, err := newPlan(t)
	if err == nil {
		plans.Store(t, p)
	}
	return p, err
}

func newPlan(t reflect.Type) (*plan, error) {
	if t.Kind() != reflect.Struct {
		return nil, fmt.Errorf("a request is a struct, not %v", t)
	}
	p := &plan{queried: make(map[string]bool)}
	var wrong []error
	for _, f := range reflect.VisibleFields(t) {
		if !f.IsExported() || f.Anonymous && f.Tag == "" {
			continue
		}
		one, err := newField(f)
		if err != nil {
			wrong = append(wrong, fmt.Errorf("%v.%s: %w", t, f.Name, err))
			continue
		}
		one.holder, _ = openapi.Holder(t, f.Index)
		one.goName = f.Name
		p.fields = append(p.fields, one)
		p.object = p.object || one.from == fromMember
		if one.from == fromQuery {
			p.queried[one.name], p.queried[one.also] = true, one.also != "" // the empty name is none
		}
	}
	order.Sort(p.fields, func(a, b field) int { return int(a.from) - int(b.from) })
	for i, f := range p.fields {
		for k, c := range f.conditions {
			other := slices.IndexFunc(p.fields[:i], func(f field) bool { return f.name == c.name })
			if other < 0 {
				wrong = append(wrong, fmt.Errorf("%v: %s depends on %s, which is not before it", t, f.name, c.name))
				continue
			}
			f.conditions[k].index = p.fields[other].index
		}
	}
	return p, errors.Join(wrong...)
}

// onlyQuery reports whether a request is decoded from its query alone.
func (p *plan) onlyQuery() bool {
	return !slices.ContainsFunc(p.fields, func(f field) bool { return f.from != fromQuery })
}

func newField(f reflect.StructField) (field, error) {
	one := field{index: f.Index, typ: f.Type, doc: f.Tag.Get("doc"), example: f.Tag.Get("example"), from: -1}
	for from, tag := range sources {
		if name, ok := f.Tag.Lookup(tag); ok {
			one.name, _, _ = strings.Cut(name, ",")
			one.from = source(from)
		}
	}
	if one.from < 0 {
		return one, errors.New("no tag for the source of the value")
	}
	v := value{typ: f.Type, pattern: f.Tag.Get("pattern")}
	if text := f.Tag.Get("enum"); text != "" {
		v.enum = strings.Split(text, ",")
	}
	for option := range strings.SplitSeq(f.Tag.Get("op"), ",") {
		if err := one.option(&v, option); err != nil {
			return one, err
		}
	}
	var err error
	one.value, err = v.complete()
	return one, err
}

// option applies an option of the tag op.
func (f *field) option(v *value, option string) (err error) {
	name, argument, _ := strings.Cut(option, "=")
	flags := map[string]*bool{
		"required": &f.required, "loose": &v.loose, "trim": &v.trim, "list": &v.list, "prefix": &v.prefix, "end": &v.end, "toolarge": &v.tooLarge,
	}
	if flag := flags[name]; flag != nil {
		*flag = true
		return nil
	}
	switch name {
	case "":
	case "default":
		f.fallback = argument
	case "with", "without":
		f.conditions = append(f.conditions, condition{name: argument, value: name == "with"})
	case "also":
		f.also = argument
	case "min":
		v.least, err = bound(argument)
	case "max":
		v.most, err = bound(argument)
	default:
		err = fmt.Errorf("unknown option %q", option)
	}
	return err
}

func bound(text string) (*int64, error) {
	n, err := strconv.ParseInt(text, 10, 64)
	return &n, err
}

// Bounded is a type whose bounds are constants of other packages.
type Bounded interface{ Bounds() (least, most int64) }

// Enumerated is a type whose values are those of a table of another package.
type Enumerated interface{ Values() []string }

// complete sets the parts that follow from the type.
func (v value) complete() (value, error) {
	if w, ok := reflect.Zero(v.typ).Interface().(wrapper); ok {
		v.wrapped, v.nullable = true, w.nullable()
		v.typ = v.typ.Field(0).Type
	}
	if v.typ.Kind() == reflect.Pointer {
		v.typ = v.typ.Elem()
	}
	if b, ok := reflect.Zero(v.typ).Interface().(Bounded); ok {
		least, most := b.Bounds()
		v.least, v.most = &least, &most
	}
	if e, ok := reflect.Zero(v.typ).Interface().(Enumerated); ok && v.enum == nil {
		v.enum = e.Values()
	}
	if isUnmarshaler(v.typ) {
		return v, nil
	}
	var err error
	switch {
	case v.typ.Kind() == reflect.Slice && v.typ.Elem().Kind() != reflect.Uint8:
		element, wrong := value{typ: v.typ.Elem(), enum: v.enum, trim: v.trim}.complete()
		v.element, err = &element, wrong
	case isOwn(v.typ):
		v.nested, err = planOf(v.typ)
	}
	return v, err
}

// isOwn reports whether a type is a struct for requests, which is decoded by the tags of its
// fields. Such structs are unexported; an exported struct is decoded by package json.
func isOwn(t reflect.Type) bool {
	return t.Kind() == reflect.Struct && !token.IsExported(t.Name()) && !isUnmarshaler(t) &&
		!reflect.PointerTo(t).Implements(reflect.TypeFor[encoding.TextUnmarshaler]())
}

// isUnmarshaler reports whether a type decodes itself.
func isUnmarshaler(t reflect.Type) bool {
	return t != appIDType && reflect.PointerTo(t).Implements(reflect.TypeFor[json.Unmarshaler]())
}
