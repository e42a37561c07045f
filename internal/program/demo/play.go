package demo

import (
	"context"
	"errors"
	"fmt"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/playstore"
	"github.com/privacylabels/auditor/internal/vocabulary"
	"github.com/privacylabels/auditor/storage"
)

// The data types that the invented apps declare on Google Play.
var (
	playName        = kind{category: "PERSONAL_INFO", id: "NAME"}
	playEmail       = kind{category: "PERSONAL_INFO", id: "EMAIL_ADDRESS"}
	playUserID      = kind{category: "PERSONAL_INFO", id: "USER_IDS"}
	playPayment     = kind{category: "FINANCIAL_INFO", id: "USER_PAYMENT_INFO"}
	playHealth      = kind{category: "HEALTH_AND_FITNESS", id: "HEALTH_INFO"}
	playCoarse      = kind{category: "LOCATION", id: "APPROXIMATE_LOCATION"}
	playPrecise     = kind{category: "LOCATION", id: "PRECISE_LOCATION"}
	playInteraction = kind{category: "APP_ACTIVITY", id: "APP_INTERACTIONS"}
	playCrashes     = kind{category: "APP_INFO_AND_PERFORMANCE", id: "CRASH_LOGS"}
	playDevice      = kind{category: "DEVICE_OR_OTHER_IDS", id: "DEVICE_OR_OTHER_IDS"}
)

// The security practices.
const (
	encrypted = "DATA_IS_ENCRYPTED_IN_TRANSIT"
	deletable = "YOU_CAN_REQUEST_THAT_DATA_BE_DELETED"
	reviewed  = "INDEPENDENT_SECURITY_REVIEW"
)

// playApps returns the invented apps on Google Play. Two are paired with apps of the App Store: one
// tells both stores the same, though not at once, and one tells them what cannot both be true. One
// has the name of another, which is suggested as its partner, and one is on Google Play only.
func playApps() []app {
	return []app{
		newPlayApp("Quietline Meditation", "Still Harbor Ltd", "Health & Fitness", "5.4-android",
			safety(nil, []use{forFunction(playEmail), forAnalytics(playInteraction)}, encrypted, deletable),
			released(11, "5.9-android", safety(
				[]use{forPlayAds(playHealth)},
				[]use{forFunction(playEmail, playHealth), forAnalytics(playInteraction)}, encrypted)),
		).pairedWith(9),
		newPlayApp("Railhopper Tickets", "Junction Nine", "Travel & Local", "6.1.2",
			safety(nil, []use{forFunction(playName, playEmail, playPayment), forAnalytics(playInteraction, playCrashes)}, encrypted, deletable),
			released(11, "6.6.1", safety(
				nil, []use{forFunction(playName, playEmail, playPayment, refusable(playPrecise)), forAnalytics(playInteraction, playCrashes)}, encrypted, deletable)),
		).pairedWith(10),
		newPlayApp("Papercrane Notes", "Ada Quillfeather", "Productivity", "2.4",
			safety(nil, nil, encrypted),
			released(7, "3.0", safety(nil, []use{forFunction(refusable(playUserID))}, encrypted, deletable)),
			released(10, "3.1", safety(nil, []use{forFunction(refusable(playUserID))}, encrypted, deletable, reviewed)),
		),
		newPlayApp("Signalpost Maps", "Waymark Cartography", "Maps & Navigation", "1.0",
			&storage.Label{Types: []storage.PrivacyType{{Identifier: storage.DataNotProvided, Title: "No information available"}}},
			released(5, "1.1", safety(
				[]use{forPlayAds(playDevice)}, []use{forFunction(refusable(playCoarse)), forPlayAds(playDevice)}, encrypted)),
			released(9, "1.2", safety(
				[]use{forPlayAds(playDevice)}, []use{forFunction(playCoarse), forPlayAds(playDevice)}, encrypted)),
		),
	}
}

// forPlayAds is [forAds] in the words of Google Play.
func forPlayAds(data ...kind) use { return use{vocabulary.ThirdPartyAds, data} }

// refusable returns a data type that a person may refuse.
func refusable(k kind) kind {
	k.optional = true
	return k
}

// safety returns a label of Google Play.
func safety(shared, all []use, practices ...string) *storage.Label {
	var types []storage.PrivacyType
	if len(shared) > 0 {
		types = append(types, entitled(collected(storage.DataShared, "", shared), "Data shared"))
	}
	if len(all) > 0 {
		types = append(types, entitled(collected(storage.DataCollected, "", all), "Data collected"))
	}
	if len(types) == 0 {
		types = []storage.PrivacyType{{Identifier: storage.DataNotCollected, Title: "No data collected or shared"}}
	}
	l := label(types...)
	l.Practices = practices
	return l
}

func entitled(t storage.PrivacyType, title string) storage.PrivacyType {
	t.Title = title
	return t
}

func newPlayApp(name, developer, genre, version string, l *storage.Label, updates ...update) app {
	identifier := "example." + slug(developer, '_') + "." + slug(name, '_')
	id := storage.Number(vocabulary.Play, identifier, 0)
	return app{id: id, updates: updates, first: fleet.Listing{
		ID:               id,
		Identifier:       identifier,
		Name:             &name,
		URL:              new(fmt.Sprintf("https://%s/store/apps/details?id=%s", playstore.Host, identifier)),
		BundleID:         &identifier,
		Developer:        &developer,
		LegalEntity:      &developer,
		Version:          &version,
		PriceAmount:      new(0.0),
		PriceCurrency:    new("USD"),
		PriceFormatted:   new("Free"),
		HasIAP:           new(false),
		GenreName:        &genre,
		AgeRating:        new("Everyone"),
		AgeRatingSource:  "demo",
		Installs:         new("10,000+"),
		PrivacyPolicyURL: new("https://" + slug(name, '-') + ".example/privacy"),
		Label:            l,
		Extractor:        "demo/1",
	}}
}

// pairedWith returns an app with a partner, by its number in [apps].
func (a app) pairedWith(n storage.AppID) app {
	a.partner = firstID + n
	return a
}

// released returns an update of an app on Google Play, which shows no release notes here.
func released(state int, version string, l *storage.Label) update {
	return update{state, func(page *fleet.Listing) { page.Version, page.Label = &version, l }}
}

// play is Google Play with the apps of a store.
type play struct{ store *Store }

var _ fleet.Namer = play{}

// Play returns the apps of the store that are on Google Play as a source of their own.
func (d *Store) Play() fleet.Source {
	return fleet.Source{Name: vocabulary.Play, Hosts: []string{playstore.Host}, Scraper: play{store: d}}
}

// Resolve accepts the addresses that Google Play does.
func (p play) Resolve(address string) (fleet.Target, error) {
	t, err := new(playstore.Scraper).Resolve(address)
	if err != nil {
		return fleet.Target{}, &fleet.ScrapeError{Cause: fleet.ErrAddress, Err: err}
	}
	return t, nil
}

// Address accepts the names that Google Play does.
func (p play) Address(name string) (string, bool) { return new(playstore.Scraper).Address(name) }

// Scrape returns the current page of an app.
func (p play) Scrape(ctx context.Context, t fleet.Target) (fleet.Listing, error) {
	if err := ctx.Err(); err != nil {
		return fleet.Listing{}, err
	}
	for _, app := range p.store.apps {
		if app.onPlay() && *app.first.URL == t.URL {
			page := p.store.pageAt(app, p.store.now())
			page.ID = t.ID
			return page, nil
		}
	}
	return fleet.Listing{}, &fleet.ScrapeError{Cause: fleet.ErrNotListed, Err: errors.New("the demo has four apps of Google Play")}
}
