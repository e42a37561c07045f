package playstore

import (
	"bytes"
	"fmt"
	"iter"
	"math"
	"strconv"
	"strings"

	"github.com/privacylabels/auditor/internal/jsonread"
	"github.com/privacylabels/auditor/storage"
)

const (
	maxPage = 4 << 20 // bytes
	// maxBlocks is how many blocks of data are read. Pages have six.
	maxBlocks = 64
	maxText   = 4096
)

var caller = []byte("AF_initDataCallback(")

// blocks yields the data of a page: the JSON that its scripts pass to AF_initDataCallback. What is
// not JSON, or nested too deep, is skipped. All of it together takes bounded memory.
func blocks(page []byte) iter.Seq[any] {
	return func(yield func(any) bool) {
		var budget jsonread.Budget
		var script []byte // what follows the last call in its script
		for range maxBlocks {
			_, call, found := bytes.Cut(script, caller)
			if !found {
				if _, page, found = bytes.Cut(page, caller); !found {
					return
				}
				if call, page, found = bytes.Cut(page, []byte("</script>")); !found {
					return
				}
			}
			script = call
			data := argument(call)
			if data == nil {
				continue
			}
			text := array(data)
			if script = data[len(text):]; text == nil {
				script = nil // it cannot run
			}
			var value any
			if budget.Decode(text, &value) == nil && !yield(value) {
				return
			}
		}
	}
}

// maxArguments is how long what precedes the data in a call is. Pages have some forty bytes.
const maxArguments = 256

// argument returns what begins with the data of a call, given what follows its parenthesis; nil if the
// call has no data. Until 2020 the data was what a function returns.
func argument(call []byte) []byte {
	head := call[:min(len(call), maxArguments)]
	if !bytes.HasPrefix(bytes.TrimSpace(head), []byte("{")) {
		return nil
	}
	name := bytes.Index(head, []byte("data"))
	if name < 0 {
		return nil
	}
	colon := bytes.TrimLeft(head[name+len("data"):], "\"' \t\r\n")
	if !bytes.HasPrefix(colon, []byte(":")) {
		return nil
	}
	between, _, found := bytes.Cut(colon[1:], []byte("["))
	between = bytes.TrimSpace(between)
	if !found || len(between) > 0 && !bytes.HasPrefix(between, []byte("function")) {
		return nil
	}
	return call[bytes.IndexByte(call[name:], '[')+name:]
}

// array returns the array that a text begins with, nil if it does not end. It may be no JSON.
func array(text []byte) []byte {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '[', '{':
			depth++
		case ']', '}':
			if depth--; depth == 0 {
				return text[:i+1]
			}
		case '"':
			length := quoted(text[i+1:])
			if length < 0 {
				return nil
			}
			i += length
		}
	}
	return nil
}

// quoted returns the length of what a text has up to and with the quotation mark that is not escaped,
// -1 if it has none.
func quoted(text []byte) int {
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return -1
}

// field returns a field of a message, or of the message in that field, and so on; nil if there is
// none. Fields are numbered from 1.
func field(v any, path ...int) any {
	for _, n := range path {
		list, _ := v.([]any)
		if v = nil; len(list) == 0 {
			return nil
		}
		more, hasMore := list[len(list)-1].(map[string]any)
		if hasMore {
			list = list[:len(list)-1]
		}
		if n <= len(list) {
			v = list[n-1]
		}
		if v == nil && hasMore {
			v = more[strconv.Itoa(n)]
		}
	}
	return v
}

// elements returns the elements of a repeated field.
func elements(v any) []any {
	list, _ := v.([]any)
	return list
}

// text returns a field that is a text, in one line, without control and invisible characters and without those
// that would change the direction of what a page shows after it.
func text(v any, path ...int) string {
	s, _ := field(v, path...).(string)
	if len(s) > maxText {
		return ""
	}
	return storage.LineOf(strings.ReplaceAll(s, "\uFFFD", " "), maxText)
}

// number returns a field that is a whole number.
func number(v any, path ...int) (int64, bool) {
	f, ok := field(v, path...).(float64)
	if !ok || f != math.Trunc(f) || math.Abs(f) > 1<<53 {
		return 0, false
	}
	return int64(f), true
}

// flag returns a field that is 0 or 1, or false or true, which is the same in a message.
func flag(v any, path ...int) (bool, error) {
	if set, ok := field(v, path...).(bool); ok {
		return set, nil
	}
	n, ok := number(v, path...)
	if !ok || n < 0 || n > 1 {
		return false, fmt.Errorf("field %v is neither 0 nor 1", path)
	}
	return n == 1, nil
}
