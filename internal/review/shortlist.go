package review

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/privacylabels/auditor/internal/appdata"
	"github.com/privacylabels/auditor/internal/order"
	"github.com/privacylabels/auditor/internal/profile"
	"github.com/privacylabels/auditor/storage"
)

// Shortlist is the list of apps that may replace others.
type Shortlist struct {
	Groups []ShortlistGroup `json:"groups"` // the groups, the one with the newest entry first
	Pairs  []ShortlistPair  `json:"pairs"`  // the pairs, in the order of the groups
	Total  int              `json:"total"`  // number of entries
}

// ShortlistPair identifies an entry.
type ShortlistPair struct {
	Source    storage.AppID `json:"sourceAppId"`      // the ID of the tracked app
	Candidate storage.AppID `json:"candidateAppleId"` // the ID of the app that may replace the other
}

// ShortlistGroup is a tracked app with its possible replacements.
type ShortlistGroup struct {
	Source  ShortlistSource  `json:"sourceApp"` // the tracked app
	Entries []ShortlistEntry `json:"entries"`   // the entries, newest first
}

// ShortlistSource is an app that may be replaced.
type ShortlistSource struct {
	ID      storage.AppID `json:"id"`      // the ID
	Name    string        `json:"name"`    // the name
	IconURL storage.Text  `json:"iconUrl"` // the URL of the icon; null: not known
	// The developer of the app; null: not known.
	Developer storage.Text `json:"developer"`
	// The privacy label: its types, with the categories of each.
	PrivacyTypes []storage.PrivacyType `json:"privacyTypes,omitempty"`
	Mismatch     *profile.Comparison   `json:"profileMismatch,omitempty"` // the comparison with the privacy profile; missing: there is none
	// The price as the App Store shows it; null: not known.
	PriceFormatted storage.Text `json:"priceFormatted"`
	// The currency of the price, such as USD; null: not known.
	PriceCurrency storage.Text `json:"priceCurrency"`
	// Whether the app offers in-app purchases; null: not known.
	HasIAP *bool `json:"hasIap"`
}

// ShortlistEntry is a possible replacement, with its label if it is tracked as well.
type ShortlistEntry struct {
	ID string `json:"id"` // the ID
	storage.ShortlistEntry
	Tracked bool `json:"candidateIsTracked"` // whether the candidate is tracked, too
	// The comparison with the privacy profile; null: there is no profile.
	Badge *profile.Badge `json:"profileBadge"`
	// The candidate's price as the App Store shows it; null: not known.
	PriceFormatted storage.Text `json:"candidatePriceFormatted"`
	// The currency of the candidate's price, such as USD; null: not known.
	PriceCurrency storage.Text `json:"candidatePriceCurrency"`
	// Whether the candidate offers in-app purchases; null: not known.
	HasIAP *bool `json:"candidateHasIap"`
}

// Shortlist adds an app to the shortlist. An existing entry stays in its place: its
// modes are extended and its other fields replaced. The error wraps storage.ErrNotFound
// when the source is not tracked, or storage.ErrInvalid, also when the URL is not an http or
// https one, or there is an icon whose URL is not.
func (s *Service) Shortlist(ctx context.Context, e storage.ShortlistEntry) (ShortlistEntry, error) {
	if !appdata.IsWeb(e.URL) || e.IconURL != "" && !appdata.IsWeb(e.IconURL) {
		return ShortlistEntry{}, fmt.Errorf("%w: shortlist entry %v: the URL of its page or icon is not an http or https one", storage.ErrInvalid, storage.Key(e))
	}
	now := storage.TimeOf(s.now())
	return storage.Update(ctx, s.store, func(tx *storage.Tx) (kept ShortlistEntry, err error) {
		if _, err := tx.Apps.Get(e.Source); err != nil {
			return kept, err
		}
		entry := e
		entry.AddedAt = now
		before, listed, err := storage.Find(tx.Shortlist, storage.Key(e))
		if err != nil {
			return kept, err
		}
		if listed {
			entry.AddedAt, entry.Modes = before.AddedAt, before.Modes|e.Modes
		}
		if err := tx.Shortlist.Put(entry); err != nil {
			return kept, err
		}
		mine, err := profile.StoredPrivacy(tx)
		if err != nil {
			return kept, err
		}
		return withCandidate(tx, entry, mine)
	})
}

