package fetch

import (
	"context"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/internal/jsonread"
	"github.com/privacylabels/auditor/internal/pagetext"
	"github.com/privacylabels/auditor/internal/policy/plaintext"
)

// The limits of what is read of a page.
const (
	maxTokens   = 800_000
	minHidden   = 20   // bytes of a text in data
	maxHidden   = 5000 // such texts
	maxScripts  = 500  // whose data is read
	maxFramed   = 20   // pages within the page
	perProgress = 1024 // tokens between checks of the context
)

// eachToken calls fn with the tokens of a page of HTML, of which there are at most
// maxTokens. The error is the cause of the end of the context.
func eachToken(ctx context.Context, source string, fn func(*pagetext.Scanner, pagetext.Token)) error {
	scan := pagetext.NewScanner(source)
	for n := range maxTokens {
		if n%perProgress == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		token, ok := scan.Next()
		if !ok {
			break
		}
		fn(scan, token)
	}
	return nil
}

// hiddenPolicy returns the clean text that a page has for readers without scripts, within
// its frames, or as data for a script, if one of them is a policy. The text is empty
// when none is. The error is the cause of the end of the context.
func hiddenPolicy(ctx context.Context, source, host string, out exclusions) (pagetext.Page, error) {
	isPolicy := func(text string) bool { return !little(text) && rejection(Document{Text: text}, false) == nil }
	if page, err := extract(ctx, source, host, true, out); err == nil {
		if page.Text = plaintext.Clean(page.Text); isPolicy(page.Text) {
			return page, nil
		}
	}
	candidates, err := dataOf(ctx, source)
	for _, text := range candidates {
		if ctx.Err() != nil {
			break
		}
		page := pagetext.Page{Text: text}
		if strings.Contains(text, "</") || strings.Contains(text, "<br") || strings.Contains(text, "<p>") {
			var failed error
			if page, failed = extract(ctx, text, host, false, out); failed != nil {
				continue // the next one may be readable
			}
		}
		if page.Text = plaintext.Clean(page.Text); isPolicy(page.Text) {
			return page, nil
		}
	}
	if err == nil && ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	return pagetext.Page{}, err
}

// dataOf returns the pages within a page, and the texts in its data: the longest
// text, and all joined in their order. The error is the cause of the end of the
// context.
func dataOf(ctx context.Context, source string) (found []string, err error) {
	var texts []string
	scripts := 0
	err = eachToken(ctx, source, func(scan *pagetext.Scanner, token pagetext.Token) {
		if token.Kind != pagetext.Start {
			return
		}
		if token.Name == "iframe" && len(found) < maxFramed {
			if page := token.Attribute("srcdoc", maxBody); page != "" {
				found = append(found, page)
			}
		}
		raw, ok := scan.RawText()
		if !ok || token.Name != "script" || scripts == maxScripts || len(texts) >= maxHidden {
			return
		}
		scripts++
		texts = append(texts, textsOf(raw.Text(), maxHidden-len(texts))...)
	})
	if err != nil {
		return nil, err
	}
	if len(texts) > 0 {
		longest := slices.MaxFunc(texts, func(a, b string) int { return len(a) - len(b) })
		found = append(found, longest, strings.Join(texts, "\n\n"))
	}
	return found, nil
}

// textsOf returns the distinct readable strings, at most so many, in the JSON that a
// script consists of or assigns.
func textsOf(script string, most int) (texts []string) {
	script = strings.TrimSpace(script)
	if script == "" || script[0] != '{' && script[0] != '[' {
		_, value, found := strings.Cut(script[:min(len(script), 200)], "=")
		value = strings.TrimSpace(value)
		if !found || value == "" || value[0] != '{' && value[0] != '[' {
			return nil
		}
		_, script, _ = strings.Cut(script, "=")
	}
	seen := make(map[string]bool)
	for text := range jsonread.Strings(script) {
		if len(texts) == most {
			break
		}
		if len(text) >= minHidden && !seen[text] && isProse(text) {
			seen[text] = true
			texts = append(texts, text)
		}
	}
	return texts
}

// isProse reports whether a string is something to read, not a URL or a code.
func isProse(text string) bool {
	return strings.Contains(strings.TrimSpace(text), " ") || strings.ContainsFunc(text, plaintext.Unspaced)
}
