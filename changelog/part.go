package changelog

import (
	"slices"

	"github.com/privacylabels/auditor/storage"
)

// The parts of a type or category that was added or removed include data types and purposes
// only if its label is detailed. Otherwise the page did not name all of them, and the stored
// label, which has the same digest, may be from a page that named others.

// typeParts returns the data types of the edit's type or, where they are not known, its
// categories.
func (e Edit) typeParts() []storage.Part {
	var parts []storage.Part
	for _, c := range e.Type.Categories {
		part := storage.Part{Type: e.Kind, DataCategory: c.Identifier}
		if !e.Detailed {
			parts = append(parts, part)
			continue
		}
		for _, d := range c.DataTypes {
			part.DataType = d.Identifier
			parts = append(parts, part)
		}
	}
	return parts
}

// categoryParts returns the data types of the edit's category, and then its purposes, as
// far as they are known.
func (e Edit) categoryParts() []storage.Part {
	if !e.Detailed {
		return nil
	}
	var parts []storage.Part
	for _, c := range e.Type.Categories {
		for _, d := range c.DataTypes {
			parts = append(parts, storage.Part{Type: e.Kind, DataType: d.Identifier})
		}
	}
	for _, p := range e.Type.Purposes {
		parts = append(parts, storage.Part{Type: e.Kind, Purpose: p.Identifier})
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
