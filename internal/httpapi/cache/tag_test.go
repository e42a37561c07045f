package cache_test

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"testing"
	"time"

	"github.com/privacylabels/auditor/internal/httpapi/cache"
	"github.com/privacylabels/auditor/storage/memory"
)

func newCache(t *testing.T, secret string) *cache.Cache {
	t.Helper()
	c, err := cache.New(memory.New(), 1<<20, time.Now, []byte(secret))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// The tag of a body is the same in each process with the secret, and another one for another body or secret.
func TestTag(t *testing.T) {
	t.Parallel()
	tag := newCache(t, "secret").Tag([]byte("body"))
	if len(tag) != 24 || tag[0] != '"' {
		t.Errorf("the tag is %s", tag)
	}
	for _, test := range []struct {
		secret, body string
		same         bool
	}{
		{"secret", "body", true},
		{"secret", "Body", false},
		{"secret", "", false},
		{"other", "body", false},
	} {
		if got := newCache(t, test.secret).Tag([]byte(test.body)); (got == tag) != test.same {
			t.Errorf("of %q with %q: %s, of the first %s", test.body, test.secret, got, tag)
		}
	}
}

// written is a large answer that is written in pieces of a size.
type written struct {
	body []byte
	size int
}

func (w written) SetHeader(h http.Header) { h.Set("Content-Type", "text/plain") }

func (w written) WriteAll(_ context.Context, to io.Writer) error {
	for rest := w.body; len(rest) > 0; {
		n := min(w.size, len(rest))
		if _, err := to.Write(rest[:n]); err != nil {
			return err
		}
		rest = rest[n:]
	}
	return nil
}

// The tag of a large body does not depend on how it is written, but on all of it.
func TestTagOfLarge(t *testing.T) {
	t.Parallel()
	c := newCache(t, "secret")
	tagOf := func(body []byte, size int) string {
		a, err := c.EncodeLarge(t.Context(), written{body, size}, t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		if err := a.Close(); err != nil {
			t.Fatal(err)
		}
		return a.ETag[0]
	}
	for _, length := range []int{0, 1, 256<<10 - 1, 256 << 10, 256<<10 + 1, 600_000} {
		body := bytes.Repeat([]byte("0123456789"), length/10+1)[:length]
		tag := tagOf(body, 1<<20)
		for _, size := range []int{1000, 64 << 10, 256 << 10, 300_000} {
			if got := tagOf(body, size); got != tag {
				t.Errorf("%d bytes in pieces of %d: %s, want %s", length, size, got, tag)
			}
		}
		for _, i := range []int{0, length / 2, length - 1} {
			if length == 0 {
				break
			}
			other := bytes.Clone(body)
			other[i]++
			if tagOf(other, 1<<20) == tag {
				t.Errorf("%d bytes: another byte at %d has the same tag", length, i)
			}
		}
		if tagOf(append(bytes.Clone(body), 'x'), 1<<20) == tag {
			t.Errorf("%d bytes: one more has the same tag", length)
		}
	}
}
