package appstore

import (
	"strings"

	"github.com/privacylabels/auditor/storage"
)

// word is a term of the App Store's vocabulary: its identifier and how the App Store
// writes it in English.
type word struct{ id, title string }

// category is a word with the data types below it.
type category struct {
	word
	dataTypes []word
}

func typeWords() []word {
	return []word{
		{storage.DataUsedToTrackYou, "Data Used to Track You"},
		{storage.DataLinkedToYou, "Data Linked to You"},
		{storage.DataNotLinkedToYou, "Data Not Linked to You"},
		{storage.DataNotCollected, "Data Not Collected"},
		{storage.DataNotProvided, "No Details Provided"},
	}
}

func purposeWords() []word {
	return []word{
		{"THIRD_PARTY_ADVERTISING", "Third-Party Advertising"},
		{"DEVELOPERS_ADVERTISING", "Developer’s Advertising or Marketing"},
		{"ANALYTICS", "Analytics"},
		{"PRODUCT_PERSONALIZATION", "Product Personalization"},
		{"APP_FUNCTIONALITY", "App Functionality"},
		{"OTHER_PURPOSES", "Other Purposes"},
	}
}

func categories() []category {
	return []category{
		{word{"CONTACT_INFO", "Contact Info"}, []word{
			{"NAME", "Name"}, {"EMAIL_ADDRESS", "Email Address"}, {"PHONE_NUMBER", "Phone Number"},
			{"PHYSICAL_ADDRESS", "Physical Address"}, {"OTHER_CONTACT_INFO", "Other User Contact Info"}}},
		{word{"HEALTH_AND_FITNESS", "Health & Fitness"}, []word{{"HEALTH", "Health"}, {"FITNESS", "Fitness"}}},
		{word{"FINANCIAL_INFO", "Financial Info"}, []word{
			{"PAYMENT_INFORMATION", "Payment Info"}, {"CREDIT_AND_FRAUD", "Credit Info"},
			{"OTHER_FINANCIAL_INFO", "Other Financial Info"}}},
		{word{"LOCATION", "Location"}, []word{
			{"PRECISE_LOCATION", "Precise Location"}, {"COARSE_LOCATION", "Coarse Location"}}},
		{word{"SENSITIVE_INFO", "Sensitive Info"}, []word{{"SENSITIVE_INFO", "Sensitive Info"}}},
		{word{"CONTACTS", "Contacts"}, []word{{"CONTACTS", "Contacts"}}},
		{word{"USER_CONTENT", "User Content"}, []word{
			{"EMAILS_OR_TEXT_MESSAGES", "Emails or Text Messages"}, {"PHOTOS_OR_VIDEOS", "Photos or Videos"},
			{"AUDIO", "Audio Data"}, {"GAMEPLAY_CONTENT", "Gameplay Content"},
			{"CUSTOMER_SUPPORT", "Customer Support"}, {"OTHER_USER_CONTENT", "Other User Content"}}},
		{word{"BROWSING_HISTORY", "Browsing History"}, []word{{"BROWSING_HISTORY", "Browsing History"}}},
		{word{"SEARCH_HISTORY", "Search History"}, []word{{"SEARCH_HISTORY", "Search History"}}},
		{word{"IDENTIFIERS", "Identifiers"}, []word{{"USER_ID", "User ID"}, {"DEVICE_ID", "Device ID"}}},
		{word{"PURCHASES", "Purchases"}, []word{{"PURCHASE_HISTORY", "Purchase History"}}},
		{word{"USAGE_DATA", "Usage Data"}, []word{
			{"PRODUCT_INTERACTION", "Product Interaction"}, {"ADVERTISING_DATA", "Advertising Data"},
			{"OTHER_USAGE_DATA", "Other Usage Data"}}},
		{word{"DIAGNOSTICS", "Diagnostics"}, []word{
			{"CRASH_DATA", "Crash Data"}, {"PERFORMANCE_DATA", "Performance Data"},
			{"OTHER_DIAGNOSTIC_DATA", "Other Diagnostic Data"}}},
		{word{"OTHER", "Other Data"}, []word{{"OTHER_DATA", "Other Data Types"}}},
		{word{"SURROUNDING", "Surroundings"}, []word{{"ENVIRONMENT_SCANNING", "Environment Scanning"}}},
		{word{"BODY", "Body"}, []word{{"HANDS", "Hands"}, {"HEAD", "Head"}}},
	}
}

// lexicon finds words by identifier and by their folded English title.
type lexicon struct {
	byID    map[string]word
	byTitle map[string]word
}

func newLexicon(words []word) lexicon {
	l := lexicon{byID: make(map[string]word), byTitle: make(map[string]word)}
	for _, w := range words {
		l.byID[w.id] = w
		l.byTitle[fold(w.title)] = w
	}
	return l
}

// The vocabulary. It is read-only.
var (
	typeLexicon     = newLexicon(typeWords())
	purposeLexicon  = newLexicon(purposeWords())
	categoryLexicon = newCategoryLexicon()
	dataTypeLexicon = newLexicon(allDataTypes())

	// single holds the data type of each category that has but one.
	single = singleDataTypes()
)

// newCategoryLexicon knows two shorter titles as well, which collections of labels use.
func newCategoryLexicon() lexicon {
	var words []word
	for _, c := range categories() {
		words = append(words, c.word)
	}
	l := newLexicon(words)
	l.byTitle["sensitive"] = l.byID["SENSITIVE_INFO"]
	l.byTitle["other"] = l.byID["OTHER"]
	return l
}

func allDataTypes() []word {
	var words []word
	for _, c := range categories() {
		words = append(words, c.dataTypes...)
	}
	return words
}

func singleDataTypes() map[string]word {
	only := make(map[string]word)
	for _, c := range categories() {
		if len(c.dataTypes) == 1 {
			only[c.id] = c.dataTypes[0]
		}
	}
	return only
}

// resolve finds the word with an identifier and a title. An unknown identifier
// is a new word; without an identifier, the title must be known.
// A page in English keeps its own title. The result is false if both are empty,
// and if the identifier does not have the App Store's form.
func (l lexicon) resolve(identifier, title string, english bool) (word, bool) {
	title = term(title, maxTitle)
	id := strings.TrimSpace(identifier)
	if id == "" {
		w, ok := l.byTitle[fold(title)]
		if !ok {
			return word{}, false
		}
		id = w.id
	}
	if !isIdentifier(id) {
		return word{}, false
	}
	known, ok := l.byID[id]
	switch {
	case ok && (!english || title == ""):
		return known, true
	case title == "":
		title = id
	}
	return word{id, title}, true
}

// isIdentifier reports whether s is written as an identifier of the App Store: capital
// letters, digits and underscores after a capital letter. A misspelled known identifier
// would be taken for a change.
func isIdentifier(s string) bool {
	if len(s) > maxTitle || s == "" || s[0] < 'A' || s[0] > 'Z' {
		return false
	}
	return !strings.ContainsFunc(s, func(r rune) bool {
		return (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '_'
	})
}
