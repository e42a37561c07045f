package op

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"sync"

	"github.com/privacylabels/auditor/storage"
)

// An answer is encoded as JSON with status 200, unless it is one of the types
// below or has methods of these interfaces.
type (
	// Statuser is an answer with a status other than 200.
	Statuser interface{ StatusCode() int }

	// Expirer is an answer that becomes invalid at some time without a write to the
	// database. Zero means never.
	Expirer interface{ ValidUntil() storage.Time }

	// Headed is an answer with members in its header. A cached answer keeps them. They must
	// follow from the body, which alone decides the entity tag.
	Headed interface{ AddHeader(http.Header) }

	// Encoded is an answer that writes its own JSON, without a final newline.
	Encoded interface{ AppendTo(*bytes.Buffer) error }

	// Sized is an Encoded answer that knows about how many bytes it has, so that they need not be
	// copied once more. It is better that they are too many than too few.
	Sized interface {
		Encoded
		Size() int
	}

	// Stream is an answer that is sent while it is produced.
	Stream interface {
		// SetHeader sets the answer's header, the Content-Type at least.
		SetHeader(http.Header)
		// Stream writes the answer. The first error ends it.
		Stream(ctx context.Context, w Writer) error
	}

	// Large is an answer that is too large to hold in memory. It is written to a temporary
	// file first, so that a slow client does not keep a transaction open.
	Large interface {
		// SetHeader sets the answer's header, the Content-Type at least.
		SetHeader(http.Header)
		// WriteAll writes the answer. The first error ends it.
		WriteAll(ctx context.Context, w io.Writer) error
	}

	// File is an answer of known size. It is closed after it was sent.
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
	// Flush sends what has been written so far.
	Flush() error
}

// Document is an answer that is not JSON, or is already encoded.
type Document struct {
	ContentType string
	FileName    string // the name under which a browser saves it; empty: the browser shows it
	Body        []byte
}

// Encode returns the JSON of a value in the form of answers, with a final newline.
func Encode(v any) ([]byte, error) {
	var e Encoder
	text, err := e.Encode(v)
	if err != nil {
		return nil, err
	}
	return append(text, '\n'), nil
}

// Encoder encodes values in the form of answers, and reuses its buffer. The zero value is
// ready to use.
type Encoder struct {
	buf bytes.Buffer
	enc *json.Encoder
}

// Encode returns the JSON of a value, without a final newline. It is valid until the next
// call.
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

// jsonType is never appended to, so all answers can share it.
var jsonType = []string{"application/json"}

// EncodeAnswer returns the value of the Content-Type header and the body of an answer.
func EncodeAnswer(out any) (contentType []string, body []byte, err error) {
	if d, ok := out.(Document); ok {
		return []string{d.ContentType}, d.Body, nil
	}
	if e, ok := out.(Encoded); ok {
		body, err := encodeItself(e)
		return jsonType, body, err
	}
	body, err = Encode(out)
	return jsonType, body, err
}

// buffers are for answers that encode themselves, whose size is not known before.
var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// maxReused is the size up to which a buffer is used again, in bytes.
const maxReused = 1 << 20

func encodeItself(e Encoded) ([]byte, error) {
	if sized, ok := e.(Sized); ok {
		return encodeInto(bytes.NewBuffer(make([]byte, 0, sized.Size()+1)), e)
	}
	buf := buffers.Get().(*bytes.Buffer)
	buf.Reset()
	body, err := encodeInto(buf, e)
	if err != nil || buf.Cap() > maxReused {
		return body, err
	}
	body = bytes.Clone(body)
	buffers.Put(buf)
	return body, nil
}

func encodeInto(buf *bytes.Buffer, e Encoded) ([]byte, error) {
	if err := e.AppendTo(buf); err != nil {
		return nil, fmt.Errorf("encode an answer: %w", err)
	}
	buf.WriteByte('\n')
	return buf.Bytes(), nil
}

// InVain is an answer to a request with a parameter of the query that has no effect, or only a part
// of its value. It is sent as its Answer, and names the parameter in the header [Ignored].
type InVain struct {
	Answer      any
	Name, Value string
}

// OK is the answer of a change that has nothing else to say.
type OK struct {
	OK bool `json:"ok"` // whether it succeeded
}

// Success is the answer of a change that has nothing else to say, in the other
// spelling that the API uses.
type Success struct {
	Success bool `json:"success"` // whether it succeeded
}
