package demo

import (
	"slices"
	"strings"

	"github.com/privacylabels/auditor/internal/vocabulary"
	"github.com/privacylabels/auditor/storage"
)

// kind is a data type of a label, and its category.
type kind struct {
	category, id string
	optional     bool // a person may refuse it; only Google Play says so
}

// The data types that the invented apps declare.
var (
	userName     = kind{category: "CONTACT_INFO", id: "NAME"}
	email        = kind{category: "CONTACT_INFO", id: "EMAIL_ADDRESS"}
	phone        = kind{category: "CONTACT_INFO", id: "PHONE_NUMBER"}
	health       = kind{category: "HEALTH_AND_FITNESS", id: "HEALTH"}
	fitness      = kind{category: "HEALTH_AND_FITNESS", id: "FITNESS"}
	payment      = kind{category: "FINANCIAL_INFO", id: "PAYMENT_INFORMATION"}
	credit       = kind{category: "FINANCIAL_INFO", id: "CREDIT_AND_FRAUD"}
	precisePlace = kind{category: "LOCATION", id: "PRECISE_LOCATION"}
	coarsePlace  = kind{category: "LOCATION", id: "COARSE_LOCATION"}
	sensitive    = kind{category: "SENSITIVE_INFO", id: "SENSITIVE_INFO"}
	contacts     = kind{category: "CONTACTS", id: "CONTACTS"}
	photos       = kind{category: "USER_CONTENT", id: "PHOTOS_OR_VIDEOS"}
	audio        = kind{category: "USER_CONTENT", id: "AUDIO"}
	gameplay     = kind{category: "USER_CONTENT", id: "GAMEPLAY_CONTENT"}
	searches     = kind{category: "SEARCH_HISTORY", id: "SEARCH_HISTORY"}
	browsing     = kind{category: "BROWSING_HISTORY", id: "BROWSING_HISTORY"}
	userID       = kind{category: "IDENTIFIERS", id: "USER_ID"}
	deviceID     = kind{category: "IDENTIFIERS", id: "DEVICE_ID"}
	purchases    = kind{category: "PURCHASES", id: "PURCHASE_HISTORY"}
	interaction  = kind{category: "USAGE_DATA", id: "PRODUCT_INTERACTION"}
	adData       = kind{category: "USAGE_DATA", id: "ADVERTISING_DATA"}
	crashes      = kind{category: "DIAGNOSTICS", id: "CRASH_DATA"}
	performance  = kind{category: "DIAGNOSTICS", id: "PERFORMANCE_DATA"}
)

// use is a purpose and the data collected for it.
type use struct {
	id   string
	data []kind
}

func forAds(data ...kind) use { return use{"THIRD_PARTY_ADVERTISING", data} }

func forMarketing(data ...kind) use { return use{"DEVELOPERS_ADVERTISING", data} }

func forAnalytics(data ...kind) use { return use{"ANALYTICS", data} }

func forPersonalization(data ...kind) use { return use{"PRODUCT_PERSONALIZATION", data} }

func forFunction(data ...kind) use { return use{"APP_FUNCTIONALITY", data} }

// label returns a label with these privacy types.
func label(types ...storage.PrivacyType) *storage.Label {
	l := storage.Label{Types: types}
	l = vocabulary.Label(vocabulary.StoreOf(l), l)
	return &l
}

func tracking(data ...kind) storage.PrivacyType {
	return storage.PrivacyType{
		Identifier: storage.DataUsedToTrackYou,
		Detail:     "The following data may be used to track you across apps and websites of other companies:",
		Categories: categories(data),
	}
}

func linked(uses ...use) storage.PrivacyType {
	return collected(storage.DataLinkedToYou,
		"The following data may be collected and linked to your identity:", uses)
}

func notLinked(uses ...use) storage.PrivacyType {
	return collected(storage.DataNotLinkedToYou,
		"The following data may be collected but is not linked to your identity:", uses)
}

func notCollected() storage.PrivacyType {
	return storage.PrivacyType{
		Identifier: storage.DataNotCollected,
		Detail:     "The developer does not collect any data from this app.",
	}
}

func notProvided() storage.PrivacyType {
	return storage.PrivacyType{
		Identifier: storage.DataNotProvided,
		Detail:     "The developer will be asked for privacy details with the next update of the app.",
	}
}

func collected(id string, detail storage.Text, uses []use) storage.PrivacyType {
	t := storage.PrivacyType{Identifier: id, Detail: detail}
	var all []kind
	for _, u := range uses {
		all = append(all, u.data...)
		t.Purposes = append(t.Purposes, storage.Purpose{Identifier: u.id, Categories: categories(u.data)})
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
			list = append(list, storage.LabelCategory{Identifier: k.category})
		}
		if t := (storage.DataType{Identifier: k.id, Optional: k.optional}); !slices.Contains(list[i].DataTypes, t) {
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
