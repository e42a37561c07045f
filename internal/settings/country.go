package settings

import (
	"slices"
	"strings"
)

// Storefront is a country whose App Store can be chosen.
type Storefront struct{ Code, Name string }

// Storefronts returns the countries that can be chosen, by name.
func Storefronts() []Storefront {
	return []Storefront{
		{"ar", "Argentina"}, {"au", "Australia"}, {"at", "Austria"}, {"be", "Belgium"}, {"br", "Brazil"}, {"ca", "Canada"}, {"cl", "Chile"},
		{"cn", "China mainland"}, {"co", "Colombia"}, {"dk", "Denmark"}, {"fi", "Finland"}, {"fr", "France"}, {"de", "Germany"}, {"hk", "Hong Kong"},
		{"in", "India"}, {"id", "Indonesia"}, {"ie", "Ireland"}, {"il", "Israel"}, {"it", "Italy"}, {"jp", "Japan"}, {"kr", "Korea"}, {"my", "Malaysia"},
		{"mx", "Mexico"}, {"nl", "Netherlands"}, {"nz", "New Zealand"}, {"no", "Norway"}, {"ph", "Philippines"}, {"pl", "Poland"}, {"pt", "Portugal"},
		{"sa", "Saudi Arabia"}, {"sg", "Singapore"}, {"za", "South Africa"}, {"es", "Spain"}, {"se", "Sweden"}, {"ch", "Switzerland"}, {"tw", "Taiwan"},
		{"th", "Thailand"}, {"tr", "Türkiye"}, {"ae", "United Arab Emirates"}, {"gb", "United Kingdom"}, {"us", "United States"}, {"vn", "Vietnam"},
	}
}

// StorefrontName returns the name of the country of a storefront, or its code in capitals if the country cannot be
// chosen.
func StorefrontName(code string) string {
	all := Storefronts()
	if i := slices.IndexFunc(all, func(s Storefront) bool { return s.Code == code }); i >= 0 {
		return all[i].Name
	}
	return strings.ToUpper(code)
}

// Country returns the first two letters of a text in lower case if they are a known storefront,
// otherwise "us".
func Country(text string) string {
	text = strings.ToLower(strings.TrimSpace(text))
	if len(text) > 2 {
		text = text[:2]
	}
	if slices.ContainsFunc(Storefronts(), func(s Storefront) bool { return s.Code == text }) {
		return text
	}
	return "us"
}
