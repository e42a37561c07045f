package storage

import (
	"reflect"
	"slices"
)

// Query narrows and orders a list of records. Its field Limit, if any, is the
// maximum number of records, where zero means all, and Offset the number of
// records to skip.
type Query[R any] interface {
	// matches reports whether the list holds the record, limit and offset aside.
	matches(R) bool
	// compare is negative if a comes before b in the list, and positive if it
	// comes after b. It is never zero for two records.
	compare(a, b R) int
}

// joiner is an optional interface of a [Query] that depends on other tables.
type joiner interface {
	// join returns a predicate that a record must satisfy in addition to matches.
	join(tx *Tx) (func(record any) bool, error)
	// joins returns the names of the tables that join reads.
	joins() []string
}

// Parent is a record that another one, its child, refers to. The child cannot be
// written without it.
type Parent struct {
	Table    string // the name of its table, which is that of a field of [Tx]
	Key      any
	OnDelete Action

	// Without is a copy of the child that names no such parent, for SetNull.
	Without any
}

// ParentsOf returns the parents of a record that must exist, which is all but optional ones
// with a zero key.
func ParentsOf(record any) []Parent {
	return slices.DeleteFunc(AllParents(record), func(p Parent) bool {
		return p.OnDelete != Cascade && reflect.ValueOf(p.Key).IsZero()
	})
}

// AllParents returns the parents of a record, with the optional ones that it does not name. Their
// tables are the same for every record of a kind.
func AllParents(record any) []Parent {
	if child, ok := record.(child); ok {
		return child.parents()
	}
	return nil
}

// Children returns the names of the child tables of each table.
func Children() map[string][]string {
	children := make(map[string][]string)
	for _, kind := range Kinds() {
		for _, p := range AllParents(kind.New()) {
			children[p.Table] = append(children[p.Table], kind.Name())
		}
	}
	return children
}

// Action is what happens to a child when its parent is deleted.
type Action uint8

// The actions. With the last two, a zero key names no parent.
const (
	Cascade  Action = iota // the child is deleted too
	Restrict               // the parent cannot be deleted
	SetNull                // the child remains without a parent
)

// child is an optional interface of a [Record] that has parents.
type child interface {
	// parents returns the same tables for every record of a kind.
	parents() []Parent
}

// onApp returns the parents of a record that is deleted with its app.
func onApp(id AppID) []Parent { return []Parent{{Table: "Apps", Key: id}} }

// asked reports whether a value equals want, or want is the zero value, which allows any.
func asked[V comparable](want, value V) bool {
	var anything V
	return want == anything || want == value
}

// within reports whether a time is in the range, bounds included. A zero bound is open.
func within(from, to, at Time) bool { return at >= from && (to == 0 || at <= to) }

// reverse negates the result of a comparison if asked to.
func reverse(asked bool, order int) int {
	if asked {
		return -order
	}
	return order
}
