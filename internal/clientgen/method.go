package clientgen

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/privacylabels/auditor/internal/openapi"
)

// large is the size in bytes from which a body is passed as a reader.
const large = 1 << 20

// method is a method of the client: an operation, or one of its forms.
type method struct {
	name, summary string
	verb, path    string
	operation     *openapi.Operation
	form          *openapi.Form // nil: the operation has one answer
	also          string        // what else there is to say of it
}

// methods writes the methods of a group, ordered by path.
func (g *generator) methods(tag string) (string, error) {
	var b bytes.Buffer
	for _, path := range slices.Sorted(maps.Keys(g.document.Paths)) {
		for _, verb := range slices.Sorted(maps.Keys(g.document.Paths[path])) {
			o := g.document.Paths[path][verb]
			if !slices.Contains(o.Tags, tag) {
				continue
			}
			m := method{name: goName(o.ID), summary: o.Summary, verb: strings.ToUpper(verb), path: path, operation: o}
			if o.Forms == nil {
				g.method(&b, m)
			}
			for i := range o.Forms {
				m.form = &o.Forms[i]
				m.name, m.summary = goName(m.form.ID), m.form.Summary
				g.method(&b, m)
			}
		}
	}
	return b.String(), nil
}

// method writes a method, and the type of its parameters.
func (g *generator) method(b *bytes.Buffer, m method) {
	g.use, g.sending = "what [Client."+m.name+"] returns", false
	arguments := []string{"ctx context.Context"}
	var fill bytes.Buffer // what goes into the call
	path := strconv.Quote(m.path)
	var optional []*openapi.Parameter
	for _, p := range m.operation.Parameters {
		if p.Ref != "" || m.fixed(p.Name) {
			continue
		}
		argument, kind := local(p.Name), parameterType(p.Schema)
		switch {
		case p.In == "path":
			arguments = append(arguments, argument+" "+kind)
			path = strings.Replace(path, "{"+p.Name+"}", `" + escape(`+textOf(kind, argument)+`) + "`, 1)
		case p.Required || m.form != nil && slices.Contains(m.form.Required, p.Name):
			arguments = append(arguments, argument+" "+kind)
			fmt.Fprintf(&fill, "\tcall.query(%q, %s)\n", p.Name, textOf(kind, argument))
		default:
			optional = append(optional, p)
		}
	}
	if optional != nil {
		arguments = append(arguments, "params "+m.name+"Params")
		g.params(b, m.name+"Params", optional, &fill)
	}
	if m.form != nil {
		for _, name := range slices.Sorted(maps.Keys(m.form.Query)) {
			fmt.Fprintf(&fill, "\tcall.query(%q, %q)\n", name, m.form.Query[name])
		}
	}
	arguments = append(arguments, g.body(m, &fill)...)
	result, send := g.result(&m)
	fmt.Fprintf(b, "// %s sends %s %s: %s.%s\n", m.name, m.verb, m.path, strings.ToLower(m.summary[:1])+m.summary[1:], limits(m.operation)+m.also)
	fmt.Fprintf(b, "func (c *Client) %s(%s) %s {\n", m.name, strings.Join(arguments, ", "), result)
	fmt.Fprintf(b, "\tcall := request{method: %q, path: %s}\n%s\treturn %s\n}\n\n", m.verb, strings.TrimSuffix(path, ` + ""`), fill.String(), send)
}

// fixed reports whether a form determines a parameter.
func (m method) fixed(name string) bool {
	if m.form == nil {
		return false
	}
	_, set := m.form.Query[name]
	return set || slices.Contains(m.form.Without, name)
}

// limits returns the rate limit of a method as text.
func limits(o *openapi.Operation) string {
	var says string
	if l := o.RateLimit; l != nil {
		says += fmt.Sprintf("\n// The service allows a client %d calls in %d seconds.", l.Calls, l.WindowSeconds)
	}
	if o.Token == "configured" || o.Token == "always" {
		says += "\n// It requires the admin token."
	}
	return says
}

