package httpapi

import (
	"context"
	"errors"
	"io"
	"net/http"
)

// download is a file that is made anew for each who asks, and may be large.
type download struct {
	contentType string
	name        string // what it is saved as; empty: it is not to be saved
	write       func(ctx context.Context, w io.Writer) error
}

func (d download) header(h http.Header) {
	h["Content-Type"] = []string{d.contentType}
	if d.name != "" {
		h.Set("Content-Disposition", `attachment; filename="`+d.name+`"`)
	}
}

func (d download) writeAll(ctx context.Context, w io.Writer) error { return d.write(ctx, w) }

// send makes the file and sends it, so that the store is not kept waiting by who
// reads slowly. Who asks for the header alone gets that, and nothing is made.
func (a *API) send(w *response, r *request, d download) error {
	if r.Method == http.MethodHead {
		d.header(w.Header())
		w.WriteHeader(http.StatusOK)
		return nil
	}
	made, err := newSpooled(r.Context(), d, a.cfg.DataDir)
	if errors.Is(err, errSpool) { // a full disk keeps nobody from reading
		a.cfg.Logger.WarnContext(r.Context(), "a file is sent as it is made", "error", err)
		return writeOut(w, r, unspooled{d})
	}
	if err != nil {
		return err
	}
	defer func() { _ = made.spool.file.Close() }() // only read by now: nothing is lost
	d.header(w.Header())
	w.Header()["Content-Length"] = made.length
	w.WriteHeader(http.StatusOK)
	return made.spool.send(w)
}
