package policy

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/JohannesKaufmann/html-to-markdown/v2/converter"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/base"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/commonmark"
	"github.com/PuerkitoBio/goquery"
	"golang.org/x/net/html"
)

// extractor names what makes text from pages. The number moves when the same page
// becomes another text.
const extractor = "page/2 html-to-markdown/2.5.2"

const (
	maxTags  = 400_000 // in a page, closing ones included; a long policy has ten thousand
	maxTitle = 300     // characters
)

// extract returns the title and the text of a page, with scripts or for readers
// without. The error is a [*FetchError].
func extract(source string, scriptless bool) (title, text string, err error) {
	plain, err := withoutFormatting(source)
	if err != nil {
		return "", "", &FetchError{Cause: ErrUnreadable, Err: err}
	}
	root, err := html.ParseWithOptions(strings.NewReader(plain), html.ParseOptionEnableScripting(!scriptless))
	if err != nil { // more than 512 elements within each other
		return "", "", &FetchError{Cause: ErrUnreadable, Err: err}
	}
	doc := goquery.NewDocumentFromNode(root)
	title = titleOf(doc)
	if !scriptless {
		doc.Find("noscript").Remove()
	}
	doc.Find(noText).Remove()
	doc.Find(furniture).FilterFunction(func(_ int, s *goquery.Selection) bool {
		return s.Closest("main, article, [role=main]").Length() == 0
	}).Remove()
	doc.Find(dialogs).Remove()
	content := contentOf(doc)
	for _, node := range content.Nodes {
		flatten(node, 0)
	}
	made, err := markdown().ConvertNode(content.Nodes[0])
	if err != nil {
		return "", "", &FetchError{Cause: ErrUnreadable, Err: err}
	}
	// It writes these two as a page would have to.
	return title, printable(strings.NewReplacer("&lt;", "<", "&gt;", ">").Replace(string(made))), nil
}

// markdown is a converter as every page has one: it must not be shared.
func markdown() *converter.Converter {
	return converter.NewConverter(
		converter.WithEscapeMode(converter.EscapeModeDisabled), // it is read, not rendered
		converter.WithPlugins(base.NewBasePlugin(), commonmark.NewCommonmarkPlugin(commonmark.WithListEndComment(false))),
	)
}

// Elements without text of the policy's own.
const (
	noText = "script, style, template:not([shadowrootmode]), svg, math, iframe, object, embed, canvas, audio, video, picture, img, map, " +
		"select, input, textarea, hr, head"
	// furniture belongs to the site, unless it stands within the main part.
	furniture = "nav, header, footer, aside, [role=navigation], [role=banner], [role=contentinfo], [role=search], [role=complementary]"
	// dialogs are what is asked of visitors before they may read.
	dialogs = "#wm-ipp-base, #wm-ipp-print, #donato, " + // the archive's own
		"dialog, [role=dialog], [role=alertdialog], [aria-modal=true], #onetrust-consent-sdk, #CybotCookiebotDialog, " +
		"#usercentrics-root, #didomi-host, #cmpbox, .osano-cm-window, .cc-window, .truste_overlay, .truste_box_overlay, #consent_blackbar, " +
		"[id*=cookie-banner], [class*=cookie-banner], [id*=cookie-consent], [class*=cookie-consent], [id*=cookiebanner], [class*=cookiebanner], " +
		"[id*=cookieconsent], [class*=cookieconsent], [id*=cookie-notice], [class*=cookie-notice], [id*=cookie-bar], [class*=cookie-bar], " +
		"[id*=consent-banner], [class*=consent-banner], [id*=gdpr-banner], [class*=gdpr-banner]"
)

