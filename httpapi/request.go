package httpapi

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/privacylabels/auditor/internal/jsondepth"
)

// maxDepth is how deep the values of a body may be nested.
const maxDepth = 512

// request is a request on its way through the guards to its handler.
type request struct {
	*http.Request
	found match
	out   response
	host  authority
	row   *mounted // nil: no such route

	private bool // the answer is not to be stored, see [private]

	secure bool // it came over TLS, as far as is known

	header, cookie verdict // the admin token, as far as it was looked at
	wrongToken     bool    // an admin token was sent, and is wrong
	noted          bool    // whether the audit log knows of the refusal
	bodyTaken      bool
}

// param returns a parameter of the path, decoded: never empty, valid UTF-8
// without control characters or slashes.
func (r *request) param(name string) string { return r.found.params.ByName(name) }

// query returns the first value of a parameter of the query, and whether there
// is one. A value whose escapes are broken is returned as it is.
func (r *request) query(name string) (string, bool) {
	for pair := range strings.SplitSeq(r.URL.RawQuery, "&") {
		key, value, _ := strings.Cut(pair, "=")
		if key != name && (!strings.ContainsAny(key, "%+") || unescape(key) != name) {
			continue
		}
		// A copy, so that a kept answer does not hold on to a long query.
		return strings.Clone(unescape(value)), true
	}
	return "", false
}

func unescape(s string) string {
	if plain, err := url.QueryUnescape(s); err == nil {
		return plain
	}
	return s
}

// number returns a parameter of the query that is a whole number within bounds,
// or the default when it is absent.
func (r *request) number(name string, least, most, absent int) (int, error) {
	text, sent := r.query(name)
	if !sent {
		return absent, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < least || n > most {
		return 0, badRequest("%s must be a whole number from %d to %d", name, least, most)
	}
	return n, nil
}

// capBody refuses a body that says itself that it is too long, and stops
// reading one that turns out to be.
func (r *request) capBody() error {
	if r.ContentLength > r.row.maxBody {
		return tooLarge(r.row.maxBody)
	}
	if r.ContentLength != 0 && r.Body != nil && r.Body != http.NoBody {
		body := timedBody{r.Body, &r.out.deadlines}
		r.Body = http.MaxBytesReader(r.out.ResponseWriter, body, r.row.maxBody)
	}
	return nil
}

// bytes reads the whole body.
func (r *request) bytes() ([]byte, error) {
	r.bodyTaken = true
	if r.Body == nil || r.Body == http.NoBody {
		return nil, nil
	}
	var body bytes.Buffer
	if r.ContentLength > 0 {
		body.Grow(int(min(r.ContentLength, defaultBody)) + bytes.MinRead)
	}
	if _, err := body.ReadFrom(r.Body); err != nil {
		return nil, bodyError(err)
	}
	return body.Bytes(), nil
}

// skipBody reads a body that nobody wants, so that one that is too long is
// refused all the same.
func (r *request) skipBody() error {
	if r.bodyTaken || r.Body == nil || r.Body == http.NoBody {
		return nil
	}
	r.bodyTaken = true
	_, err := io.Copy(io.Discard, r.Body)
	return bodyError(err)
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
	return &requestError{status: http.StatusBadRequest, message: "The body could not be read", cause: err}
}

// object decodes the body, which must be one JSON object. Members that the
// value has no field for are ignored.
func (r *request) object(into any) error {
	body, err := r.bytes()
	if err != nil {
		return err
	}
	return decodeObject(body, into)
}

// optionalObject is object for a body that may be left out.
func (r *request) optionalObject(into any) error {
	body, err := r.bytes()
	if err != nil || len(bytes.TrimSpace(body)) == 0 {
		return err
	}
	return decodeObject(body, into)
}

// decodeObject decodes one JSON object (RFC 8259) and nothing besides.
func decodeObject(body []byte, into any) error {
	body = bytes.Trim(body, " \t\r\n")
	switch {
	case len(body) == 0:
		return badRequest("The body is empty")
	case !utf8.Valid(body):
		return badRequest("The body is not UTF-8")
	case jsondepth.Exceeds(body, maxDepth):
		return badRequest("The body is nested too deep")
	case body[0] != '{':
		if json.Valid(body) {
			return badRequest("The body must be a JSON object")
		}
		return badRequest("The body is not valid JSON")
	}
	err := unmarshalExact(body, into)
	var mismatch *json.UnmarshalTypeError
	var syntax *json.SyntaxError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &mismatch):
		return badRequest("%s is of the wrong type", memberName(mismatch.Field))
	case errors.As(err, &syntax):
		return badRequest("The body is not valid JSON")
	}
	// What a value's own decoding says of it.
	return &requestError{status: http.StatusBadRequest, message: sentence(err), cause: err}
}

// unmarshalExact decodes an object into a struct whose members are named as its
// tags are, letter by letter: encoding/json would take "ACTION" for "action".
func unmarshalExact(body []byte, into any) error {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(body, &members); err != nil {
		return err
	}
	fields := reflect.TypeOf(into).Elem()
	if fields.Kind() != reflect.Struct { // a map has every member under its own name
		return json.Unmarshal(body, into)
	}
	exact := make(map[string]json.RawMessage, fields.NumField())
	for i := range fields.NumField() {
		name, _, _ := strings.Cut(fields.Field(i).Tag.Get("json"), ",")
		if text, sent := members[name]; sent {
			exact[name] = text
		}
	}
	body, err := json.Marshal(exact)
	if err != nil {
		return err
	}
	return json.Unmarshal(body, into)
}

func memberName(field string) string {
	if field == "" {
		return "A member of the body"
	}
	return field
}

// sentence makes a message for a client of an error's text.
func sentence(err error) string {
	text := err.Error()
	return strings.ToUpper(text[:1]) + text[1:]
}

// String keeps the request's secrets out of logs.
func (r *request) String() string { return fmt.Sprintf("%s %s", r.Method, r.URL.Path) }

// jsonString returns a JSON text, and whether there is one.
func jsonString(sent json.RawMessage) (string, bool) {
	var text *string
	if json.Unmarshal(sent, &text) != nil || text == nil {
		return "", false
	}
	return *text, true
}
