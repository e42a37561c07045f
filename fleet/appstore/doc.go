// Package appstore reads apps from the App Store: the default
// [github.com/privacylabels/auditor/fleet.Scraper], with the powers of a
// Lookuper, a Searcher and a Charter.
//
// It owns which addresses name an app, how the store's pages of every year are
// read, how its answers to lookup, search and for charts are, and how politely it is asked. It
// does not own what becomes of what was read, nor for how long the store is left
// alone after it said so.
//
// # Pages
//
// The store has put the privacy label in four places over the years: a JSON
// island named serialized-server-data, the shoeboxes media-api-cache-apps and
// ember-data-store, and cards in the markup. All are tried on every page, in
// this order, since the store changes from one to the next storefront by
// storefront. [Parse] is pure, so that it serves archived pages as well.
//
// A page is read from its tokens, once, and not from a tree: building one of a
// hostile page takes hours. The number of open elements, of attributes, of parts that
// are collected and of values in JSON is bounded, so that no page of 4 MiB takes more
// than a second or so, nor more than 160 MB in all.
//
// What a page says is used only when it says it about the app that was asked
// for: a page names some twenty others. What it does not say stays nil. A label
// of which one part cannot be told is not known as a whole.
//
// # Language
//
// English is asked for, and some storefronts do not speak it. Types, categories
// and purposes have identifiers, which are kept as they are; their texts on such a
// page are replaced by the English ones. Data types have texts only: one that is
// not in the store's English vocabulary, be it new, renamed or in another
// language, has no identifier, except below a category that has a single one. So
// another wording alone is never a change.
package appstore
