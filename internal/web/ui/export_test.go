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

// Markup returns what writes HTML for the answer to a request.
func (k *Kit) Markup(r Request) *Markup { return k.markup(r) }

// Written returns what was written, and begins anew.
func (m *Markup) Written() string {
	html := string(m.out)
	m.out = nil
	return html
}

// Isolate marks a text as [Markup] does, a sentence of the page or another one.
func Isolate(text string, sentence bool) string {
	switch {
	case !fromRight(text):
		return text
	case sentence:
		return isolateSentence + withoutMarks.Replace(text) + isolateEnd
	}
	return isolateBegin + withoutMarks.Replace(text) + isolateEnd
}

// Visible is visible.
func Visible(page string) string { return string(visible([]byte(page))) }
