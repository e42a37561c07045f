package storage

import (
	"cmp"
)

// RelatedID names an app that the App Store shows beside another.
type RelatedID struct {
	App     AppID
	Shelf   string
	Related AppID
}

// The shelves on which related apps are shown.
const (
	ShelfMayAlsoLike     = "may_also_like"
	ShelfMoreByDeveloper = "more_by_developer"
)

// RelatedApp is an app that the App Store showed beside a tracked one.
type RelatedApp struct {
	App        AppID  `db:"app_id,key" json:"sourceAppId"`
	Shelf      string `db:"shelf,key" json:"shelf"`
	Related    AppID  `db:"related_id,key" json:"appleId"`
	Name       string `db:"name" json:"name"`
	Developer  Text   `db:"developer" json:"developer"`
	IconURL    Text   `db:"icon_url" json:"iconUrl"`
	URL        string `db:"url" json:"url"`
	Position   int    `db:"position" json:"-"` // place on the shelf, from 0
	ObservedAt Time   `db:"observed_at" json:"observedAt"`
}

// RelatedQuery narrows a list of related apps, which is ordered by app, shelf,
// position and related id.
type RelatedQuery struct {
	App   AppID  // zero: every app
	Shelf string // empty: every shelf
	Limit int    // zero: all
}

// matches implements [Query].
func (q RelatedQuery) matches(r RelatedApp) bool {
	return asked(q.App, r.App) && asked(q.Shelf, r.Shelf)
}

// compare implements [Query].
func (RelatedQuery) compare(a, b RelatedApp) int {
	return cmp.Or(cmp.Compare(a.App, b.App), cmp.Compare(a.Shelf, b.Shelf),
		cmp.Compare(a.Position, b.Position), cmp.Compare(a.Related, b.Related))
}

// key returns the two apps and the shelf.
func (r RelatedApp) key() RelatedID { return RelatedID{r.App, r.Shelf, r.Related} }

// parents implements [child].
func (r RelatedApp) parents() []Parent { return onApp(r.App) }

// validate refuses a related app without ids, name or address, or with an unknown shelf.
func (r RelatedApp) validate() error {
	if err := r.App.validate("related app"); err != nil {
		return err
	}
	if err := r.Related.validate("related app"); err != nil {
		return err
	}
	if r.Shelf != ShelfMayAlsoLike && r.Shelf != ShelfMoreByDeveloper {
		return invalid("related app", "unknown shelf %q", r.Shelf)
	}
	if r.Name == "" || r.URL == "" {
		return invalid("related app", "%d has no name or no url", r.Related)
	}
	return checkText("related app", r.Name, string(r.Developer), string(r.IconURL), r.URL)
}
