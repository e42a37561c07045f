// Package people has the operations of the HTTP interface on what people add to
// the tracked apps: notes, verdicts, a shortlist, profiles of what they accept, and
// which changes they have seen.
package people
