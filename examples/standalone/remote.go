package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/privacylabels/auditor/backup"
	"github.com/privacylabels/auditor/fleet/runner"
)

// maxAnswer is the longest answer that is read whole, in bytes.
const maxAnswer = 1 << 20

// remote is a running service.
type remote struct {
	url, token string
	client     *http.Client
}

// newRemote returns the service at a base URL. An empty token is none.
func newRemote(url, token string) remote {
	return remote{url, token, &http.Client{
		// No Timeout: a backup takes what it takes, and a signal ends it.
		Transport: &http.Transport{
			Proxy: http.ProxyFromEnvironment,
			// A service that refuses says so before a long body is sent.
			ExpectContinueTimeout: 10 * time.Second,
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return errors.New("the service does not redirect") },
	}}
}

func (r remote) close() error {
	r.client.CloseIdleConnections()
	return nil
}

// ask sends a request and returns an answer with status 200, whose body the caller
// closes. A body of a negative size is sent as it comes.
func (r remote) ask(ctx context.Context, method, path string, body io.Reader, size int64) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, method, r.url+path, body)
	if err != nil {
		return nil, err
	}
	if body != nil {
		req.ContentLength = size
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Expect", "100-continue")
	}
	req.Header.Set("Origin", req.URL.Scheme+"://"+req.URL.Host)
	if r.token != "" {
		req.Header.Set("X-Auditor-Admin-Token", r.token)
	}
	resp, err := r.client.Do(req)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode != http.StatusOK {
		return nil, errors.Join(refusal(resp), resp.Body.Close())
	}
	return resp, nil
}

// refusal makes an error of an answer that is none.
func refusal(resp *http.Response) error {
	var said struct {
		Error  string `json:"error"`
		Code   string `json:"code"`
		Signed bool   `json:"signaturePresent"`
	}
	text, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer))
	if err == nil {
		err = json.Unmarshal(text, &said)
	}
	if err != nil || said.Error == "" {
		return fmt.Errorf("the service answered %s", resp.Status)
	}
	switch {
	case said.Code == "untrusted_backup":
		return &backup.UntrustedError{Signed: said.Signed}
	case resp.StatusCode == http.StatusConflict:
		return fmt.Errorf("%w: the service says: %s", runner.ErrBusy, said.Error)
	}
	return fmt.Errorf("the service answered %s: %s", resp.Status, said.Error)
}

func (r remote) backup(ctx context.Context, w io.Writer) error {
	resp, err := r.ask(ctx, http.MethodGet, "/api/backup/export", nil, 0)
	if err != nil {
		return err
	}
	_, err = io.Copy(w, resp.Body) // one that broke off is an error
	return errors.Join(err, resp.Body.Close())
}

func (r remote) restore(ctx context.Context, body io.Reader, size int64, allowUntrusted bool) (holdings, error) {
	path := "/api/backup/restore"
	if allowUntrusted {
		path += "?allowUntrusted=1"
	}
	return r.send(ctx, path, body, size)
}

func (r remote) verify(ctx context.Context, body io.Reader, size int64) (holdings, error) {
	return r.send(ctx, "/api/backup/preview", body, size)
}

// send sends a bundle and returns what the service says of it.
func (r remote) send(ctx context.Context, path string, body io.Reader, size int64) (held holdings, err error) {
	// Without its methods, so that the client does not close it, nor seek.
	resp, err := r.ask(ctx, http.MethodPost, path, struct{ io.Reader }{body}, size)
	if err != nil {
		return held, err
	}
	defer resp.Body.Close() // nothing is lost: it was read
	if err := json.NewDecoder(io.LimitReader(resp.Body, maxAnswer)).Decode(&held); err != nil {
		return held, fmt.Errorf("understand the service's answer: %w", err)
	}
	return held, nil
}

// probe asks whether the service answers, and whether it can work.
func (r remote) probe(ctx context.Context) error {
	for _, path := range []string{"/api/health", "/api/ready"} {
		resp, err := r.ask(ctx, http.MethodGet, path, nil, 0)
		if err != nil {
			return err
		}
		if err := resp.Body.Close(); err != nil {
			return err
		}
	}
	return nil
}
