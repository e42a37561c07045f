package appstore

import "golang.org/x/net/html"

// For tests outside of the package.
var (
	Line         = line
	Term         = term
	Paragraphs   = paragraphs
	Slug         = slug
	ParseResults = parseResults
	ParseChart   = parseChart
	ParseCutting = parse // with the length below which scripts are left to the tokenizer
)

// TagNames returns the names of the tags of a page.
func TagNames(page []byte) (names []string) {
	c := collector{page: page}
	c.tokenizeFrom(0)
	c.tokens.SetMaxBuf(0)
	for {
		switch c.tokens.Next() {
		case html.ErrorToken:
			return names
		case html.StartTagToken, html.EndTagToken, html.SelfClosingTagToken:
			names = append(names, string(c.tagName()))
		}
	}
}
