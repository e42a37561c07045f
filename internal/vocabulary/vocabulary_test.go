package vocabulary_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/vocabulary"
)

func TestIdentifier(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"Approximate location":                       "APPROXIMATE_LOCATION",
		"In-app search history":                      "IN_APP_SEARCH_HISTORY",
		"Fraud prevention, security, and compliance": "FRAUD_PREVENTION_SECURITY_AND_COMPLIANCE",
		"Data isn’t encrypted":                       "DATA_ISNT_ENCRYPTED",
		"Face & Voice (3D/2D)":                       "FACE_AND_VOICE_3D_2D",
		"…":                                          "",
	} {
		if got := vocabulary.Identifier(name); got != want {
			t.Errorf("Identifier(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestPlayPurposes(t *testing.T) {
	t.Parallel()
	var many strings.Builder // a page that is made to hurt
	for i := range 40 {
		fmt.Fprintf(&many, "Purpose %d, ", i)
	}
	for text, want := range map[string][]string{
		many.String(): nil,
		"":            nil,
		"Analytics":   {"ANALYTICS"},
		"Analytics, Fraud prevention, security, and compliance, Account management": {
			"ANALYTICS", "FRAUD_PREVENTION_SECURITY_AND_COMPLIANCE", "ACCOUNT_MANAGEMENT",
		},
		"Analytics, Telepathy, Personalization": {"ANALYTICS", "Telepathy", "PERSONALIZATION"},
		"Analytics, Fraud prevention, security and compliance, Personalisation": {
			"ANALYTICS", "FRAUD_PREVENTION_SECURITY_AND_COMPLIANCE", "PERSONALIZATION",
		},
		"Analytics of dreams":               {"Analytics of dreams"},
		"Analytics and dreams":              {"Analytics and dreams"},
		"App functionality and Analytics":   {"APP_FUNCTIONALITY", "ANALYTICS"},
		"Analytics, and Account management": {"ANALYTICS", "ACCOUNT_MANAGEMENT"},
		", Analytics,, ":                    {"ANALYTICS"},
	} {
		ids, _, _ := vocabulary.PlayPurposes(text)
		if diff := cmp.Diff(want, ids); diff != "" {
			t.Errorf("%q (-want +got)\n%s", text, diff)
		}
	}
}

// A name in English says more than an icon, which may have come to stand for something else.
func TestPlayPractice(t *testing.T) {
	t.Parallel()
	const encrypted = "W5DPtvB8Fhmkn5LbFZki_OHL3ZI1Rdc-AFul19UK4f7np2NMjLE5QquD6H0HAeEJ977u3WH4yaQ"
	for _, tt := range []struct {
		name, icon string
		english    bool
		want       string
	}{
		{"Data is encrypted in transit", encrypted, true, "DATA_IS_ENCRYPTED_IN_TRANSIT"},
		{"Data isn't encrypted", encrypted, true, "DATA_ISNT_ENCRYPTED"},
		{"Data is sealed", encrypted, true, "DATA_IS_ENCRYPTED_IN_TRANSIT"},
		{"Daten werden verschlüsselt", encrypted, false, "DATA_IS_ENCRYPTED_IN_TRANSIT"},
		{"Daten werden verschlüsselt", "", false, "Daten werden verschlüsselt"}, // and not understood
	} {
		id, _, _, ok := vocabulary.PlayPractice(tt.name, tt.icon, tt.english)
		if id != tt.want || ok != (tt.english || tt.icon != "") {
			t.Errorf("PlayPractice(%q, %q, %t) = %q, %t, want %q", tt.name, tt.icon, tt.english, id, ok, tt.want)
		}
	}
}

// Each data type of either store is in one row.
func TestCrosswalkIsComplete(t *testing.T) {
	t.Parallel()
	seen := make(map[string]int)
	types := map[string]int{}
	for _, row := range vocabulary.Crosswalk() {
		for _, t := range row.AppStore {
			seen["App Store "+t.Category+" "+t.DataType]++
			types["App Store"]++
		}
		for _, t := range row.Play {
			seen["Play "+t.Category+" "+t.DataType]++
			types["Play"]++
		}
		if row.Name == "" || len(row.AppStore)+len(row.Play) == 0 {
			t.Errorf("empty row %+v", row)
		}
	}
	for term, n := range seen {
		if n > 1 {
			t.Errorf("%s is in %d rows", term, n)
		}
		if play, ok := strings.CutPrefix(term, "Play "); ok {
			category, dataType, _ := strings.Cut(play, " ")
			if vocabulary.PlayTitle(category) == "" || vocabulary.PlayTitle(dataType) == "" {
				t.Errorf("%s is not in the vocabulary", play)
			}
		}
	}
	if diff := cmp.Diff(map[string]int{"App Store": 35, "Play": 38}, types); diff != "" {
		t.Errorf("types (-want +got)\n%s", diff)
	}
}
