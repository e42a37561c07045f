package policy

import (
	"cmp"
	"context"

	"github.com/privacylabels/auditor/internal/order"
	"github.com/privacylabels/auditor/storage"
)

const (
	// MaxRadarApps is the maximum number of apps in a radar.
	MaxRadarApps = 20

	radarApps = 6 // by default
)

// score returns the distance of a rating from the center of the radar, from 1.
func score(r storage.PolicyRating) float64 {
	switch r {
	case storage.RatingFavorable:
		return 1
	case storage.RatingMixed:
		return 3
	case storage.RatingConcerning:
		return 4
	}
	return 1.5 // unclear
}

// Radar compares the policies of some apps.
type Radar struct {
	Axes    []RadarAxis            `json:"axes"`    // the aspects, in the order of the ratings
	Ratings []storage.PolicyRating `json:"ratings"` // the ratings, in the order of the axes
	Apps    []RadarApp             `json:"apps"`    // the apps
}

// RadarAxis is a subject of policies, a lens.
type RadarAxis struct {
	Key   storage.PolicyLensKey `json:"key"`   // the key that names it
	Label string                `json:"label"` // a name for people
}

// RadarApp is the ratings of an app's policy.
type RadarApp struct {
	ID        storage.AppID        `json:"id"`               // the ID
	Name      string               `json:"name"`             // the name
	IconURL   storage.Text         `json:"iconUrl"`          // the URL of the icon; null: not known
	Lenses    []RadarLens          `json:"lenses"`           // the ratings, in the order of the axes
	HasPolicy bool                 `json:"hasPolicy"`        // whether a text of the policy is stored
	Status    storage.PolicyStatus `json:"status,omitempty"` // the status
}

// RadarLens is the rating along an axis, nil without a summary.
type RadarLens struct {
	RadarAxis
	Rating *storage.PolicyRating `json:"rating"` // the rating of the policy in this aspect; null: not rated
	Score  *float64              `json:"score"`  // the rating as a number, from 1 (best) to 4; null: not rated
}

func radarAxes() []RadarAxis {
	labels := map[storage.PolicyLensKey]string{
		storage.LensCollection: "Collection scope", storage.LensUse: "Product use", storage.LensAds: "Ads and marketing",
		storage.LensSharing: "Third-party sharing", storage.LensTracking: "Tracking and analytics", storage.LensControls: "User controls",
		storage.LensRetention: "Data retention", storage.LensChildren: "Children and minors",
	}
	var axes []RadarAxis
	for _, key := range storage.PolicyLensKeys() {
		axes = append(axes, RadarAxis{key, labels[key]})
	}
	return axes
}

// Radar compares the policies of the tracked ones of these apps, in their order, or,
// if there are none, of the apps with a summary that were refreshed last.
func (s *Service) Radar(ctx context.Context, apps []storage.AppID) (Radar, error) {
	return storage.View(ctx, s.env.Store, func(tx *storage.Tx) (Radar, error) { return radarOf(tx, apps) })
}

func radarOf(tx *storage.Tx, apps []storage.AppID) (Radar, error) {
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
		app, found, err := storage.Find(tx.Apps, id)
		if err != nil {
			return Radar{}, err
		}
		if !found {
			continue
		}
		analysis, _, err := storage.Find(tx.PolicyAnalyses, id)
		if err != nil {
			return Radar{}, err
		}
		radar.Apps = append(radar.Apps, radarApp(app, analysis))
	}
	return radar, nil
}

// summarized returns the apps with a summary that were refreshed last. It reads the rows of
// these apps and not their analyses, which are long. It sorts them in memory, because an
// index by refresh would cost a write for each refresh, and this query is rare.
func summarized(tx *storage.Tx) ([]storage.AppID, error) {
	var newest []storage.App
	for app, err := range tx.Apps.List(storage.AppQuery{Summarised: true}) {
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

// keepNewest returns the apps that were refreshed last.
func keepNewest(apps []storage.App) []storage.App {
	order.Sort(apps, func(a, b storage.App) int {
		return cmp.Or(cmp.Compare(b.LastSynced, a.LastSynced), cmp.Compare(a.ID, b.ID))
	})
	return apps[:min(len(apps), radarApps)]
}

func radarApp(app storage.App, analysis storage.PolicyAnalysis) RadarApp {
	shown := RadarApp{
		ID: app.ID, Name: app.Name, IconURL: app.IconURL, Lenses: []RadarLens{}, HasPolicy: !analysis.Current.IsZero(), Status: analysis.Status,
	}
	for _, axis := range radarAxes() {
		lens := RadarLens{RadarAxis: axis}
		if analysis.Summary != nil {
			rating := analysis.Summary.Lens(axis.Key).Rating
			lens.Rating, lens.Score = &rating, new(score(rating))
		}
		shown.Lenses = append(shown.Lenses, lens)
	}
	return shown
}
