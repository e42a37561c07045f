package httpapi

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"go.opentelemetry.io/otel/trace"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/httpapi/op"
)

// request is a request with its state in the guards and the handler.
type request struct {
	*http.Request
	api   *API
	found match
	out   response
	host  authority
	row   *route // nil: no such route

	secure  bool // it came over TLS, see [API.secure]
	trusted bool // it comes from the program itself, see [Trust]

	asked  bool   // access is set
	access Access // see [API.granted]

	header, cookie verdict // on the admin token, in a header and as a session
	reader, paired verdict // on the read token, and on the session of a paired browser
	user           string  // the user whom a trusted proxy names; empty: none
	session        string  // the ID of the admin session, if cookie is accepted
	browser        string  // the ID of the paired browser, if paired is accepted
	wrongToken     bool    // a wrong token was sent
	noted          bool    // the refusal is in the audit log
	bodyTaken      bool

	ignoredBytes int  // of the query, which has no part in the answer
	ignoredFull  bool // no more is named in the header

	span trace.Span // nil: not traced

	turn func() // ends the turn of a heavy answer that is being made; nil: there is none
}

// capBody refuses a body whose declared length exceeds a limit in bytes, and limits how much is
// read of others.
func (r *request) capBody(limit int64) error {
	if r.ContentLength > limit {
		return tooLarge(limit)
	}
	if r.ContentLength != 0 && r.Body != nil && r.Body != http.NoBody {
		body := timedBody{r.Body, &r.out.deadlines}
		r.Body = http.MaxBytesReader(r.out.ResponseWriter, body, limit)
	}
	return nil
}

// ReadBody reads the whole body.
func (r *request) ReadBody() ([]byte, error) {
	r.bodyTaken = true
	if r.Body == nil || r.Body == http.NoBody {
		return nil, nil
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, bodyError(err)
	}
	return body, nil
}

// skipBody reads a body that the handler does not read, so that a body that is too long is
// refused nevertheless.
func (r *request) skipBody() error {
	if r.bodyTaken || r.Body == nil || r.Body == http.NoBody {
		return nil
	}
	r.bodyTaken = true
	_, err := io.Copy(io.Discard, r.Body)
	return bodyError(err)
}

// lingerOnClose makes the server wait a moment before it closes a connection on which the
// client may still be sending a body that is not read. Otherwise the connection would be
// reset, and the client would see a failed write instead of the answer. The server does so
// itself unless the client has requested that the connection be closed.
func (r *request) lingerOnClose() {
	if !r.Close || r.bodyTaken || r.Body == nil || r.Body == http.NoBody {
		return
	}
	// A MaxBytesReader that exceeds its limit is the only way to tell the server. It reads
	// another body, because reading the real one would send 100 Continue to a client that
	// waits for it.
	over := http.MaxBytesReader(r.out.ResponseWriter, io.NopCloser(strings.NewReader("x")), 0)
	_, _ = io.Copy(io.Discard, over)
}

// bodyError converts an error of reading a body to one that the client sees.
func bodyError(err error) error {
	var over *http.MaxBytesError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &over):
		return tooLarge(over.Limit)
	}
	return &requestError{Status: http.StatusBadRequest, Message: "The body could not be read", Cause: err}
}

// String keeps the request's secrets out of logs.
func (r *request) String() string { return fmt.Sprintf("%s %s", r.Method, r.URL.Path) }

// HTTP implements [op.Request], as do the methods below.
func (r *request) HTTP() *http.Request { return r.Request }

func (r *request) Param(name string) string { return r.found.params.ByName(name) }

func (r *request) Address() string {
	scheme := "http"
	if r.secure {
		scheme = "https"
	}
	return (&url.URL{Scheme: scheme, Host: r.host.String(), Path: r.base() + r.URL.Path}).String()
}

// base returns the prefix of the path that a trusted proxy removed, followed by the one that
// http.StripPrefix removed.
func (r *request) base() string {
	var base string
	if asked, err := url.ParseRequestURI(r.RequestURI); err == nil {
		if prefix, ok := strings.CutSuffix(asked.Path, r.URL.Path); ok {
			base = strings.TrimRight(prefix, "/")
		}
	}
	if r.api.cfg.TrustProxy {
		first, _, _ := strings.Cut(r.Header.Get("X-Forwarded-Prefix"), ",")
		if prefix := strings.TrimRight(strings.TrimSpace(first), "/"); clean(prefix, "") && len(prefix) <= 256 {
			base = prefix + base
		}
	}
	if !clean(base, "") {
		return ""
	}
	return base
}

