package settings

import (
	"slices"
	"strings"
)

// storefronts returns the countries that can be chosen.
func storefronts() []string {
	return strings.Fields(`us au gb ca nz ie de fr it es nl se no dk fi pl ch at be pt jp kr cn hk tw sg in id ph my th vn ae sa il tr za mx br ar cl co`)
}

// Country returns the first two letters of a text in lower case if they are a known storefront,
// otherwise "us".
func Country(text string) string {
	text = strings.ToLower(strings.TrimSpace(text))
	if len(text) > 2 {
		text = text[:2]
	}
	if slices.Contains(storefronts(), text) {
		return text
	}
	return "us"
}
