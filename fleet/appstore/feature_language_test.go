package appstore_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet"
)

// TestParse_featuresInLanguages checks that a feature has the same identifier in all
// languages, or none.
func TestParse_featuresInLanguages(t *testing.T) {
	t.Parallel()
	feature := func(title, symbol string) string {
		return fmt.Sprintf(`{"title": %q, "artwork": {"template": %q}}`, title, symbol)
	}
	for name, tt := range map[string]struct {
		english, german, japanese string
		want, translated          []string // identifiers; nil: the list is not known
	}{
		"a known symbol": {
			feature("Captions", "systemimage://captions.bubble"), feature("Untertitel", "systemimage://captions.bubble"),
			feature("字幕", "systemimage://captions.bubble"), []string{"captions"}, []string{"captions"},
		},
		"a new symbol": {
			feature("Switch Control", "systemimage://switch.2"), feature("Schaltersteuerung", "systemimage://switch.2"),
			feature("スイッチコントロール", "systemimage://switch.2"), []string{"switch_2"}, []string{"switch_2"},
		},
		"no symbol, the same name": {
			feature("VoiceOver", ""), feature("VoiceOver", ""), feature("VoiceOver", ""), []string{"voiceover"}, []string{"voiceover"},
		},
		"no symbol":            {feature("Captions", ""), feature("Untertitel", ""), feature("字幕", ""), []string{"captions"}, nil},
		"no symbol, a new one": {feature("Switch Control", ""), feature("Größerer Text", ""), feature("スイッチ", ""), []string{"switch_control"}, nil},
		"one symbol for all": {
			feature("One", "systemimage://checkmark") + "," + feature("Two", "systemimage://checkmark"),
			feature("Eins", "systemimage://checkmark") + "," + feature("Zwei", "systemimage://checkmark"),
			feature("一", "systemimage://checkmark") + "," + feature("二", "systemimage://checkmark"), []string{"one", "two"}, nil,
		},
		"a known symbol, and a new feature with it": {
			feature("Captions", "systemimage://captions.bubble") + "," + feature("Sign Language", "systemimage://captions.bubble"),
			feature("Untertitel", "systemimage://captions.bubble") + "," + feature("Gebärdensprache", "systemimage://captions.bubble"),
			feature("字幕", "systemimage://captions.bubble") + "," + feature("手話", "systemimage://captions.bubble"),
			[]string{"captions", "sign_language"}, nil,
		},
		"one of several": {
			feature("Captions", "systemimage://captions.bubble") + "," + feature("Larger Text", ""),
			feature("Untertitel", "systemimage://captions.bubble") + "," + feature("Größerer Text", ""),
			feature("字幕", "systemimage://captions.bubble") + "," + feature("さらに大きな文字", ""), []string{"captions", "larger_text"}, nil,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, page := range []struct {
				language, features string
				want               []string
			}{{"en-US", tt.english, tt.want}, {"de-DE", tt.german, tt.translated}, {"ja", tt.japanese, tt.translated}} {
				l := parse(t, islandOf(fmt.Sprintf(`{"intent": {"id": "1", "language": %q}, "data": {"title": "One", "shelfMapping": {
					"accessibilityFeatures": {"items": [{"features": [%s]}]}}}}`, page.language, page.features)), 1)
				if diff := cmp.Diff(page.want, identifiers(l)); diff != "" {
					t.Errorf("%s (-want +got):\n%s", page.language, diff)
				}
			}
		})
	}
}

// identifiers returns the identifiers of the features of a listing, nil if these are not known.
func identifiers(l fleet.Listing) (ids []string) {
	if l.Features == nil {
		return nil
	}
	ids = []string{}
	for _, f := range *l.Features {
		ids = append(ids, f.Identifier)
	}
	return ids
}