// params writes the type of the optional parameters.
func (g *generator) params(b *bytes.Buffer, name string, parameters []*openapi.Parameter, fill *bytes.Buffer) {
	fmt.Fprintf(b, "// %s has the optional parameters of [Client.%s]. A zero field is not sent.\ntype %s struct {\n", name, strings.TrimSuffix(name, "Params"), name)
	for _, p := range parameters {
		kind := parameterType(p.Schema)
		says := comment(&openapi.Schema{Description: p.Description, Enum: p.Schema.Enum})
		if says == "" {
			says = comment(p.Schema)
		}
		fmt.Fprintf(b, "\t%s %s%s\n", goName(p.Name), kind, says)
		add := "optional"
		if p.In == "header" {
			add = "header"
		}
		fmt.Fprintf(fill, "\tcall.%s(%q, %s)\n", add, p.Name, optionalText(kind, "params."+goName(p.Name)))
	}
	b.WriteString("}\n\n")
}

// parameterType returns the Go type of a parameter.
func parameterType(s *openapi.Schema) string {
	if of := alternatives(s.AnyOf); len(of) == 1 {
		s = of[0]
	}
	if s.Format == "epoch-ms" {
		return "Time"
	}
	if slices.Contains(s.Type, "integer") || strings.HasPrefix(s.Pattern, "^[0-9]") {
		return "int64"
	}
	return "string"
}

func textOf(kind, value string) string {
	if kind == "int64" {
		return "strconv.FormatInt(" + value + ", 10)"
	}
	return value
}

func optionalText(kind, value string) string {
	switch kind {
	case "int64":
		return "number(" + value + ")"
	case "Time":
		return "number(int64(" + value + "))"
	}
	return value
}

// local returns the name of an argument.
func local(name string) string {
	if name == "url" { // a package
		return "address"
	}
	return name
}

// body returns the argument for the request body.
func (g *generator) body(m method, fill *bytes.Buffer) []string {
	if m.operation.Body == nil {
		return nil
	}
	if m.operation.MaxBodyBytes > large {
		fill.WriteString("\tcall.body = body\n")
		return []string{"body io.Reader"}
	}
	g.use, g.sending = "the body of [Client."+m.name+"]", true
	kind := g.typeOf(m.operation.Body.Content["application/json"].Schema, m.name+"Body")
	g.use, g.sending = "what [Client."+m.name+"] returns", false
	if m.form != nil {
		for _, name := range slices.Sorted(maps.Keys(m.form.Body)) {
			value, err := json.Marshal(m.form.Body[name])
			if err != nil { // it was read from JSON
				continue
			}
			fmt.Fprintf(fill, "\tbody.%s = new(%s)\n", goName(name), value)
		}
	}
	fill.WriteString("\tcall.value = body\n")
	return []string{"body " + kind}
}

// result returns what a method returns, and the call that makes it.
func (g *generator) result(m *method) (result, send string) {
	content, schema, file := m.answer()
	switch {
	case content == "":
		return "error", "c.send(ctx, call)"
	case content == "application/x-ndjson":
		kind := g.typeOf(schema, m.name+"Line")
		return "iter.Seq2[" + kind + ", error]", "lines[" + kind + "](ctx, c, call)"
	case file || !strings.HasSuffix(content, "json"):
		return "(*File, error)", "c.file(ctx, call)"
	}
	kind := g.typeOf(schema, m.name+"Answer")
	if kind == "json.RawMessage" && schema.AnyOf != nil {
		m.also = "\n// The answer is " + g.names(schema.AnyOf) + "."
	}
	return "(" + kind + ", error)", "fetch[" + kind + "](ctx, c, call)"
}

// answer returns the type and schema of the answer, and whether it is a file.
func (m method) answer() (content string, schema *openapi.Schema, file bool) {
	for _, status := range []string{"200", "201", "204"} {
		response := m.operation.Responses[status]
		if response == nil {
			continue
		}
		_, file = response.Headers["Content-Disposition"]
		if m.form != nil {
			return m.form.ContentType, m.form.Schema, file && m.form.ContentType != "application/json"
		}
		for content, media := range response.Content {
			return content, media.Schema, file
		}
	}
	return "", nil, false
}
