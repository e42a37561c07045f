package policy

import (
	"context"
	"encoding/json"
	"iter"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/internal/pagetext"
)

const (
	maxTokens   = 800_000 // of a page that are looked at for data and leads
	minHidden   = 20      // bytes of a text that scripts are to show
	maxHidden   = 5000    // such texts of a page
	maxScripts  = 500     // of a page whose data is looked at
	maxFramed   = 20      // pages within a page
	framedPage  = "srcdoc"
	perProgress = 1024 // tokens after which the context is looked at
)

// hidden returns the text that a page has for readers without scripts, within its
// frames, or as data that a script is to show, if one of them is a policy. The
// page's own text is none. The error is the cause of the end of the context.
func hidden(ctx context.Context, source string, doc Document) (Document, bool, error) {
	isPolicy := func(text string) bool {
		doc.Text = text
		return !little(doc) && judge(doc.Text) == nil
	}
	own := doc
	if _, text, err := extract(ctx, source, true); err == nil && isPolicy(text) {
		return doc, true, nil
	}
	candidates, err := dataOf(ctx, source)
	for _, text := range candidates {
		if ctx.Err() != nil {
			return own, false, context.Cause(ctx)
		}
		if strings.Contains(text, "</") || strings.Contains(text, "<br") || strings.Contains(text, "<p>") {
			var failed error
			if _, text, failed = extract(ctx, text, false); failed != nil {
				continue // one that cannot be read says nothing of the others
			}
		}
		if isPolicy(printable(text)) {
			return doc, true, nil
		}
	}
	if err == nil && ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	return own, false, err
}

// dataOf returns the pages within a page, and the texts in its data: the longest
// one, and all together in the order in which they are there. The error is the
// cause of the end of the context.
func dataOf(ctx context.Context, source string) (found []string, err error) {
	scan := pagetext.NewScanner(source)
	var texts []string
	scripts := 0
	for tokens := 0; tokens < maxTokens; tokens++ {
		if tokens%perProgress == 0 && ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		token, ok := scan.Next()
		if !ok {
			break
		}
		if token.Kind != pagetext.Start {
			continue
		}
		if token.Name == "iframe" && len(found) < maxFramed {
			if page := token.Attribute(framedPage, maxBody); page != "" {
				found = append(found, page)
			}
		}
		raw, ok := scan.RawText()
		if !ok || token.Name != "script" || scripts == maxScripts || len(texts) >= maxHidden {
			continue
		}
		scripts++
		texts = append(texts, textsOf(raw.Text(), maxHidden-len(texts))...)
	}
	return append(found, together(texts)...), nil
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
// once: strings with words in them, of which there are no more than some.
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
	for text := range jsonStrings(script) {
		if len(texts) == most {
			break
		}
		if len(text) >= minHidden && !seen[text] && worded(text) {
			seen[text] = true
			texts = append(texts, text)
		}
	}
	return texts
}

// worded reports whether a string is something to read, not an address or a code.
func worded(text string) bool {
	return strings.Contains(strings.TrimSpace(text), " ") || strings.ContainsFunc(text, unspaced)
}

// jsonStrings returns the strings in JSON, names of members included, up to the
// first thing that JSON does not have. It holds one string at a time, however the
// values lie within each other. Short ones, in which minHidden characters cannot
// be, are left out.
func jsonStrings(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for i := 0; i < len(text); {
			switch c := text[i]; {
			case c == '"':
				end, ok := stringEnd(text, i+1)
				if !ok {
					return
				}
				quoted := text[i:end]
				i = end
				if len(quoted) < minHidden+len(`""`) {
					continue
				}
				s := quoted[1 : len(quoted)-1]
				if strings.Contains(s, `\`) && json.Unmarshal([]byte(quoted), &s) != nil || !yield(s) {
					return
				}
			case strings.IndexByte(" \t\r\n{}[],:", c) >= 0:
				i++
			default:
				from := i
				for i < len(text) && (text[i] >= '0' && text[i] <= '9' || text[i]|0x20 >= 'a' && text[i]|0x20 <= 'z' || strings.IndexByte("+-.", text[i]) >= 0) {
					i++
				}
				if !literal(text[from:i]) {
					return
				}
			}
		}
	}
}

// stringEnd returns what follows a JSON string whose content begins at a place.
func stringEnd(text string, i int) (end int, ok bool) {
	for ; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"':
			return i + 1, true
		case c == '\\':
			i++
		case c < ' ':
			return 0, false
		}
	}
	return 0, false
}

// literal reports whether a word is a number, or one of the three names.
func literal(word string) bool {
	switch word {
	case "true", "false", "null":
		return true
	case "":
		return false
	}
	return strings.Trim(word, "+-.0123456789eE") == ""
}
