package httpapi_test

import (
	"html"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// leftOut is what a screen says of a part of its address that it cannot use.
const leftOut = "cannot use a part of its address"

func TestUnknownParametersOfEveryScreen(t *testing.T) {
	t.Parallel()
	a := newForms(t, nil)
	order, screens := a.requests()
	seen := 0
	for _, request := range order {
		method, path, _ := strings.Cut(request, " ")
		if !screens[request] {
			continue
		}
		if seen++; method == http.MethodPost {
			for _, got := range []*answer{a.submit(path+"?nonsense_9=1", ""), a.submit(path, "nonsense_9=1")} {
				if got.Code != http.StatusBadRequest || !strings.Contains(got.Body.String(), "nonsense_9") {
					t.Errorf("%s: status %d, want 400 that names the field", got.what, got.Code)
				}
			}
			continue
		}
		got := a.do(method, path+"?nonsense_9=a+b&utm_source=news&fbclid=1")
		if named := got.Header().Get(ignored); !strings.Contains(named, "nonsense_9=a+b") || !strings.Contains(named, "utm_source=news") {
			t.Errorf("%s: named %q", request, named)
		}
		if text := got.Body.String(); got.Code == http.StatusOK && strings.HasPrefix(got.Header().Get("Content-Type"), "text/html") {
			if shows(t, text, leftOut, "<code>nonsense_9=a b</code>"); strings.Contains(text, "<code>utm_source") {
				t.Errorf("%s tells of the counter of another site", request)
			}
			if plain := a.do(method, path+"?utm_source=news").Body.String(); strings.Contains(plain, leftOut) {
				t.Errorf("%s tells only of the counter of another site", request)
			}
		}
	}
	if seen < 80 {
		t.Errorf("%d screens", seen)
	}
}

func TestUnusableValuesOfScreens(t *testing.T) {
	t.Parallel()
	a, _ := newShop(t, nil)
	for _, address := range []string{
		"/apps?risk=zzz", "/apps?show=zzz", "/apps?data=zzz", "/apps?use=zzz", "/apps?verdict=zzz", "/apps?age=3", "/apps?sort=zzz", "/apps?order=up",
		"/apps?offset=-1", "/apps?offset=x", "/apps?q=" + strings.Repeat("x", 20_000), "/?kind=zzz", "/?dir=zzz", "/?days=8", "/?since=yesterday", "/?until=2026-13-01", "/?from=x", "/?before=x",
		"/apps/7?before=x", "/apps/7/label?at=x", "/apps/7/label?than=2026-02-30", "/activity?type=zzz", "/activity?status=zzz", "/activity?page=0",
		"/activity?from=x", "/activity?to=-1", "/activity?runs=zzz", "/activity/messages?page=x", "/add?lists=zzz", "/statistics?years=3",
		"/statistics?page=x", "/compare?c=7", "/apps?Risk=high", "/apps?risk=high&risk=low",
	} {
		path, query, _ := strings.Cut(address, "?")
		values, err := url.ParseQuery(query)
		if err != nil {
			t.Fatal(err)
		}
		got := a.do("GET", address).status(http.StatusOK)
		for name := range values {
			if !strings.Contains(got.Header().Get(ignored), name+"=") || !strings.Contains(got.Body.String(), leftOut) {
				t.Errorf("%.60s is not named", address)
			}
			values[name] = []string{""}
		}
		if text := a.do("GET", path).Body.String(); strings.Contains(text, leftOut) {
			t.Errorf("%s without a query names something", path)
		}
		if text := a.do("GET", path+"?"+values.Encode()).Body.String(); strings.Contains(text, leftOut) && !strings.Contains(address, "c=7") && !strings.Contains(address, "Risk") {
			t.Errorf("%.60s without a value is named", address)
		}
	}
	for _, address := range []string{"/apps?risk=high&show=changed&sort=risk&order=reverse&offset=0", "/?kind=policy&days=30&since=2026-01-01", "/activity?page=2&type=scrape", "/statistics?years=2"} {
		if text := a.do("GET", address).status(http.StatusOK).Body.String(); strings.Contains(text, leftOut) {
			t.Errorf("%s: a part is said to have no effect", address)
		}
	}
}

// What a form carries as the filter of a list selects the apps that it changes.
func TestFiltersOfFormsAreUnderstood(t *testing.T) {
	t.Parallel()
	a, _ := newShop(t, nil)
	for _, form := range []string{
		"all=1&filter=risk%3Dzzz", "all=1&filter=foo%3D1", "all=1&filter=%25zz", "all=1&filter=q%3D" + strings.Repeat("x", 20_000), "id=seven", "id=7&id=-1",
	} {
		for _, path := range []string{"/apps/remove", "/apps/pause", "/apps/tag", "/apps/verdict"} {
			a.submit(path, form+"&verdict=replace&tag=a").status(http.StatusBadRequest)
		}
	}
	for _, filter := range []string{"kind%3Dzzz", "kidn%3Dpolicy", "since%3Dx"} {
		a.submit("/review", "filter="+filter).status(http.StatusBadRequest)
	}
	if text := a.do("GET", "/apps?verdict=none").Body.String(); !strings.Contains(text, "Tide Table") {
		t.Error("a form that was refused changed the app")
	}
}

var (
	formTag  = regexp.MustCompile(`(?s)<form[^>]*method="post"[^>]*action="([^"]*)"(.*?)</form>`)
	nameAttr = regexp.MustCompile(`\sname="([^"]*)"`)
	otherTag = regexp.MustCompile(`formaction="([^"]*)"`)
)

// Every form that a screen shows has only fields that its route knows: with one more, that one is
// refused and no other. A field that is sent twice is refused, unless the form can have several.
func TestFieldsOfShownForms(t *testing.T) {
	t.Parallel()
	a, _ := newShop(t, nil)
	a.do("POST", "/api/scrape", sameOrigin, body(`{"urls":["https://store.example/id8"]}`)).status(http.StatusOK)
	a.submit("/add", "apps=Nowhere%0ALedger").status(http.StatusSeeOther)
	a.submit("/settings/devices", "name=Phone").status(http.StatusSeeOther)
	a.submit("/apps/tag", "id=7&tag=home").status(http.StatusSeeOther)
	a.submit("/apps/7/verdict", "verdict=replace&rationale=fine").status(http.StatusSeeOther)
	a.submit("/apps/7/notes", "body=hello").status(http.StatusSeeOther)
	a.submit("/settings/destinations", "channel=ntfy&url=https%3A%2F%2Fntfy.example%2Fx").status(http.StatusSeeOther)
	forms := make(map[string]string) // the fields by address
	queue, visited := []string{"/", "/apps", "/apps?show=removed", "/settings/destinations/new?channel=email", "/settings/destinations/new?channel=generic"}, make(map[string]bool)
	link := regexp.MustCompile(`href="(/[^"#]*)"`)
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		if visited[at] || strings.HasPrefix(at, "/api/") || strings.HasPrefix(at, "/static/") || len(visited) > 300 {
			continue
		}
		visited[at] = true
		got := a.do("GET", at)
		text := got.Body.String()
		if got.Code == http.StatusOK && strings.Contains(text, leftOut) {
			t.Errorf("a link of the page leads to %s, which is not understood", at)
		}
		for _, l := range link.FindAllStringSubmatch(text, -1) {
			queue = append(queue, html.UnescapeString(l[1]))
		}
		for _, f := range formTag.FindAllStringSubmatch(text, -1) {
			if strings.Contains(f[0], "multipart/form-data") { // a file, of which only its field is read
				continue
			}
			var names []string
			for _, n := range nameAttr.FindAllStringSubmatch(f[2], -1) {
				names = append(names, url.QueryEscape(n[1])+"=")
			}
			slices.Sort(names)
			fields := strings.Join(slices.Compact(names), "&")
			for _, address := range append(otherTag.FindAllStringSubmatch(f[2], -1), f) {
				forms[html.UnescapeString(address[1])] = fields
			}
		}
	}
	twice := 0
	for address, fields := range forms {
		if fields != "" {
			fields += "&"
		}
		if got := a.submit(address, fields+"zzz_9=1"); got.Code != http.StatusBadRequest || !strings.Contains(got.Body.String(), "not known: zzz_9") {
			t.Errorf("%s with %s: status %d: %s", address, fields, got.Code, regexp.MustCompile("<h1>.*</h1>").FindString(got.Body.String()))
		}
		for field := range strings.SplitSeq(strings.TrimSuffix(fields, "&"), "&") {
			name, _, _ := strings.Cut(field, "=")
			several := slices.Contains([]string{"id", "item", "types", "deviceIds", "tags"}, name) && !strings.Contains(address, "/choose")
			if name == "" || several {
				continue
			}
			if got := a.submit(address, field+"&"+field); got.Code != http.StatusBadRequest || !strings.Contains(got.Body.String(), "twice: "+name) {
				t.Errorf("%s with %s twice: status %d", address, name, got.Code)
			}
			twice++
		}
	}
	if twice < 60 {
		t.Errorf("%d fields were sent twice", twice)
	}
	if len(forms) < 35 {
		t.Errorf("%d forms: %v", len(forms), forms)
	}
}
