package tracked

import (
	"cmp"
	"net/url"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/appdata"
	"github.com/privacylabels/auditor/internal/facts"
	"github.com/privacylabels/auditor/internal/order"
	"github.com/privacylabels/auditor/internal/profile"
	"github.com/privacylabels/auditor/storage"
)

// unnamed is the name of an app for which no source returned one.
const unnamed = "Unknown App"

// apply returns the app after the observation. Fields that the source did not return are
// unchanged, and those with impossible values are empty.
func (s observation) apply(app storage.App, isNew bool, now storage.Time) storage.App {
	l := s.listing
	if l.Page != nil {
		l = *l.Page
	}
	if isNew {
		app = storage.App{ID: s.target.ID, Source: storage.Text(s.target.Source), FirstSeen: now}
	}
	own, was := app.Platform(), app.URL
	app.URL = withName(s.target.URL, deref(l.URL), deref(s.listing.URL), app.URL)
	app.URL = withPlatform(app, l.Platform)
	app.Archive = withOtherNames(app, deref(l.URL), deref(s.listing.URL), was)

	if l.Country != "" {
		if app.Country != "" && app.Country != l.Country { // what is known is from another storefront
			facts.Clear(&app, facts.Rating|facts.Descriptors|facts.Price)
			app.PageFacts, app.LookupFacts = 0, 0
		}
		app.Country = l.Country
	}
	if !isNew && app.Platform() != own { // what is known is of another platform
		facts.Clear(&app, facts.OfPlatform)
		app.PageFacts, app.LookupFacts = 0, 0
		app.Accessibility = nil
	}
	if app.Name == unnamed {
		app.Name = ""
	}
	page := factsOf(l)
	if s.unread(app, now) != nil {
		page.Glimpse(&app)
	} else {
		page.Show(&app)
	}
	if s.listing.Page != nil {
		factsOf(s.listing).Complete(&app, page.Known)
	}
	app.Name = cmp.Or(app.Name, unnamed)

	if l.Features != nil {
		app.AccessibilityCount = len(placed(*l.Features, app.ID))
		app.HasAccessibilityLabels = new(app.AccessibilityCount > 0)
		app.Accessibility = accessibility(l, app)
	}
	if !s.label.Digest.IsZero() {
		app.LabelDigest = s.label.Digest
		app.HasPrivacyDetails = s.label.Label.Provided()
		count(&app, s.label.Label)
	}
	app.LastSynced = now
	app.LastError, app.Availability = s.unread(app, now), storage.Availability{}
	app.SyncCount++
	return appdata.Plausible(app)
}

// factsOf returns the facts of a listing.
func factsOf(l fleet.Listing) facts.Facts {
	var f facts.Facts
	text := func(fact facts.Set, to *storage.Text, text *string) {
		if text != nil {
			*to, f.Known = storage.Text(*text), f.Known|fact
		}
	}
	know := func(fact facts.Set, known bool) {
		if known {
			f.Known |= fact
		}
	}
	f.App.Name = deref(l.Name)
	know(facts.Name, f.App.Name != "")
	text(facts.Icon, &f.App.IconURL, l.IconURL)
	text(facts.BundleID, &f.App.BundleID, l.BundleID)
	text(facts.Developer, &f.App.Developer, l.Developer)
	text(facts.Policy, &f.App.PrivacyPolicyURL, l.PrivacyPolicyURL)
	text(facts.Entity, &f.App.LegalEntity, l.LegalEntity)
	text(facts.Installs, &f.App.Installs, l.Installs)
	text(facts.GenreName, &f.App.GenreName, l.GenreName)

	text(facts.Version, &f.App.CurrentVersion, l.Version)
	text(facts.Notes, &f.App.WhatsNew, l.WhatsNew)
	if l.VersionUpdatedAt != nil {
		f.App.VersionUpdatedAt, f.Known = storage.NullTime(*l.VersionUpdatedAt), f.Known|facts.Released
	}

	f.App.PriceAmount = l.PriceAmount
	know(facts.Price, l.PriceAmount != nil)
	text(facts.Price, &f.App.PriceCurrency, l.PriceCurrency)
	text(facts.Price, &f.App.PriceFormatted, l.PriceFormatted)
	f.App.HasIAP, f.App.GenreID, f.App.BackgroundLocation = l.HasIAP, l.GenreID, l.BackgroundLocation
	know(facts.IAP, l.HasIAP != nil)
	know(facts.GenreID, l.GenreID != nil)
	know(facts.Background, l.BackgroundLocation != nil)

	f.App.AgeRating, f.App.AgeRatingValue = storage.Text(deref(l.AgeRating)), l.AgeRatingValue
	f.App.AgeRatingSource, f.App.AgeRatingLanguage = storage.Text(l.AgeRatingSource), storage.Text(l.AgeRatingLanguage)
	know(facts.Rating, f.App.AgeRating != "")
	if d := l.AgeRatingDescriptors; d != nil {
		f.App.AgeRatingDescriptors = &storage.RatingDescriptors{Language: d.Language, Items: orEmpty(d.Items)}
		f.Known |= facts.Descriptors
	}
	return f
}

