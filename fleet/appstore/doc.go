// Package appstore reads apps from the App Store: the default
// [github.com/privacylabels/auditor/fleet.Scraper], which also implements Lookuper,
// Searcher and Charter.
//
// It knows which URLs name an app, reads the App Store's pages of every year and its
// answers to lookups, searches and charts, and paces its requests. Its callers decide
// what to save, and how long to wait after rate limiting.
//
// # Pages
//
// The App Store has put the privacy label in four places over the years: a JSON
// island named serialized-server-data, the shoeboxes media-api-cache-apps and
// ember-data-store, and cards in the markup. All are tried on every page, in
// this order, since the App Store changes from one to the next storefront by
// storefront. [Parse] is pure, so that it serves archived pages as well.
//
// A page is read from its tokens in one pass, without a tree: building the tree of a
// hostile page takes hours. Open elements, attributes, collected parts and JSON values
// are bounded, so that no page of 4 MiB takes more than about a second, or more than
// 160 MB in all.
//
// Facts are used only if they are about the requested app: a page names some twenty
// others. A fact that is missing stays nil. A label with one part that is not
// understood is nil as a whole.
//
// # Language
//
// Requests ask for English, which some storefronts do not have. Types, categories and
// purposes have identifiers, and get their English texts by these. Data types have
// texts only: one that is not in the App Store's English vocabulary (new, renamed, or
// in another language) has no identifier, except below a category that has a single
// one. So another wording alone is never a change.
//
// The row of the age rating is found by its link, and the rating has a number besides its
// text. Its descriptors have texts only, so they carry the language of the page. Whether
// an app may use the location in the background is known by the title of a row, in the
// languages in which that title is known.
package appstore
