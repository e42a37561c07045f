package httpapi_test

import (
	"net/http"
	"testing"
)

func TestStatisticsCount(t *testing.T) {
	t.Parallel()
	a := newForms(t, nil)
	shows(t, a.do("GET", "/statistics").Body.String(), "Nothing to count yet", `href="/add"`)
	a.submit("/add", "apps=https://store.example/id7").status(http.StatusSeeOther)
	a.do("POST", "/api/scrape", sameOrigin, header("Content-Type", "application/json"), body(`{"urls":["https://store.example/id7"]}`)).status(http.StatusOK)
	text := a.do("GET", "/statistics").status(http.StatusOK).Body.String()
	shows(t, text, "Location", `<strong class="linked" title="Linked to you">L</strong>`, "1 app", "No policy is summarised",
		"App Store: Used to track you", `<td class="num" data-th="with a label">1</td>`, "0.0%")
	shows(t, a.do("GET", "/statistics?category=LOCATION&years=5").Body.String(), "1 match", `<option value="LOCATION" selected>`, `<option value="5" selected>`)
	shows(t, a.do("GET", "/statistics?category=LOCATION&use=linked").Body.String(), "1 match", `<option value="linked" selected>`)
	shows(t, a.do("GET", "/statistics?use=tracking").Body.String(), "0 matches", "No app collects it")
	shows(t, a.do("GET", "/statistics?category=NONE&years=99").Body.String(), "No app collects it")
}
