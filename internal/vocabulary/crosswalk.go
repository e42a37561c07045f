package vocabulary

import "slices"

// Where the two stores define their data types. The rows of [Crosswalk] follow these definitions.
const (
	AppStoreDefinitions = "https://developer.apple.com/app-store/app-privacy-details/"
	PlayDefinitions     = "https://support.google.com/googleplay/android-developer/answer/10787469"
)

// Term is a data type of one store.
type Term struct {
	Category string `json:"category"` // the identifier of its category
	DataType string `json:"dataType"` // its identifier
}

// Row is what the two stores call the same data. Several types of one store may be one of the other.
type Row struct {
	// Name is a name of the data in plain words, for sentences.
	Name string `json:"name"`
	// The data types of the App Store and of Google Play; empty: that store has none for it.
	AppStore []Term `json:"appStore"`
	Play     []Term `json:"play"`
	// Note says where the two definitions differ; empty: they agree.
	Note string `json:"note,omitempty"`
}

func on(category string, types ...string) (list []Term) {
	for _, t := range types {
		list = append(list, Term{category, t})
	}
	return list
}

// crosswalk names each data type of both stores once.
var crosswalk = []Row{
	{"names", on("CONTACT_INFO", "NAME"), on("PERSONAL_INFO", "NAME"), "Google Play counts nicknames as well."},
	{"email addresses", on("CONTACT_INFO", "EMAIL_ADDRESS"), on("PERSONAL_INFO", "EMAIL_ADDRESS"), "The App Store counts hashed addresses as well."},
	{"phone numbers", on("CONTACT_INFO", "PHONE_NUMBER"), on("PERSONAL_INFO", "PHONE_NUMBER"), "The App Store counts hashed numbers as well."},
	{"postal addresses", on("CONTACT_INFO", "PHYSICAL_ADDRESS"), on("PERSONAL_INFO", "ADDRESS"), ""},
	{"other contact details", on("CONTACT_INFO", "OTHER_CONTACT_INFO"), nil, ""},
	{"other personal information", nil, on("PERSONAL_INFO", "OTHER_INFO"), "Such as a date of birth or a gender, which the App Store counts as other data."},
	{"health data", on("HEALTH_AND_FITNESS", "HEALTH"), on("HEALTH_AND_FITNESS", "HEALTH_INFO"), ""},
	{"fitness data", on("HEALTH_AND_FITNESS", "FITNESS"), on("HEALTH_AND_FITNESS", "FITNESS_INFO"), ""},
	{"payment details", on("FINANCIAL_INFO", "PAYMENT_INFORMATION"), on("FINANCIAL_INFO", "USER_PAYMENT_INFO"),
		"Neither counts details that only a payment service receives."},
	{"credit scores", on("FINANCIAL_INFO", "CREDIT_AND_FRAUD"), on("FINANCIAL_INFO", "CREDIT_SCORE"), ""},
	{"other financial information", on("FINANCIAL_INFO", "OTHER_FINANCIAL_INFO"), on("FINANCIAL_INFO", "OTHER_FINANCIAL_INFO"), ""},
	{"the precise location", on("LOCATION", "PRECISE_LOCATION"), on("LOCATION", "PRECISE_LOCATION"),
		"The App Store draws the line at three decimal places of coordinates, Google Play at three square kilometers."},
	{"the approximate location", on("LOCATION", "COARSE_LOCATION"), on("LOCATION", "APPROXIMATE_LOCATION"),
		"The two lines between precise and approximate differ a little."},
	{"sensitive information", on("SENSITIVE_INFO", "SENSITIVE_INFO"),
		on("PERSONAL_INFO", "RACE_AND_ETHNICITY", "POLITICAL_OR_RELIGIOUS_BELIEFS", "SEXUAL_ORIENTATION"),
		"The App Store counts more as sensitive, such as disabilities, trade union membership and biometric data."},
	{"contacts", on("CONTACTS", "CONTACTS"), on("CONTACTS", "CONTACTS"), "Google Play counts the history of calls and interactions as well."},
	{"messages", on("USER_CONTENT", "EMAILS_OR_TEXT_MESSAGES"), on("MESSAGES", "EMAILS", "SMS_OR_MMS", "OTHER_IN_APP_MESSAGES"), ""},
	{"photos and videos", on("USER_CONTENT", "PHOTOS_OR_VIDEOS"), on("PHOTOS_AND_VIDEOS", "PHOTOS", "VIDEOS"), ""},
	{"sound", on("USER_CONTENT", "AUDIO"), on("AUDIO", "VOICE_OR_SOUND_RECORDINGS", "OTHER_AUDIO_FILES", "MUSIC_FILES"),
		"The App Store counts recordings of the user's voice and other sound."},
	{"saved games and play", on("USER_CONTENT", "GAMEPLAY_CONTENT"), nil, ""},
	{"requests to customer support", on("USER_CONTENT", "CUSTOMER_SUPPORT"), nil, ""},
	{"other content of users", on("USER_CONTENT", "OTHER_USER_CONTENT"), slices.Concat(on("APP_ACTIVITY", "OTHER_USER_GENERATED_CONTENT"),
		on("FILES_AND_DOCS", "FILES_AND_DOCS"), on("CALENDAR", "CALENDAR_EVENTS")), "Files and calendar events are types of their own on Google Play only."},
	{"web browsing", on("BROWSING_HISTORY", "BROWSING_HISTORY"), on("WEB_BROWSING", "WEB_BROWSING_HISTORY"),
		"The App Store counts all content outside the app that was viewed."},
	{"searches in the app", on("SEARCH_HISTORY", "SEARCH_HISTORY"), on("APP_ACTIVITY", "IN_APP_SEARCH_HISTORY"), ""},
	{"user IDs", on("IDENTIFIERS", "USER_ID"), on("PERSONAL_INFO", "USER_IDS"), ""},
	{"device IDs", on("IDENTIFIERS", "DEVICE_ID"), on("DEVICE_OR_OTHER_IDS", "DEVICE_OR_OTHER_IDS"), "Google Play counts IDs of browsers and of the installed app as well."},
	{"purchases", on("PURCHASES", "PURCHASE_HISTORY"), on("FINANCIAL_INFO", "PURCHASE_HISTORY"), ""},
	{"the use of the app", on("USAGE_DATA", "PRODUCT_INTERACTION"), on("APP_ACTIVITY", "APP_INTERACTIONS"), ""},
	{"which advertisements were seen", on("USAGE_DATA", "ADVERTISING_DATA"), nil, ""},
	{"other activity", on("USAGE_DATA", "OTHER_USAGE_DATA"), on("APP_ACTIVITY", "OTHER_ACTIONS"), ""},
	{"which apps are installed", nil, on("APP_ACTIVITY", "INSTALLED_APPS"), ""},
	{"crash logs", on("DIAGNOSTICS", "CRASH_DATA"), on("APP_INFO_AND_PERFORMANCE", "CRASH_LOGS"), ""},
	{"performance and diagnostics", on("DIAGNOSTICS", "PERFORMANCE_DATA", "OTHER_DIAGNOSTIC_DATA"),
		on("APP_INFO_AND_PERFORMANCE", "DIAGNOSTICS", "OTHER_APP_PERFORMANCE_DATA"), "The stores divide diagnostics differently."},
	{"other data", on("OTHER", "OTHER_DATA"), nil, ""},
	{"scans of the surroundings", on("SURROUNDING", "ENVIRONMENT_SCANNING"), nil, ""},
	{"hand movements", on("BODY", "HANDS"), nil, ""},
	{"head movements", on("BODY", "HEAD"), nil, ""},
}

// Crosswalk returns what the stores call the same data, with the data that only one of them knows.
// The slices are shared: do not modify them.
func Crosswalk() []Row { return slices.Clone(crosswalk) }

// AppStoreCategories returns the categories of the App Store for a data type of Google Play. A type
// without a counterpart keeps its own category.
func AppStoreCategories(category, dataType string) (categories []string) {
	for _, row := range crosswalk {
		if !slices.Contains(row.Play, Term{category, dataType}) {
			continue
		}
		for _, t := range row.AppStore {
			if !slices.Contains(categories, t.Category) {
				categories = append(categories, t.Category)
			}
		}
	}
	if categories == nil {
		return []string{category}
	}
	return categories
}
