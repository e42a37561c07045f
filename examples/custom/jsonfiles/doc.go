// Package jsonfiles is a custom scraper: a [fleet.Scraper] that reads apps
// from a folder of JSON files, one for each app, named by its id.
//
// It suits an organisation that writes down itself what its apps collect: the
// auditor then records every change of the files as it records those of a store.
// A file looks like this; only the name is required, and what is left out is
// not known, which is never taken for a change:
//
//	{
//	  "name": "Field Notes",
//	  "developer": "Example Agency",
//	  "bundleId": "org.example.fieldnotes",
//	  "version": "2.4.1",
//	  "ageRating": "4+",
//	  "privacyPolicyUrl": "https://example.org/privacy",
//	  "collects": {"DATA_LINKED_TO_YOU": ["CONTACT_INFO", "USER_CONTENT"]},
//	  "features": ["VOICEOVER", "LARGER_TEXT"]
//	}
//
// An empty "collects" says that nothing is collected, an empty "features" that
// none is there.
//
// It owns the format and the addresses of the files. It sends no requests, writes
// nothing, and keeps nothing between two calls.
package jsonfiles
