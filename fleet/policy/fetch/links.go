package fetch

import (
	"context"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/privacylabels/auditor/internal/pagetext"
	"github.com/privacylabels/auditor/internal/policy/plaintext"
	"github.com/privacylabels/auditor/internal/policy/terms"
)

// The limits of what is read of a page.
const (
	maxRefs      = 5000    // references that are resolved
	maxAnchors   = 2000    // links
	maxScript    = 4 << 10 // bytes of a script that does no more than redirect
	maxWait      = 30      // seconds before a redirect
	maxFrames    = 50
	maxLabel     = 200     // bytes of the label of a link
	maxAttribute = 8 << 10 // bytes
)

// links are the targets at which a page may have its policy.
type links struct {
	redirect *url.URL // the target of an automatic redirect
	frame    *url.URL // a frame, or another form of the page
	policy   *url.URL // a link that claims to be the policy
}

// scriptedTo matches a script that redirects. It is compiled for the first page with a script,
// because a thousand repetitions take half a megabyte.
var scriptedTo = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?:^|[^\w.])(?:(?:window|self|top|document|parent)\.)?location(?:\.href)?\s*(?:=\s*|\.(?:replace|assign)\(\s*)["']([^"'\\]{1,1000})["']`)
})

// findLinks reads the links of a page of HTML. The error is the cause of the end of
// the context.
func findLinks(ctx context.Context, address, source string) (links, error) {
	own, err := url.Parse(address)
	if err != nil {
		return links{}, nil
	}
	r := linkReader{own: own, base: own}
	err = eachToken(ctx, source, func(scan *pagetext.Scanner, token pagetext.Token) {
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
	})
	if err != nil {
		return links{}, err
	}
	return r.end(), nil
}

// linkReader collects links.
type linkReader struct {
	own, base *url.URL
	found     links
	scripted  *url.URL // the redirect of a script
	frames    int
	refs      int // resolved so far

	anchors int
	href    string // of the open link; empty outside of links
	label   strings.Builder
	rank    int // of the policy link found so far
}

func (r *linkReader) start(t pagetext.Token) {
	attr := func(name string) string { return strings.TrimSpace(t.Attribute(name, maxAttribute)) }
	switch t.Name {
	case "base":
		if base, err := r.own.Parse(attr("href")); err == nil && r.base == r.own {
			r.base = base
		}
	case "meta":
		if r.found.redirect == nil && strings.EqualFold(attr("http-equiv"), "refresh") {
			r.found.redirect = r.elsewhere(refresh(attr("content")))
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
			r.label.WriteString(plaintext.Head(attr("title"), maxLabel) + " " + plaintext.Head(attr("aria-label"), maxLabel) + " ")
		}
	}
}

// script reads the start tag and the content of a script.
func (r *linkReader) script(t, raw pagetext.Token) {
	text := raw.Text()
	if r.scripted != nil || len(text) > maxScript || t.Attribute("src", maxAttribute) != "" || t.Attribute("type", maxAttribute) == "application/json" {
		return
	}
	if match := scriptedTo().FindStringSubmatch(text); match != nil {
		r.scripted = r.elsewhere(match[1])
	}
}

func (r *linkReader) close(name string) {
	if name == "a" && r.href != "" {
		r.anchor(r.href, r.label.String())
		r.href = ""
	}
}

func (r *linkReader) text(t pagetext.Token) {
	if r.href != "" && r.label.Len() < maxLabel {
		r.label.WriteString(plaintext.Head(t.Text(), maxLabel))
	}
}

// anchor considers a link to the same host. One whose label and URL both name a
// policy beats one of which only one does.
func (r *linkReader) anchor(href, label string) {
	to := r.elsewhere(href)
	if to == nil || !sameHost(to, r.own) {
		return
	}
	rank := 0
	if terms.NamesPolicy(label) {
		rank++
	}
	if terms.NamesPolicy(to.Path) || terms.NamesPolicy(to.RawQuery) {
		rank++
	}
	if rank > r.rank {
		r.found.policy, r.rank = to, rank
	}
}

// frame considers a page shown within this one: of the same host, or with a URL that
// names a policy.
func (r *linkReader) frame(href string) {
	if r.frames++; r.frames > maxFrames || r.found.frame != nil {
		return
	}
	if to := r.elsewhere(href); to != nil && (sameHost(to, r.own) || terms.NamesPolicy(to.Path)) {
		r.found.frame = to
	}
}

// isOtherForm reports whether a link element leads to another form of the page.
func (r *linkReader) isOtherForm(rel, contentType, language string) bool {
	switch rel {
	case "amphtml":
		return true
	case "alternate":
		english := language == "" || language == "en" || strings.HasPrefix(language, "en-")
		return english && contentType != "" && readable(strings.ToLower(contentType))
	}
	return false
}

// elsewhere resolves a reference. It returns nil if that is the page itself, or not
// a page.
func (r *linkReader) elsewhere(ref string) *url.URL {
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

func (r *linkReader) end() links {
	r.close("a")
	if r.found.redirect == nil {
		r.found.redirect = r.scripted
	}
	return r.found
}

// refresh returns the target in the content of a refresh, unless it comes late (HTML,
// section 4.2.5.3).
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

// sameHost reports whether two URLs are on one host, with or without www.
func sameHost(a, b *url.URL) bool {
	name := func(u *url.URL) string { return strings.TrimPrefix(strings.ToLower(u.Host), "www.") }
	return name(a) == name(b)
}
