package changelog

import (
	"slices"

	"github.com/privacylabels/auditor/storage"
)

// The parts of a type or category that was added or removed include data types and purposes
// only if its label is detailed. Otherwise the page did not name all of them, and the stored
// label, which has the same digest, may be from a page that named others.

// typeParts returns the data types of a type or, where they are not known, its categories.
func typeParts(kind storage.EntryType, t *outline, whole bool) []storage.Part {
	var parts []storage.Part
	for _, c := range t.kids {
		part := storage.Part{Type: kind, DataCategory: c.id}
		if !whole {
			parts = append(parts, part)
			continue
		}
		for _, d := range c.get(anyPurpose).kids {
			part.DataType = d.id
			parts = append(parts, part)
		}
	}
	return parts
}

// categoryParts returns the data types of a category, and then its purposes, as far as they
// are known.
func categoryParts(kind storage.EntryType, c *outline, whole bool) []storage.Part {
	if !whole {
		return nil
	}
	var parts []storage.Part
	for _, d := range c.get(anyPurpose).kids {
		parts = append(parts, storage.Part{Type: kind, DataType: d.id})
	}
	for _, p := range c.kids {
		if p.id != anyPurpose {
			parts = append(parts, storage.Part{Type: kind, Purpose: p.id})
		}
	}
	return parts
}

// only returns the one purpose and the one data type that the parts name, each empty if
// they name none or several.
func only(parts []storage.Part) (purpose, dataType string) {
	var purposes, dataTypes []string
	for _, p := range parts {
		purposes, dataTypes = append(purposes, p.Purpose), append(dataTypes, p.DataType)
	}
	return single(purposes), single(dataTypes)
}

// single returns the only distinct nonempty string of a list, or "" if there is none or
// there are several.
func single(texts []string) string {
	slices.Sort(texts)
	texts = slices.DeleteFunc(slices.Compact(texts), func(s string) bool { return s == "" })
	if len(texts) != 1 {
		return ""
	}
	return texts[0]
}
