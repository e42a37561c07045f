package facts

import (
	"github.com/privacylabels/auditor/storage"
)

// Set is a set of facts. Those that belong together, such as a price and its currency, are
// one fact.
type Set uint16

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
)

// OfPlatform are the facts that each platform of an app has of its own.
const OfPlatform = BundleID | Policy | Version | Released | Notes | Price | IAP | Rating | Descriptors | Background

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

// Store sets the known facts in an app, also those that are known to be empty.
func (f Facts) Store(app *storage.App) { f.store(app, f.Known) }

func (f Facts) store(app *storage.App, which Set) {
	for _, each := range all {
		if each.of&which != 0 {
			each.copy(app, &f.App)
		}
	}
}

// Complete sets the known facts in an app whose page lacked some of them. They replace stored
// ones unless they are empty, or of an older version than the stored one.
func (f Facts) Complete(app *storage.App) {
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
