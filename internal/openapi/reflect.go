package openapi

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Reflector makes schemas of Go types, as encoding/json writes their values.
// Structs become named schemas. It is not safe for concurrent use.
type Reflector struct {
	// Types are the schemas of those that do not say themselves how they are written.
	// With one of the Names, such a schema becomes a named one.
	Types map[reflect.Type]*Schema
	// Members are members of structs whose type does not say enough. One of a struct
	// that embeds another takes the place of that of the other.
	Members map[Member]*Schema
	// Names are what structs are called whose own name is taken or says little.
	Names map[reflect.Type]string
	// Comments returns the comment of a struct type, or of one of its fields, as the
	// description of its schema. It describes what has no tag doc. Optional.
	Comments func(of reflect.Type, field string) string
	// Schemas are the named schemas so far.
	Schemas map[string]*Schema

	owners map[string]reflect.Type
	errs   []error
}

// Member names a member of a struct, as JSON has it.
type Member struct {
	Of   reflect.Type
	Name string
}

// Err returns what was wrong with the types: one that cannot be written as JSON,
// or two of one name.
func (r *Reflector) Err() error { return errors.Join(r.errs...) }

// Of returns the schema of a type.
func (r *Reflector) Of(t reflect.Type) *Schema {
	if known, ok := r.Types[t]; ok {
		if name, ok := r.Names[t]; ok {
			return r.Define(name, t, func() *Schema { return known })
		}
		return known
	}
	switch t.Kind() {
	case reflect.Bool:
		return Boolean()
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return Integer()
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return IntegerFrom(0)
	case reflect.Float32, reflect.Float64:
		return &Schema{Type: Types{"number"}}
	case reflect.String:
		return Text()
	case reflect.Slice, reflect.Array:
		return List(r.Of(t.Elem()))
	case reflect.Map:
		return Map(r.Of(t.Elem()))
	case reflect.Pointer:
		return OrNull(r.Of(t.Elem()))
	case reflect.Interface:
		return Any()
	case reflect.Struct:
		if t.Name() == "" {
			return r.Object(t)
		}
		return r.Define(r.name(t), t, func() *Schema { return r.Object(t) })
	}
	r.errs = append(r.errs, fmt.Errorf("openapi: no JSON is written of a %s", t))
	return Any()
}

// Define makes a named schema, once, and returns a reference to it. The owner is
// whose name it is; nil for what is no type.
func (r *Reflector) Define(name string, owner reflect.Type, of func() *Schema) *Schema {
	ref := &Schema{Ref: SchemaPath + name}
	if _, there := r.Schemas[name]; there {
		if r.owners[name] != owner {
			r.errs = append(r.errs, fmt.Errorf("openapi: %v and %v are both called %s", r.owners[name], owner, name))
		}
		return ref
	}
	if r.owners == nil {
		r.owners = make(map[string]reflect.Type)
	}
	if r.Schemas == nil {
		r.Schemas = make(map[string]*Schema)
	}
	r.owners[name], r.Schemas[name] = owner, nil // a type may hold itself
	r.Schemas[name] = of()
	return ref
}

func (r *Reflector) name(t reflect.Type) string {
	if name, ok := r.Names[t]; ok {
		return name
	}
	first, size := utf8.DecodeRuneInString(t.Name())
	return string(unicode.ToUpper(first)) + t.Name()[size:]
}

// Object returns the schema of a struct, without a name of its own: an object with
// its members, which their tag doc describes, and no others.
func (r *Reflector) Object(t reflect.Type) *Schema {
	s := Closed(Members{}).Says(r.Comment(t, ""))
	depths := make(map[string]int)
	for _, f := range reflect.VisibleFields(t) {
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if !f.IsExported() || name == "-" || f.Anonymous && name == "" && isStruct(f.Type) {
			continue
		}
		if name == "" {
			name = f.Name
		}
		depth := len(f.Index)
		if at, there := depths[name]; there && at <= depth {
			continue // hidden by one that is less deep
		}
		depths[name] = depth
		holder, optional := Holder(t, f.Index)
		if own, ok := r.Members[Member{t, name}]; ok {
			s.Properties[name] = own
		} else {
			s.Properties[name] = r.member(holder, name, f.Type, options)
		}
		if doc := cmp.Or(f.Tag.Get("doc"), r.Comment(holder, f.Name)); doc != "" {
			s.Properties[name] = s.Properties[name].Says(doc)
		}
		s.Required = slices.DeleteFunc(s.Required, func(other string) bool { return other == name })
		if !optional && !strings.Contains(options, "omit") {
			s.Required = append(s.Required, name)
		}
	}
	slices.Sort(s.Required)
	return s
}

// Comment returns the comment of a struct type, or of one of its fields.
func (r *Reflector) Comment(of reflect.Type, field string) string {
	if r.Comments == nil {
		return ""
	}
	return r.Comments(of, field)
}

func isStruct(t reflect.Type) bool {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t.Kind() == reflect.Struct
}

// Holder returns the struct that a field of an embedding struct stands in, and
// whether that may be missing.
func Holder(t reflect.Type, index []int) (holder reflect.Type, optional bool) {
	for _, i := range index[:len(index)-1] {
		if t = t.Field(i).Type; t.Kind() == reflect.Pointer {
			t, optional = t.Elem(), true
		}
	}
	return t, optional
}

func (r *Reflector) member(holder reflect.Type, name string, t reflect.Type, options string) *Schema {
	if s, ok := r.Members[Member{holder, name}]; ok {
		return s
	}
	if slices.Contains(strings.Split(options, ","), "string") {
		return Text()
	}
	if strings.Contains(options, "omit") && t.Kind() == reflect.Pointer {
		t = t.Elem() // nil is not written
	}
	return r.Of(t)
}
