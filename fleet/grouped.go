package fleet

import (
	"cmp"
	"context"
	"slices"

	"github.com/privacylabels/auditor/storage"
)

// Group is a privacy type with the categories that the fleet's labels have under it.
type Group struct {
	Identifier string
	Title      string
	Detail     storage.Text
	Categories []GroupCategory // worst first, then the most common
}

// GroupCategory is a category with the apps whose labels name it.
type GroupCategory struct {
	Identifier string
	Title      string
	RiskWeight int
	Apps       []*GroupApp // by name and id
}

// GroupApp is an app as a group shows it. One is shared by all its groups.
type GroupApp struct {
	ID        storage.AppID `json:"id"`
	Name      string        `json:"name"`
	IconURL   storage.Text  `json:"iconUrl"`
	Developer storage.Text  `json:"developer"`
}

// Grouped returns the fleet by privacy type and category: types from the least
// to the most severe, then those that are not known here. Types without
// categories are left out.
func (l *Library) Grouped(ctx context.Context) ([]Group, error) {
	return l.On().Grouped(ctx)
}

func grouped(tx storage.Tx, part storage.AppQuery) ([]Group, error) {
	labels := map[storage.Digest]storage.Label{}
	byType := map[string]*groupBuilder{}
	for app, err := range tx.Apps().List(part) {
		if err != nil {
			return nil, err
		}
		label, ok := labels[app.LabelDigest]
		if !ok {
			if label, err = labelOf(tx, app); err != nil {
				return nil, err
			}
			labels[app.LabelDigest] = label
		}
		shown := &GroupApp{ID: app.ID, Name: app.Name, IconURL: app.IconURL, Developer: app.Developer}
		for _, t := range label.Types {
			b := byType[t.Identifier]
			if b == nil {
				b = &groupBuilder{group: Group{Identifier: t.Identifier, Title: t.Title, Detail: t.Detail}, at: map[string]int{}}
				byType[t.Identifier] = b
			}
			for _, c := range t.Categories {
				b.add(c, shown)
			}
		}
	}
	groups := []Group{}
	for _, b := range byType {
		if len(b.group.Categories) > 0 {
			groups = append(groups, b.sorted())
		}
	}
	slices.SortFunc(groups, func(a, b Group) int {
		return cmp.Or(cmp.Compare(severity(a.Identifier), severity(b.Identifier)), cmp.Compare(a.Identifier, b.Identifier))
	})
	return groups, nil
}

type groupBuilder struct {
	group Group
	at    map[string]int // place of a category in the group
}

func (b *groupBuilder) add(c storage.LabelCategory, app *GroupApp) {
	i, ok := b.at[c.Identifier]
	if !ok {
		i = len(b.group.Categories)
		b.at[c.Identifier] = i
		b.group.Categories = append(b.group.Categories, GroupCategory{
			Identifier: c.Identifier, Title: c.Title, RiskWeight: riskWeight(c.Identifier),
		})
	}
	apps := &b.group.Categories[i].Apps
	if n := len(*apps); n > 0 && (*apps)[n-1] == app { // a label that names it twice
		return
	}
	*apps = append(*apps, app)
}

func (b *groupBuilder) sorted() Group {
	slices.SortFunc(b.group.Categories, func(x, y GroupCategory) int {
		return cmp.Or(cmp.Compare(y.RiskWeight, x.RiskWeight), cmp.Compare(len(y.Apps), len(x.Apps)), cmp.Compare(x.Identifier, y.Identifier))
	})
	return b.group
}

func severity(privacyType string) int {
	switch privacyType {
	case storage.DataNotLinkedToYou:
		return 1
	case storage.DataLinkedToYou:
		return 2
	case storage.DataUsedToTrackYou:
		return 3
	}
	return 4
}

// riskWeight says how bad it is that data of a category is collected, from 1 to 5.
func riskWeight(category string) int {
	switch category {
	case "HEALTH_AND_FITNESS", "LOCATION", "SENSITIVE_INFO", "IDENTIFIERS":
		return 5
	case "FINANCIAL_INFO", "USER_CONTENT", "BROWSING_HISTORY", "SEARCH_HISTORY", "USAGE_DATA":
		return 4
	case "CONTACT_INFO", "CONTACTS", "PURCHASES":
		return 3
	case "DIAGNOSTICS", "OTHER":
		return 1
	}
	return 2
}
