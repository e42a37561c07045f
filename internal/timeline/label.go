package timeline

import (
	"errors"
	"slices"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/storage"
)

// SaveLabel stores a body of [changelog.BodyOf] unless it is stored already. It returns the
// stored one, whose texts may be those of another page.
//
// The digest of a label that is not [changelog.Detailed] covers types and categories only, so
// the labels of several apps can have it although they name different purposes or data
// types. These are stored as long as all pages with the digest name the same; the first page
// that does not removes them.
func SaveLabel(tx *storage.Tx, body storage.LabelBody) (storage.LabelBody, error) {
	stored, err := tx.Labels.Get(body.Digest)
	switch {
	case errors.Is(err, storage.ErrNotFound):
		return body, tx.Labels.Put(body)
	case err != nil || changelog.Detailed(stored.Label) || !NamesDetail(stored.Label) || sameDetail(stored.Label, body.Label):
		return stored, err
	}
	stored.Label = changelog.Summary(stored.Label)
	return stored, tx.Labels.Put(stored)
}

// NamesDetail reports whether a label names any purpose or data type.
func NamesDetail(l storage.Label) bool {
	return slices.ContainsFunc(l.Types, func(t storage.PrivacyType) bool {
		return len(t.Purposes) > 0 || slices.ContainsFunc(t.Categories, func(c storage.LabelCategory) bool { return len(c.DataTypes) > 0 })
	})
}

// sameDetail reports whether two labels name the same purposes and data types in the same
// places.
func sameDetail(a, b storage.Label) bool {
	return slices.EqualFunc(a.Types, b.Types, func(a, b storage.PrivacyType) bool {
		return a.Identifier == b.Identifier && sameDataTypes(a.Categories, b.Categories) && slices.EqualFunc(a.Purposes, b.Purposes, samePurpose)
	})
}

func samePurpose(a, b storage.Purpose) bool {
	return a.Identifier == b.Identifier && (a.Identifier != "" || a.Title == b.Title) && sameDataTypes(a.Categories, b.Categories)
}

func sameDataTypes(a, b []storage.LabelCategory) bool {
	return slices.EqualFunc(a, b, func(a, b storage.LabelCategory) bool {
		return a.Identifier == b.Identifier && slices.Equal(a.DataTypes, b.DataTypes)
	})
}
