package httpapi

import (
	"bytes"
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
	"github.com/privacylabels/auditor/httpapi/internal/op"
)

// request is a request on its way through the guards to its handler.
type request struct {
	*http.Request
	api   *API
	found match
	out   response
	host  authority
	row   *route // nil: no such route

	private bool // the answer is not to be stored, see [private]

	secure bool // it came over TLS, as far as is known

	asked  bool   // access is what the host program gives
	access Access // see [API.granted]

	header, cookie verdict // the admin token, as far as it was checked
	reader, paired verdict // the read token, and the session of a paired browser
	user           string  // whom a trusted proxy has signed in; empty: not known
	wrongToken     bool    // a token was sent, and is wrong
	noted          bool    // the refusal is in the audit log
	bodyTaken      bool

	span trace.Span // nil: there is none
}

// capBody refuses a body that says itself that it is too long, and stops
// reading one that turns out to be.
func (r *request) capBody() error {
	if r.ContentLength > r.row.BodyLimit() {
		return tooLarge(r.row.BodyLimit())
	}
	if r.ContentLength != 0 && r.Body != nil && r.Body != http.NoBody {
		body := timedBody{r.Body, &r.out.deadlines}
		r.Body = http.MaxBytesReader(r.out.ResponseWriter, body, r.row.BodyLimit())
	}
	return nil
}

// ReadBody reads the whole body.
func (r *request) ReadBody() ([]byte, error) {
	r.bodyTaken = true
	if r.Body == nil || r.Body == http.NoBody {
		return nil, nil
	}
	var body bytes.Buffer
	if r.ContentLength > 0 {
		body.Grow(int(min(r.ContentLength, op.DefaultBody)) + bytes.MinRead)
	}
	if _, err := body.ReadFrom(r.Body); err != nil {
		return nil, bodyError(err)
	}
	return body.Bytes(), nil
}

// skipBody reads a body that no handler reads, so that one that is too long is
// refused all the same.
func (r *request) skipBody() error {
	if r.bodyTaken || r.Body == nil || r.Body == http.NoBody {
		return nil
	}
	r.bodyTaken = true
	_, err := io.Copy(io.Discard, r.Body)
	return bodyError(err)
}

// lingerOnClose makes the server wait a moment before it closes a connection whose client
// may still be sending a body that is not read. Closed at once, the connection would be reset,
// and the client would see a failed write in place of the answer. The server waits by
// itself, except when the client has asked for the connection to be closed.
func (r *request) lingerOnClose() {
	if !r.Close || r.bodyTaken || r.Body == nil || r.Body == http.NoBody {
		return
	}
	// Only a reader that is over its limit tells the server. It does not read the body
	// itself, which would invite a client that waits for 100 Continue to send it.
	over := http.MaxBytesReader(r.out.ResponseWriter, io.NopCloser(strings.NewReader("x")), 0)
	_, _ = io.Copy(io.Discard, over)
}

// bodyError makes an error of reading a body the client's.
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

// HTTP is part of [op.Request], as are the methods below.
func (r *request) HTTP() *http.Request { return r.Request }

func (r *request) Param(name string) string { return r.found.params.ByName(name) }

func (r *request) Address() string {
	scheme := "http"
	if r.secure {
		scheme = "https"
	}
	return (&url.URL{Scheme: scheme, Host: r.host.String(), Path: r.base() + r.URL.Path}).String()
}

// base is what http.StripPrefix has taken off the path, below what a trusted proxy has
// taken off.
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

func (r *request) Upload(field string) (*op.Upload, error) { return r.upload(r.api.cfg.DataDir, field) }

func (r *request) BodyReader() io.Reader {
	r.bodyTaken = true
	if r.Body == nil {
		return http.NoBody
	}
	return bodyReader{r}
}

// bodyReader is a body as it arrives.
type bodyReader struct{ r *request }

func (b bodyReader) Read(p []byte) (int, error) {
	n, err := b.r.Body.Read(p)
	if err == nil || errors.Is(err, io.EOF) {
		return n, err
	}
	return n, bodyError(err)
}

func (r *request) Privileged() (bool, error) { return r.api.privileged(r) }

func (r *request) ResponseHeader() http.Header { return r.out.Header() }

func (r *request) Note(action, detail string, success bool) {
	r.api.noteDetail(r, action, detail, success)
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
	id, err := a.results.Begin()
	if err != nil {
		return nil, err
	}
	method, path := r.Method, r.URL.Path
	begun := r.Background(func(stop context.Context, note op.NoteFunc) {
		ctx, cancel := context.WithCancel(from)
		defer cancel()
		defer context.AfterFunc(stop, cancel)()
		status, body := a.outcome(ctx, method, path, func() (any, error) { return work(ctx, note) })
		a.results.End(id, status, body)
	})
	if !begun {
		a.results.End(id, http.StatusServiceUnavailable, nil)
		return nil, runner.ErrStopping
	}
	op.SetLocation(r, op.ResultPath(id))
	return op.Accepted{ID: id}, nil
}

func (r *request) Explain(err error) *op.Error { return toAnswer(err) }

const (
	maxIgnored      = 16 // values that are named
	maxIgnoredValue = 64 // bytes of each, before it is escaped
)

// Ignore names a value in the header of the answer, and after maxIgnored values "..."
// once.
func (r *request) Ignore(name, value string) {
	const more = "..."
	named := r.out.Header()[op.Ignored.Name]
	var list []string
	if len(named) > 0 {
		list = strings.Split(named[0], ", ")
	}
	if len(value) > maxIgnoredValue {
		value = value[:maxIgnoredValue] + more
	}
	// Escaped it is ASCII without spaces, commas and line breaks.
	item := url.QueryEscape(name) + "=" + url.QueryEscape(value)
	switch {
	case slices.Contains(list, item):
		return
	case len(list) < maxIgnored:
		list = append(list, item)
	case len(list) == maxIgnored:
		list = append(list, more)
	}
	r.out.Header()[op.Ignored.Name] = []string{strings.Join(list, ", ")}
}
