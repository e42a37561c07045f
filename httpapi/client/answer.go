package client

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"mime"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

const (
	// maxRefusal is how much is read of a refusal.
	maxRefusal = 64 << 10
	// maxLine is how long a line of a stream may be: the last one may have all
	// that came of many apps.
	maxLine = 16 << 20
)

// escape escapes a segment of a path.
func escape(part string) string { return url.PathEscape(part) }

// number returns a number as text, and an empty text for zero, which is not sent.
func number(n int64) string {
	if n == 0 {
		return ""
	}
	return strconv.FormatInt(n, 10)
}

// do sends a request and returns a successful response, whose body the caller must close.
func (c *Client) do(ctx context.Context, r request) (*http.Response, error) {
	body := r.body
	if r.value != nil {
		text, err := json.Marshal(r.value)
		if err != nil {
			return nil, fmt.Errorf("client: write a body: %w", err)
		}
		body = bytes.NewReader(text)
	}
	address := c.base + r.path
	if len(r.values) > 0 {
		address += "?" + r.values.Encode()
	}
	req, err := http.NewRequestWithContext(ctx, r.method, address, body)
	if err != nil {
		return nil, fmt.Errorf("client: %w", err)
	}
	for name := range r.headers {
		req.Header[name] = r.headers[name]
	}
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	if r.method != http.MethodGet {
		req.Header.Set("Origin", c.origin)
	}
	if c.token != "" {
		req.Header.Set("X-Auditor-Admin-Token", c.token)
	}
	res, err := c.http.Do(req)
	if err != nil {
		return nil, fmt.Errorf("client: %w", err)
	}
	if res.StatusCode >= 200 && res.StatusCode < 300 {
		if parts := IgnoredParts(res.Header); len(parts) > 0 && c.ignored != nil {
			c.ignored(ctx, Ignored{Method: r.method, Path: r.path, Parts: parts})
		}
		return res, nil
	}
	defer res.Body.Close() // nothing is lost: what was wanted of it is read
	return nil, refusal(res)
}

// IgnoredParts returns what the header of an answer names as ignored, as in [Ignored],
// nil if it names nothing. It is for programs that send requests without a [Client].
func IgnoredParts(h http.Header) (parts []string) {
	for item := range strings.SplitSeq(h.Get("X-Ignored-Parameters"), ", ") {
		if item == "" {
			continue
		}
		if plain, err := url.QueryUnescape(item); err == nil {
			item = plain
		}
		parts = append(parts, item)
	}
	return parts
}

// refusal reads an error.
func refusal(res *http.Response) error {
	if res.StatusCode == http.StatusSwitchingProtocols { // no context ends a read of what follows
		return &Error{Status: res.StatusCode, Message: http.StatusText(res.StatusCode)}
	}
	body, err := io.ReadAll(io.LimitReader(res.Body, maxRefusal))
	refused := &Error{Status: res.StatusCode, Message: http.StatusText(res.StatusCode), Body: body}
	var told struct{ Error, Hint, Code string }
	if err == nil && json.Unmarshal(body, &told) == nil && told.Error != "" { // else it is not of the service
		refused.Message, refused.Hint, refused.Code = told.Error, told.Hint, told.Code
	}
	if seconds, err := strconv.Atoi(res.Header.Get("Retry-After")); err == nil && seconds > 0 {
		refused.RetryAfter = time.Duration(seconds) * time.Second
	}
	return refused
}

// fetch sends a request and returns the decoded JSON of the answer.
func fetch[T any](ctx context.Context, c *Client, r request) (answer T, err error) {
	err = c.fetch(ctx, r, &answer)
	return answer, err
}

// fetch sends a request and decodes the JSON of the answer into a pointer.
func (c *Client) fetch(ctx context.Context, r request, answer any) (err error) {
	res, err := c.do(ctx, r)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, res.Body.Close()) }()
	body := &io.LimitedReader{R: res.Body, N: c.maxAnswer + 1}
	if err := json.NewDecoder(body).Decode(answer); err != nil {
		if body.N <= 0 {
			err = fmt.Errorf("%w: %d bytes", ErrTooLarge, c.maxAnswer)
		}
		return fmt.Errorf("client: read an answer: %w", err)
	}
	return nil
}

// ErrTooLarge means that an answer has more bytes than [WithMaxAnswer] allows.
var ErrTooLarge = errors.New("the answer is larger than the client allows")

// File is an answer that is a file. The caller must close it.
type File struct {
	io.ReadCloser
	Name        string // what to call it; empty: the service does not say
	ContentType string
	Size        int64 // in bytes; -1: not known
}

func (c *Client) file(ctx context.Context, r request) (*File, error) {
	res, err := c.do(ctx, r)
	if err != nil {
		return nil, err
	}
	f := &File{ReadCloser: res.Body, ContentType: res.Header.Get("Content-Type"), Size: res.ContentLength}
	if _, params, err := mime.ParseMediaType(res.Header.Get("Content-Disposition")); err == nil {
		f.Name = params["filename"]
	}
	return f, nil
}

// lines sends a request and yields the lines of the answer. It ends after the first error.
func lines[T any](ctx context.Context, c *Client, r request) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		res, err := c.do(ctx, r)
		if err != nil {
			yield(none, err)
			return
		}
		defer res.Body.Close() // nothing is lost: it is read by line
		scanner := bufio.NewScanner(res.Body)
		scanner.Buffer(nil, maxLine)
		for scanner.Scan() {
			var line T
			if err := json.Unmarshal(scanner.Bytes(), &line); err != nil {
				yield(none, fmt.Errorf("client: read a line: %w", err))
				return
			}
			if !yield(line, nil) {
				return
			}
		}
		if err := scanner.Err(); err != nil {
			yield(none, fmt.Errorf("client: read a line: %w", err))
		}
	}
}
