package profile

import "github.com/privacylabels/auditor/internal/vocabulary"

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

// CategoryLabel returns the name of a category.
func CategoryLabel(category string) string { return vocabulary.DataCategory.Name(category, "") }
