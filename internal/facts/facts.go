package facts

import (
	"reflect"
	"slices"

	"github.com/privacylabels/auditor/storage"
)

// Set is a set of facts. Those that belong together, such as a price and its currency, are
// one fact. The numbers are stored.
type Set = storage.FactSet

// The facts.
const (
	Name Set = 1 << iota
	Icon
	BundleID
	Developer
	Policy
	Version
	Released // when the version was released
	Notes    // on the version
	Price    // the amount, the currency and the text
	IAP
	GenreName
	GenreID
	Rating // with its number, source and language
	Descriptors
	Background
	Entity // the legal entity behind the developer
	Installs
)

// OfPlatform are the facts that each platform of an app has of its own.
const OfPlatform = BundleID | Policy | Version | Released | Notes | Price | IAP | Rating | Descriptors | Background | Entity | Installs

// Recorded are the facts whose changes are recorded.
const Recorded = Name | Developer | BundleID | Policy | Price | IAP | Entity

// recorded are the names of the facts in Recorded.
var recorded = []struct {
	of   Set
	name string
}{
	{Developer, storage.FactDeveloper}, {Name, storage.FactName}, {BundleID, storage.FactBundleID}, {Policy, storage.FactPolicy},
	{Price, storage.FactPrice}, {IAP, storage.FactIAP}, {Entity, storage.FactEntity},
}

// Names returns the names of the recorded facts of a set.
func Names(set Set) []string {
	names := []string{}
	for _, each := range recorded {
		if set&each.of != 0 {
			names = append(names, each.name)
		}
	}
	return names
}

// Named returns the set of the recorded facts with these names.
func Named(names []string) (set Set) {
	for _, each := range recorded {
		if slices.Contains(names, each.name) {
			set |= each.of
		}
	}
	return set
}

// Facts are what one source says about an app. Of the app, only the members of the facts in
// Known count.
type Facts struct {
	App   storage.App
	Known Set
}

// fact is how one fact is stored in an app.
type fact struct {
	of      Set
	missing func(*storage.App) bool
	copy    func(to, from *storage.App)
}

// all are the facts. A version comes before its date and notes, which it resets.
var all = []fact{
	{
		Name, func(a *storage.App) bool { return a.Name == "" },
		func(to, from *storage.App) { to.Name = from.Name },
	},
	{
		Icon, func(a *storage.App) bool { return a.IconURL == "" },
		func(to, from *storage.App) { to.IconURL = from.IconURL },
	},
	{
		BundleID, func(a *storage.App) bool { return a.BundleID == "" },
		func(to, from *storage.App) { to.BundleID = from.BundleID },
	},
	{
		Developer, func(a *storage.App) bool { return a.Developer == "" },
		func(to, from *storage.App) { to.Developer = from.Developer },
	},
	{
		Policy, func(a *storage.App) bool { return a.PrivacyPolicyURL == "" },
		func(to, from *storage.App) { to.PrivacyPolicyURL = from.PrivacyPolicyURL },
	},
	{Version, func(a *storage.App) bool { return a.CurrentVersion == "" }, copyVersion},
	{
		Released, func(a *storage.App) bool { return a.VersionUpdatedAt == 0 },
		func(to, from *storage.App) { to.VersionUpdatedAt = from.VersionUpdatedAt },
	},
	{
		Notes, func(a *storage.App) bool { return a.WhatsNew == "" },
		func(to, from *storage.App) { to.WhatsNew = from.WhatsNew },
	},
	{
		Price, func(a *storage.App) bool {
			return a.PriceAmount == nil && a.PriceCurrency == "" && a.PriceFormatted == ""
		},
		func(to, from *storage.App) {
			to.PriceAmount, to.PriceCurrency, to.PriceFormatted = from.PriceAmount, from.PriceCurrency, from.PriceFormatted
		},
	},
	{
		IAP, func(a *storage.App) bool { return a.HasIAP == nil },
		func(to, from *storage.App) { to.HasIAP = from.HasIAP },
	},
	{
		GenreName, func(a *storage.App) bool { return a.GenreName == "" },
		func(to, from *storage.App) { to.GenreName = from.GenreName },
	},
	{
		GenreID, func(a *storage.App) bool { return a.GenreID == nil },
		func(to, from *storage.App) { to.GenreID = from.GenreID },
	},
	{
		Rating, func(a *storage.App) bool { return a.AgeRating == "" },
		func(to, from *storage.App) {
			to.AgeRating, to.AgeRatingValue = from.AgeRating, from.AgeRatingValue
			to.AgeRatingSource, to.AgeRatingLanguage = from.AgeRatingSource, from.AgeRatingLanguage
		},
	},
	{
		Descriptors, func(a *storage.App) bool { return a.AgeRatingDescriptors == nil },
		func(to, from *storage.App) { to.AgeRatingDescriptors = from.AgeRatingDescriptors },
	},
	{
		Background, func(a *storage.App) bool { return a.BackgroundLocation == nil },
		func(to, from *storage.App) { to.BackgroundLocation = from.BackgroundLocation },
	},
	{
		Entity, func(a *storage.App) bool { return a.LegalEntity == "" },
		func(to, from *storage.App) { to.LegalEntity = from.LegalEntity },
	},
	{
		Installs, func(a *storage.App) bool { return a.Installs == "" },
		func(to, from *storage.App) { to.Installs = from.Installs },
	},
}

