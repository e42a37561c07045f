// Package playstore reads apps from Google Play: what their developers declare in the data safety
// section, and what the listing says.
//
// It owns the form of Google Play's pages and nothing else. Pages hold their data as JSON that
// mirrors protocol buffers: a message is an array whose element n-1 is field n, or whose last
// element is an object with further fields by number. Until 2025 the fields that this package reads
// were in the array, since then in the object; both are read alike, see field. What is now 0 or 1
// was false or true at first. If a page has answers about several apps, the one that names the
// package counts.
//
// # What is read
//
// Scrape asks for two pages:
//
//   - datasafety, always: the label, the name, the developer, the icon, the privacy policy, the
//     security practices and the name of the legal entity behind the developer;
//   - details, at most once a day for each app, since it only completes the listing: version, date
//     of the update, content rating, price, in-app purchases, installs and category. If it fails,
//     the other page is enough.
//
// The address, e-mail and telephone number of the legal entity are neither stored nor logged: for
// sole traders they are private.
//
// # Outcomes
//
// Four things that a page without data can mean stay different:
//
//   - The developer declares that nothing is collected: a label of [storage.DataNotCollected].
//   - The developer has not filled in the section: a label of [storage.DataNotProvided].
//   - Google Play does not list the app: [fleet.ErrNotListed].
//   - The page was not understood: [fleet.ErrLayout]. A part that is not understood makes the whole
//     page so, because half a label would be taken for a change.
//
// A wall that asks for consent or suspects a robot is no page of an app: it is
// [fleet.ErrThrottled], as a status 429 is.
//
// # Order and language
//
// Pages shuffle categories and data types at each request, so labels are put in one order. The page
// is requested in English. One in another language is understood only if the icons tell everything
// that it says, which is so if nothing is collected: data types and purposes have no icons. A page is
// in another language if it says so, or if neither a heading nor a purpose on it is in English.
//
// Categories, data types, purposes and practices get identifiers from their English names. One that
// is not known yet is its own identifier, and is logged once.
package playstore
