package tracked

import (
	"cmp"
	"iter"
	"sync"

	"github.com/privacylabels/auditor/internal/order"
	"github.com/privacylabels/auditor/internal/profile"
	"github.com/privacylabels/auditor/internal/vocabulary"
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
	ID        storage.AppID `json:"id"`        // the ID
	Name      string        `json:"name"`      // the name
	IconURL   storage.Text  `json:"iconUrl"`   // the URL of the icon; null: not known
	Developer storage.Text  `json:"developer"` // the developer of the app; null: not known
}

func (s *Service) grouped(tx *storage.Tx, part storage.AppQuery) ([]Group, error) {
	byType := map[string]*groupBuilder{}
	for app, err := range tx.AppBriefs(part) {
		if err != nil {
			return nil, err
		}
		label, err := s.labels.of(tx, app.LabelDigest)
		if err != nil {
			return nil, err
		}
		shown := &GroupApp{ID: app.ID, Name: app.Name, IconURL: app.IconURL, Developer: app.Developer}
		for _, t := range label.types {
			b := byType[t.Identifier]
			if b == nil {
				b = &groupBuilder{group: Group{Identifier: t.Identifier, Title: t.Title, Detail: t.Detail}, at: map[string]int{}}
				byType[t.Identifier] = b
			}
			for _, c := range t.categories {
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
	order.Sort(groups, func(a, b Group) int {
		return cmp.Or(cmp.Compare(severity(a.Identifier), severity(b.Identifier)), cmp.Compare(a.Identifier, b.Identifier))
	})
	return groups, nil
}

// labels caches the outlines of labels by digest. The label of a digest never changes, so
// entries stay valid. The zero value is ready to use.
type labels struct {
	mu       sync.Mutex
	byDigest map[storage.Digest]*outline
	names    map[labelName]*labelName // one copy of each name, shared by the outlines
}

// maxLabels limits the number of cached labels. Each takes a few hundred bytes.
const maxLabels = 16 << 10

// outline holds the parts of a label that the views of the whole fleet need.
type outline struct {
	store     string // in whose words it says what is collected
	types     []outlineType
	footprint storage.Footprint
	beyond    map[string]profile.Tier // see [profile.Beyond]
}

type outlineType struct {
	*labelName
	categories []*labelName
}

// labelName is the name of a privacy type or category. A category has no Detail.
type labelName struct {
	Identifier, Title string
	Detail            storage.Text
}

// of returns the outline of a label, which is empty for the zero digest.
func (l *labels) of(tx *storage.Tx, digest storage.Digest) (*outline, error) {
	if digest.IsZero() {
		return new(outline), nil
	}
	l.mu.Lock()
	found := l.byDigest[digest]
	l.mu.Unlock()
	if found != nil {
		return found, nil
	}
	body, err := tx.Labels.Get(digest)
	if err != nil {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.byDigest == nil || len(l.names) > maxLabels {
		l.byDigest, l.names = make(map[storage.Digest]*outline), make(map[labelName]*labelName)
	}
	for other := range l.byDigest { // evict any entry: views read all labels in turn, so each is as likely to be needed next
		if len(l.byDigest) < maxLabels {
			break
		}
		delete(l.byDigest, other)
	}
	store := vocabulary.StoreOf(body.Label)
	found = &outline{store: store, footprint: profile.FootprintOf(body.Label), beyond: profile.Beyond(body.Label)}
	for _, t := range vocabulary.Label(store, body.Label).Types {
		one := outlineType{labelName: l.shared(labelName{t.Identifier, t.Title, t.Detail})}
		for _, c := range t.Categories {
			one.categories = append(one.categories, l.shared(labelName{Identifier: c.Identifier, Title: c.Title}))
		}
		found.types = append(found.types, one)
	}
	l.byDigest[digest] = found
	return found, nil
}

// collecting yields the apps of a query.
func (l *labels) collecting(tx *storage.Tx, q storage.AppQuery) iter.Seq2[Collecting, error] {
	return func(yield func(Collecting, error) bool) {
		for app, err := range tx.AppBriefs(q) {
			var label *outline
			if err == nil {
				label, err = l.of(tx, app.LabelDigest)
			}
			if err != nil {
				yield(Collecting{}, err)
				return
			}
			if !yield(Collecting{app, label.beyond}, nil) {
				return
			}
		}
	}
}

func (l *labels) shared(name labelName) *labelName {
	found := l.names[name]
	if found == nil {
		found = &name
		l.names[name] = found
	}
	return found
}

type groupBuilder struct {
	group Group
	at    map[string]int // place of a category in the group
}

func (b *groupBuilder) add(c *labelName, app *GroupApp) {
	i, ok := b.at[c.Identifier]
	if !ok {
		i = len(b.group.Categories)
		b.at[c.Identifier] = i
		b.group.Categories = append(b.group.Categories, GroupCategory{
			Identifier: c.Identifier, Title: c.Title, RiskWeight: riskWeight(c.Identifier),
		})
	}
	apps := &b.group.Categories[i].Apps
	if n := len(*apps); n > 0 && (*apps)[n-1] == app { // the label names the category more than once
		return
	}
	*apps = append(*apps, app)
}

func (b *groupBuilder) sorted() Group {
	order.Sort(b.group.Categories, func(x, y GroupCategory) int {
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

// riskWeight returns how sensitive the data of a category is, from 1 to 5.
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
