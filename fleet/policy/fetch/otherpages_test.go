package fetch_test

import (
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/fleet/policy/fetch"
)

// otherPage is a page of testdata/otherpages.txt that is not a policy.
type otherPage struct{ kind, language, title, layout, body string }

// readOtherPages reads the pages, and what else is on all pages of a language.
func readOtherPages(t *testing.T) (pages []otherPage, rest map[string]string) {
	t.Helper()
	data, err := os.ReadFile("testdata/otherpages.txt")
	if err != nil {
		t.Fatal(err)
	}
	rest = make(map[string]string)
	for part := range strings.SplitSeq(strings.TrimPrefix(string(data), "=== "), "\n=== ") {
		head, body, _ := strings.Cut(part, "\n")
		names := strings.Split(head, " | ")
		if len(names) == 2 {
			rest[names[1]] = body
			continue
		}
		pages = append(pages, otherPage{names[0], names[1], names[2], names[3], body})
	}
	return pages, rest
}

// moreLayouts are layouts of other pages.
var moreLayouts = map[string]string{
	"Docs":   "<body><header><nav><a href=/>Home</a></nav></header><div class=layout><div class=toc><ul><li><a href=#a>A</a></ul></div><div class=prose>TITLE POLICY</div></div><div class=end>END</div></body>",
	"TYPO":   "<body id=p12><div class=header-wrap><ul class=menu><li><a href=/>Start</a></ul></div><div class='frame frame-default frame-type-text'>TITLE POLICY</div><div class='frame frame-type-list'>END</div></body>",
	"banner": "<body>POLICY<header><nav><a href=/>Home</a></nav></header><main>END</main></body>",
}

// dense are the kinds of pages that have a long text of their own.
var dense = []string{"article", "terms", "index", "settings", "about"}

// html returns the page with what else is on all pages of its language, some of it more than
// once, so that it has the length of a policy.
func (p otherPage) html(rest string) string {
	again := 3
	if p.language == "zh" || p.language == "ja" {
		again = 4
	}
	if slices.Contains(dense, p.kind) {
		intro, sections, _ := strings.Cut(p.body, "<h2>")
		p.body = intro + strings.Repeat("<h2>"+sections, again-1)
		again--
	}
	rest = strings.Repeat(rest, again)
	heading, body := "", p.body
	if from, after, found := strings.Cut(p.body, "</h1>"); found {
		heading, body = strings.TrimPrefix(from, "<h1>"), after
	}
	layout := layouts[p.layout] + moreLayouts[p.layout]
	title := ""
	if heading != "" {
		title = "<h1>" + heading + "</h1>"
	}
	page := strings.NewReplacer("TITLETEXT", heading, "TITLE", title, "TOP", "", "POLICY", body, "END", "<div>"+rest+"</div>").Replace(layout)
	return "<!doctype html><html lang=" + p.language + "><head><meta charset=utf-8><title>" + p.title + "</title></head>" + page
}

// reasonsOf are how the reasons begin for which pages of a kind may be refused.
var reasonsOf = map[string][]string{
	"consent":     {"consent wall"},
	"banner":      {"consent wall", "none of", "nothing says"},
	"not found":   {"says "},
	"start":       {"start page", "nothing says"},
	"app":         {"page of an app", "start page", "nothing says"},
	"parked":      {"parked domain"},
	"shop":        {"page of a shop", "nothing says"},
	"maintenance": {"site under maintenance"},
	"sign in":     {"asks to sign in"},
	"challenge":   {"asks for a proof"},
	"article":     {"article", "nothing says"},
	"terms":       {"terms of use"},
	"index":       {"index of documents", "nothing says"},
	"settings":    {"article", "consent wall", "nothing says"},
	"about":       {"nothing says", "article", "another document"},
}

// Whole pages of other kinds in eight languages are no policies, although they mention one and
// have the length of one, and the reason says what they are.
func TestWholeOtherPages(t *testing.T) {
	t.Parallel()
	pages, rest := readOtherPages(t)
	page := ""
	client := newClient(t, fetch.Config{HTTPClient: &http.Client{Transport: transport(func(r *http.Request) (*http.Response, error) {
		resp := plain(r, page)
		resp.Header.Set("Content-Type", "text/html; charset=utf-8")
		if r.URL.Path != "/page" {
			resp.StatusCode = http.StatusNotFound
		}
		return resp, nil
	})}})
	languages := make(map[string]bool)
	for _, p := range pages {
		languages[p.language] = true
		page = p.html(rest[p.language])
		if layouts[p.layout]+moreLayouts[p.layout] == "" {
			t.Fatalf("no layout %q", p.layout)
		}
		source, err := judged(client.Fetch(t.Context(), "https://a.example/page"))
		if err == nil {
			t.Errorf("%s, %s, %s: %d words are a policy: %.200q", p.kind, p.language, p.title, source.Words, source.Text)
			continue
		}
		if source.Words < fetch.MinWords {
			t.Errorf("%s, %s, %s: %d words only: %v", p.kind, p.language, p.title, source.Words, err)
		}
		why := fetch.AsError(err).Err
		if why == nil || !slices.ContainsFunc(reasonsOf[p.kind], func(reason string) bool { return strings.HasPrefix(why.Error(), reason) }) {
			t.Errorf("%s, %s, %s: refused as %v, want one of %q", p.kind, p.language, p.title, err, reasonsOf[p.kind])
		}
	}
	if len(pages) < 60 || len(languages) < 8 {
		t.Errorf("%d pages in %d languages", len(pages), len(languages))
	}
}
