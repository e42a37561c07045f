package feature

import (
	"fmt"
	"strings"
	"sync"

	"github.com/privacylabels/auditor/internal/order"
)

// surface is a part of the interface and its flags, by hard default.
type surface struct {
	name               string
	on, off, collapsed string // flags, with space between them
}

// layer is a step of the cascade that can change flags. Later layers take precedence.
type layer uint8

const (
	lovedOne layer = iota
	guardian
	monitor
	cleanup
	minimal
	accessibility
	desktop

	layerCount
)

// overlay is the values that a layer sets.
type overlay struct {
	layer   layer
	on, off string // flags, with space between them
}

// dependency is the flags that are off unless their parent is on.
type dependency struct {
	parent   string
	children string // flags, with space between them
}

// definition is the constant data of a flag.
type definition struct {
	key     string
	surface string
	hard    Value
	set     [layerCount]Value // the value that each layer sets; empty: none
	parent  *definition       // nil: none
}

// registered is all flags.
type registered struct {
	sorted []*definition // by key, bytewise, which is also by surface
	byKey  map[string]*definition
}

// registry returns the flags. It is built once, and read-only.
var registry = sync.OnceValue(func() registered {
	r := registered{byKey: make(map[string]*definition)}
	for _, s := range surfaces() {
		for value, names := range map[Value]string{On: s.on, Off: s.off, Collapsed: s.collapsed} {
			for name := range strings.FieldsSeq(names) {
				d := &definition{key: prefix + s.name + "." + name, surface: s.name, hard: value}
				if r.byKey[d.key] != nil {
					panic("feature: two flags are named " + d.key)
				}
				r.byKey[d.key] = d
				r.sorted = append(r.sorted, d)
			}
		}
	}
	order.Sort(r.sorted, func(a, b *definition) int { return strings.Compare(a.key, b.key) })
	for _, o := range overlays() {
		r.each(o.on, func(d *definition) { d.set[o.layer] = On })
		r.each(o.off, func(d *definition) { d.set[o.layer] = Off })
	}
	for _, dep := range dependencies() {
		r.each(dep.parent, func(parent *definition) {
			r.each(dep.children, func(child *definition) { child.parent = parent })
		})
	}
	return r
})

// prefix begins the key of every flag.
const prefix = "flag."

// each calls do with the flags that a table names.
func (r registered) each(names string, do func(*definition)) {
	for name := range strings.FieldsSeq(names) {
		d := r.byKey[prefix+name]
		if d == nil {
			panic(fmt.Sprintf("feature: a table names %s%s, which is no flag", prefix, name))
		}
		do(d)
	}
}
