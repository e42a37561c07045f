package storage

import (
	"cmp"
	"slices"
	"sort"
)

// TermKind is what an identifier in a label stands for.
type TermKind string

// The kinds of terms.
const (
	TermPrivacyType TermKind = "privacyType"
	TermCategory    TermKind = "category"
	TermPurpose     TermKind = "purpose"
	TermDataType    TermKind = "dataType"
)

// LabelTerm is an identifier that occurs in a label.
type LabelTerm struct {
	Kind       TermKind
	Identifier string
}

// LabelTerms are the identifiers in a label, without their places in it.
type LabelTerms struct {
	Provided bool        // the developer has declared something
	Terms    []LabelTerm // each once, by kind and identifier
}

// Terms returns the identifiers of what a label declares.
func (l Label) Terms() LabelTerms {
	provided := l.Provided()
	found := LabelTerms{Provided: provided != nil && *provided}
	add := func(kind TermKind, identifier string) {
		if identifier != "" {
			found.Terms = append(found.Terms, LabelTerm{kind, identifier})
		}
	}
	declares := func(t PrivacyType, c LabelCategory) {
		add(TermPrivacyType, t.Identifier)
		add(TermCategory, c.Identifier)
		for _, d := range c.DataTypes {
			add(TermDataType, d.Identifier)
		}
	}
	for _, t := range l.Types {
		if len(t.Categories) == 0 && len(t.Purposes) == 0 {
			add(TermPrivacyType, t.Identifier)
		}
		used := make(map[string]bool)
		for _, p := range t.Purposes {
			for _, c := range p.Categories {
				used[c.Identifier] = true
				add(TermPurpose, p.Identifier)
				declares(t, c)
			}
		}
		for _, c := range t.Categories {
			if !used[c.Identifier] { // otherwise its data types are those of the purposes
				declares(t, c)
			}
		}
	}
	sort.Slice(found.Terms, func(i, j int) bool {
		a, b := &found.Terms[i], &found.Terms[j]
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Identifier, b.Identifier)) < 0
	})
	found.Terms = slices.Compact(found.Terms)
	return found
}

// LabelRows is an optional interface of the [Rows] of labels, for a store that reads the
// identifiers of labels faster than the labels.
type LabelRows interface {
	TermsOf(...Digest) (map[Digest]LabelTerms, error)
}

// LabelTermsOf returns the identifiers of the labels with these digests. Those that do not exist
// are left out.
func (tx *Tx) LabelTermsOf(digests ...Digest) (map[Digest]LabelTerms, error) {
	if rows, ok := tx.Labels.(LabelRows); ok {
		return rows.TermsOf(digests...)
	}
	terms := make(map[Digest]LabelTerms, len(digests))
	for _, d := range digests {
		body, found, err := Find(tx.Labels, d)
		if err != nil {
			return nil, err
		}
		if found {
			terms[d] = body.Label.Terms()
		}
	}
	return terms, nil
}