// withoutFormatting drops the elements that only say what text looks like, or
// where it leads. The parser opens them again in each paragraph that they reach
// into (HTML, section 13.2.4.3), so that a small page of them would fill any memory.
// It also drops the tags of html and body but for the first of each: the parser
// holds the attributes of each against those of all before, which took hours.
func withoutFormatting(source string) (string, error) {
	var b strings.Builder
	b.Grow(len(source))
	z := html.NewTokenizer(strings.NewReader(source))
	begun := make(map[string]bool)
	for tags := 0; ; {
		kind := z.Next()
		if kind == html.ErrorToken {
			return b.String(), nil
		}
		raw := z.Raw()
		if kind == html.CommentToken {
			continue
		}
		if kind == html.StartTagToken || kind == html.EndTagToken || kind == html.SelfClosingTagToken {
			if tags++; tags > maxTags {
				return "", fmt.Errorf("more than %d tags", maxTags)
			}
			tag := string(raw) // the name is read in place
			read, _ := z.TagName()
			name := string(read)
			again := kind != html.EndTagToken && begun[name]
			if name == "html" || name == "body" {
				begun[name] = true
			}
			if !again && !formatting(name) {
				b.WriteString(tag)
			}
			continue
		}
		b.Write(raw)
	}
}

func formatting(name string) bool {
	switch name {
	case "a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u",
		"abbr", "acronym", "bdi", "bdo", "cite", "del", "dfn", "ins", "kbd", "label", "mark", "q", "samp", "span", "sub", "sup", "time", "var", "wbr":
		return true
	}
	return false
}

func titleOf(doc *goquery.Document) string {
	for _, where := range []string{"title", "h1"} {
		if title := strings.Join(strings.Fields(printable(doc.Find(where).First().Text())), " "); title != "" {
			return cut(title, maxTitle)
		}
	}
	return ""
}

// cut returns the first characters of a text.
func cut(text string, most int) string {
	for i := range text {
		if most == 0 {
			return text[:i]
		}
		most--
	}
	return text
}

// contentOf returns the part of a page that is the policy: what is marked as the
// main part, where that is most of the text.
func contentOf(doc *goquery.Document) *goquery.Selection {
	body := doc.Find("body").First()
	if body.Length() == 0 { // a page of frames
		return doc.Selection
	}
	whole := letters(body.Text())
	for _, where := range []string{"main, [role=main]", "article"} {
		if part := body.Find(where).First(); part.Length() > 0 && 2*letters(part.Text()) >= whole {
			return part
		}
	}
	return body
}

func letters(text string) (n int) {
	for _, r := range text {
		if unicode.IsLetter(r) {
			n++
		}
	}
	return n
}

// maxNesting is how deep lists lie within each other: the converter indents each
// line by its depth, again at each depth.
const maxNesting = 5

// flatten makes plain blocks of what would be nested without end, and lines of
// the rows of tables. It says whether there is a block in the node.
func flatten(n *html.Node, lists int) (block bool) {
	list := n.Type == html.ElementNode && (n.Data == "ul" || n.Data == "ol" || n.Data == "menu")
	if list {
		lists++
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if flatten(c, lists) {
			block = true
		}
	}
	if n.Type != html.ElementNode {
		return false
	}
	n.Attr = nil
	switch n.Data {
	case "ul", "ol", "li":
		if lists == 0 || lists > maxNesting {
			rename(n, "div")
		}
	case "br", "body", "html":
		return block
	case "tr":
		row(n, block)
	case "td", "th": // its row decides
		return block
	case "h1", "h2", "h3", "h4", "h5", "h6", "p", "pre":
	case "button":
		rename(n, "span")
		return block
	default:
		rename(n, "div")
	}
	return true
}

// row makes a line of a row of a table, or, when there are blocks in its cells,
// blocks.
func row(n *html.Node, blocks bool) {
	name := "span"
	if blocks {
		name = "div"
	}
	first := true
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type != html.ElementNode || c.Data != "td" && c.Data != "th" {
			continue
		}
		rename(c, name)
		if !first && !blocks {
			n.InsertBefore(&html.Node{Type: html.TextNode, Data: " | "}, c)
		}
		first = false
	}
	rename(n, "div")
}

func rename(n *html.Node, name string) { n.Data, n.DataAtom = name, 0 }

// utf16Length is how long a text is where texts are made of UTF-16 units.
func utf16Length(text string) (n int) {
	for _, r := range text {
		n++
		if utf8.RuneLen(r) > 3 {
			n++
		}
	}
	return n
}
