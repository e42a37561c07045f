package tracked_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/fleettest"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// spokenPage is a page in a language.
type spokenPage struct{ language, name, developer, reason, country string }

func (p spokenPage) show(l *fleet.Listing) {
	fleettest.Labelled("LINKED: LOCATION")(l)
	l.Developer, l.Country, l.Platform = &p.developer, p.country, storage.PlatformIOS
	l.AgeRating, l.AgeRatingSource, l.AgeRatingLanguage, l.AgeRatingValue = new("4+"), "page", p.language, new(int64(100))
	l.AgeRatingDescriptors = nil
	if p.reason != "" {
		l.AgeRatingDescriptors = &storage.RatingDescriptors{Language: p.language, Items: []storage.RatingDescriptor{{Heading: "-", Text: p.reason}}}
	}
}

// What a page says in one language is compared with what it said last in that language, however many
// pages in others were read between.
func TestChangesWhileInAnotherLanguage(t *testing.T) {
	t.Parallel()
	english := spokenPage{"en-us", "Fox", "Den", "Ads", "us"}
	german := spokenPage{"de-de", "Fuchs", "Bau", "Werbung", "us"}
	french := spokenPage{"fr-fr", "Renard", "Terrier", "Pub", "us"}
	with := func(p spokenPage, change func(*spokenPage)) spokenPage {
		change(&p)
		return p
	}
	renamed := with(english, func(p *spokenPage) { p.name = "Hen" })
	for name, tt := range map[string]struct {
		pages []spokenPage
		want  []string // the changes of each page after the first
	}{
		"nothing but languages": {[]spokenPage{english, german, english, french, german, english}, []string{"", "", "", "", ""}},
		"renamed meanwhile":     {[]spokenPage{english, german, renamed, renamed}, []string{"", "Fox to Hen", ""}},
		"renamed during two":    {[]spokenPage{english, german, french, renamed}, []string{"", "", "Fox to Hen"}},
		"renamed, and again in the same language": {
			[]spokenPage{english, german, renamed, english, german, english}, []string{"", "Fox to Hen", "Hen to Fox", "", ""},
		},
		"seen in the other language as well": {
			[]spokenPage{english, german, with(german, func(p *spokenPage) { p.name = "Henne" }), renamed}, []string{"", "Fuchs to Henne", "Fox to Hen"},
		},
		"sold": {
			[]spokenPage{english, german, with(english, func(p *spokenPage) { p.developer = "Broker" })}, []string{"", "Den to Broker"},
		},
		"written in another way": {
			[]spokenPage{english, german, with(english, func(p *spokenPage) { p.name = "Fox\u00a0" })}, []string{"", ""},
		},
		"another reason for the rating": {
			[]spokenPage{english, german, with(english, func(p *spokenPage) { p.reason = "Chat" })},
			[]string{"", "Now shown: -: Chat No longer shown: -: Ads"},
		},
		"another reason, and no reasons between": {
			[]spokenPage{english, with(german, func(p *spokenPage) { p.reason = "" }), with(english, func(p *spokenPage) { p.reason = "Chat" })},
			[]string{"", "Now shown: -: Chat No longer shown: -: Ads"},
		},
		"another storefront": {
			[]spokenPage{english, german, with(renamed, func(p *spokenPage) { p.country = "gb" })}, []string{"", ""},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			var got []string
			for i, p := range tt.pages {
				var said []string
				for _, e := range b.Observe(t, 1, p.name, p.show).Changes {
					if said = append(said, e.Details...); e.From != "" {
						said = append(said, fmt.Sprint(e.From, " to ", e.To))
					}
				}
				if i > 0 {
					got = append(got, strings.Join(said, " "))
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// What a page said in other languages is forgotten with the app.
func TestLanguagesAreRemoved(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	for _, p := range []spokenPage{{"en-us", "Fox", "Den", "", "us"}, {"de-de", "Fuchs", "Bau", "", "us"}} {
		b.Observe(t, 1, p.name, p.show)
	}
	kept := func() (names []string) {
		for _, s := range storagetest.All[storage.Setting](t, b.Store) {
			if strings.HasPrefix(s.Name, "languages_of_") {
				names = append(names, s.Name)
			}
		}
		return names
	}
	if diff := cmp.Diff([]string{"languages_of_1"}, kept()); diff != "" {
		t.Fatalf("(-want +got):\n%s", diff)
	}
	if _, err := b.Remove(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	if names := kept(); names != nil {
		t.Errorf("after the removal: %v", names)
	}
}
