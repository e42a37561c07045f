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

// Rating is what a summary says of one side of a policy.
type Rating string

// The ratings.
const (
	Favorable  Rating = "favorable"
	Mixed      Rating = "mixed"
	Concerning Rating = "concerning"
	Unclear    Rating = "unclear"
)

// score returns how far out on the radar a rating is, from 1; zero for none.
func (r Rating) score() float64 {
	switch r {
	case Favorable:
		return 1
	case Unclear:
		return 1.5
	case Mixed:
		return 3
	case Concerning:
		return 4
	}
	return 0
}

// Radar compares the policies of some apps, side by side.
type Radar struct {
	Axes    []RadarAxis `json:"axes"`
	Ratings []Rating    `json:"ratings"`
	Apps    []RadarApp  `json:"apps"`
}

// RadarAxis is one side of policies, a lens.
type RadarAxis struct {
	Key   string `json:"key"`
	Label string `json:"label"`
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
	Rating *Rating  `json:"rating"`
	Score  *float64 `json:"score"` // from 1, the best, to 4
}

func radarAxes() []RadarAxis {
	return []RadarAxis{
		{"collection_scope", "Collection scope"}, {"product_use", "Product use"}, {"ads_marketing", "Ads and marketing"},
		{"third_party_sharing", "Third-party sharing"}, {"tracking_analytics", "Tracking and analytics"}, {"user_controls", "User controls"},
		{"data_retention", "Data retention"}, {"children_minors", "Children and minors"},
	}
}

// ratingsOf returns how the summary of a policy rates it, by the key of the axis.
// No analysis has a summary yet, so there is no rating.
func ratingsOf(storage.PolicyAnalysis) map[string]Rating { return nil }

// RadarOf compares the policies of these apps, in this order, without those that
// are not tracked; of none named, those with a summary that were refreshed last.
func RadarOf(tx storage.Tx, apps []storage.AppID) (Radar, error) {
	radar := Radar{Axes: radarAxes(), Ratings: []Rating{Favorable, Mixed, Concerning, Unclear}, Apps: []RadarApp{}}
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
		radar.Apps = append(radar.Apps, radarApp(app, analysis, ratingsOf(analysis)))
	}
	return radar, nil
}

// summarized returns the apps with a summary that were refreshed last.
func summarized(tx storage.Tx) ([]storage.AppID, error) {
	var newest []storage.App
	for a, err := range tx.PolicyAnalyses().List(storage.PolicyAnalysisQuery{}) {
		if err != nil {
			return nil, err
		}
		if len(ratingsOf(a)) == 0 {
			continue
		}
		app, err := tx.Apps().Get(a.App)
		if err != nil {
			return nil, err
		}
		newest = keepNewest(append(newest, app))
	}
	ids := make([]storage.AppID, len(newest))
	for i, app := range newest {
		ids[i] = app.ID
	}
	return ids, nil
}

// keepNewest keeps the apps that were refreshed last.
func keepNewest(apps []storage.App) []storage.App {
	slices.SortFunc(apps, func(a, b storage.App) int {
		return cmp.Or(cmp.Compare(b.LastSynced, a.LastSynced), cmp.Compare(a.ID, b.ID))
	})
	return apps[:min(len(apps), radarApps)]
}

func radarApp(app storage.App, analysis storage.PolicyAnalysis, ratings map[string]Rating) RadarApp {
	shown := RadarApp{
		ID: app.ID, Name: app.Name, IconURL: app.IconURL, Lenses: []RadarLens{}, HasPolicy: !analysis.Current.IsZero(), Status: analysis.Status,
	}
	for _, axis := range radarAxes() {
		lens := RadarLens{RadarAxis: axis}
		if rating := ratings[axis.Key]; rating.score() > 0 {
			lens.Rating, lens.Score = &rating, new(rating.score())
		}
		shown.Lenses = append(shown.Lenses, lens)
	}
	return shown
}