func (r *request) BodyReader() io.Reader {
	r.bodyTaken = true
	if r.Body == nil {
		return http.NoBody
	}
	return bodyReader{r}
}

// bodyReader reads a body while it arrives.
type bodyReader struct{ r *request }

func (b bodyReader) Read(p []byte) (int, error) {
	n, err := b.r.Body.Read(p)
	if err == nil || errors.Is(err, io.EOF) {
		return n, err
	}
	return n, bodyError(err)
}

func (r *request) Privileged() (bool, error) {
	if a := r.api; a.token.Configured || a.exposed {
		return a.unlocked(r)
	}
	return true, nil
}

func (r *request) ResponseHeader() http.Header { return r.out.Header() }

func (r *request) Note(action, detail string, success bool) {
	r.api.audits.Add(r.api.line(r, action, detail, success))
}

func (r *request) Background(work func(context.Context, op.NoteFunc)) bool {
	a, line := r.api, r.api.line(r, "", "", false)
	return a.watches.Go(func(ctx context.Context, _ <-chan struct{}) {
		work(ctx, func(action, detail string, success bool) {
			line := line
			line.Action, line.Detail, line.Success = action, detail, success
			a.audits.Add(line)
		})
	})
}

func (r *request) Later(work func(context.Context, op.NoteFunc) (any, error)) (any, error) {
	a, from := r.api, context.WithoutCancel(r.Context())
	result, err := a.results.Begin(r.Context())
	if err != nil {
		return nil, err
	}
	method, path := r.Method, r.URL.Path
	begun := r.Background(func(stop context.Context, note op.NoteFunc) {
		ctx, cancel := context.WithCancel(from)
		defer cancel()
		defer context.AfterFunc(stop, cancel)()
		err := result.Do(ctx, func() (int, []byte) {
			return a.outcome(ctx, method, path, func() (any, error) { return work(ctx, note) })
		})
		if err != nil {
			a.cfg.Logger.ErrorContext(ctx, "the result of a request is not stored", "method", method, "path", path, "error", err)
		}
	})
	if !begun {
		return nil, errors.Join(runner.ErrStopping, result.End(from, http.StatusServiceUnavailable, nil))
	}
	op.SetLocation(r, op.ResultPath(result.ID()))
	return op.Accepted{ID: result.ID()}, nil
}

func (r *request) Explain(err error) *op.Error { return toAnswer(err) }

const (
	maxIgnored      = 16   // number of values that are named
	maxIgnoredPart  = 64   // length of a name and of a value in bytes, before they are escaped
	maxIgnoredBytes = 1900 // length of the header
)

// moreIgnored stands in the header for the values that are not named.
const moreIgnored = "..."

// Ignore adds an ignored value to a header of the answer.
func (r *request) Ignore(name, value string) {
	r.ignoredBytes += len(name) + len(value)
	// Escaped it is ASCII without spaces, commas and line breaks.
	r.ignore(url.QueryEscape(clipIgnored(name)) + "=" + url.QueryEscape(clipIgnored(value)))
}

// IgnoreMember adds an ignored member of the body to the same header, and to the log.
func (r *request) IgnoreMember(path string) {
	if r.ignoredFull {
		return // a body may have very many
	}
	if path == "" {
		path = `""` // an empty item could not be seen
	}
	path = clipIgnored(path)
	item := strings.NewReplacer("%5B", "[", "%5D", "]").Replace(url.QueryEscape(path))
	if r.ignore(item) {
		r.api.cfg.Logger.DebugContext(r.Context(), "ignored a member of a body", "method", r.Method, "route", r.row.Path, "member", path)
	}
}

// ignore adds an item to the header unless the header has it or is full. In place of the first
// item without room it adds "...". It reports whether the item was added.
func (r *request) ignore(item string) bool {
	if r.ignoredFull {
		return false
	}
	named := strings.Join(r.out.Header()[op.Ignored.Name], ", ")
	var list []string
	if named != "" {
		list = strings.Split(named, ", ")
	}
	if slices.Contains(list, item) {
		return false
	}
	r.ignoredFull = len(list) == maxIgnored || len(named)+len(item) > maxIgnoredBytes
	if r.ignoredFull {
		item = moreIgnored
	}
	r.out.Header()[op.Ignored.Name] = []string{strings.Join(append(list, item), ", ")}
	return !r.ignoredFull
}

// clipIgnored shortens a name or a value that is too long for the header.
func clipIgnored(s string) string {
	if len(s) > maxIgnoredPart {
		return s[:maxIgnoredPart] + moreIgnored
	}
	return s
}
