package changelog

import "github.com/privacylabels/auditor/storage"

// BodyOf returns a label under its [Digest]. The body of a label without types is zero. The
// error is that of Digest.
func BodyOf(l storage.Label) (storage.LabelBody, error) {
	digest, err := Digest(l)
	if err != nil || digest.IsZero() {
		return storage.LabelBody{}, err
	}
	return storage.LabelBody{Digest: digest, Label: l}, nil
}

// Summary returns the types of a label with their categories, without purposes and data
// types. It has the digest of the label, unless that is [Detailed].
func Summary(l storage.Label) storage.Label {
	root, _ := outlineOf(l)
	summary := storage.Label{Practices: l.Practices}
	for _, t := range root.kids {
		summed := storage.PrivacyType{
			Identifier: t.id, Title: t.title, Detail: t.detail,
			Categories: make([]storage.LabelCategory, 0, len(t.kids)),
		}
		for _, c := range t.kids {
			summed.Categories = append(summed.Categories, storage.LabelCategory{Identifier: c.id, Title: c.title})
		}
		summary.Types = append(summary.Types, summed)
	}
	return summary
}
