package dataset

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/privacylabels/auditor/internal/order"
	"github.com/privacylabels/auditor/storage"
)

// Item is a declared item of a label. Members that do not apply are empty.
type Item struct {
	PrivacyType string
	Category    string
	Purpose     string
	DataType    string
	Text        string // the data type in the words of the page
	Optional    string // of a data type on Google Play: true or false, whether users can decline
}

// ItemsOf returns the items of a label, each once and in the order of their members. A category
// of a privacy type with purposes is an item for each purpose that it is used for, or one without
// a purpose if it is used for none.
func ItemsOf(l storage.Label) []Item {
	var items []Item
	for _, t := range l.Types {
		if len(t.Categories) == 0 && len(t.Purposes) == 0 {
			items = append(items, Item{PrivacyType: t.Identifier})
		}
		used := make(map[string]bool)
		for _, p := range t.Purposes {
			for _, c := range p.Categories {
				used[c.Identifier] = true
				items = appendItems(items, t.Identifier, p.Identifier, c)
			}
		}
		for _, c := range t.Categories {
			if !used[c.Identifier] {
				items = appendItems(items, t.Identifier, "", c)
			}
		}
	}
	order.Sort(items, func(a, b Item) int {
		return cmp.Or(cmp.Compare(a.PrivacyType, b.PrivacyType), cmp.Compare(a.Category, b.Category), cmp.Compare(a.Purpose, b.Purpose),
			cmp.Compare(a.DataType, b.DataType), cmp.Compare(a.Text, b.Text),
			cmp.Compare(a.Optional, b.Optional))
	})
	return slices.Compact(items)
}

func appendItems(items []Item, privacyType, purpose string, c storage.LabelCategory) []Item {
	if len(c.DataTypes) == 0 {
		return append(items, Item{PrivacyType: privacyType, Category: c.Identifier, Purpose: purpose})
	}
	for _, d := range c.DataTypes {
		optional := ""
		if privacyType == storage.DataShared || privacyType == storage.DataCollected {
			optional = strconv.FormatBool(d.Optional)
		}
		items = append(items, Item{privacyType, c.Identifier, purpose, d.Identifier, d.Title, optional})
	}
	return items
}

// practicesOf returns the security practices that a label declares, each once and in order.
func practicesOf(l storage.Label) []string {
	return slices.Compact(slices.Sorted(slices.Values(l.Practices)))
}