// Recorded returns the facts of a listing whose changes are recorded.
func Recorded(l fleet.Listing) storage.Listing {
	app := factsOf(l).App
	app = appdata.Plausible(app)
	facts := storage.Listing{
		Country: l.Country, Platform: l.Platform, Developer: app.Developer, Name: storage.Text(app.Name), BundleID: app.BundleID,
		PolicyURL: app.PrivacyPolicyURL,
	}
	if app.PriceAmount != nil {
		facts.Priced, facts.Price, facts.Currency, facts.PriceText = true, *app.PriceAmount, app.PriceCurrency, app.PriceFormatted
	}
	if app.HasIAP != nil {
		facts.IAPKnown, facts.IAP = true, *app.HasIAP
	}
	return facts
}

// unread returns the failure to read a label that the app had before, nil if there is none. The
// rest of the page is stored all the same.
func (s observation) unread(app storage.App, now storage.Time) *storage.Failure {
	if !s.label.Digest.IsZero() || app.LabelDigest.IsZero() {
		return nil
	}
	if s.missing != nil {
		return s.missing
	}
	return &storage.Failure{Code: storage.FailureLayout, Message: "the page has no privacy label that can be read; the known label is unchanged", At: now}
}

// ownPlatform returns what a listing says about an app whose URL names a platform: only what all
// platforms share if it is of another one.
func ownPlatform(l fleet.Listing, page string) fleet.Listing {
	own, named := storage.PlatformOf(page)
	if !named || own == "" || l.Platform == "" || l.Platform == own {
		return l
	}
	return fleet.Listing{
		ID: l.ID, Name: l.Name, URL: l.URL, IconURL: l.IconURL, Developer: l.Developer, Country: l.Country,
		GenreID: l.GenreID, GenreName: l.GenreName, Label: l.Label, Related: l.Related, Extractor: l.Extractor, Read: l.Read,
	}
}

// withPlatform returns the URL of an app, with the platform that its page is about if that is not
// the one that the App Store shows by default and the URL names none.
func withPlatform(app storage.App, page storage.Platform) string {
	_, named := storage.PlatformOf(app.URL)
	if named || page == "" || page == storage.PlatformIOS || app.Source != "" || storePageOf(app.URL).id == "" {
		return app.URL
	}
	address, query, _ := strings.Cut(app.URL, "?")
	if query != "" {
		query = "&" + query
	}
	return address + "?platform=" + string(page) + query
}

