package ui

import (
	"encoding/json"
	"maps"
	"slices"
)

// Compact is compact.
var Compact = compact

// Undos returns the names of the undos.
func Undos() []string { return slices.Sorted(maps.Keys(undos)) }

// Resent returns an undo as it comes back from a browser.
func Resent(u Undo) (Undo, bool) { return encodeUndo(u).decode() }

// ReadUndo reads an undo.
func ReadUndo(name, args string) (Undo, bool) {
	return (&undoText{name, json.RawMessage(args)}).decode()
}

// Isolate is isolate.
var Isolate = isolate
