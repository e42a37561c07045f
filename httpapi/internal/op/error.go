package op

import (
	"fmt"
	"net/http"
	"time"
)

// Error is an error whose status and message the client sees.
type Error struct {
	Status     int
	Message    string
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

// BadRequest returns an error with status 400.
func BadRequest(format string, args ...any) error {
	return &Error{Status: http.StatusBadRequest, Message: fmt.Sprintf(format, args...)}
}
