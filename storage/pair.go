package storage

import "cmp"

// Pair records that an app of the App Store and an app of another store are one to a person. It is
// stored under the lower of the two IDs and outlives both apps, so that it still holds when they are
// tracked again.
type Pair struct {
	App       AppID `db:"app_id,key" json:"app"`            // the ID of one app, the lower of the two
	With      AppID `db:"with_id" json:"with"`              // the ID of the other app
	CreatedAt Time  `db:"created_at" json:"createdAt"`      // when the apps were paired
	Compared  bool  `db:"compared" json:"compared"`         // whether both labels were known when they were last compared
	Differs   bool  `db:"differs" json:"differs"`           // whether something is declared in only one of the stores
	Open      []Gap `db:"open" json:"differences,omitzero"` // what that is
}

// Gap is a kind of data that is declared in one store and not in the other.
type Gap struct {
	Name   string `json:"name"`   // the kind of data in plain words, such as "names"
	ToldTo AppID  `json:"toldTo"` // the ID of the app whose label declares it
	Since  Time   `json:"since"`  // when the difference was first seen
}

// PairOf returns a pair of two apps in the order in which it is stored.
func PairOf(a, b AppID) Pair { return Pair{App: min(a, b), With: max(a, b)} }

// Partner returns the other app of the pair.
func (p Pair) Partner(of AppID) AppID {
	if of == p.App {
		return p.With
	}
	return p.App
}

// PairQuery narrows a list of pairs, which is ordered by the lower ID.
type PairQuery struct {
	Of      AppID // only pairs with this app; zero: every one
	After   AppID // only those whose lower ID is greater; zero: every one
	Differs bool  // only pairs with differences
	Limit   int   // zero: all
}

// matches implements [Query].
func (q PairQuery) matches(r Pair) bool {
	return (q.Of == 0 || q.Of == r.App || q.Of == r.With) && r.App > q.After && (!q.Differs || r.Differs)
}

// compare implements [Query].
func (PairQuery) compare(a, b Pair) int { return cmp.Compare(a.App, b.App) }

// key returns the lower ID.
func (p Pair) key() AppID { return p.App }

// validate refuses a pair whose IDs are not in the order of [PairOf], and one with a difference that
// is of neither app.
func (p Pair) validate() error {
	if err := cmp.Or(p.App.validate("pair"), p.With.validate("pair")); err != nil {
		return err
	}
	if p.App >= p.With {
		return invalid("pair", "the ID of the other app, %d, is not greater than %d", p.With, p.App)
	}
	var texts []string
	for _, gap := range p.Open {
		if gap.ToldTo != p.App && gap.ToldTo != p.With {
			return invalid("pair", "a difference of %d and %d is of %d", p.App, p.With, gap.ToldTo)
		}
		texts = append(texts, gap.Name)
	}
	return checkText("pair", texts...)
}
