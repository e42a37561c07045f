package op

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"

	"github.com/privacylabels/auditor/storage"
)

// An answer is encoded as JSON with status 200, unless it is one of the types
// below or has methods of these interfaces.
type (
	// Statuser chooses another status than 200.
	Statuser interface{ StatusCode() int }

	// Expirer is an answer that is not right any more from some moment on, although
	// nothing changed. Zero is no such moment.
	Expirer interface{ ValidUntil() storage.Time }

	// Encoded is an answer that writes its own JSON, without a line feed at the end.
	Encoded interface{ AppendTo(*bytes.Buffer) error }

	// Stream is an answer that is sent piece by piece as it is made.
	Stream interface {
		// SetHeader sets the answer's header, the Content-Type at least.
		SetHeader(http.Header)
		// Stream writes the answer. The first error ends it.
		Stream(ctx context.Context, w Writer) error
	}

	// Large is an answer that is never held in memory as a whole. It goes to a
	// temporary file first, so that a slow client does not hold up the database.
	Large interface {
		// SetHeader sets the answer's header, the Content-Type at least.
		SetHeader(http.Header)
		// WriteAll writes the answer. The first error ends it.
		WriteAll(ctx context.Context, w io.Writer) error
	}

	// File is an answer whose size is known before it is sent. It is closed after.
	File interface {
		// SetHeader sets the answer's header, the Content-Type at least.
		SetHeader(http.Header)
		Size() int64
		io.WriterTo
		io.Closer
	}
)

// Writer sends pieces of an answer.
type Writer interface {
	io.Writer
	// Flush sends what was written so far.
	Flush() error
}

// Document is an answer that is not JSON, or was encoded already.
type Document struct {
	ContentType string
	FileName    string // what it is saved as; empty: it is not to be saved
	Body        []byte
}

// Encode returns a value as JSON, as answers have it, with a line feed at the end.
func Encode(v any) ([]byte, error) {
	var e Encoder
	text, err := e.Encode(v)
	if err != nil {
		return nil, err
	}
	return append(text, '\n'), nil
}

// Encoder encodes one value after the other, as answers have them, into the same memory.
// The zero value is ready.
type Encoder struct {
	buf bytes.Buffer
	enc *json.Encoder
}

// Encode returns a value as JSON, without a line feed at the end. It is valid until the
// next call.
func (e *Encoder) Encode(v any) ([]byte, error) {
	if e.enc == nil {
		e.enc = json.NewEncoder(&e.buf)
		e.enc.SetEscapeHTML(false)
	}
	e.buf.Reset()
	if err := e.enc.Encode(v); err != nil {
		return nil, fmt.Errorf("encode an answer: %w", err)
	}
	return bytes.TrimSuffix(e.buf.Bytes(), []byte("\n")), nil
}

// jsonType is never appended to, so one slice serves all answers.
var jsonType = []string{"application/json"}

// EncodeAnswer returns the value of the Content-Type header and the body of an answer.
func EncodeAnswer(out any) (contentType []string, body []byte, err error) {
	if d, ok := out.(Document); ok {
		return []string{d.ContentType}, d.Body, nil
	}
	if e, ok := out.(Encoded); ok {
		var buf bytes.Buffer
		if err := e.AppendTo(&buf); err != nil {
			return nil, nil, fmt.Errorf("encode an answer: %w", err)
		}
		buf.WriteByte('\n')
		return jsonType, buf.Bytes(), nil
	}
	body, err = Encode(out)
	return jsonType, body, err
}

// OK is the answer of a change that has nothing else to say.
type OK struct {
	OK bool `json:"ok"`
}

// Success is the answer of a change that has nothing else to say, in the other
// spelling that the interface has.
type Success struct {
	Success bool `json:"success"`
}
