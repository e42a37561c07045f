package appstore

import "github.com/privacylabels/auditor/internal/jsonlimit"

type (
	// loose is a text that may come as a number, too.
	loose = jsonlimit.Text
	// many is a list whose only element may come without one.
	many[T any] = jsonlimit.Many[T]
	// list and optional record that something was there and could not be used.
	list[T any]     = jsonlimit.List[T]
	optional[T any] = jsonlimit.Optional[T]
)

// first returns at most n elements of a list: enough for what is read of it.
func first[T any](list []T, n int) []T { return list[:min(n, len(list))] }

// source is a script that is read, and the budget for all the JSON of its page.
type source struct {
	text   []byte
	budget *jsonlimit.Budget
}

// of returns another text of the same page.
func (s source) of(text []byte) source { return source{text, s.budget} }

// decode decodes the script. A member of the wrong type counts as absent.
func (s source) decode(v any) error { return s.budget.DecodeLenient(s.text, v) }
