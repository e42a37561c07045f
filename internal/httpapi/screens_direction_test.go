package httpapi_test

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/fleet"
)

// fromRight is a name that is read from right to left, and then one that turns what follows it around. Neither
// may move what a screen shows beside it.
const fromRight = "שלום"

var (
	noElements = regexp.MustCompile(`(?s)<(title|textarea|option)\b.*?</(title|textarea|option)>`)
	isolated   = regexp.MustCompile(`(?s)<bdi( dir="ltr")?>[^<]*</bdi>`)
	anyTag     = regexp.MustCompile(`<[^>]*>`)
)

func TestNamesFromRightToLeftAreIsolated(t *testing.T) {
	t.Parallel()
	with, shop := withShop(t, nil)
	shop.show(9, fromRight+" app", "LOCATION")
	shop.mu.Lock()
	shop.listings[9] = named(shop.listings[9], fromRight+" maker")
	shop.mu.Unlock()
	a := startPage(t, with)
	a.post("/api/scrape", `{"urls":["https://store.example/id9","https://store.example/id7"]}`, sameOrigin).status(http.StatusOK)
	var added struct{ Device struct{ ID string } }
	a.post("/api/devices", `{"name":"`+fromRight+` phone"}`, sameOrigin).status(http.StatusOK).json(&added)
	a.do("PUT", "/api/apps/9/marks", body(`{"tags":["`+fromRight+` tag"]}`), sameOrigin).status(http.StatusOK)
	a.do("PUT", "/api/saved-filters", body(`{"list":"apps","query":"risk=high","name":"`+fromRight+` filter"}`), sameOrigin).status(http.StatusOK)
	a.post("/api/annotations", `{"appId":9,"body":"`+fromRight+` note"}`, sameOrigin).status(http.StatusCreated)
	a.post("/api/read-tokens", `{"name":"`+fromRight+` token"}`, sameOrigin).status(http.StatusOK)
	a.post("/api/notifications/destinations", `{"channel":"ntfy","url":"https://ntfy.example/x","name":"`+fromRight+` there"}`, sameOrigin).status(http.StatusCreated)
	a.submit("/apps/device", "id=9&device="+url.QueryEscape(added.Device.ID)).status(http.StatusSeeOther)
	list := a.submit("/add", "apps="+url.QueryEscape(fromRight+" list")).status(http.StatusSeeOther).Header().Get("Location")
	for path, names := range map[string][]string{
		"/":                             {},
		"/apps":                         {"app", "maker", "tag", "filter"},
		"/apps/9":                       {"app", "maker", "tag", "note", "phone"},
		"/apps/9/stores":                {"app", "maker"},
		"/compare?a=9&b=7":              {"app"},
		"/devices/" + added.Device.ID:   {"app", "phone"},
		"/developers":                   {"maker"},
		"/settings/devices":             {},
		"/settings/access":              {"token"},
		"/settings/destinations":        {"there"},
		"/statistics":                   {"app"},
		"/activity":                     {},
		"/add":                          {},
		list:                            {"list"},
		"/apps?tag=" + fromRight + "+x": {},
	} {
		page := a.do("GET", path).status(http.StatusOK).Body.String()
		if strings.ContainsAny(page, "\ufdd0\ufdd1\ufdd2") || strings.Contains(page, "%ef%b7%9") {
			t.Errorf("%s shows a mark of the program", path)
		}
		for _, name := range names {
			if !strings.Contains(page, "<bdi>"+fromRight+" "+name+"</bdi>") {
				t.Errorf("%s does not show the %s as an element", path, name)
			}
		}
		texts := isolated.ReplaceAllString(noElements.ReplaceAllString(page, ""), "")
		if at := strings.Index(anyTag.ReplaceAllString(texts, ""), fromRight); at >= 0 {
			shown := anyTag.ReplaceAllString(texts, "")
			t.Errorf("%s shows a name that is not an element: %q", path, shown[max(0, at-60):at+len(fromRight)+40])
		}
	}
}

func named(l fleet.Listing, developer string) fleet.Listing {
	l.Developer = new(developer)
	return l
}

// A name with a character that turns the words after it around comes back from a form as it is.
func TestNamesWithDirectionComeBack(t *testing.T) {
	t.Parallel()
	a := newForms(t, nil)
	const name = "a\u202eb\u200f <c>"
	a.submit("/settings/devices", "name="+url.QueryEscape(name)).status(http.StatusSeeOther)
	shows(t, a.do("GET", "/settings/devices").Body.String(), fmt.Sprintf(`name="name" value="%s"`, "a\u202eb\u200f &lt;c&gt;"))
}
