package fetch_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/internal/policy/digest"
)

// partsOf are the parts of policies that pages show in elements of other kinds than paragraphs, some
// only when visitors open them. Each has one sentence.
var partsOf = map[string]string{
	"closed details":         "<details><summary>Sharing</summary><p>%s</p></details>",
	"open details":           "<details open><summary>Sharing</summary>%s</details>",
	"several details":        "<details><summary>Collection</summary><p>We collect your name.</p></details><details><summary>Sharing</summary><p>%s</p></details><details><summary>Rights</summary><p>You may ask for a copy.</p></details>",
	"closed tabs":            "<div role=tablist><button role=tab>Users</button><button role=tab>Guests</button></div><div role=tabpanel><p>We collect your name and your orders.</p></div><div role=tabpanel hidden><p>%s</p></div>",
	"an accordion":           "<div class=accordion><div class=accordion-item><h3 class=accordion-header><button aria-expanded=false>Sharing</button></h3><div class=accordion-collapse hidden><p>%s</p></div></div></div>",
	"an accordion, by style": "<div class=item><h4>Sharing</h4><div class=body style='display:none'><p>%s</p></div></div><div class=item><h4>Rights</h4><div class=body style='display:none'><p>You may ask for a copy of your data.</p></div></div>",
	"an accordion, aria":     "<div><button aria-controls=p1>Sharing</button><div id=p1 aria-hidden=true><p>%s</p></div></div>",
	"a table":                "<table><thead><tr><th>Data</th><th>Purpose</th></tr></thead><tbody><tr><td>Name</td><td>%s</td></tr><tr><td>Email</td><td>To sign in</td></tr></tbody></table>",
	"a list of definitions":  "<dl><dt>Personal data</dt><dd>All that says who you are.</dd><dt>Partners</dt><dd>%s</dd></dl>",
	"a footer of the text":   "<article><h2>Sharing</h2><p>We share data with those who host our servers.</p><footer><p>%s</p></footer></article>",
	"a note":                 "<div class=callout><p>%s</p></div>",
	"a quotation":            "<blockquote><p>%s</p></blockquote>",
	"an aside":               "<aside><h3>In short</h3><p>%s</p></aside>",
	"an aside, bare":         "<aside><p>%s</p></aside>",
	"a card":                 "<div class=card><h3>Sharing</h3><p>%s</p><a href=/sharing>Learn more</a></div>",
	"cards":                  "<div class=cards><div><h3>Collection</h3><p>We collect what you give us.</p><a href=/c>Learn more</a></div><div><h3>Sharing</h3><p>%s</p><a href=/s>Learn more</a></div></div>",
	"a line to more":         "<div><p>%s <a href=/choices>Learn more</a></p></div>",
	"a line to more, apart":  "<section><div>%s</div><a href=/choices>Read more</a></section>",
	"with a button":          "<div><p>%s</p><button>Opt out</button></div>",
	"with a form":            "<div><h3>Opt out</h3><p>%s</p><form><input type=email><button>Send</button></form></div>",
	"figures":                "<figure><img src=x alt=''><figcaption>%s</figcaption></figure>",
	"a fieldset":             "<fieldset><legend>Sharing</legend><p>%s</p></fieldset>",
	"ordered lists":          "<ol><li>We collect data.<ol type=a><li>%s</li></ol></li></ol>",
	"preformatted":           "<pre>%s</pre>",
	"a section":              "<section><h2>Sharing</h2><p>%s</p></section>",
	"bare":                   "<div>%s</div>",
}

// saidIn are sentences of policies, the first of which is on data in words that all lists have.
var saidIn = []string{
	"We share your personal data with advertising partners.",
	"We sell nothing to anyone and never will.",
	"You may object to this by post.",
	"Partners are paid by us, not by you.",
	"This begins on the first day of May.",
}

// asOfSites are the parts that sites have around texts as well: asides and footers, what has controls.
// Outside of the element with the text, they are the site's.
var asOfSites = []string{"an aside", "an aside, bare", "a footer of the text", "with a button", "with a form", "closed tabs"}

// Each change of a sentence is told, whatever part of a page it is in: among the paragraphs of the
// policy, and, if it is on data, before and after them.
func TestEditsInParts(t *testing.T) {
	t.Parallel()
	n := 0
	for _, layout := range slices.Sorted(maps.Keys(layouts)) {
		marked := strings.Contains(layouts[layout], "<main") || strings.Contains(layouts[layout], "role=main") || strings.Contains(layouts[layout], "<article")
		for _, part := range slices.Sorted(maps.Keys(partsOf)) {
			n++
			sentence, places := saidIn[n%len(saidIn)], []string{"TOP", "END", "in the text"}
			if slices.Contains(asOfSites, part) {
				sentence, places = saidIn[0], places[2:]
			}
			for _, place := range places {
				said := sentence
				switch {
				case !marked && strings.HasPrefix(part, "an aside"), place == "END" && (layout == "Intercom" || layout == "iubenda"):
					continue // nothing tells it from what is outside of the text
				case place != "in the text":
					said = saidIn[0]
				}
				laid := func(said string) string {
					block, text := fmt.Sprintf(partsOf[part], said), policyIn("headings", -1)
					at := strings.Index(text, "<h2>How long</h2>")
					switch place {
					case "TOP":
						return laidOut(layout, block, text, "")
					case "END":
						return laidOut(layout, "", text, block)
					}
					return laidOut(layout, "", text[:at]+block+text[at:], "")
				}
				before, after := textOf(t, laid(said)), textOf(t, laid(strings.Replace(said, " ", " seldom ", 1)))
				if digest.Of(before) == digest.Of(after) {
					t.Errorf("%s, %s, %s: a change of %q is lost", layout, part, place, said)
				}
			}
		}
	}
}
