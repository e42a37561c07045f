package policy

import (
	"encoding/json"
	"io"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

const (
	minHidden  = 20   // bytes of a text that scripts are to show
	maxHidden  = 5000 // such texts of a page
	maxFramed  = 20   // pages within a page
	framedPage = "srcdoc"
)

// hidden returns the text that a page has for readers without scripts, within its
// frames, or as data that a script is to show, if one of them is a policy. The
// page's own text is none.
func hidden(p page, doc Document) (Document, bool) {
	if !p.isHTML() || !little(doc) {
		return doc, false
	}
	source := decode(p.body, p.header)
	candidates := []string{}
	if _, text, err := extract(source, true); err == nil {
		candidates = append(candidates, text)
	}
	for _, text := range dataOf(source) {
		if strings.Contains(text, "</") || strings.Contains(text, "<br") || strings.Contains(text, "<p>") {
			_, extracted, err := extract(text, false)
			if err != nil {
				continue
			}
			text = extracted
		}
		candidates = append(candidates, text)
	}
	for _, text := range candidates {
		other := doc
		other.Text = text
		if _, err := Judge(other); err == nil {
			return other, true
		}
	}
	return doc, false
}

// dataOf returns the pages within a page, and the texts in its data: the longest
// one, and all together in the order in which they are there.
func dataOf(source string) (found []string) {
	z := html.NewTokenizer(strings.NewReader(source))
	var texts []string
	script := false
	for tags := 0; tags < maxTags; {
		switch z.Next() {
		case html.ErrorToken:
			return append(found, together(texts)...)
		case html.StartTagToken:
			tags++
			token := z.Token()
			script = token.Data == "script"
			for _, a := range token.Attr {
				if token.Data == "iframe" && a.Key == framedPage && len(found) < maxFramed {
					found = append(found, a.Val)
				}
			}
		case html.EndTagToken:
			script = false
		case html.TextToken:
			if script && len(texts) < maxHidden {
				texts = append(texts, textsOf(string(z.Text()))...)
			}
		}
	}
	return append(found, together(texts)...)
}

// together returns the longest of texts, and all of them.
func together(texts []string) []string {
	if len(texts) == 0 {
		return nil
	}
	longest := slices.MaxFunc(texts, func(a, b string) int { return len(a) - len(b) })
	return []string{longest, strings.Join(texts, "\n\n")}
}

// textsOf returns the texts in the JSON that a script is, or sets something to, each
// once: strings with words in them.
func textsOf(script string) (texts []string) {
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
	decoder := json.NewDecoder(io.LimitReader(strings.NewReader(script), maxBody))
	for len(texts) < maxHidden {
		token, err := decoder.Token()
		if err != nil {
			return texts
		}
		text, ok := token.(string)
		if ok && len(text) >= minHidden && !seen[text] && worded(text) {
			seen[text] = true
			texts = append(texts, text)
		}
	}
	return texts
}

// worded says whether a string is something to read, not an address or a code.
func worded(text string) bool {
	return strings.Contains(strings.TrimSpace(text), " ") || strings.ContainsFunc(text, unspaced)
}
