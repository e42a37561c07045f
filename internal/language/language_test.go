package language_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/internal/vocabulary"
	"github.com/privacylabels/auditor/storage"
)

func of(t *testing.T, code string) *language.Language {
	t.Helper()
	l, ok := language.Of(code)
	if !ok {
		t.Fatalf("no language %s", code)
	}
	return l
}

func TestAccepted(t *testing.T) {
	t.Parallel()
	for header, want := range map[string]string{
		"": "en", "de": "de", "de-AT,de;q=0.9,en;q=0.8": "de", "fr-CA": "fr", "es,fr;q=0.5": "fr", "ja": "en", "en-GB,de;q=0.9": "en",
		"*": "en", ";;;": "en", "de;q=0, fr": "fr",
	} {
		if got := language.Accepted(header).Code; got != want {
			t.Errorf("%q is answered in %s, want %s", header, got, want)
		}
	}
}

// A plural has the forms of its language, also where these are more than two.
func TestPlural(t *testing.T) {
	t.Parallel()
	polish := language.New("pl", map[string]string{"%s app|%s apps": "%s aplikacja|%s aplikacje|%s aplikacji"})
	for _, test := range []struct {
		l    *language.Language
		n    int
		want language.Words
	}{
		{language.English, 1, "1 app"}, {language.English, 0, "0 apps"}, {of(t, "de"), 2, "2 Apps"},
		{of(t, "fr"), 0, "0 app"}, {of(t, "fr"), 2, "2 apps"}, {of(t, "de"), 12345, "12.345 Apps"},
		{polish, 1, "1 aplikacja"}, {polish, 3, "3 aplikacje"}, {polish, 5, "5 aplikacji"}, {polish, 22, "22 aplikacje"},
	} {
		if got := test.l.Plural(test.n, "%s app", "%s apps"); got != test.want {
			t.Errorf("%s, %d: %q, want %q", test.l.Code, test.n, got, test.want)
		}
	}
}

func TestDatesAndNumbers(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 22, 9, 30, 0, 0, time.UTC)
	march := time.Date(2025, 3, 1, 14, 5, 6, 0, time.UTC)
	for _, test := range []struct {
		code string
		want []string
	}{
		{"en", []string{"1 March 2025", "Sat, 1 Mar 2025, 14:05:06 UTC", "2 days ago", "10\u202f000", "1.5 MB"}},
		{"de", []string{"1. März 2025", "Sa., 1. März 2025, 14:05:06 UTC", "vor 2 Tagen", "10.000", "1,5 MB"}},
		{"fr", []string{"1er mars 2025", "sam. 1er mars 2025, 14:05:06 UTC", "il y a 2 jours", "10\u202f000", "1,5 Mo"}},
	} {
		l := of(t, test.code)
		got := []string{
			l.Date(march, now), l.Format(march, "Mon, 2 Jan 2006, 15:04:05 UTC"), l.Ago(now.Add(-50*time.Hour), now), l.Count(10000), l.Size(3 << 19),
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.code, diff)
		}
	}
}

// The stores give the same English name to different things, and have other names for them.
func TestNames(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		code     string
		kind     vocabulary.Kind
		id, want string
	}{
		{"de", vocabulary.PrivacyType, storage.DataUsedToTrackYou, "Daten, die zum Tracking deiner Person verwendet werden"},
		{"de", vocabulary.PrivacyType, storage.DataLinkedToYou, "Mit dir verknüpfte Daten"},
		{"fr", vocabulary.PrivacyType, storage.DataNotLinkedToYou, "Données n’établissant aucun lien avec vous"},
		{"fr", vocabulary.DataCategory, "LOCATION", "Emplacement"},
		{"fr", vocabulary.PlayDataCategory, "LOCATION", "Position"},
		{"en", vocabulary.DataCategory, "LOCATION", "Location"},
		{"de", vocabulary.DataType, "NEW_KIND", "New Kind"},
	} {
		if got := of(t, test.code).Name(test.kind, test.id, ""); got != test.want {
			t.Errorf("%s: %s is called %q, want %q", test.code, test.id, got, test.want)
		}
	}
}

// A file that is written and read has the same texts; those of other keys are left out.
func TestFile(t *testing.T) {
	t.Parallel()
	before := []language.Message{{Key: "Apps", Text: "Anwendungen"}, {Key: "Gone", Text: "Weg"}}
	text := language.Write([]language.Section{{Name: "a", Keys: []string{"Apps", "# apps", "Apps"}}, {Name: "b", Keys: []string{"Apps"}}}, before)
	if want := "// a\nApps\n\tAnwendungen\n# apps\n\t\n"; text != want {
		t.Errorf("the file is %q, want %q", text, want)
	}
	want := []language.Message{{Key: "Apps", Text: "Anwendungen"}, {Key: "# apps"}}
	if diff := cmp.Diff(want, language.Read(text)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
