package panics

import (
	"context"
	"fmt"
	"log/slog"
	"runtime/debug"
)

// Catch is deferred by a function with a named error. If that function panics, Catch logs the
// message with the attributes, the panic and its stack, and sets the error to as. Other results
// stay as they were, which is zero unless the function had set them.
func Catch(ctx context.Context, log *slog.Logger, err *error, as error, message string, about ...any) {
	v := recover()
	if v == nil {
		return
	}
	log.ErrorContext(ctx, message, append(about, "panic", fmt.Sprint(v), "stack", string(debug.Stack()))...)
	*err = as
}
