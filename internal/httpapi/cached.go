package httpapi

import (
	"context"
	"errors"
	"net/http"

	"github.com/privacylabels/auditor/internal/httpapi/cache"
	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/storage"
)

// answerCached sends the cached answer to a request value or, if there is none, calls do,
// caches its answer and sends it. Reads is the set of tables that do reads; zero: any. A large
// answer is cached in a file. A stream is not cached.
func (a *API) answerCached(w *response, r *request, in any, reads storage.Tables, do func(context.Context) (any, error)) error {
	var direct op.Stream // an answer that is not cached
	var vain op.InVain
	create := func() (*cache.Answer, error) {
		out, err := do(r.Context())
		if err != nil {
			return nil, err
		}
		if vain, _ = out.(op.InVain); vain.Name != "" {
			out = vain.Answer
		}
		answer, err := a.encode(r, out, &direct)
		if answer != nil {
			answer.InVain = op.InVain{Name: vain.Name, Value: vain.Value}
		}
		return answer, err
	}
	// The request value consists of parts of the URL, so this bounds its size. What is ignored
	// is no part of it, and must not drive other answers out of the cache.
	size := int64(len(r.URL.Path) + max(0, len(r.URL.RawQuery)-r.ignoredBytes))
	answer, err := a.cache.Answer(r.Context(), cache.Key{Path: r.row.Path, In: in}, reads, size, create)
	if err != nil {
		return err
	}
	if answer == nil {
		r.ignoreVain(vain)
		return writeOut(w, r, direct)
	}
	defer a.cache.Release(answer)
	r.endTurn()
	r.ignoreVain(answer.InVain)
	return writeEncoded(w, r, answer)
}

// ignoreVain names what an answer does not heed.
func (r *request) ignoreVain(v op.InVain) {
	if v.Name != "" {
		r.Ignore(v.Name, v.Value)
	}
}

// encode encodes an answer to be cached. If it cannot be, it sets direct and returns nil.
func (a *API) encode(r *request, out any, direct *op.Stream) (*cache.Answer, error) {
	switch out := out.(type) {
	case op.Stream:
		*direct = out
		return nil, nil
	case op.Large:
		answer, err := a.encodeLarge(r, out)
		if answer == nil && err == nil {
			*direct = streamed{out}
		}
		return answer, err
	}
	answer, err := a.cache.Encode(out)
	if err == nil {
		a.offload(r, answer)
	}
	return answer, err
}

// offload moves a large answer from memory to a temporary file, so that slow clients do not hold it. If
// the file cannot be written, it stays in memory, because a full disk must not prevent reading.
func (a *API) offload(r *request, answer *cache.Answer) {
	if err := answer.Offload(a.cfg.DataDir); err != nil {
		a.cfg.Logger.WarnContext(r.Context(), "large answer sent without a temporary file", "error", err)
	}
}

// streamed is a large answer that is sent while it is encoded.
type streamed struct{ op.Large }

func (s streamed) Stream(ctx context.Context, w op.Writer) error { return s.WriteAll(ctx, w) }

// encodeLarge writes a large answer to a temporary file. If the file cannot be written, it
// returns nil and no error, because a full disk must not prevent reading.
func (a *API) encodeLarge(r *request, large op.Large) (*cache.Answer, error) {
	answer, err := a.cache.EncodeLarge(r.Context(), large, a.cfg.DataDir)
	if errors.Is(err, cache.ErrFile) {
		a.cfg.Logger.WarnContext(r.Context(), "large answer sent without a temporary file", "error", err)
		return nil, nil
	}
	return answer, err
}

// send sends a large answer from a temporary file, so that a slow client does not keep a
// transaction open. For HEAD it sends the header only.
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
	defer func() { _ = answer.Close() }() // errors do not matter after reading
	r.endTurn()
	large.SetHeader(w.Header())
	return writeBody(w, r, answer)
}

// writeEncoded sends an answer, or 304 if the client has it.
func writeEncoded(w *response, r *request, answer *cache.Answer) error {
	h := w.Header()
	switch {
	case r.row.Private:
	case r.api.cfg.RequireTokenToRead, r.reader == accepted:
		h["Cache-Control"] = privateCache // shared caches must not store it, because other clients may lack access
	default:
		h["Cache-Control"] = noCache
	}
	answer.SetHeader(h)
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
	_, err := answer.WriteTo(w)
	return err
}