// copyVersion copies a version. The date and the notes of another version are not its own.
func copyVersion(to, from *storage.App) {
	if to.CurrentVersion != from.CurrentVersion {
		to.CurrentVersion, to.VersionUpdatedAt, to.WhatsNew = from.CurrentVersion, 0, ""
	}
}

// Of returns the facts that an app has.
func Of(app storage.App) (known Set) {
	for _, each := range all {
		if !each.missing(&app) {
			known |= each.of
		}
	}
	return known
}

// Clear removes facts from an app.
func Clear(app *storage.App, which Set) {
	Facts{Known: which}.Store(app)
}

// Store sets the known facts in an app, also those that are known to be empty. It is then not
// known where they are from.
func (f Facts) Store(app *storage.App) {
	f.store(app, f.Known)
	app.PageFacts &^= f.Known
	app.LookupFacts &^= f.Known
}

// Show is Store of what the page of an app shows.
func (f Facts) Show(app *storage.App) {
	f.Store(app)
	app.PageFacts |= f.Known & Recorded
}

func (f Facts) store(app *storage.App, which Set) {
	for _, each := range all {
		if each.of&which != 0 {
			each.copy(app, &f.App)
		}
	}
}

// Glimpse is Store of what a page shows that was not understood as a whole. It may be something
// else than the fact, so that a value that is new is not compared with the next one. That a link
// is missing says nothing.
func (f Facts) Glimpse(app *storage.App) {
	if f.App.PrivacyPolicyURL == "" {
		f.Known &^= Policy
	}
	was := *app
	f.Store(app)
	for _, each := range all {
		var before, after storage.App
		each.copy(&before, &was)
		each.copy(&after, app)
		if reflect.DeepEqual(before, after) {
			app.PageFacts |= was.PageFacts & each.of
			app.LookupFacts |= was.LookupFacts & each.of
		}
	}
}

// Complete sets the facts in an app that were looked up because its page lacked some of them.
// They replace stored ones unless they are empty, or of an older version than the stored one.
// The facts in page were on the page.
func (f Facts) Complete(app *storage.App, page Set) {
	which, older := f.Known, f.isOlder(*app)
	for _, each := range all {
		if each.missing(&f.App) || older && !each.missing(app) {
			which &^= each.of
		}
	}
	if older || which&Version == 0 {
		which &^= Version | Released | Notes
	}
	if app.AgeRating != "" {
		which &^= Rating // each source has its own scale
		if app.AgeRatingSource == f.App.AgeRatingSource {
			which |= f.Known & Rating
		}
	}

	f.store(app, which&^GenreID)
	looked := which &^ page & Recorded
	app.PageFacts, app.LookupFacts = app.PageFacts&^looked, app.LookupFacts|looked
	if f.App.GenreName == app.GenreName {
		f.store(app, f.Known&GenreID)
	}
}

// isOlder reports whether the facts are of an older version of an app than the stored one.
// Facts without a date are older if the stored version has one.
func (f Facts) isOlder(app storage.App) bool {
	version := f.App.CurrentVersion
	if version == "" || version == app.CurrentVersion || app.CurrentVersion == "" || app.VersionUpdatedAt == 0 {
		return false
	}
	return f.App.VersionUpdatedAt == 0 || f.App.VersionUpdatedAt < app.VersionUpdatedAt
}