// Unlist removes an app from the shortlist, and reports whether it was on it.
func (s *Service) Unlist(ctx context.Context, id storage.ShortlistID) (bool, error) {
	n, err := storage.Update(ctx, s.store, func(tx *storage.Tx) (int, error) { return tx.Shortlist.Delete(id) })
	return n > 0, err
}

// ClearShortlist empties the shortlist, and returns the number of removed entries.
func (s *Service) ClearShortlist(ctx context.Context) (int, error) {
	return storage.Update(ctx, s.store, func(tx *storage.Tx) (int, error) { return tx.Shortlist.Clear() })
}

// Shortlisted returns the shortlist.
func (s *Service) Shortlisted(ctx context.Context) (Shortlist, error) {
	return storage.View(ctx, s.store, shortlisted)
}

func shortlisted(tx *storage.Tx) (Shortlist, error) {
	list := Shortlist{Groups: []ShortlistGroup{}, Pairs: []ShortlistPair{}}
	mine, err := profile.StoredPrivacy(tx)
	if err != nil {
		return list, err
	}
	for e, err := range tx.Shortlist.List(storage.ShortlistQuery{}) { // the entries of a source are adjacent
		if err != nil {
			return list, err
		}
		if n := len(list.Groups); n == 0 || list.Groups[n-1].Source.ID != e.Source {
			source, err := sourceOf(tx, e.Source, mine)
			if err != nil {
				return list, err
			}
			list.Groups = append(list.Groups, ShortlistGroup{Source: source})
		}
		entry, err := withCandidate(tx, e, mine)
		if err != nil {
			return list, err
		}
		group := &list.Groups[len(list.Groups)-1]
		group.Entries = append(group.Entries, entry)
	}
	list.sort()
	return list, nil
}

// sort sorts the groups and their entries, and lists the pairs.
func (l *Shortlist) sort() {
	for _, g := range l.Groups {
		order.Sort(g.Entries, func(a, b ShortlistEntry) int { return cmp.Compare(b.AddedAt, a.AddedAt) })
	}
	order.Sort(l.Groups, func(a, b ShortlistGroup) int { return cmp.Compare(b.Entries[0].AddedAt, a.Entries[0].AddedAt) })
	for _, g := range l.Groups {
		for _, e := range g.Entries {
			l.Pairs = append(l.Pairs, ShortlistPair{e.Source, e.Candidate})
		}
	}
	l.Total = len(l.Pairs)
}

func sourceOf(tx *storage.Tx, id storage.AppID, mine profile.Privacy) (ShortlistSource, error) {
	app, err := tx.Apps.Get(id)
	if err != nil {
		return ShortlistSource{}, err
	}
	source := ShortlistSource{
		ID: app.ID, Name: app.Name, IconURL: app.IconURL, Developer: app.Developer,
		PriceFormatted: app.PriceFormatted, PriceCurrency: app.PriceCurrency, HasIAP: app.HasIAP,
	}
	if c := mine.Compare(app.Footprint); c.Count > 0 {
		source.Mismatch = &c
	}
	if app.LabelDigest.IsZero() {
		return source, nil
	}
	body, err := tx.Labels.Get(app.LabelDigest)
	if err != nil {
		return source, err
	}
	source.PrivacyTypes = slices.Clone(body.Label.Types)
	for i, t := range source.PrivacyTypes {
		if t.Categories == nil {
			source.PrivacyTypes[i].Categories = []storage.LabelCategory{}
		}
	}
	return source, nil
}

// withCandidate adds the fields of a tracked candidate to its entry.
func withCandidate(tx *storage.Tx, e storage.ShortlistEntry, mine profile.Privacy) (ShortlistEntry, error) {
	entry := ShortlistEntry{ID: storage.Key(e).String(), ShortlistEntry: e}
	app, tracked, err := storage.Find(tx.Apps, e.Candidate)
	if err != nil || !tracked {
		return entry, err
	}
	entry.Tracked = true
	entry.PriceFormatted, entry.PriceCurrency, entry.HasIAP = app.PriceFormatted, app.PriceCurrency, app.HasIAP
	if mine.Active() {
		badge := mine.Compare(app.Footprint).Badge()
		entry.Badge = &badge
	}
	return entry, nil
}
