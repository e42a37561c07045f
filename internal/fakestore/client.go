package fakestore

import (
	"io"
	"net/http"
	"net/http/httptest"
)

// Client returns a client that calls a handler, whatever the host, and nothing else: no
// socket, so that time can be made up around it. As with a server, a handler that panics with
// [http.ErrAbortHandler] breaks off its answer. It must end with the context of its request.
func Client(h http.Handler) *http.Client { return &http.Client{Transport: wire{h}} }

type wire struct{ handler http.Handler }

// RoundTrip implements [http.RoundTripper].
func (w wire) RoundTrip(r *http.Request) (resp *http.Response, err error) {
	answer := httptest.NewRecorder()
	defer func() {
		switch broken := recover(); broken {
		case nil:
		case http.ErrAbortHandler:
			err = io.ErrUnexpectedEOF
		default:
			panic(broken)
		}
		if ended := r.Context().Err(); ended != nil {
			resp, err = nil, ended
		}
	}()
	w.handler.ServeHTTP(answer, r)
	resp = answer.Result()
	resp.Request = r
	return resp, nil
}
