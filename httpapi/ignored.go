package httpapi

import (
	"net/url"
	"slices"
	"strings"
)

// ignoredHeader names the values of the query that counted for nothing, so that a
// typing error can be seen: a list of name=value, escaped as a query is.
const ignoredHeader = "X-Ignored-Parameters"

const (
	maxIgnored      = 16 // values that are named
	maxIgnoredValue = 64 // bytes of each, before it is escaped
)

// ignore names a value in the answer. After maxIgnored of them it says "..." once.
func (r *request) ignore(name, value string) {
	const more = "..."
	named := r.out.Header()[ignoredHeader]
	var list []string
	if len(named) > 0 {
		list = strings.Split(named[0], ", ")
	}
	if len(value) > maxIgnoredValue {
		value = value[:maxIgnoredValue] + more
	}
	// Escaped it is ASCII without spaces, commas and line breaks.
	item := url.QueryEscape(name) + "=" + url.QueryEscape(value)
	switch {
	case slices.Contains(list, item):
		return
	case len(list) < maxIgnored:
		list = append(list, item)
	case len(list) == maxIgnored:
		list = append(list, more)
	}
	r.out.Header()[ignoredHeader] = []string{strings.Join(list, ", ")}
}

// oneOf returns a parameter that is one of these values, empty when it is absent.
// Any other value is ignored.
func (r *request) oneOf(name string, values ...string) string {
	text, sent := r.query(name)
	if slices.Contains(values, text) {
		return text
	}
	if sent {
		r.ignore(name, text)
	}
	return ""
}

// someOf returns the values of a comma list that are among these, sorted, each once,
// as a list again. The others are ignored.
func (r *request) someOf(name, alias string, values ...string) string {
	name, text, _ := r.either(name, alias)
	var known []string
	for token := range strings.SplitSeq(text, ",") {
		token = strings.TrimSpace(token)
		switch {
		case slices.Contains(values, token):
			if !slices.Contains(known, token) {
				known = append(known, token)
			}
		case token != "":
			r.ignore(name, token)
		}
	}
	slices.Sort(known)
	return strings.Join(known, ",")
}
