package changelog

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/gowebpki/jcs"

	"github.com/privacylabels/auditor/internal/order"
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
// An optional data type has a member OPTIONAL. Security practices are the members of a member
// without a name beside the privacy types. Labels without either have none of these members.
//
//	{"":{"DATA_IS_ENCRYPTED_IN_TRANSIT":{}},"DATA_COLLECTED":{…:{"NAME":{"OPTIONAL":{}}}…}}
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
	if practices := practicesOf(l); len(practices.kids) > 0 {
		root.kids = append(root.kids, practices)
	}
	if canonical, ok := root.appendSets(nil, depth); ok {
		return sha256.Sum256(canonical), nil
	}
	sets, err := root.sets(depth)
	if err != nil {
		return storage.Digest{}, err
	}
	text, err := json.Marshal(sets)
	if err != nil {
		return storage.Digest{}, fmt.Errorf("encode a label's identifiers: %w", err)
	}
	canonical, err := jcs.Transform(text)
	if err != nil {
		return storage.Digest{}, fmt.Errorf("canonicalize a label's identifiers: %w", err)
	}
	return sha256.Sum256(canonical), nil
}

// appendSets appends the canonical JSON of the identifiers below o, depth levels of them. It
// is a fast path for printable ASCII without quotes and backslashes, which needs no escapes
// and sorts bytewise; it reports false for other identifiers.
func (o *outline) appendSets(b []byte, depth int) (_ []byte, ok bool) {
	b = append(b, '{')
	if depth > 0 {
		kids := order.Sorted(slices.Values(o.kids), func(a, b *outline) int { return strings.Compare(a.id, b.id) })
		for i, kid := range kids {
			if strings.ContainsFunc(kid.id, func(r rune) bool { return r < ' ' || r > '~' || r == '"' || r == '\\' }) {
				return nil, false
			}
			if i > 0 {
				b = append(b, ',')
			}
			b = append(b, '"')
			b = append(b, kid.id...)
			b = append(b, '"', ':')
			if b, ok = kid.appendSets(b, depth-1); !ok {
				return nil, false
			}
		}
	}
	return append(b, '}'), true
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

// sets returns the identifiers below o as nested objects, depth levels of them.
func (o *outline) sets(depth int) (map[string]any, error) {
	sets := make(map[string]any, len(o.kids))
	if depth == 0 {
		return sets, nil
	}
	for _, kid := range o.kids {
		if !utf8.ValidString(kid.id) {
			return nil, fmt.Errorf("%w: identifier %.40q is not UTF-8", storage.ErrInvalid, kid.id)
		}
		below, err := kid.sets(depth - 1)
		if err != nil {
			return nil, err
		}
		sets[kid.id] = below
	}
	return sets, nil
}
