package dataset

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/privacylabels/auditor/storage"
)

// evidenceStyle is the style of the page, which is also to be printed.
const evidenceStyle = `<style>
body { font: 11pt/1.4 sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.3rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; }
dt { color: #555; } dd { margin: 0; overflow-wrap: anywhere; }
.sides { display: grid; grid-template-columns: 1fr 1fr; gap: 2rem; }
ul { padding-left: 1.2rem; } .only { font-weight: bold; } .only::after { content: " (only here)"; font-weight: normal; }
</style>
`

// evidencePage returns a page that shows a change between the labels before and after it, which are nil
// if unknown. Its bytes are those that earlier versions wrote, empty lines included: the same records give
// the same evidence.
func evidencePage(e Evidence, labels [2]*storage.Label) []byte {
	p := new(printed)
	sentence := e.Entry.Sentence()
	p.add("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>%s: %s</title>\n", e.App.Name, sentence)
	p.add(evidenceStyle)
	p.add("</head>\n<body>\n<h1><bdi>%s</bdi>: %s</h1>\n", e.App.Name, sentence)
	p.about(e)
	p.add("<div class=\"sides\">\n")
	p.side("Before", e.Before, facing(labels[0], labels[1]))
	p.side("After", &e.After, facing(labels[1], labels[0]))
	p.add("</div>\n</body>\n</html>\n")
	return p.Bytes()
}

// printed is a page as far as it is written.
type printed struct{ bytes.Buffer }

// printedText escapes a text for HTML between tags, as earlier versions did.
var printedText = strings.NewReplacer("\x00", "\ufffd", `"`, "&#34;", "&", "&amp;", "'", "&#39;", "+", "&#43;", "<", "&lt;", ">", "&gt;")

// add adds markup with texts in it, which it escapes.
func (p *printed) add(markup string, texts ...any) {
	for i, text := range texts {
		texts[i] = printedText.Replace(fmt.Sprint(text))
	}
	fmt.Fprintf(p, markup, texts...)
}

// addSome adds markup with one text in it, unless the text is empty.
func (p *printed) addSome(markup, text string) {
	if text != "" {
		p.add(markup, text)
	}
}

// about adds what the change is.
func (p *printed) about(e Evidence) {
	p.add("<dl>\n<dt>App</dt><dd>%s %s", e.App.Source, e.App.ID)
	p.addSome(", %s", e.App.BundleID)
	p.addSome(", <bdi>%s</bdi>", e.App.Developer)
	p.add("</dd>\n<dt>Page</dt><dd>%s", e.App.URL)
	p.addSome(" (storefront %s)", e.App.Country)
	p.add("</dd>\n<dt>Change</dt><dd>%s</dd>\n", e.ID)
	if e.ArchivedBefore != nil {
		p.add("<dt>Capture before</dt><dd>%s: %s</dd>", e.ArchivedBefore.At, e.ArchivedBefore.URL)
	}
	p.add("\n")
	if e.ArchivedAfter != nil {
		p.add("<dt>Capture after</dt><dd>%s: %s</dd>", e.ArchivedAfter.At, e.ArchivedAfter.URL)
	}
	p.add("\n<dt>Meaning</dt><dd>%s</dd>\n<dt>Cite</dt><dd>%s</dd>\n<dt>Signed with</dt><dd>%s</dd>\n</dl>\n", e.Meaning, e.Cite, e.KeyID)
}

// side adds one label, as a column.
func (p *printed) side(title string, of *Observed, d facingLabel) {
	p.add("<section>\n<h2>%s</h2>\n", title)
	if of == nil {
		p.add("<p>No earlier observation.</p>")
	} else {
		p.observed(of)
	}
	p.add("\n")
	if len(d.items) == 0 {
		p.add("<p>No label that could be read.</p>")
	} else {
		p.add("<ul>\n")
		for _, item := range d.items {
			p.item(item, d.onlyItem(item))
		}
		p.add("</ul>")
	}
	p.add("\n")

	if len(d.practices) > 0 {
		p.add("<h3>Security practices</h3>\n<ul>\n")
		for _, practice := range d.practices {
			p.begin(d.onlyPractice(practice))
			p.add("%s</li>\n", practice)
		}
		p.add("</ul>")
	}
	p.add("\n</section>\n")
}

// observed adds when and how a label was observed.
func (p *printed) observed(o *Observed) {
	p.add("<dl>\n<dt>Observed</dt><dd>%s</dd>\n<dt>Stored</dt><dd>%s</dd>\n<dt>Origin</dt><dd>%s", o.At, o.RecordedAt, o.Origin)
	p.addSome(": %s", o.ArchiveURL)
	p.add("</dd>\n")
	p.addSome("<dt>Version</dt><dd>%s</dd>", o.Version)
	p.add("\n")
	p.addSome("<dt>Developer</dt><dd>%s</dd>", o.Developer)
	p.add("\n")
	p.addSome("<dt>Age rating</dt><dd>%s</dd>", o.AgeRating)
	p.add("\n")
	if read := o.Page; read != nil {
		p.add("<dt>Page read</dt><dd>%s</dd>\n<dt>SHA-256</dt><dd>%s, %s bytes</dd>\n", read.URL, read.SHA256, strconv.FormatInt(read.Size, 10))
		p.addSome("<dt>Date</dt><dd>%s</dd>", read.Date)
		p.add("\n")
		p.addSome("<dt>ETag</dt><dd>%s</dd>", read.ETag)
	}
	p.add("\n</dl>")
}

// begin begins an item of a list. The other label, if it is known, may lack it.
func (p *printed) begin(only bool) {
	if only {
		p.add(`<li class="only">`)
	} else {
		p.add("<li>")
	}
}

func (p *printed) item(i Item, only bool) {
	p.begin(only)
	p.add("%s", i.PrivacyType)
	for _, part := range []string{i.Category, i.Purpose, i.DataType} {
		p.addSome(" / %s", part)
	}
	if i.DataType == "" {
		p.addSome(" / %s", i.Text)
	}
	if i.Optional == "true" {
		p.add(", optional")
	}
	p.add("</li>\n")
}

// facingLabel is what a label declares, beside the other of a change.
type facingLabel struct {
	items     []Item
	practices []string

	known          bool // whether the other is
	otherItems     []Item
	otherPractices []string
}

func facing(l, other *storage.Label) (d facingLabel) {
	if l != nil {
		d.items, d.practices = ItemsOf(*l), practicesOf(*l)
	}
	if other != nil {
		d.known, d.otherItems, d.otherPractices = true, ItemsOf(*other), practicesOf(*other)
	}
	return d
}

// onlyItem reports whether the other label is known to lack an item.
func (d facingLabel) onlyItem(i Item) bool { return d.known && !slices.Contains(d.otherItems, i) }

func (d facingLabel) onlyPractice(name string) bool {
	return d.known && !slices.Contains(d.otherPractices, name)
}
