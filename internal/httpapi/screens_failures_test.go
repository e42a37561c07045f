package httpapi_test

import (
	"net/http"
	"strings"
	"testing"
)

// A file that is no list is refused beside the field for files, and an empty text beside
// that for text.
func TestListIsRefusedBesideItsField(t *testing.T) {
	t.Parallel()
	a := newForms(t, nil)
	const inFile, inText = `id="file-wrong" role="alert">`, `id="apps-wrong" role="alert">`
	for name, test := range map[string]struct {
		answer      *answer
		want, other string
	}{
		"not a list": {a.do("POST", "/add/file", sameOrigin, upload(t, "PK\x00")), inFile + "This file is not a list of apps", inText},
		"empty file": {a.do("POST", "/add/file", sameOrigin, upload(t, "")), inFile + "No app is named in this file", inText},
		"empty text": {a.submit("/add", "apps=+"), inText + "No app is named here", inFile},
	} {
		text := test.answer.status(http.StatusBadRequest).Body.String()
		shows(t, text, test.want)
		if strings.Contains(text, test.other) {
			t.Errorf("%s: the error is at the other field", name)
		}
	}
}

// What is typed as a country is not replaced by another one without a word.
func TestUnknownCountryIsRefused(t *testing.T) {
	t.Parallel()
	a := newForms(t, nil)
	a.submit("/settings", "syncSchedule=daily&appCountry=de").status(http.StatusSeeOther)
	for _, text := range []string{"uk", "zz", "germany"} {
		wrong := a.submit("/settings", "syncSchedule=manual&appCountry="+text).status(http.StatusBadRequest).Body.String()
		shows(t, wrong, `id="appCountry-wrong">`, "must be the code of a storefront")
	}
	shows(t, a.do("GET", "/settings").Body.String(), `value="de"`, `<option value="daily" selected>`)
	shows(t, a.submit("/settings", "syncSchedule=daily&appCountry=+GB+").leads("/settings", a), `value="gb" selected>United Kingdom<`)
}

// Who may only read sees which verdict it is, not its reason alone.
func TestVerdictIsShownToReaders(t *testing.T) {
	t.Parallel()
	a := newForms(t, authorized)
	a.do("POST", "/api/scrape", sameOrigin, level("admin"), header("Content-Type", "application/json"), body(`{"urls":["https://store.example/id7"]}`)).status(http.StatusOK)
	a.submit("/apps/7/verdict", "verdict=replace&rationale=Too+much", level("admin")).status(http.StatusSeeOther)
	shows(t, a.do("GET", "/apps/7", level("read")).status(http.StatusOK).Body.String(), "<strong>Replace it</strong>", "Too much")
}

// A code that does not pair is explained at the field that has the focus.
func TestCodeThatIsRefusedIsExplained(t *testing.T) {
	t.Parallel()
	a := newForms(t, nil)
	shows(t, a.submit("/pair", "code=none&name=Phone").status(http.StatusNotFound).Body.String(), `value="Phone"`, `aria-describedby="bad"`, `id="bad" role="alert">`)
}
