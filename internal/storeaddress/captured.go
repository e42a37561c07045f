package storeaddress

import "regexp"

var captured = regexp.MustCompile(`^(?:https?:)?//web\.archive\.org(?::\d+)?/web/\d{4,14}(?:[a-z]{2}_)?/(https?:/.+)$`)

// Captured returns the address that a link to a capture of the Internet Archive is about, which has
// rewritten the links of some pages so, and any other text as it is.
func Captured(link string) string {
	if match := captured.FindStringSubmatch(link); match != nil {
		return match[1]
	}
	return link
}
