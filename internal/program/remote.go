package program

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strings"
	"time"

	"github.com/privacylabels/auditor/backup"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/httpapi/client"
	"github.com/privacylabels/auditor/internal/terminal"
)

// maxCopied is the maximum size of an answer that is copied to a file, in bytes. What has a URL may be
// any server, also one that never ends its answer.
const maxCopied = 8 << 30

// errTooMuch means that an answer is longer than maxCopied.
var errTooMuch = errors.New("the answer of the service is too long")

// boundedBody is the body of an answer that fails after a number of bytes.
type boundedBody struct {
	io.ReadCloser
	left, most int64
}

func (b *boundedBody) Read(p []byte) (int, error) {
	if b.left == 0 { // is there more?
		n, err := b.ReadCloser.Read(make([]byte, 1))
		if n > 0 {
			err = fmt.Errorf("%w: it has more than %d bytes; --data-dir instead of --url has no such limit", errTooMuch, b.most)
		}
		return 0, err
	}
	n, err := b.ReadCloser.Read(p[:min(int64(len(p)), b.left)])
	b.left -= int64(n)
	return n, err
}

// maxAnswer is the maximum size of an answer that is read into memory, in bytes.
const maxAnswer = 1 << 20

// remote is a running service.
type remote struct {
	url, token string
	client     *http.Client
	most       int64     // bytes of an answer that is copied to a file; 0: any number
	stderr     io.Writer // receives a warning if the service ignores part of a request; nil: none is written
}

// newRemote returns the service at a base URL. The token may be empty.
func newRemote(url, token string) remote {
	return remote{url: url, token: token, most: maxCopied, client: &http.Client{
		// No Timeout, because a backup may take long and can be ended by a signal.
		Transport: &http.Transport{
			Proxy: http.ProxyFromEnvironment,
			// Lets the service refuse a request before a long body is sent.
			ExpectContinueTimeout: 10 * time.Second,
			DisableKeepAlives:     true, // so that no idle connections remain
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return errors.New("the service does not redirect") },
	}}
}

// ask sends a request and returns the answer if its status is 200. The caller must close its
// body. A request body of negative size is sent in chunks.
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
		return nil, errors.Join(r.refusal(resp), resp.Body.Close())
	}
	if kind, _, _ := mime.ParseMediaType(resp.Header.Get("Content-Type")); kind == "text/html" {
		// A login page of the network or of a proxy, which answers every request.
		return nil, errors.Join(fmt.Errorf("%s is not an auditor: it answers with a web page", r.url), resp.Body.Close())
	}
	r.warn(method, path, client.IgnoredParts(resp.Header))
	if r.most > 0 {
		resp.Body = &boundedBody{resp.Body, r.most, r.most}
	}
	return resp, nil
}

// warnOf is warn for a [client.Client].
func (r remote) warnOf(_ context.Context, in client.Ignored) { r.warn(in.Method, in.Path, in.Parts) }

// warn says what the service ignored of a request.
func (r remote) warn(method, path string, ignored []string) {
	if len(ignored) > 0 && r.stderr != nil {
		fmt.Fprintf(r.stderr, "warning: the service ignored a part of %s %s: %s\n", method, path, terminal.Line(strings.Join(ignored, ", ")))
	}
}

// refusal returns the error in an answer of another status than 200.
func (r remote) refusal(resp *http.Response) error {
	var answer struct {
		Error  string `json:"error"`
		Hint   string `json:"hint"`
		Code   string `json:"code"`
		Signed bool   `json:"signaturePresent"`
	}
	var text []byte
	var err error
	if resp.StatusCode != http.StatusSwitchingProtocols { // no context ends a read of what follows
		text, err = io.ReadAll(io.LimitReader(resp.Body, maxAnswer))
	}
	if err == nil {
		err = json.Unmarshal(text, &answer)
	}
	if err != nil || answer.Error == "" {
		return fmt.Errorf("the service answered %s", resp.Status)
	}
	switch {
	case answer.Code == "untrusted_backup":
		return &backup.UntrustedError{Signed: answer.Signed}
	case resp.StatusCode == http.StatusUnauthorized:
		return fmt.Errorf("%s: %w", answer.Error, tokenError(r.token))
	case resp.StatusCode == http.StatusConflict:
		return fmt.Errorf("%w: the service answered: %s", runner.ErrBusy, answer.Error)
	}
	return fmt.Errorf("the service answered %s: %s", resp.Status, withHint(answer.Error, answer.Hint))
}

