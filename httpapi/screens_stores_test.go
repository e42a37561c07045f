package httpapi_test

import (
	"net/http"
	"testing"
)

// What an app is paired with is refused beside the field, with a sentence.
func TestPairIsRefusedBesideItsField(t *testing.T) {
	t.Parallel()
	a := newForms(t, authorized)
	for _, id := range []string{"7", "8"} {
		a.do("POST", "/api/scrape", sameOrigin, level("admin"), header("Content-Type", "application/json"), body(`{"urls":["https://store.example/id`+id+`"]}`)).status(http.StatusOK)
	}
	shows(t, a.do("GET", "/apps/7", level("admin")).Body.String(), `href="/apps/7/stores">Pair with Google Play</a>`)
	shows(t, a.do("GET", "/apps/7/stores", level("admin")).status(http.StatusOK).Body.String(), "in the other store", `id="with"`)
	const wrong = `id="with-wrong" role="alert">`
	shows(t, a.submit("/apps/7/stores", "with=nothing", level("admin")).status(http.StatusBadRequest).Body.String(), wrong+"No app that you watch", `value="nothing"`)
	shows(t, a.submit("/apps/7/stores", "with=org.example.none", level("admin")).status(http.StatusBadRequest).Body.String(), wrong+"No app that you watch")
	shows(t, a.submit("/apps/7/stores", "with=8", level("admin")).status(http.StatusConflict).Body.String(), wrong+"A pair is an app of the App Store and one of Google Play.")
	a.submit("/apps/7/stores/end", "", level("admin")).status(http.StatusSeeOther)
}
