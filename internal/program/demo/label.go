package demo

import (
	"slices"
	"strings"

	"github.com/privacylabels/auditor/storage"
)

// kind is a data type of a label, and its category.
type kind struct {
	category, categoryTitle string
	id, title               string
}

// The data types that the invented apps declare.
var (
	userName     = kind{"CONTACT_INFO", "Contact Info", "NAME", "Name"}
	email        = kind{"CONTACT_INFO", "Contact Info", "EMAIL_ADDRESS", "Email Address"}
	phone        = kind{"CONTACT_INFO", "Contact Info", "PHONE_NUMBER", "Phone Number"}
	health       = kind{"HEALTH_AND_FITNESS", "Health & Fitness", "HEALTH", "Health"}
	fitness      = kind{"HEALTH_AND_FITNESS", "Health & Fitness", "FITNESS", "Fitness"}
	payment      = kind{"FINANCIAL_INFO", "Financial Info", "PAYMENT_INFORMATION", "Payment Info"}
	credit       = kind{"FINANCIAL_INFO", "Financial Info", "CREDIT_AND_FRAUD", "Credit Info"}
	precisePlace = kind{"LOCATION", "Location", "PRECISE_LOCATION", "Precise Location"}
	coarsePlace  = kind{"LOCATION", "Location", "COARSE_LOCATION", "Coarse Location"}
	sensitive    = kind{"SENSITIVE_INFO", "Sensitive Info", "SENSITIVE_INFO", "Sensitive Info"}
	contacts     = kind{"CONTACTS", "Contacts", "CONTACTS", "Contacts"}
	photos       = kind{"USER_CONTENT", "User Content", "PHOTOS_OR_VIDEOS", "Photos or Videos"}
	audio        = kind{"USER_CONTENT", "User Content", "AUDIO", "Audio Data"}
	gameplay     = kind{"USER_CONTENT", "User Content", "GAMEPLAY_CONTENT", "Gameplay Content"}
	searches     = kind{"SEARCH_HISTORY", "Search History", "SEARCH_HISTORY", "Search History"}
	browsing     = kind{"BROWSING_HISTORY", "Browsing History", "BROWSING_HISTORY", "Browsing History"}
	userID       = kind{"IDENTIFIERS", "Identifiers", "USER_ID", "User ID"}
	deviceID     = kind{"IDENTIFIERS", "Identifiers", "DEVICE_ID", "Device ID"}
	purchases    = kind{"PURCHASES", "Purchases", "PURCHASE_HISTORY", "Purchase History"}
	interaction  = kind{"USAGE_DATA", "Usage Data", "PRODUCT_INTERACTION", "Product Interaction"}
	adData       = kind{"USAGE_DATA", "Usage Data", "ADVERTISING_DATA", "Advertising Data"}
	crashes      = kind{"DIAGNOSTICS", "Diagnostics", "CRASH_DATA", "Crash Data"}
	performance  = kind{"DIAGNOSTICS", "Diagnostics", "PERFORMANCE_DATA", "Performance Data"}
)

// use is a purpose and the data collected for it.
type use struct {
	id, title string
	data      []kind
}

func forAds(data ...kind) use { return use{"THIRD_PARTY_ADVERTISING", "Third-Party Advertising", data} }

func forMarketing(data ...kind) use {
	return use{"DEVELOPERS_ADVERTISING", "Developer’s Advertising or Marketing", data}
}

func forAnalytics(data ...kind) use { return use{"ANALYTICS", "Analytics", data} }

func forPersonalization(data ...kind) use {
	return use{"PRODUCT_PERSONALIZATION", "Product Personalization", data}
}

func forFunction(data ...kind) use { return use{"APP_FUNCTIONALITY", "App Functionality", data} }

// label returns a label with these privacy types.
func label(types ...storage.PrivacyType) *storage.Label { return &storage.Label{Types: types} }

func tracking(data ...kind) storage.PrivacyType {
	return storage.PrivacyType{
		Identifier: storage.DataUsedToTrackYou,
		Title:      "Data Used to Track You",
		Detail:     "The following data may be used to track you across apps and websites of other companies:",
		Categories: categories(data),
	}
}

func linked(uses ...use) storage.PrivacyType {
	return collected(storage.DataLinkedToYou, "Data Linked to You",
		"The following data may be collected and linked to your identity:", uses)
}

func notLinked(uses ...use) storage.PrivacyType {
	return collected(storage.DataNotLinkedToYou, "Data Not Linked to You",
		"The following data may be collected but is not linked to your identity:", uses)
}

func notCollected() storage.PrivacyType {
	return storage.PrivacyType{
		Identifier: storage.DataNotCollected,
		Title:      "Data Not Collected",
		Detail:     "The developer does not collect any data from this app.",
	}
}

func notProvided() storage.PrivacyType {
	return storage.PrivacyType{
		Identifier: storage.DataNotProvided,
		Title:      "No Details Provided",
		Detail:     "The developer will be asked for privacy details with the next update of the app.",
	}
}

func collected(id, title string, detail storage.Text, uses []use) storage.PrivacyType {
	t := storage.PrivacyType{Identifier: id, Title: title, Detail: detail}
	var all []kind
	for _, u := range uses {
		all = append(all, u.data...)
		t.Purposes = append(t.Purposes, storage.Purpose{Identifier: u.id, Title: u.title, Categories: categories(u.data)})
	}
	t.Categories = categories(all)
	return t
}

// categories groups data types by category, in order, without duplicates.
func categories(data []kind) []storage.LabelCategory {
	var list []storage.LabelCategory
	for _, k := range data {
		i := slices.IndexFunc(list, func(c storage.LabelCategory) bool { return c.Identifier == k.category })
		if i < 0 {
			i = len(list)
			list = append(list, storage.LabelCategory{Identifier: k.category, Title: k.categoryTitle})
		}
		if t := (storage.DataType{Identifier: k.id, Title: k.title}); !slices.Contains(list[i].DataTypes, t) {
			list[i].DataTypes = append(list[i].DataTypes, t)
		}
	}
	return list
}

// features returns accessibility features with these titles, never nil.
func features(titles ...string) *[]storage.Feature {
	list := make([]storage.Feature, len(titles))
	for i, title := range titles {
		list[i] = storage.Feature{Identifier: slug(title, '_'), Title: title, Position: i}
	}
	return &list
}

// slug returns a text in lower-case letters and digits, with one separator between words.
func slug(text string, separator byte) string {
	var b []byte
	for _, c := range []byte(text) {
		switch {
		case 'A' <= c && c <= 'Z':
			b = append(b, c+'a'-'A')
		case 'a' <= c && c <= 'z', '0' <= c && c <= '9':
			b = append(b, c)
		case len(b) > 0 && b[len(b)-1] != separator:
			b = append(b, separator)
		}
	}
	return strings.TrimRight(string(b), string(separator))
}
