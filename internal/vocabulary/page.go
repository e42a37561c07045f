package vocabulary

import "github.com/privacylabels/auditor/storage"

// Page is what the web page says of the apps and labels of a store, beside its names. It is in English, and in
// the catalogues of the other languages. A %s stands for a number or a list.
type Page struct {
	Beside    string    // the name of the store beside that of an app; empty for the main store
	Pair      string    // leads to where an app is paired
	Defined   Defined   // where the store defines its terms
	Terms     []Meaning // some of these terms
	Practices bool      // labels declare security practices
	Renamed   bool      // an address has the name of the app, so there may be addresses under earlier names

	Counts [3]string // how many kinds of data are tracked, linked and not linked, in a table with these columns
	Uses   [3]string // the names of these uses; empty: labels do not tell this one
	Worst  string    // the gravest privacy type, as the heading of a table

	Risks  map[storage.Risk]Risk
	Advice map[storage.FailureCode]string // what to do about a failure
}

// Defined is a page on which a store defines its terms.
type Defined struct{ Title, URL string }

// Meaning is a term of labels with its meaning.
type Meaning struct{ Term, Meaning string }

// Risk is what a grade rests on.
type Risk struct {
	Reason string // in few words, with a number

	// A sentence with the kinds of data that the label has in some privacy types, or without any.
	Of             []string
	Named, Unnamed string

	One, Many string // a sentence with the number of kinds of data that count as linked; it is the last
}

// PageOf returns what the page says of a store, as [storage.App.Store] names it. One that is not known has
// the words of the main one, and its own name.
func PageOf(store string) Page {
	if p, known := pages[store]; known {
		return p
	}
	p := pages[storage.MainStore]
	if store != "" {
		p.Beside = SourceName(store)
	}
	return p
}

// pages are by the names of the stores.
var pages = map[string]Page{
	storage.MainStore: {
		Pair:    "Pair with Google Play",
		Defined: Defined{"App privacy details on the App Store", AppStoreDefinitions},
		Terms: []Meaning{
			{"Tracking", "The data is joined with data of other companies, for advertising or to measure it, or is given to a data broker."},
			{"Linked to you", "The data is kept with something that says who you are: an account, a device, or details such as a phone number."},
			{"Not linked", "The data is collected, but what says who you are is taken away first, and is not put back."},
		},
		Renamed: true,
		Counts:  [3]string{"%s", "%s", "%s"},
		Uses:    [3]string{"Used to track you", "Linked to you", "Not linked to you"},
		Worst:   "Used to track you",
		Risks: map[storage.Risk]Risk{
			storage.RiskHigh: {
				Reason: "%s tracking", Of: []string{storage.DataUsedToTrackYou},
				Named:   "the developer declares that data is used to track you: %s.",
				Unnamed: "the developer declares that data is used to track you.",
				One:     "%s kind of data is linked to you.", Many: "%s kinds of data are linked to you.",
			},
			storage.RiskModerate: {
				Reason: "%s linked",
				One:    "%s kind of data is linked to you, and none is used to track you.",
				Many:   "%s kinds of data are linked to you, and none is used to track you.",
			},
			storage.RiskLow: {
				Reason: "%s collected", Of: []string{storage.DataLinkedToYou},
				Named:   "fewer than three kinds of data are linked to you (%s), and none is used to track you.",
				Unnamed: "data is collected, but none is linked to you or used to track you.",
			},
			storage.RiskMinimal: {Reason: "none collected", Unnamed: "the developer declares that no data is collected."},
		},
		Advice: map[storage.FailureCode]string{
			storage.FailureDNS:         "The service could not look up the App Store: check its network and name server.",
			storage.FailureTimeout:     "The App Store was slow: it is tried again at the next check.",
			storage.FailureRateLimited: "The App Store asks to wait. Nothing is to be done: the next check comes later.",
			storage.FailureBlocked:     "The App Store refused this one request. If it stays so, check less often.",
			storage.FailureNotFound:    "The app may have left this storefront. Open it in the App Store to see, or choose another storefront in the settings.",
			storage.FailureLayout:      "The page of the App Store has changed, or is not that of an app. A newer version of this program may read it.",
			storage.FailureAddress:     "The address of the app is not allowed. Remove the app and add it by its App Store address.",
		},
	},
	Play: {
		Beside:  "Google Play",
		Pair:    "Pair with the App Store",
		Defined: Defined{"Data safety on Google Play", PlayDefinitions},
		Terms: []Meaning{
			{"Shared", "The data goes to another company or person, from the device or from the developer’s servers."},
			{"Collected", "The data leaves the device for the developer, also if it is not kept."},
			{"Optional", "The app works without this data; otherwise it is taken from everyone who uses the app."},
		},
		Practices: true,
		Counts:    [3]string{"%s shared for ads", "%s required", "%s optional"},
		Uses:      [3]string{"Shared for advertising", "Collected or shared", ""},
		Worst:     "Data shared",
		Risks: map[storage.Risk]Risk{
			storage.RiskHigh: {
				Reason: "%s shared for ads", Of: []string{storage.DataShared},
				Named:   "the developer declares that data is shared with others for advertising or marketing. Shared: %s.",
				Unnamed: "the developer declares that data is shared with others for advertising or marketing.",
			},
			storage.RiskModerate: {
				Reason: "%s required",
				One:    "%s kind of data is collected from everyone who uses the app, and none is shared for advertising.",
				Many:   "%s kinds of data are collected from everyone who uses the app, and none is shared for advertising.",
			},
			storage.RiskLow: {
				Reason: "%s collected", Of: []string{storage.DataShared, storage.DataCollected},
				Named: "data is collected or shared (%s), but fewer than three kinds are required, and none is shared for advertising.",
			},
			storage.RiskMinimal: {Reason: "none collected", Unnamed: "the developer declares that no data is collected or shared."},
		},
		Advice: map[storage.FailureCode]string{
			storage.FailureDNS:         "The service could not look up Google Play: check its network and name server.",
			storage.FailureTimeout:     "Google Play was slow: it is tried again at the next check.",
			storage.FailureRateLimited: "Google Play asks to wait. Nothing is to be done: the next check comes later.",
			storage.FailureBlocked:     "Google Play refused this one request. If it stays so, check less often.",
			storage.FailureNotFound:    "The app may have left Google Play. Open it there to see.",
			storage.FailureLayout:      "The page of Google Play has changed, or is not that of an app. A newer version of this program may read it.",
			storage.FailureUnconfirmed: "The next check confirms it. If many apps are so at once, Google Play has changed rather than they.",
			storage.FailureAddress:     "The address of the app is not allowed. Remove the app and add it by its address in Google Play.",
		},
	},
}
