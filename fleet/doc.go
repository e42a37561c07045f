// Package fleet says what a source of apps is: the interfaces [Scraper], [Lookuper], [Searcher] and [Charter], what they
// return ([Listing]) and why they fail ([ScrapeError]).
//
// It does not own what is done with an app that was read, which is in internal/tracked. The packages below it are
// the App Store (fleet/appstore), Google Play (fleet/playstore), web archives (fleet/archive and fleet/wayback), the
// texts of policies (fleet/policy) and the engine of bulk runs (fleet/runner).
package fleet
