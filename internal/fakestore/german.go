package fakestore

// german translates terms as a storefront without English has them, with their invisible
// hyphens and spaces.
func german() map[string]string {
	return map[string]string{
		"DATA_USED_TO_TRACK_YOU": "Daten, die zum Tracking deiner Person verwendet werden",
		"DATA_LINKED_TO_YOU":     "Mit dir verknüpfte Daten",
		"DATA_NOT_LINKED_TO_YOU": "Nicht mit dir verknüpfte Daten",
		"DATA_NOT_COLLECTED":     "Keine Daten erfasst",
		"DATA_NOT_PROVIDED":      "Keine Details angegeben",

		"THIRD_PARTY_ADVERTISING": "Werbung Dritter",
		"DEVELOPERS_ADVERTISING":  "Werbung oder Marketing des Entwicklers",
		"ANALYTICS":               "Analyse",
		"PRODUCT_PERSONALIZATION": "Produktpersonalisierung",
		"APP_FUNCTIONALITY":       "App-Funktionalität",
		"OTHER_PURPOSES":          "Andere Zwecke",

		"CONTACT_INFO":     "Kontaktinformationen",
		"FINANCIAL_INFO":   "Finanzinformationen",
		"LOCATION":         "Standort",
		"CONTACTS":         "Kontakte",
		"USER_CONTENT":     "Benutzerinhalte",
		"SEARCH_HISTORY":   "Suchverlauf",
		"IDENTIFIERS":      "Kennungen",
		"PURCHASES":        "Käufe",
		"USAGE_DATA":       "Nutzungsdaten",
		"DIAGNOSTICS":      "Diagnose",
		"OTHER":            "Sonstige Daten",
		"PURCHASE_HISTORY": "Kauf\u00adhistorie",
		"OTHER_DATA":       "Andere Daten\u00adtypen",

		"EMAIL_ADDRESS":       "E-Mail-Adresse",
		"USER_ID":             "Benutzer-ID",
		"DEVICE_ID":           "Geräte-ID",
		"PRODUCT_INTERACTION": "Produkt\u00adinteraktion",
		"CRASH_DATA":          "Absturz\u00a0daten",

		"voiceover":     "VoiceOver",
		"voice_control": "Sprachsteuerung",
		"larger_text":   "Größerer Text",
		"captions":      "Untertitel",
	}
}
