package contract

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/internal/openapi"
)

// Breaking returns the changes between two documents that break clients of the
// first: something is gone, refused, or of another shape. Additions break no
// client, because clients ignore unknown members.
func Breaking(before, after []byte) ([]string, error) {
	var b breaks
	for _, d := range []struct {
		text []byte
		into *openapi.Document
	}{{before, &b.before}, {after, &b.after}} {
		if err := json.Unmarshal(d.text, d.into); err != nil {
			return nil, fmt.Errorf("read a document: %w", err)
		}
	}
	for _, path := range slices.Sorted(maps.Keys(b.before.Paths)) {
		for _, method := range slices.Sorted(maps.Keys(b.before.Paths[path])) {
			at := strings.ToUpper(method) + " " + path
			after := b.after.Paths[path][method]
			if after == nil {
				b.find(at, "is gone")
				continue
			}
			b.operation(at, b.before.Paths[path][method], after)
		}
	}
	return b.found, nil
}

// breaks collects the findings.
type breaks struct {
	before, after openapi.Document
	found         []string
	under         []string // named schemas being compared
}

func (b *breaks) find(at, what string, args ...any) {
	b.found = append(b.found, at+" "+fmt.Sprintf(what, args...))
}

func (b *breaks) operation(at string, before, after *openapi.Operation) {
	if before.ID != after.ID {
		b.find(at, "is called %s, no more %s", after.ID, before.ID)
	}
	if after.MaxBodyBytes < before.MaxBodyBytes {
		b.find(at, "takes shorter bodies")
	}
	if before.Token != after.Token {
		b.find(at, "requires the admin token when %s, not when %s", after.Token, before.Token)
	}
	if was, is := before.RateLimit, after.RateLimit; is != nil &&
		(was == nil || float64(is.Calls)/float64(is.WindowSeconds) < float64(was.Calls)/float64(was.WindowSeconds)) {
		b.find(at, "may be called less often")
	}
	b.parameters(at, before.Parameters, after.Parameters)
	b.body(at, before.Body, after.Body)
	for _, status := range slices.Sorted(maps.Keys(before.Responses)) {
		if was, is := b.response(b.before, before.Responses[status]), b.response(b.after, after.Responses[status]); is != nil {
			b.answers(at+" "+status, was, is)
		} else if strings.HasPrefix(status, "2") {
			b.find(at, "answers no %s any more", status)
		}
	}
	for _, f := range before.Forms {
		if !slices.ContainsFunc(after.Forms, func(o openapi.Form) bool { return o.ID == f.ID }) {
			b.find(at, "has no form %s any more", f.ID)
		}
	}
}

func (b *breaks) response(d openapi.Document, r *openapi.Response) *openapi.Response {
	if r != nil && r.Ref != "" {
		return d.Components.Responses[strings.TrimPrefix(r.Ref, "#/components/responses/")]
	}
	return r
}

func (b *breaks) parameters(at string, before, after []*openapi.Parameter) {
	same := func(p *openapi.Parameter) func(*openapi.Parameter) bool {
		return func(o *openapi.Parameter) bool { return o.Ref == p.Ref && o.Name == p.Name && o.In == p.In }
	}
	for _, p := range before {
		i := slices.IndexFunc(after, same(p))
		if i < 0 {
			b.find(at, "takes no parameter %s any more", p.Name)
			continue
		}
		if after[i].Required && !p.Required {
			b.find(at, "requires the parameter %s", p.Name)
		}
		if p.Schema != nil && after[i].Schema != nil {
			b.schema(at+" "+p.Name, p.Schema, after[i].Schema, true)
		}
	}
	for _, p := range after {
		if p.Required && !slices.ContainsFunc(before, same(p)) {
			b.find(at, "requires the parameter %s", p.Name)
		}
	}
}

func (b *breaks) body(at string, before, after *openapi.RequestBody) {
	switch {
	case after == nil:
		return // it is ignored now
	case after.Required && (before == nil || !before.Required):
		b.find(at, "requires a body")
	}
	if before == nil {
		return
	}
	b.content(at, before.Content, after.Content, "takes no %s any more", true)
}

func (b *breaks) answers(at string, before, after *openapi.Response) {
	for name, h := range before.Headers {
		if is := after.Headers[name]; is == nil || h.Required && !is.Required {
			b.find(at, "need not have the header %s", name)
		}
	}
	b.content(at, before.Content, after.Content, "is no %s any more", false)
}

// content compares the types of a body. Missing describes one that is gone.
func (b *breaks) content(at string, before, after map[string]openapi.MediaType, missing string, sent bool) {
	for name, was := range before {
		is, there := after[name]
		switch {
		case !there:
			b.find(at, missing, name)
		case was.Schema != nil && is.Schema != nil:
			b.schema(at, was.Schema, is.Schema, sent)
		}
	}
}
