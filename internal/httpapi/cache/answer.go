package cache

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/privacylabels/auditor/internal/httpapi/op"
)

// Answer is an answer as it is sent: in memory, or in a file if it is large.
type Answer struct {
	ContentType, Length, ETag []string // values of the header

	InVain op.InVain // what of the request the answer does not heed; empty: nothing

	header http.Header // other members of the header; nil: none

	body  []byte
	file  *file     // holds the bytes in place of body; nil: body does
	until time.Time // when it expires; zero: never
}

// Encode encodes what a handler returned. An [op.Expirer] expires.
func (c *Cache) Encode(out any) (*Answer, error) {
	contentType, body, err := op.EncodeAnswer(out)
	if err != nil {
		return nil, err
	}
	a := c.Of(contentType, body)
	a.body = fit(body)
	if headed, ok := out.(op.Headed); ok {
		a.header = make(http.Header)
		headed.AddHeader(a.header)
	}
	if limited, ok := out.(op.Expirer); ok && limited.ValidUntil() != 0 {
		a.until = limited.ValidUntil().Std()
	}
	return a, nil
}

// Of returns an answer that is encoded already.
func (c *Cache) Of(contentType []string, body []byte) *Answer {
	a := newAnswer(contentType, int64(len(body)), c.Tag(body))
	a.body = body
	return a
}

// Tag returns the entity tag of a body. It is the same in all processes with the same secret.
func (c *Cache) Tag(body []byte) string { return tagOf(c.digests.of(body)) }

// SetHeader sets what the answer has in the header beside its type, length and entity tag.
func (a *Answer) SetHeader(h http.Header) { maps.Copy(h, a.header) }

// fit returns the bytes in a slice that has at most an eighth more room than they need, so
// that a cache holds about as much memory as it counts.
func fit(body []byte) []byte {
	if cap(body)-len(body) > len(body)/8 {
		return bytes.Clone(body)
	}
	return body
}

func newAnswer(contentType []string, size int64, tag string) *Answer {
	return &Answer{ContentType: contentType, Length: []string{strconv.FormatInt(size, 10)}, ETag: []string{tag}}
}

// valid reports whether the answer has not expired.
func (a *Answer) valid(now time.Time) bool { return a.until.IsZero() || now.Before(a.until) }

// Matches reports whether an If-None-Match header names the answer.
func (a *Answer) Matches(lines []string) bool { return Matches(lines, a.ETag[0]) }

// Matches reports whether an If-None-Match header names an entity tag (RFC 9110,
// section 13.1.2).
func Matches(lines []string, tag string) bool {
	for _, line := range lines {
		for candidate := range strings.SplitSeq(line, ",") {
			candidate = strings.TrimSpace(candidate)
			if candidate == "*" || strings.TrimPrefix(candidate, "W/") == tag {
				return true
			}
		}
	}
	return false
}

// WriteTo writes the body. Of a body in a file it reads as much at a time as w wants, if w is an [io.ReaderFrom].
func (a *Answer) WriteTo(w io.Writer) (int64, error) {
	if a.file == nil {
		n, err := w.Write(a.body)
		return int64(n), err
	}
	n, err := io.Copy(w, io.NewSectionReader(a.file, 0, a.file.size))
	if err != nil {
		err = fmt.Errorf("send an answer: %w", err)
	}
	return n, err
}
