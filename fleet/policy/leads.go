package policy

import (
	"context"
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"github.com/privacylabels/auditor/internal/pagetext"
)

const (
	maxRefs      = 5000    // of a page that are resolved
	maxAnchors   = 2000    // of a page that are looked at
	maxScript    = 4 << 10 // bytes of a script that may only send readers on
	maxWait      = 30      // seconds after which a page sends its readers on
	maxFrames    = 50      // of a page that are looked at
	maxLabel     = 200     // bytes of what a link says
	maxAttribute = 8 << 10 // bytes of one that is looked at
)

// leads are where a page says that there is more.
type leads struct {
	onward *url.URL // where it sends its readers by itself
	frame  *url.URL // a frame, or another form of the page
	link   *url.URL // what it calls its policy
}

// scriptedTo finds where a script of one thought sends its readers.
var scriptedTo = regexp.MustCompile(`(?:^|[^\w.])(?:(?:window|self|top|document|parent)\.)?location(?:\.href)?\s*(?:=\s*|\.(?:replace|assign)\(\s*)["']([^"'\\]{1,1000})["']`)

// leadsOf reads them off a page of HTML. The error is the cause of the end of the
// context.
func leadsOf(ctx context.Context, address, source string) (leads, error) {
	own, err := url.Parse(address)
	if err != nil {
		return leads{}, nil
	}
	r := leadReader{own: own, base: own}
	scan := pagetext.NewScanner(source)
	for tokens := 0; tokens < maxTokens; tokens++ {
		if tokens%perProgress == 0 && ctx.Err() != nil {
			return leads{}, context.Cause(ctx)
		}
		token, ok := scan.Next()
		if !ok {
			break
		}
		switch token.Kind {
		case pagetext.Start:
			r.start(token)
			if raw, ok := scan.RawText(); ok && token.Name == "script" {
				r.script(token, raw)
			}
		case pagetext.End:
			r.close(token.Name)
		case pagetext.Text:
			r.text(token)
		}
	}
	return r.end(), nil
}

// leadReader gathers leads.
type leadReader struct {
	own, base *url.URL
	found     leads
	scripted  *url.URL
	frames    int
	refs      int // that were resolved

	anchors int
	href    string // of the link that is open; empty: none is
	label   strings.Builder
	rank    int // of the link that was found
}

func (r *leadReader) start(t pagetext.Token) {
	attr := func(name string) string { return strings.TrimSpace(t.Attribute(name, maxAttribute)) }
	switch t.Name {
	case "base":
		if base, err := r.own.Parse(attr("href")); err == nil && r.base == r.own {
			r.base = base
		}
	case "meta":
		if r.found.onward == nil && strings.EqualFold(attr("http-equiv"), "refresh") {
			r.found.onward = r.elsewhere(refresh(attr("content")))
		}
	case "iframe", "frame", "embed":
		r.frame(attr("src"))
	case "object":
		r.frame(attr("data"))
	case "link":
		if r.isOtherForm(strings.ToLower(attr("rel")), attr("type"), strings.ToLower(attr("hreflang"))) {
			r.frame(attr("href"))
		}
	case "a":
		r.close("a")
		if r.anchors++; r.anchors <= maxAnchors {
			r.href = attr("href")
			r.label.Reset()
			r.label.WriteString(head(attr("title"), maxLabel) + " " + head(attr("aria-label"), maxLabel) + " ")
		}
	}
}

// script takes the start tag of a script, and the script.
func (r *leadReader) script(t, raw pagetext.Token) {
	text := raw.Text()
	if r.scripted != nil || len(text) > maxScript || t.Attribute("src", maxAttribute) != "" || t.Attribute("type", maxAttribute) == "application/json" {
		return
	}
	if match := scriptedTo.FindStringSubmatch(text); match != nil {
		r.scripted = r.elsewhere(match[1])
	}
}

func (r *leadReader) close(name string) {
	if name == "a" && r.href != "" {
		r.anchor(r.href, r.label.String())
		r.href = ""
	}
}

func (r *leadReader) text(t pagetext.Token) {
	if r.href != "" && r.label.Len() < maxLabel {
		r.label.WriteString(head(t.Text(), maxLabel))
	}
}

// anchor looks at a link to the same host. One that calls itself a policy and
// whose address does, too, is better than one of which only one is true.
func (r *leadReader) anchor(href, label string) {
	to := r.elsewhere(href)
	if to == nil || !sameHost(to, r.own) {
		return
	}
	rank := 0
	if namesPolicy(label) {
		rank++
	}
	if namesPolicy(to.Path) || namesPolicy(to.RawQuery) {
		rank++
	}
	if rank > r.rank {
		r.found.link, r.rank = to, rank
	}
}

// frame looks at what a page shows of another one: of the same host, or what calls
// itself a policy.
func (r *leadReader) frame(href string) {
	if r.frames++; r.frames > maxFrames || r.found.frame != nil {
		return
	}
	if to := r.elsewhere(href); to != nil && (sameHost(to, r.own) || namesPolicy(to.Path)) {
		r.found.frame = to
	}
}

// isOtherForm reports whether a link of the head leads to the page in another form.
func (r *leadReader) isOtherForm(rel, contentType, language string) bool {
	switch rel {
	case "amphtml":
		return true
	case "alternate":
		english := language == "" || language == "en" || strings.HasPrefix(language, "en-")
		return english && contentType != "" && readable(strings.ToLower(contentType))
	}
	return false
}

// elsewhere returns where a reference leads, or nil if that is the page itself or
// no page.
func (r *leadReader) elsewhere(ref string) *url.URL {
	if r.refs++; ref == "" || r.refs > maxRefs {
		return nil
	}
	to, err := r.base.Parse(ref)
	if err != nil || to.Scheme != "http" && to.Scheme != "https" {
		return nil
	}
	to.Fragment, to.RawFragment = "", ""
	own := *r.own
	own.Fragment, own.RawFragment = "", ""
	if to.String() == own.String() {
		return nil
	}
	return to
}

func (r *leadReader) end() leads {
	r.close("a")
	if r.found.onward == nil {
		r.found.onward = r.scripted
	}
	return r.found
}

// refresh returns where the content of a refresh leads, if soon (HTML, section
// 4.2.5.3).
func refresh(content string) string {
	digits := content
	if end := strings.IndexFunc(content, func(r rune) bool { return (r < '0' || r > '9') && r != '.' }); end >= 0 {
		digits = content[:end]
	}
	seconds, err := strconv.ParseFloat("0"+digits, 64)
	rest := strings.TrimLeft(content[len(digits):], " \t\r\n,;")
	if err != nil || seconds > maxWait || rest == "" {
		return ""
	}
	if len(rest) > 3 && strings.EqualFold(rest[:3], "url") {
		if after, ok := strings.CutPrefix(strings.TrimLeft(rest[3:], " \t\r\n"), "="); ok {
			rest = strings.TrimLeft(after, " \t\r\n")
		}
	}
	if quote := rest[:min(1, len(rest))]; quote == `"` || quote == "'" {
		rest, _, _ = strings.Cut(rest[1:], quote)
	}
	return strings.TrimSpace(rest)
}

// sameHost says whether two addresses are on one host, with or without www.
func sameHost(a, b *url.URL) bool {
	name := func(u *url.URL) string { return strings.TrimPrefix(strings.ToLower(u.Host), "www.") }
	return name(a) == name(b)
}

// namesPolicy says whether a text has the word by which policies are called.
func namesPolicy(text string) bool {
	text = strings.ToLower(text)
	for _, word := range policyNames() {
		if strings.Contains(text, word) {
			return true
		}
	}
	return false
}
