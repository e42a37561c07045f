package vocabulary

import "github.com/privacylabels/auditor/storage"

// Word is an identifier and its name.
type Word struct{ ID, Name string }

// Category is a category of data and the data types in it.
type Category struct {
	Word
	DataTypes []Word
}

// PrivacyTypes returns the privacy types, as pages of the App Store name them.
func PrivacyTypes() []Word {
	return []Word{
		{storage.DataUsedToTrackYou, "Data Used to Track You"},
		{storage.DataLinkedToYou, "Data Linked to You"},
		{storage.DataNotLinkedToYou, "Data Not Linked to You"},
		{storage.DataNotCollected, "Data Not Collected"},
		{storage.DataNotProvided, "No Details Provided"},
	}
}

// Purposes returns the purposes.
func Purposes() []Word {
	return []Word{
		{"THIRD_PARTY_ADVERTISING", "Third-Party Advertising"},
		{"DEVELOPERS_ADVERTISING", "Developer’s Advertising or Marketing"},
		{"ANALYTICS", "Analytics"},
		{"PRODUCT_PERSONALIZATION", "Product Personalization"},
		{"APP_FUNCTIONALITY", "App Functionality"},
		{"OTHER_PURPOSES", "Other Purposes"},
	}
}

// Categories returns the categories with their data types.
func Categories() []Category {
	return []Category{
		{Word{"CONTACT_INFO", "Contact Info"}, []Word{
			{"NAME", "Name"}, {"EMAIL_ADDRESS", "Email Address"}, {"PHONE_NUMBER", "Phone Number"},
			{"PHYSICAL_ADDRESS", "Physical Address"}, {"OTHER_CONTACT_INFO", "Other User Contact Info"}}},
		{Word{"HEALTH_AND_FITNESS", "Health & Fitness"}, []Word{{"HEALTH", "Health"}, {"FITNESS", "Fitness"}}},
		{Word{"FINANCIAL_INFO", "Financial Info"}, []Word{
			{"PAYMENT_INFORMATION", "Payment Info"}, {"CREDIT_AND_FRAUD", "Credit Info"},
			{"OTHER_FINANCIAL_INFO", "Other Financial Info"}}},
		{Word{"LOCATION", "Location"}, []Word{
			{"PRECISE_LOCATION", "Precise Location"}, {"COARSE_LOCATION", "Coarse Location"}}},
		{Word{"SENSITIVE_INFO", "Sensitive Info"}, []Word{{"SENSITIVE_INFO", "Sensitive Info"}}},
		{Word{"CONTACTS", "Contacts"}, []Word{{"CONTACTS", "Contacts"}}},
		{Word{"USER_CONTENT", "User Content"}, []Word{
			{"EMAILS_OR_TEXT_MESSAGES", "Emails or Text Messages"}, {"PHOTOS_OR_VIDEOS", "Photos or Videos"},
			{"AUDIO", "Audio Data"}, {"GAMEPLAY_CONTENT", "Gameplay Content"},
			{"CUSTOMER_SUPPORT", "Customer Support"}, {"OTHER_USER_CONTENT", "Other User Content"}}},
		{Word{"BROWSING_HISTORY", "Browsing History"}, []Word{{"BROWSING_HISTORY", "Browsing History"}}},
		{Word{"SEARCH_HISTORY", "Search History"}, []Word{{"SEARCH_HISTORY", "Search History"}}},
		{Word{"IDENTIFIERS", "Identifiers"}, []Word{{"USER_ID", "User ID"}, {"DEVICE_ID", "Device ID"}}},
		{Word{"PURCHASES", "Purchases"}, []Word{{"PURCHASE_HISTORY", "Purchase History"}}},
		{Word{"USAGE_DATA", "Usage Data"}, []Word{
			{"PRODUCT_INTERACTION", "Product Interaction"}, {"ADVERTISING_DATA", "Advertising Data"},
			{"OTHER_USAGE_DATA", "Other Usage Data"}}},
		{Word{"DIAGNOSTICS", "Diagnostics"}, []Word{
			{"CRASH_DATA", "Crash Data"}, {"PERFORMANCE_DATA", "Performance Data"},
			{"OTHER_DIAGNOSTIC_DATA", "Other Diagnostic Data"}}},
		{Word{"OTHER", "Other Data"}, []Word{{"OTHER_DATA", "Other Data Types"}}},
		{Word{"SURROUNDING", "Surroundings"}, []Word{{"ENVIRONMENT_SCANNING", "Environment Scanning"}}},
		{Word{"BODY", "Body"}, []Word{{"HANDS", "Hands"}, {"HEAD", "Head"}}},
	}
}

// DataTypes returns the data types of all categories.
func DataTypes() []Word {
	var all []Word
	for _, c := range Categories() {
		all = append(all, c.DataTypes...)
	}
	return all
}

// Features returns the accessibility features, in the order in which they are shown.
func Features() []Word {
	return []Word{
		{"voiceover", "VoiceOver"},
		{"voice_control", "Voice Control"},
		{"larger_text", "Larger Text"},
		{"dark_interface", "Dark Interface"},
		{"differentiate_without_color_alone", "Differentiate Without Color Alone"},
		{"sufficient_contrast", "Sufficient Contrast"},
		{"reduced_motion", "Reduced Motion"},
		{"captions", "Captions"},
		{"audio_descriptions", "Audio Descriptions"},
	}
}
