// Package bundle exports apps for other people and programs, and imports what
// other people exported.
//
// It owns two formats: the audit bundle, a JSON file with apps, their labels, the
// notes that may be shared and the user's verdicts; and the table of all apps, as
// CSV or JSON. Private and deleted notes are in neither. The format of audit
// bundles is shared with other products, so the names in it are fixed.
//
// An export is written piece by piece from one state of the database. An import is
// one transaction. Neither holds more than a few records in memory.
package bundle
