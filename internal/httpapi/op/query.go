package op

import (
	"net/url"
	"strings"
)

// Query are the parameters of a query, unescaped, in order.
type Query []Parameter

// Parameter is a parameter of a query.
type Parameter struct{ Name, Value string }

// ParseQuery returns the parameters of a raw query, see [Unescape]. It takes any text.
func ParseQuery(raw string) Query {
	if raw == "" {
		return nil
	}
	q := make(Query, 0, min(1+strings.Count(raw, "&"), 8)) // most have fewer, and a hostile one has only separators
	for text := range strings.SplitSeq(raw, "&") {
		if text != "" {
			name, value, _ := strings.Cut(text, "=")
			q = append(q, Parameter{Unescape(name), Unescape(value)})
		}
	}
	return q
}

// First returns the first value of a parameter, and reports whether there is one.
func (q Query) First(name string) (value string, sent bool) {
	for _, p := range q {
		if p.Name == name {
			return strings.Clone(p.Value), true // so that a cached answer does not keep a long query in memory
		}
	}
	return "", false
}

// Unescape returns a key or a value of a query without escapes. One with invalid escapes is
// returned unchanged.
func Unescape(s string) string {
	if plain, err := url.QueryUnescape(s); err == nil {
		return plain
	}
	return s
}
