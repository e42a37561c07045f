package httpapi

import (
	"context"
	"errors"
	"net/http"

	"github.com/privacylabels/auditor/httpapi/internal/cache"
	"github.com/privacylabels/auditor/httpapi/internal/op"
	"github.com/privacylabels/auditor/storage"
)

// answerCached answers with the cached answer to a request value, or with the one
// that do returns, which reads some tables; zero: any. A large answer is cached in a file, a stream not at all.
func (a *API) answerCached(w *response, r *request, in any, reads storage.Tables, do func(context.Context) (any, error)) error {
	var direct op.Stream // is sent as it is made
	create := func() (*cache.Answer, error) {
		out, err := do(r.Context())
		if err != nil {
			return nil, err
		}
		switch out := out.(type) {
		case op.Stream:
			direct = out
			return nil, nil
		case op.Large:
			answer, err := a.encodeLarge(r, out)
			if answer == nil && err == nil {
				direct = streamed{out}
			}
			return answer, err
		}
		return cache.Encode(out)
	}
	// What the request value holds of the address is no longer than it.
	size := int64(len(r.URL.RawQuery) + len(r.URL.Path))
	answer, err := a.cache.Answer(r.Context(), cache.Key{Path: r.row.Path, In: in}, reads, size, create)
	if err != nil {
		return err
	}
	if answer == nil {
		return writeOut(w, r, direct)
	}
	defer a.cache.Release(answer)
	return writeEncoded(w, r, answer)
}

// streamed is a large answer that is sent as it is made.
type streamed struct{ op.Large }

func (s streamed) Stream(ctx context.Context, w op.Writer) error { return s.WriteAll(ctx, w) }

// encodeLarge writes a large answer to a temporary file. It returns nil if the file
// cannot be written: a full disk must not prevent reading.
func (a *API) encodeLarge(r *request, large op.Large) (*cache.Answer, error) {
	answer, err := cache.EncodeLarge(r.Context(), large, a.cfg.DataDir)
	if errors.Is(err, cache.ErrFile) {
		a.cfg.Logger.WarnContext(r.Context(), "large answer sent without a temporary file", "error", err)
		return nil, nil
	}
	return answer, err
}

// send sends a large answer from a temporary file, so that a slow client does not
// hold up the database. For HEAD the answer is not made.
func (a *API) send(w *response, r *request, large op.Large) error {
	if r.Method == http.MethodHead {
		large.SetHeader(w.Header())
		w.WriteHeader(http.StatusOK)
		return nil
	}
	answer, err := a.encodeLarge(r, large)
	if err != nil {
		return err
	}
	if answer == nil {
		return writeOut(w, r, streamed{large})
	}
	defer func() { _ = answer.Close() }() // it was only read: nothing is lost
	large.SetHeader(w.Header())
	return writeBody(w, r, answer)
}

// writeEncoded sends an answer, or 304 if the client has it.
func writeEncoded(w *response, r *request, answer *cache.Answer) error {
	h := w.Header()
	switch {
	case r.private:
	case r.api.cfg.RequireTokenToRead, r.reader == accepted:
		h["Cache-Control"] = privateCache // what one client may read, another may not
	default:
		h["Cache-Control"] = noCache
	}
	h["Etag"] = answer.ETag
	if answer.Matches(r.Header["If-None-Match"]) {
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	h["Content-Type"] = answer.ContentType
	return writeBody(w, r, answer)
}

// writeBody sends the length and the body of an answer.
func writeBody(w *response, r *request, answer *cache.Answer) error {
	w.Header()["Content-Length"] = answer.Length
	w.WriteHeader(http.StatusOK)
	if r.Method == http.MethodHead {
		return nil
	}
	_, err := answer.WriteTo(newPieces(w))
	return err
}
