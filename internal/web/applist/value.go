package applist

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/privacylabels/auditor/internal/jsonread"
	"github.com/privacylabels/auditor/internal/storeaddress"
)

// memoryEach is how many bytes of memory the values of a list may take for each byte of its
// text. An ID in an array takes 7, and an empty array or object more than 20.
const memoryEach = 16

// maxMemory is how many bytes they may take in all: half of it are enough for [Max] apps that
// are objects with a name, a developer, an ID and a bundle ID.
const maxMemory = 64 << 20

// fromJSON reads JSON: one value, or several one after the other.
func fromJSON(text string) (List, error) {
	var l list
	var all entries
	budget := jsonread.Budget{Memory: min(memoryEach*len(text)+1<<12, maxMemory)}
	for value, err := range budget.Values([]byte(text)) {
		if errors.Is(err, jsonread.ErrTooLarge) {
			return List{}, ErrTooMany
		}
		if err != nil {
			return List{}, fmt.Errorf("%w: %w", ErrNotJSON, err)
		}
		l.entry(value, &all)
	}
	l.count(all)
	return l.done()
}

// entries describes the values of an array.
type entries struct {
	named   bool // one of them names an app, so the array is a list of apps
	unnamed int  // those that do not
	first   any  // the first of these
}

// entry finds the apps in a value of an array.
func (l *list) entry(value any, in *entries) {
	before := l.named
	switch value := value.(type) {
	case nil:
		return
	case string:
		if r := line1(value); r.app.Query() != "" || r.long || r.text != "" { // else it is empty or a comment
			l.add(r)
		}
		in.named = in.named || l.named > before
		return
	case json.Number:
		digits, _ := storeaddress.PlainID(wholeNumber(value)) // as long as an ID is
		l.add(reading{app: App{ID: digits}})
	default:
		l.walk(value)
	}
	if l.named > before {
		in.named = true
	} else if in.unnamed++; in.unnamed == 1 {
		in.first = value
	}
}

// count counts the entries of an array that name no app, if others do. An array without apps
// is about something else.
func (l *list) count(in entries) {
	if !in.named || in.unnamed == 0 {
		return
	}
	text := []byte(nil)
	if l.Example == "" {
		text, _ = json.Marshal(in.first) // decoded JSON can be encoded
	}
	l.leaveOut(in.unnamed, string(text))
}

// walk finds the apps in a JSON value: texts and numbers in lists, and objects that have
// the members of an app.
func (l *list) walk(value any) {
	switch value := value.(type) {
	case []any:
		var all entries
		for _, item := range value {
			l.entry(item, &all)
		}
		l.count(all)
	case map[string]any:
		l.walkObject(value)
	}
}

// walkObject finds the apps in an object: those of its list of apps, else itself, else
// those in its members.
func (l *list) walkObject(object map[string]any) {
	for _, key := range appLists() {
		if items, ok := object[key].([]any); ok && len(items) > 0 {
			l.walk(items)
			return
		}
	}
	r := fromObject(object)
	if r.app.identified() || r.app.Name != "" && !slices.ContainsFunc(slices.Collect(maps.Values(object)), holdsApps) {
		l.add(r)
		return
	}
	l.long = l.long || r.long
	before := l.named
	var texts []string // the members that are lists of texts, which may be about something else
	for _, key := range slices.Sorted(maps.Keys(object)) {
		switch member := object[key].(type) {
		case []any:
			if allTexts(member) {
				texts = append(texts, key)
				continue
			}
			l.walk(member)
		case map[string]any:
			l.walk(member)
		}
	}
	for _, key := range texts {
		if l.named == before && key != devices {
			l.walk(object[key])
		}
	}
	if r.numbered(); l.named == before && r.app.ID != "" {
		l.add(r)
	}
}

// devices is the member with the devices of an export of cfgutil, the command of Apple
// Configurator.
const devices = "Devices"

func allTexts(items []any) bool {
	return !slices.ContainsFunc(items, func(item any) bool { _, ok := item.(string); return !ok })
}

// appLists returns the names of members that list the apps of an object, which has a name
// or an ID of its own.
func appLists() []string {
	return []string{"apps", "installedApps", "applications", "results", "items", "data"}
}

// fromObject returns what the members of an object say of an app.
func fromObject(object map[string]any) (r reading) {
	for _, key := range slices.Sorted(maps.Keys(object)) {
		switch value := object[key].(type) {
		case string:
			r.set(fieldOf(key), value)
		case json.Number:
			if f := fieldOf(key); f == id || f == anyID {
				r.set(f, wholeNumber(value))
			}
		}
	}
	r.settle()
	return r
}

// wholeNumber returns the digits of a number that is written as digits alone: one with a point or
// an exponent counts or measures something. From 2^53 on it is empty as well, because many
// programs that write JSON have no such numbers and round them.
func wholeNumber(n json.Number) string {
	if value, err := strconv.ParseUint(string(n), 10, 64); err != nil || value >= 1<<53 {
		return ""
	}
	return string(n)
}

// holdsApps reports whether a value is a list with an object that is identified as an app.
func holdsApps(value any) bool {
	items, ok := value.([]any)
	return ok && slices.ContainsFunc(items, func(item any) bool {
		object, ok := item.(map[string]any)
		return ok && fromObject(object).app.identified()
	})
}
