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

// blocks yields the data of a page: the JSON that its scripts pass to AF_initDataCallback. What is
// not JSON, or nested too deep, is skipped. All of it together takes bounded memory.
func blocks(page []byte) iter.Seq[any] {
	return func(yield func(any) bool) {
		var budget jsonread.Budget
		for range maxBlocks {
			_, rest, found := bytes.Cut(page, []byte("AF_initDataCallback({"))
			if !found {
				return
			}
			call, after, ended := bytes.Cut(rest, []byte("</script>"))
			if page = after; !ended {
				return
			}
			_, data, hasData := bytes.Cut(call, []byte("data:"))
			end := bytes.LastIndex(data, []byte(", sideChannel:"))
			if end < 0 {
				end = bytes.LastIndexByte(data, '}')
			}
			if !hasData || end < 0 {
				continue
			}
			var value any
			if budget.Decode(data[:end], &value) == nil && !yield(value) {
				return
			}
		}
	}
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

// flag returns a field that is 0 or 1.
func flag(v any, path ...int) (bool, error) {
	n, ok := number(v, path...)
	if !ok || n < 0 || n > 1 {
		return false, fmt.Errorf("field %v is neither 0 nor 1", path)
	}
	return n == 1, nil
}
