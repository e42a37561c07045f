package policy

import (
	"cmp"
	"errors"
	"slices"

	"github.com/privacylabels/auditor/storage"
)

// The sizes of a radar.
const (
	MaxRadarApps = 20 // apps at most
	radarApps    = 6  // apps when none is named
)

// scoreOf returns how far out on the radar a rating is, from 1; zero for none.
func scoreOf(r storage.PolicyRating) float64 {
	switch r {
	case storage.RatingFavorable:
		return 1
	case storage.RatingUnclear:
		return 1.5
	case storage.RatingMixed:
		return 3
	case storage.RatingConcerning:
		return 4
	}
	return 0
}

// Radar compares the policies of some apps, side by side.
type Radar struct {
	Axes    []RadarAxis            `json:"axes"` // one for each lens of a summary, in their order
	Ratings []storage.PolicyRating `json:"ratings"`
	Apps    []RadarApp             `json:"apps"`
}

// RadarAxis is one side of policies, a lens.
type RadarAxis struct {
	Key   storage.PolicyLensKey `json:"key"`
	Label string                `json:"label"`
}

// RadarApp is how an app's policy is rated.
type RadarApp struct {
	ID        storage.AppID        `json:"id"`
	Name      string               `json:"name"`
	IconURL   storage.Text         `json:"iconUrl"`
	Lenses    []RadarLens          `json:"lenses"`    // in the order of the axes
	HasPolicy bool                 `json:"hasPolicy"` // a text of it is known
	Status    storage.PolicyStatus `json:"status,omitempty"`
}

// RadarLens is the rating along an axis, nil where there is none.
type RadarLens struct {
	RadarAxis
	Rating *storage.PolicyRating `json:"rating"`
	Score  *float64              `json:"score"` // from 1, the best, to 4
}

func radarAxes() []RadarAxis {
	return []RadarAxis{
		{storage.LensCollection, "Collection scope"}, {storage.LensUse, "Product use"}, {storage.LensAds, "Ads and marketing"},
		{storage.LensSharing, "Third-party sharing"}, {storage.LensTracking, "Tracking and analytics"}, {storage.LensControls, "User controls"},
		{storage.LensRetention, "Data retention"}, {storage.LensChildren, "Children and minors"},
	}
}

// RadarOf compares the policies of these apps, in this order, without those that
// are not tracked; of none named, those with a summary that were refreshed last.
func RadarOf(tx storage.Tx, apps []storage.AppID) (Radar, error) {
	radar := Radar{Axes: radarAxes(), Apps: []RadarApp{}, Ratings: []storage.PolicyRating{
		storage.RatingFavorable, storage.RatingMixed, storage.RatingConcerning, storage.RatingUnclear,
	}}
	if len(apps) == 0 {
		var err error
		if apps, err = summarized(tx); err != nil {
			return Radar{}, err
		}
	}
	for _, id := range apps {
		app, err := tx.Apps().Get(id)
		if errors.Is(err, storage.ErrNotFound) {
			continue
		}
		if err != nil {
			return Radar{}, err
		}
		analysis, err := tx.PolicyAnalyses().Get(id)
		if err != nil && !errors.Is(err, storage.ErrNotFound) {
			return Radar{}, err
		}
		radar.Apps = append(radar.Apps, radarApp(app, analysis))
	}
	return radar, nil
}

// summarized returns the apps with a summary that were refreshed last. Apps are
// looked at from the newest on, as a fleet of which a policy was ever read has
// summaries of most, and those are large.
func summarized(tx storage.Tx) ([]storage.AppID, error) {
	type refreshed struct {
		app storage.AppID
		at  storage.Time
	}
	var newest []refreshed
	for app, err := range tx.Apps().List(storage.AppQuery{}) {
		if err != nil {
			return nil, err
		}
		newest = append(newest, refreshed{app.ID, app.LastSynced})
	}
	slices.SortFunc(newest, func(a, b refreshed) int { return cmp.Or(cmp.Compare(b.at, a.at), cmp.Compare(a.app, b.app)) })
	var ids []storage.AppID
	for _, one := range newest {
		analysis, err := tx.PolicyAnalyses().Get(one.app)
		if err != nil && !errors.Is(err, storage.ErrNotFound) {
			return nil, err
		}
		if analysis.Summary != nil {
			ids = append(ids, one.app)
		}
		if len(ids) == radarApps {
			break
		}
	}
	return ids, nil
}

func radarApp(app storage.App, analysis storage.PolicyAnalysis) RadarApp {
	shown := RadarApp{
		ID: app.ID, Name: app.Name, IconURL: app.IconURL, Lenses: []RadarLens{}, HasPolicy: !analysis.Current.IsZero(), Status: analysis.Status,
	}
	for _, axis := range radarAxes() {
		lens := RadarLens{RadarAxis: axis}
		if analysis.Summary != nil {
			rating := analysis.Summary.Lens(axis.Key).Rating
			lens.Rating, lens.Score = &rating, new(scoreOf(rating))
		}
		shown.Lenses = append(shown.Lenses, lens)
	}
	return shown
}