// withName returns the form of an app's URL that includes the name of the app, because the
// web archive has its captures under that form. If the URL lacks the name, withName takes
// the first of others that is a URL of the same app and storefront with the name, and keeps
// the query of the original. If there is none, it returns the URL unchanged.
func withName(address string, others ...string) string {
	page := storePageOf(address)
	if page.id == "" || page.hasName {
		return address
	}
	for _, text := range others {
		other := storePageOf(text)
		if !other.hasName || other.id != page.id || other.host != page.host || page.storefront != "" && page.storefront != other.storefront {
			continue
		}
		path, _, _ := strings.Cut(text, "?")
		if _, query, asked := strings.Cut(address, "?"); asked {
			path += "?" + query
		}
		return path
	}
	return address
}

// withOtherNames returns what is known of an app in the web archive, with those of others that
// are its page in its storefront under another name: the web archive has older captures there.
func withOtherNames(app storage.App, others ...string) *storage.AppArchive {
	own := storePageOf(app.URL)
	if app.Source != "" || !own.hasName {
		return app.Archive
	}
	known, names := app.KnownArchive(), []string{own.name}
	for _, text := range known.OtherURLs {
		names = append(names, storePageOf(text).name)
	}

	for _, text := range others {
		other := storePageOf(text)
		same := other.hasName && other.id == own.id && other.host == own.host && other.storefront == own.storefront
		if !same || slices.Contains(names, other.name) || len(known.OtherURLs) == storage.MaxOtherURLs {
			continue
		}
		path, _, _ := strings.Cut(text, "?")
		known.OtherURLs, names = append(known.OtherURLs, path), append(names, other.name)
		app.Archive = &known
	}
	return app.Archive
}

// storePage holds the parts of the URL of an app in the App Store.
type storePage struct {
	host       string
	storefront string // such as us; empty: the URL has none
	id         string // such as id310633997; empty: not the URL of an app
	hasName    bool   // whether the app's name precedes the id
	name       string // without escapes and in lower case
}

func storePageOf(address string) storePage {
	u, err := url.Parse(address)
	if err != nil {
		return storePage{}
	}
	segments := strings.Split(strings.Trim(u.EscapedPath(), "/"), "/")
	last := len(segments) - 1
	page := storePage{host: strings.ToLower(u.Host), id: segments[last]}
	page.hasName = last >= 2 && segments[last-2] == "app" // the name itself may be "app"
	before := segments[:max(last-1, 0)]
	if page.hasName {
		before = segments[:last-2]
		page.name = strings.ToLower(segments[last-1])
		if plain, err := url.PathUnescape(page.name); err == nil {
			page.name = strings.ToLower(plain)
		}
	}
	if !strings.HasPrefix(page.id, "id") || !page.hasName && (last < 1 || segments[last-1] != "app") {
		return storePage{}
	}
	page.storefront = strings.ToLower(strings.Join(before, "/"))
	return page
}

// accessibility returns the accessibility status of an app whose page has such a section. If
// the page names no feature and does not tell why, a known reason stays.
func accessibility(l fleet.Listing, app storage.App) *storage.Accessibility {
	switch known := app.Accessibility; {
	case l.Accessibility != nil:
		return &storage.Accessibility{Status: l.Accessibility.Status, Devices: orEmpty(l.Accessibility.Devices)}
	case app.AccessibilityCount > 0:
		return &storage.Accessibility{Status: storage.AccessibilityDeclared, Devices: []string{}}
	case known != nil && known.Status != storage.AccessibilityDeclared:
		return known
	}
	return nil
}

// placed returns features in the form in which they are stored: without duplicates, with the
// app's ID and with their positions on the page.
func placed(features []storage.Feature, app storage.AppID) []storage.Feature {
	kept := make([]storage.Feature, 0, len(features))
	for _, f := range features {
		if f.Identifier == "" || hasFeature(kept, f.Identifier) {
			continue
		}
		f.App, f.Position = app, len(kept)
		kept = append(kept, f)
	}
	return kept
}

