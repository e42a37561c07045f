package fetch_test

import (
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/fleet/policy/fetch"
)

// pagesIn returns the pages in a file of testdata: what tells them apart, the title and the body.
func pagesIn(t *testing.T, name string) (pages [][3]string) {
	t.Helper()
	data, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	for part := range strings.SplitSeq(strings.TrimPrefix(string(data), "=== "), "\n=== ") {
		head, body, _ := strings.Cut(part, "\n")
		at := strings.LastIndex(head, " | ")
		pages = append(pages, [3]string{head[:at], head[at+len(" | "):], body})
	}
	return pages
}

// onPage returns a page of a site with a body.
func onPage(title, body string) string {
	return "<!doctype html><html><head><meta charset=utf-8><title>" + title + "</title></head><body><header><a href=/>Acme</a><nav><a href=/a>Apps</a></nav></header><main>" + body + "</main><footer><a href=/privacy>Privacy Policy</a> <a href=/terms>Terms</a></footer></body></html>"
}

// Pages on policies and on data, with a long text that nothing of is repeated, are no policies.
func TestLongPages(t *testing.T) {
	t.Parallel()
	const enough = 300 // words of a page that is not taken only because it is short
	for _, page := range pagesIn(t, "longpages.txt") {
		for _, title := range []string{page[1], "Acme"} {
			source, err := judged(readHere(t, onPage(title, page[2])))
			if err == nil {
				t.Errorf("%s, %q with the title %q: %d words are a policy", page[0], page[1], title, source.Words)
			}
			if source.Words < enough {
				t.Errorf("%s, %q: %d words", page[0], page[1], source.Words)
			}
		}
	}
}

// Short policies as people write them are policies, whatever follows their title.
func TestShortPoliciesAsWritten(t *testing.T) {
	t.Parallel()
	for _, page := range pagesIn(t, "shortpolicies.txt") {
		for name, html := range map[string]string{"on a site": onPage(page[1], page[2]), "with its title": "<title>" + page[1] + "</title>" + page[2]} {
			source, err := judged(readHere(t, html))
			if err != nil || source.Words >= fetch.MinWords {
				t.Errorf("%s, %q, %s: %d words, %v", page[0], page[1], name, source.Words, err)
			}
		}
	}
}

// readHere reads a page of HTML whose links lead to nothing.
func readHere(t *testing.T, page string) (fetch.Document, error) {
	t.Helper()
	answer := transport(func(r *http.Request) (*http.Response, error) {
		resp := plain(r, page)
		resp.Header.Set("Content-Type", "text/html; charset=utf-8")
		if r.URL.Path != "/page" {
			resp.StatusCode = http.StatusNotFound
		}
		return resp, nil
	})
	return newClient(t, fetch.Config{HTTPClient: &http.Client{Transport: answer}}).Fetch(t.Context(), "https://a.example/page")
}
