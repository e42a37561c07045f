package changelog

import (
	"bytes"
	"encoding/json"
	"time"

	"github.com/privacylabels/auditor/storage"
)

// UnstableSpan is how long something that was unstable has to stay unchanged until it counts as
// stable again.
const UnstableSpan = 7 * 24 * time.Hour

// MarkUnstable returns the entry with the mark of a change of something that is unstable, of
// which users are not notified.
func MarkUnstable(e storage.Entry) storage.Entry {
	if Unstable(e) {
		return e
	}
	const mark = `{"unstable":true`
	rest := bytes.TrimSpace(e.More)
	rest = bytes.TrimSpace(bytes.TrimPrefix(rest, []byte("{")))
	if len(rest) == 0 || rest[0] == '}' {
		e.More = json.RawMessage(mark + "}")
	} else {
		e.More = append(json.RawMessage(mark+","), rest...)
	}
	return e
}

// Unstable reports whether an entry has the mark.
func Unstable(e storage.Entry) bool {
	var more struct {
		Unstable bool `json:"unstable"`
	}
	return len(e.More) > 0 && json.Unmarshal(e.More, &more) == nil && more.Unstable
}
