package changelog

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"unicode/utf16"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/privacylabels/auditor/storage"
)

// Digest returns a hash that identifies a label: the SHA-256 of the canonical JSON (RFC
// 8785) of its identifiers as nested sets. A set is an object whose member names are the
// identifiers. The digest of a label without types is zero.
//
//	{"DATA_LINKED_TO_YOU":{"CONTACT_INFO":{},"LOCATION":{}}}
//
// If the label is [Detailed], a category has its purposes, and each of them the data types
// used for it. The purpose without a name has all data types of the category.
//
//	{"DATA_USED_TO_TRACK_YOU":{"LOCATION":{"":{"COARSE_LOCATION":{}}}}}
//
// If two known labels are both detailed, or neither is, they have the same digest exactly
// when [DiffLabels] returns no entries. If only one is detailed, the digests differ (unless
// the labels name no category), and DiffLabels compares types and categories only.
//
// The error wraps [storage.ErrInvalid] if an identifier is not UTF-8.
func Digest(l storage.Label) (storage.Digest, error) {
	root, whole := outlineOf(l)
	if len(root.kids) == 0 {
		return storage.Digest{}, nil
	}
	depth := toCategories
	if whole {
		depth = toDataTypes
	}
	canonical, err := root.appendSets(nil, depth)
	if err != nil {
		return storage.Digest{}, err
	}
	return sha256.Sum256(canonical), nil
}

// appendSets appends the canonical JSON of the identifiers below o, depth levels of them.
func (o *outline) appendSets(b []byte, depth int) (_ []byte, err error) {
	b = append(b, '{')
	if depth > 0 {
		for i, kid := range slices.SortedFunc(slices.Values(o.kids), byUTF16) {
			if i > 0 {
				b = append(b, ',')
			}
			if b, err = jsontext.AppendQuote(b, kid.id); err != nil {
				return nil, fmt.Errorf("%w: identifier %.40q is not UTF-8", storage.ErrInvalid, kid.id)
			}
			if b, err = kid.appendSets(append(b, ':'), depth-1); err != nil {
				return nil, err
			}
		}
	}
	return append(b, '}'), nil
}

// byUTF16 compares identifiers by their UTF-16 code units, as RFC 8785 sorts names.
func byUTF16(a, b *outline) int {
	return slices.Compare(utf16.Encode([]rune(a.id)), utf16.Encode([]rune(b.id)))
}

// Detailed reports whether a label names all its purposes and data types. That is so if each
// category has data types, each data type has a purpose (except under
// [storage.DataUsedToTrackYou], which has no purposes), each purpose has data types, and each
// element has an identifier. A type without categories is complete. An unknown label is not
// detailed.
func Detailed(l storage.Label) bool {
	_, whole := outlineOf(l)
	return whole
}
