package commands

import (
	"errors"
	"fmt"
	"net/http"

	"github.com/privacylabels/auditor/httpapi/client"
)

// unknown returns an error about an app, with a helpful message if the app is not tracked.
func unknown(err error, id int64) error {
	if refused, ok := errors.AsType[*client.Error](err); ok && refused.Status == http.StatusNotFound {
		return fmt.Errorf("app %d is not tracked; list shows those that are, and track adds one", id)
	}
	return err
}
