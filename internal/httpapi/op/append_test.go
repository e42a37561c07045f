package op_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/storage"
)

// encoded returns what package json writes.
func encoded(t *testing.T, v any, html bool) string {
	t.Helper()
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(html)
	if err := e.Encode(v); err != nil {
		t.Fatal(err)
	}
	return string(bytes.TrimSuffix(b.Bytes(), []byte("\n")))
}

// texts are easy and hard to write.
var texts = []string{
	"", "plain", `a "quoted" text`, `\`, `"`, "a\nb\t\r\b\f\x00\x1f\x7f", "<b>&amp;</b>", "Größe “groß” 語 😀", "\u2028", "a\u2029b", "\xff", "a\xe2\x80", "\ufffd", "\u20ff",
}

func TestAppendString(t *testing.T) {
	t.Parallel()
	for _, text := range texts {
		for _, html := range []bool{false, true} {
			if got, want := string(op.AppendString([]byte("x"), text, html)), "x"+encoded(t, text, html); got != want {
				t.Errorf("%q is written as %s, want %s", text, got, want)
			}
		}
		if got, want := string(op.AppendText(nil, storage.Text(text))), encoded(t, storage.Text(text), false); got != want {
			t.Errorf("%q is written as %s, want %s", text, got, want)
		}
	}
}

// plainEntry is an entry without its methods.
type plainEntry storage.Entry

func TestAppendEntry(t *testing.T) {
	t.Parallel()
	for _, test := range entries() {
		for _, html := range []bool{false, true} {
			want := encoded(t, test, false) // Entry.MarshalJSON escapes
			if !html && len(test.More) == 0 {
				want = encoded(t, plainEntry(test), false)
			}
			got, err := op.AppendEntry(nil, &test, html)
			if err != nil {
				t.Errorf("%+v: %v", test, err)
			}
			if diff := cmp.Diff(want, string(got)); diff != "" {
				t.Errorf("html=%v (-want +got):\n%s", html, diff)
			}
		}
	}
}

// entries has entries with each field alone and with all, and with each of the texts.
func entries() []storage.Entry {
	all := []storage.Entry{
		{}, {Details: []string{}}, {Subject: storage.Subject{Parts: []storage.Part{}}}, {StoreWide: true},
		{More: json.RawMessage(`{ "a" : "<" }`)}, {Description: "<", More: json.RawMessage(`{}`)},
	}
	for i, text := range texts {
		full := storage.Entry{Details: []string{text, "b"}, StoreWide: true, Subject: storage.Subject{Parts: []storage.Part{{Optional: true}, {}}}}
		setTexts(reflect.ValueOf(&full).Elem(), text, new(i))
		all = append(all, full)
		for field := range 24 {
			var e storage.Entry
			setTexts(reflect.ValueOf(&e).Elem(), text, new(-field))
			all = append(all, e)
		}
	}
	return all
}

// setTexts sets all texts, each to one of its own, or if number is negative the one with that number.
func setTexts(v reflect.Value, text string, number *int) {
	switch v.Kind() {
	case reflect.String:
		if *number >= 0 {
			v.SetString(fmt.Sprint(text, v.Type(), *number))
		} else if *number == -1 {
			v.SetString(text)
		}
		*number++
	case reflect.Struct:
		for i := range v.NumField() {
			setTexts(v.Field(i), text, number)
		}
	case reflect.Slice:
		for i := range v.Len() {
			setTexts(v.Index(i), text, number)
		}
	}
}