// sameSymbols gives each feature in next the identifier of the feature in last that has the
// same symbol, if the symbol is unique. The App Store's pages have no identifiers for
// features, so the identifier of a feature may come from its title, which depends on the
// language of the page, or from its symbol, which does not.
func sameSymbols(last, next []storage.Feature) {
	before, after := bySymbol(last), bySymbol(next)
	for symbol, at := range after {
		was, known := before[symbol]
		if !known || was < 0 || at < 0 || hasFeature(last, next[at].Identifier) || hasFeature(next, last[was].Identifier) {
			continue
		}
		next[at].Identifier = last[was].Identifier
	}
}

// bySymbol returns, for each symbol, the index of the feature that has it, or -1 if several
// have it.
func bySymbol(features []storage.Feature) map[storage.Text]int {
	at := make(map[storage.Text]int)
	for i, f := range features {
		if _, several := at[f.IconTemplate]; several {
			i = -1
		}
		if f.IconTemplate != "" {
			at[f.IconTemplate] = i
		}
	}
	return at
}

func hasFeature(features []storage.Feature, identifier string) bool {
	return slices.ContainsFunc(features, func(f storage.Feature) bool { return f.Identifier == identifier })
}

// featureChange is a change of an app's features from last to next.
type featureChange struct{ last, next []storage.Feature }

// featuresOf returns an app's features in the order of the page.
func featuresOf(tx *storage.Tx, app storage.AppID) ([]storage.Feature, error) {
	features, err := storage.Collect(tx.Features.List(storage.FeatureQuery{App: app}))
	order.Sort(features, func(a, b storage.Feature) int { return cmp.Compare(a.Position, b.Position) })
	return features, err
}

func storeFeatures(tx *storage.Tx, app storage.AppID, c *featureChange) error {
	if c == nil {
		return nil
	}
	var gone []storage.FeatureID
	for _, f := range c.last {
		if !hasFeature(c.next, f.Identifier) {
			gone = append(gone, storage.Key(f))
		}
	}
	if _, err := tx.Features.Delete(gone...); err != nil {
		return err
	}
	return tx.Features.Put(c.next...)
}

// storeRelated replaces the related apps of an app if the page showed any and they
// differ. Unchanged rows are not rewritten, which would make every refresh expensive.
func storeRelated(tx *storage.Tx, app storage.AppID, shown *[]storage.RelatedApp, now storage.Time) error {
	if shown == nil {
		return nil
	}
	last, err := storage.Collect(tx.RelatedApps.List(storage.RelatedQuery{App: app}))
	if err != nil {
		return err
	}
	next := shelved(*shown, app, now)
	same := slices.EqualFunc(last, next, func(a, b storage.RelatedApp) bool {
		a.ObservedAt = b.ObservedAt
		return a == b
	})
	if same {
		return nil
	}
	keys := make([]storage.RelatedID, len(last))
	for i, r := range last {
		keys[i] = storage.Key(r)
	}
	if _, err := tx.RelatedApps.Delete(keys...); err != nil {
		return err
	}
	return tx.RelatedApps.Put(next...)
}

// shelved returns related apps in the form and order in which they are stored.
func shelved(shown []storage.RelatedApp, app storage.AppID, now storage.Time) []storage.RelatedApp {
	kept := make([]storage.RelatedApp, 0, len(shown))
	for _, r := range shown {
		r.App, r.ObservedAt = app, now
		if storage.Validate(r) != nil || slices.ContainsFunc(kept, func(k storage.RelatedApp) bool { return storage.Key(k) == storage.Key(r) }) {
			continue
		}
		kept = append(kept, r)
	}
	order.Sort(kept, func(a, b storage.RelatedApp) int {
		return cmp.Or(cmp.Compare(a.Shelf, b.Shelf), cmp.Compare(a.Position, b.Position), cmp.Compare(a.Related, b.Related))
	})
	return kept
}

// count sets the counts of the label in an app's row.
func count(app *storage.App, label storage.Label) {
	n := changelog.CountLabel(label)
	app.CategoryCount, app.TrackCount, app.LinkedCount, app.UnlinkedCount = n.Categories, n.Track, n.Linked, n.Unlinked
	app.Footprint = profile.FootprintOf(label)
}
