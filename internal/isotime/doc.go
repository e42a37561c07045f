// Package isotime parses dates and times of ISO 8601 in the profile of RFC 3339, of which parts
// may be missing.
package isotime
