package wording_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/internal/wording"
)

// Sentences of the activity log and titles of messages are stored in English, and read in another language.
func TestStored(t *testing.T) {
	t.Parallel()
	hostile := strings.Repeat("1 apps: 3 skipped, ", 200) + "x"
	for _, test := range []struct{ app, sentence, de, fr string }{
		{"", "Daily summary: 1 app began to track you, 2 got worse, 1 policy changed",
			"Tägliche Zusammenfassung: 1 App verfolgt dich neuerdings, 2 haben sich verschlechtert, 1 Datenschutzerklärung geändert",
			"Récapitulatif du jour\u202f: 1 app a commencé à vous suivre, 2 se sont dégradées, 1 politique modifiée"},
		{"", "Weekly summary: 12 notifications", "Wöchentliche Zusammenfassung: 12 Mitteilungen", "Récapitulatif de la semaine\u202f: 12 notifications"},
		{"Tidewatch", "Tidewatch: no label changes", "Tidewatch: keine Änderung der Datenschutzangaben", "Tidewatch\u202f: fiche inchangée"},
		{"Tide: watch, 2", "Tide: watch, 2: version 3.1, no label changes",
			"Tide: watch, 2: Version 3.1, keine Änderung der Datenschutzangaben", "Tide: watch, 2\u202f: version 3.1, fiche inchangée"},
		{"", "12/13 synced, 4 changes, 1 errors", "12/13 abgerufen, 4 Änderungen, 1 Fehler", "12/13 lues, 4 changements, 1 erreur"},
		{"", "12345 apps: 3 imported, 0 unchanged, 1 skipped", "12.345 Apps: 3 importiert, 0 unverändert, 1 übersprungen",
			"12\u202f345 apps\u202f: 3 importées, 0 inchangée, 1 ignorée"},
		{"", "Import of my list: 2 of 3 apps are tracked, 1 could not be read", "Import von my list: 2 von 3 Apps unter Beobachtung, 1 nicht lesbar",
			"Importation de my list\u202f: 2 sur 3 apps sous surveillance, 1 illisible"},
		{"", "10000/10000 policies fetched", "10.000/10.000 Datenschutzerklärungen gelesen", "10\u202f000/10\u202f000 politiques lues"},
		{"", "Import of 2048: 1 of 12345 apps are tracked", "Import von 2048: 1 von 12.345 Apps unter Beobachtung",
			"Importation de 2048\u202f: 1 sur 12\u202f345 apps sous surveillance"},
		{"", "Privacy profile set to anti_tracking", "Datenschutzprofil auf Nur gegen Tracking gesetzt", "Profil de confidentialité choisi\u202f: Contre le suivi seulement"},
		{"Tide", "Tide: replace", "Tide: Ersetzen", "Tide\u202f: Remplacer"},
		{"Tide", "Tide: Location deferred", "Tide: Standort aufgeschoben", "Tide\u202f: Position\u202f: reporté"},
		{"Tide", "Tide: block what follows “Ads” part of the policy again", "Tide: Block was auf „Ads“ folgt gehört wieder zur Datenschutzerklärung",
			"Tide\u202f: le bloc ce qui suit «\u202fAds\u202f» fait de nouveau partie de la politique"},
		{"", "6 of 10 apps could not be refreshed, which is more than 50%", "Nicht geprüft: 6 von 10 Apps, das sind mehr als 50\u00a0%",
			"Non vérifiées\u202f: 6 sur 10 apps, soit plus de 50\u202f%"},
		// What is not known stays as it is, all of it.
		{"Tidewatch", "Tidewatch: the cable is cut", "Tidewatch: the cable is cut", "Tidewatch: the cable is cut"},
		{"", "Daily summary: 1 app began to fly", "Daily summary: 1 app began to fly", "Daily summary: 1 app began to fly"},
		{"", hostile, hostile, hostile},
		{"", "3 imported, 1 eaten", "3 imported, 1 eaten", "3 imported, 1 eaten"},
	} {
		for code, want := range map[string]string{"en": test.sentence, "de": test.de, "fr": test.fr} {
			l, known := language.Of(code)
			if !known {
				t.Fatalf("no language %s", code)
			}
			if diff := cmp.Diff(want, wording.Stored(l, test.app, test.sentence)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", code, diff)
			}
		}
	}
}

// The beginning of an error that is known is read in another language, and what it is about stays.
func TestCause(t *testing.T) {
	t.Parallel()
	german, _ := language.Of("de")
	for message, want := range map[string]string{
		"the App Store does not list this app, or not in this country (HTTP 404)": "Der App Store führt diese App nicht, oder nicht in diesem Land (HTTP 404)",
		"cannot reach apps.apple.com: dial tcp: no such host":                     "apps.apple.com ist nicht erreichbar: dial tcp: no such host",
		"the page was not understood: a title is missing":                         "Die Seite wurde nicht verstanden: a title is missing",
		"the cable is cut: badly":                                                 "the cable is cut: badly",
	} {
		if got := wording.Cause(german, message); got != want {
			t.Errorf("%q is read as %q, want %q", message, got, want)
		}
		if got := wording.Cause(language.English, message); got != message {
			t.Errorf("%q is read as %q in English", message, got)
		}
	}
}
