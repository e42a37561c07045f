package changelog

import "github.com/privacylabels/auditor/storage"

// BodyOf returns a label as it is stored, under its [Digest] and with what the digest
// covers. Of a label that is not [Detailed], these are the types and categories: pages with
// other purposes or data types have the same digest, and one body is stored for all of
// them. The body of a label without types is zero. The error is that of Digest.
func BodyOf(l storage.Label) (storage.LabelBody, error) {
	root, whole := outlineOf(l)
	digest, err := root.digest(whole)
	if err != nil || digest.IsZero() {
		return storage.LabelBody{}, err
	}
	if !whole {
		l = root.summary()
	}
	return storage.LabelBody{Digest: digest, Label: l}, nil
}

// summary returns the types of the label o with their categories, without purposes and
// data types.
func (o *outline) summary() storage.Label {
	var l storage.Label
	for _, t := range o.kids {
		summed := storage.PrivacyType{
			Identifier: t.id, Title: t.title, Detail: t.detail,
			Categories: make([]storage.LabelCategory, 0, len(t.kids)),
		}
		for _, c := range t.kids {
			summed.Categories = append(summed.Categories, storage.LabelCategory{Identifier: c.id, Title: c.title})
		}
		l.Types = append(l.Types, summed)
	}
	return l
}
