package profile

import "cmp"

// The categories of a privacy label that a profile can name.
const (
	ContactInfo      = "CONTACT_INFO"
	HealthAndFitness = "HEALTH_AND_FITNESS"
	FinancialInfo    = "FINANCIAL_INFO"
	Location         = "LOCATION"
	SensitiveInfo    = "SENSITIVE_INFO"
	Contacts         = "CONTACTS"
	UserContent      = "USER_CONTENT"
	BrowsingHistory  = "BROWSING_HISTORY"
	SearchHistory    = "SEARCH_HISTORY"
	Identifiers      = "IDENTIFIERS"
	Purchases        = "PURCHASES"
	UsageData        = "USAGE_DATA"
	Diagnostics      = "DIAGNOSTICS"
	Other            = "OTHER"
)

// Categories returns the fourteen categories in the order in which they are
// shown.
func Categories() []string {
	return []string{
		ContactInfo, HealthAndFitness, FinancialInfo, Location, SensitiveInfo, Contacts, UserContent,
		BrowsingHistory, SearchHistory, Identifiers, Purchases, UsageData, Diagnostics, Other,
	}
}

var categoryLabels = map[string]string{
	ContactInfo:      "Contact Info",
	HealthAndFitness: "Health & Fitness",
	FinancialInfo:    "Financial Info",
	Location:         "Location",
	SensitiveInfo:    "Sensitive Info",
	Contacts:         "Contacts",
	UserContent:      "User Content",
	BrowsingHistory:  "Browsing History",
	SearchHistory:    "Search History",
	Identifiers:      "Identifiers",
	Purchases:        "Purchases",
	UsageData:        "Usage Data",
	Diagnostics:      "Diagnostics",
	Other:            "Other Data",
}

// CategoryLabel returns the name of a category, or the identifier itself if it is
// unknown.
func CategoryLabel(category string) string { return cmp.Or(categoryLabels[category], category) }
