package httpapi_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"

	"github.com/privacylabels/auditor/internal/language"
)

// accept asks for a language.
func accept(code string) option { return header("Accept-Language", code) }

// texts returns the texts of a page, and those that are read out.
func texts(t *testing.T, page string) (all []string) {
	t.Helper()
	tree, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	for node := range tree.Descendants() {
		if node.Type == html.TextNode && !slices.Contains([]string{"script", "style"}, node.Parent.Data) {
			all = append(all, strings.TrimSpace(node.Data))
		}
		for _, attribute := range node.Attr {
			if slices.Contains([]string{"aria-label", "placeholder", "title", "data-th", "data-many", "data-zone"}, attribute.Key) {
				all = append(all, attribute.Val)
			}
		}
	}
	return all
}

// No screen shows a text in English for which the language of its reader has another one.
func TestScreensAreTranslated(t *testing.T) {
	t.Parallel()
	a := newForms(t, nil)
	a.submit("/samples", "").status(http.StatusSeeOther)
	a.do("POST", "/api/devices", body(`{"name":"Tab"}`), sameOrigin).status(http.StatusOK)
	app := strings.SplitAfter(a.do("GET", "/apps").Body.String(), `href="/apps/`)[1]
	app, _, _ = strings.Cut(app, `"`)
	screens := append([]string{
		"/", "/?kind=policy&dir=better", "/?app=nothing", "/apps", "/apps?show=removed", "/apps?q=nothing", "/apps/" + app, "/apps/" + app + "/label",
		"/compare", "/compare?a=" + app + "&b=" + app, "/add", "/statistics", "/developers", "/activity", "/activity/messages", "/settings/backup", "/settings/models/log",
		"/settings/destinations/new?channel=email", "/sign-in", "/pair",
	}, settingsScreens...)
	for _, l := range language.All()[1:] {
		for _, screen := range screens {
			english := texts(t, a.do("GET", screen, accept("en")).Body.String())
			answer := a.do("GET", screen, accept(l.Code))
			page := answer.Body.String()
			if !strings.Contains(page, `<html lang="`+l.Code+`"`) {
				t.Errorf("%s: the page does not say that it is in %s", screen, l.Code)
			}
			if len(page) > 60<<10 {
				t.Errorf("%s in %s has %d bytes", screen, l.Code, len(page))
			}
			for _, text := range texts(t, page) {
				if other, ok := l.Lookup(text); ok && other != text && slices.Contains(english, text) {
					t.Errorf("%s in %s says %q, want %q", screen, l.Code, text, other)
				}
			}
		}
	}
}

// The language of a page is the one that was chosen on it, or that of the browser. The API has one.
func TestLanguageOfAReader(t *testing.T) {
	t.Parallel()
	a := newForms(t, nil)
	told := a.do("GET", "/add", accept("de-CH,de;q=0.9")).status(http.StatusOK)
	want := []string{"de", "Accept-Language, Cookie", `lang="de"`}
	got := []string{told.Header().Get("Content-Language"), told.Header().Get("Vary"), `lang="de"`}
	if diff := cmp.Diff(want, got); diff != "" || !strings.Contains(told.Body.String(), `<html lang="de"`) {
		t.Errorf("(-want +got):\n%s", diff)
	}
	tag := told.Header().Get("Etag")
	if again := a.do("GET", "/add", accept("fr"), header("If-None-Match", tag)); again.Code != http.StatusOK || again.Header().Get("Etag") == tag {
		t.Errorf("the page in French is answered with %d and the tag of the one in German", again.Code)
	}
	chosen := a.submit("/language", "language=fr&back=/apps", accept("de")).status(http.StatusSeeOther)
	if got := chosen.Header().Get("Location"); got != "/apps" {
		t.Errorf("the form leads to %q", got)
	}
	cookie, _, _ := strings.Cut(chosen.Header().Get("Set-Cookie"), ";")
	if page := a.do("GET", "/apps", accept("de"), header("Cookie", cookie)).Body.String(); !strings.Contains(page, `<html lang="fr"`) {
		t.Error("the language that was chosen is not that of the page")
	}
	a.submit("/language", "language=xx").status(http.StatusBadRequest)
	if diff := cmp.Diff(a.do("GET", "/api/apps/1").Body.String(), a.do("GET", "/api/apps/1", accept("de")).Body.String()); diff != "" {
		t.Errorf("the API answers in a language (-want +got):\n%s", diff)
	}
}

// Countries are in the order of their names in the language of the page.
func TestCountriesAreInOrder(t *testing.T) {
	t.Parallel()
	a := newForms(t, nil)
	for code, want := range map[string][]string{
		"en": {"Argentina", "Australia", "Austria", "Belgium"},
		"de": {"Norwegen", "Österreich", "Philippinen", "Polen"},
		"fr": {"Émirats arabes unis", "Espagne", "États-Unis", "Finlande"},
	} {
		var got []string
		for _, text := range texts(t, a.do("GET", "/settings", accept(code)).Body.String()) {
			if slices.Contains(want, text) {
				got = append(got, text)
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("in %s (-want +got):\n%s", code, diff)
		}
	}
}
