package profile_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/profile"
)

func parse(t *testing.T, text string) profile.Privacy {
	t.Helper()
	p, err := profile.ParsePrivacy([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return p
}

func TestParsePrivacy(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]profile.Privacy{
		`{"profile":null}`:                      {},
		`{"profile":null,"retention":"none"}`:   {Retention: profile.RetentionNone},
		`{}`:                                    {Tiers: map[string]profile.Tier{}},
		`{"profile":{}}`:                        {Tiers: map[string]profile.Tier{}},
		`{"profile":[1,2]}`:                     {Tiers: map[string]profile.Tier{}},
		`{"profile":"strict"}`:                  {Tiers: map[string]profile.Tier{}},
		`{"profile":{"LOCATION":"not_linked"}}`: {Tiers: map[string]profile.Tier{"LOCATION": profile.NotLinked}},
		`{"LOCATION":"not_linked","retention":"limited"}`:                 {Tiers: map[string]profile.Tier{"LOCATION": profile.NotLinked}, Retention: profile.RetentionLimited},
		`{"profile":{"location":"linked","WEATHER":"linked"}}`:            {Tiers: map[string]profile.Tier{}},
		`{"profile":{"OTHER":"everything","CONTACTS":3,"LOCATION":null}}`: {Tiers: map[string]profile.Tier{}},
		`{"profile":{"OTHER":"Linked"},"retention":"forever"}`:            {Tiers: map[string]profile.Tier{}},
		`{"profile":{"OTHER":"tracking","CONTACTS":"not_collected"},"retention":7,"more":{}}`: {
			Tiers: map[string]profile.Tier{"OTHER": profile.Tracking, "CONTACTS": profile.NotCollected},
		},
	} {
		if diff := cmp.Diff(want, parse(t, text)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", text, diff)
		}
	}
	for _, text := range []string{"", "null", "[]", "7", `"strict"`, "{", `{"profile":}`} {
		if p, err := profile.ParsePrivacy([]byte(text)); err == nil {
			t.Errorf("%s is read as %v", text, p)
		}
	}
}

func TestPrivacyOnTheWire(t *testing.T) {
	t.Parallel()
	for want, p := range map[string]profile.Privacy{
		`{"profile":null}`:                                     {},
		`{"profile":{}}`:                                       {Tiers: map[string]profile.Tier{}},
		`{"profile":null,"retention":"any"}`:                   {Retention: profile.RetentionAny},
		`{"profile":{"LOCATION":"linked","OTHER":"tracking"}}`: {Tiers: map[string]profile.Tier{"OTHER": profile.Tracking, "LOCATION": profile.Linked}},
	} {
		got, err := json.Marshal(p)
		if err != nil || string(got) != want {
			t.Errorf("%s (%v), want %s", got, err, want)
		}
	}
}

// Whatever is sent, what is kept names known categories and tiers alone, and is
// read again as it is written.
func FuzzParsePrivacy(f *testing.F) {
	for _, text := range []string{
		`{}`, `{"profile":null}`, `{"profile":{"LOCATION":"linked","X":"linked","OTHER":"?"},"retention":"none"}`,
		`{"LOCATION":"tracking","retention":"limited"}`, `{"profile":{"OTHER":"not_linked"},"profile":[]}`, `[]`, `{"profile":{"profile":{}}}`,
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		p, err := profile.ParsePrivacy(text)
		if err != nil {
			if !p.IsZero() {
				t.Errorf("%q is refused and read as %v", text, p)
			}
			return
		}
		for category, tier := range p.Tiers {
			if _, known := profile.ParseTier(tier.String()); !known || !slices.Contains(profile.Categories(), category) {
				t.Errorf("%q keeps %s: %v", text, category, tier)
			}
		}
		sameAgain(t, p, profile.ParsePrivacy)
	})
}

func FuzzParseAccessibility(f *testing.F) {
	for _, text := range []string{`{}`, `{"profile":null}`, `{"profile":{"captions":"required","x":"nice","voiceover":1}}`, `{"captions":"nice"}`} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		a, err := profile.ParseAccessibility(text)
		if err != nil {
			return
		}
		for feature, preference := range a {
			if preference != profile.Required && preference != profile.Nice || !slices.Contains(profile.Features(), feature) {
				t.Errorf("%q keeps %s: %v", text, feature, preference)
			}
		}
		sameAgain(t, a, profile.ParseAccessibility)
	})
}

// sameAgain checks that a profile is read as it was written, and written as it was read.
func sameAgain[P json.Marshaler](t *testing.T, p P, parse func([]byte) (P, error)) {
	t.Helper()
	written, err := p.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	again, err := parse(written)
	if err != nil {
		t.Fatalf("%s is not read again: %v", written, err)
	}
	if diff := cmp.Diff(p, again); diff != "" {
		t.Errorf("%s is read again as another (-want +got):\n%s", written, diff)
	}
	if twice, err := again.MarshalJSON(); err != nil || !bytes.Equal(written, twice) {
		t.Errorf("%s is written again as %s (%v)", written, twice, err)
	}
}
