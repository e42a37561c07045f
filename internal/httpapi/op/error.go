package op

import (
	"fmt"
	"maps"
	"net/http"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Error is an error whose status and message the client sees.
type Error struct {
	Status     int
	Message    string
	Hint       string         // the member hint of the body: what to do about it; empty: none
	More       map[string]any // members of the body beside error; nil: none
	RetryAfter time.Duration  // value of the header Retry-After; zero: none
	Cause      error          // for the log; may be nil
}

func (e *Error) Error() string {
	if e.Cause != nil {
		return fmt.Sprintf("%s: %v", e.Message, e.Cause)
	}
	return e.Message
}

func (e *Error) Unwrap() error { return e.Cause }

// maxHint is the maximum length of a hint in bytes.
const maxHint = 400

// Body returns the body of the refusal. The hint, which may repeat what a client sent, is
// cut, and has no characters that cannot be printed.
func (e *Error) Body() map[string]any {
	body := map[string]any{"error": e.Message}
	if e.Hint != "" {
		body["hint"] = printable(e.Hint)
	}
	maps.Copy(body, e.More)
	return body
}

// printable returns the beginning of a text, with a question mark for each character that
// cannot be printed.
func printable(text string) string {
	if len(text) > maxHint {
		text = strings.ToValidUTF8(text[:maxHint], "") + "..."
	}
	return strings.Map(func(c rune) rune {
		if c == utf8.RuneError || !unicode.IsPrint(c) {
			return '?'
		}
		return c
	}, text)
}

// BadRequest returns an error with status 400.
func BadRequest(format string, args ...any) error {
	return &Error{Status: http.StatusBadRequest, Message: fmt.Sprintf(format, args...)}
}
