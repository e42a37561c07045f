package runner

import (
	"errors"

	"github.com/privacylabels/auditor/internal/background"
)

// databaseError is an error of the database, as opposed to one of the job.
type databaseError struct{ error }

func (d *databaseError) Unwrap() error { return d.error }

// broken marks an error of the database, and returns one of the job as it is.
func broken(err error) error {
	if refused, ok := errors.AsType[*refusal](err); ok {
		return refused.error
	}
	if err == nil || errors.Is(err, background.ErrLost) {
		return err
	}
	return &databaseError{err}
}