// backup fails if the answer is no backup, so that it takes the place of none.
func (r remote) backup(ctx context.Context, w io.Writer) error {
	resp, err := r.ask(ctx, http.MethodGet, "/api/backup/export", nil, 0)
	if err != nil {
		return err
	}
	checked := newCheck(ctx)
	_, err = io.Copy(io.MultiWriter(w, checked), resp.Body) // fails if the answer is incomplete
	return errors.Join(checked.end(err), resp.Body.Close())
}

// check verifies the backup that is written to it.
type check struct {
	*io.PipeWriter
	done chan error
}

func newCheck(ctx context.Context) check {
	from, to := io.Pipe()
	c := check{to, make(chan error, 1)}
	go c.verify(ctx, from)
	return c
}

// verify reads a backup. The key of the service is not known here, and a random one is as good:
// who signed the backup does not matter.
func (c check) verify(ctx context.Context, from *io.PipeReader) {
	key := make([]byte, backup.KeySize)
	_, err := rand.Read(key)
	if err == nil {
		_, err = backup.Verify(ctx, from, key, "")
	}
	if err == nil {
		_, err = io.Copy(io.Discard, from)
	}
	if err != nil {
		err = fmt.Errorf("the answer of the service is not a backup: %w", err)
	}
	_ = from.CloseWithError(err) // always nil
	c.done <- err
}

// end ends the backup, of which writing ended with err, and returns what was wrong.
func (c check) end(err error) error {
	_ = c.CloseWithError(err) // always nil
	if found := <-c.done; err == nil {
		return found
	}
	return err
}

func (r remote) restore(ctx context.Context, body io.Reader, size int64, allowUntrusted bool) (found client.Restored, err error) {
	path := "/api/backup/restore"
	if allowUntrusted {
		path += "?allowUntrusted=1"
	}
	err = r.send(ctx, path, body, size, &found)
	if err == nil && !found.Success { // another server may answer every request
		err = errors.New("the answer of the service does not say that it restored the backup")
	}
	return found, err
}

func (r remote) verify(ctx context.Context, body io.Reader, size int64) (found contents, err error) {
	err = r.send(ctx, "/api/backup/preview", body, size, &found.BackupAnswer)
	return found, err
}

// send sends a backup and decodes the answer.
func (r remote) send(ctx context.Context, path string, body io.Reader, size int64, answer any) error {
	// Hides the other methods of body, so that the client does not close it.
	resp, err := r.ask(ctx, http.MethodPost, path, struct{ io.Reader }{body}, size)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if err := json.NewDecoder(io.LimitReader(resp.Body, maxAnswer)).Decode(answer); err != nil {
		return fmt.Errorf("decode the answer of the service: %w", err)
	}
	return nil
}

// probe returns an error unless the service answers and is ready. It also checks that the
// server is an auditor, because another server may answer every request.
func (r remote) probe(ctx context.Context) error {
	for _, probe := range [][2]string{{"/api/health", "ok"}, {"/api/ready", "ready"}} {
		path, want := probe[0], probe[1]
		resp, err := r.ask(ctx, http.MethodGet, path, nil, 0)
		if err != nil {
			return err
		}
		var answer struct {
			Status string `json:"status"`
		}
		err = json.NewDecoder(io.LimitReader(resp.Body, maxAnswer)).Decode(&answer)
		if closing := resp.Body.Close(); closing != nil {
			return closing
		}
		if err != nil || answer.Status != want {
			return fmt.Errorf("%s is not an auditor: another server answers GET %s", r.url, path)
		}
	}
	return nil
}
