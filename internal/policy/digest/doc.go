// Package digest decides when two texts of a privacy policy are the same version.
//
// What a page changes without changing its policy makes no new version: space, line
// ends, bullets and heading marks, invisible characters, the encoding of accents,
// where links lead and the queries of addresses in the text, the date after words
// such as "last updated", the year of a copyright, and counts of readers.
package digest
