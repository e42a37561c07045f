package profile

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

// CategoryLabel returns the name of a category, or the identifier itself if it is
// unknown.
func CategoryLabel(category string) string {
	switch category {
	case ContactInfo:
		return "Contact Info"
	case HealthAndFitness:
		return "Health & Fitness"
	case FinancialInfo:
		return "Financial Info"
	case Location:
		return "Location"
	case SensitiveInfo:
		return "Sensitive Info"
	case Contacts:
		return "Contacts"
	case UserContent:
		return "User Content"
	case BrowsingHistory:
		return "Browsing History"
	case SearchHistory:
		return "Search History"
	case Identifiers:
		return "Identifiers"
	case Purchases:
		return "Purchases"
	case UsageData:
		return "Usage Data"
	case Diagnostics:
		return "Diagnostics"
	case Other:
		return "Other Data"
	}
	return category
}
