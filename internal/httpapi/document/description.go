package document

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/openapi"
)

// tokenWords say when an operation requires the admin token, by what [op.Access.Token]
// returns.
var tokenWords = map[string]string{
	"always":     "Requires the admin token, and is refused while none is configured.",
	"configured": "Requires the admin token if one is configured or the service can be reached over the network.",
	"exposed":    "Requires the admin token if the service can be reached over the network.",
	"never":      "Does not require the admin token.",
}

// describe returns the description of an operation (CommonMark): which answer a request
// gets, and what the guards require of it.
func describe(o op.Operation, made *openapi.Operation) string {
	var parts []string
	if len(made.Forms) > 0 {
		lines := []string{"The request decides the answer:"}
		for _, f := range made.Forms {
			lines = append(lines, "- "+f.Summary+chosenBy(f)+".")
		}
		parts = append(parts, strings.Join(lines, "\n"))
	}
	rules := []string{tokenWords[made.Token]}
	if l := o.Limit; l.Bucket != "" {
		rule := fmt.Sprintf("A client can make %d calls in %s.", l.Calls, span(l.Window))
		if l.RetryAfter {
			rule += " Further calls are answered with 429 and a Retry-After header."
		}
		rules = append(rules, rule)
	}
	if made.Body != nil {
		rules = append(rules, fmt.Sprintf("The body can have at most %d bytes.", made.MaxBodyBytes))
	}
	if o.Cached || o.Doc.Tagged {
		rules = append(rules, "The response has an ETag for conditional requests with If-None-Match.")
	}
	return strings.Join(append(parts, strings.Join(rules, " ")), "\n\n")
}

// chosenBy says what has to be sent for a form.
func chosenBy(f openapi.Form) string {
	var sent []string
	for _, name := range f.Required {
		sent = append(sent, "`"+name+"`")
	}
	for _, name := range slices.Sorted(maps.Keys(f.Query)) {
		sent = append(sent, "`"+name+"="+f.Query[name]+"`")
	}
	for _, name := range slices.Sorted(maps.Keys(f.Body)) {
		sent = append(sent, fmt.Sprintf("`%s` %v in the body", name, f.Body[name]))
	}
	if len(sent) == 0 {
		return ""
	}
	return ", with " + strings.Join(sent, " and ")
}

// span returns a time in words.
func span(d time.Duration) string {
	if d%time.Minute != 0 {
		return fmt.Sprintf("%d seconds", d/time.Second)
	}
	if d == time.Minute {
		return "a minute"
	}
	return fmt.Sprintf("%d minutes", d/time.Minute)
}
