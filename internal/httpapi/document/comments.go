package document

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"encoding/json"
	"path"
	"reflect"
	"strings"
	"sync"
)

// commentsFile has the comments of structs and their fields, which the compiler drops. A
// test makes it of the source. It is compressed because it is read once, if at all.
//
//go:embed comments.json.gz
var commentsFile []byte

var comments = sync.OnceValue(func() map[string]map[string]string {
	var all map[string]map[string]string
	if text, err := gzip.NewReader(bytes.NewReader(commentsFile)); err == nil {
		_ = json.NewDecoder(text).Decode(&all) // a test has read it
	}
	return all
})

// comment returns the comment of a struct type, or of one of its fields, as a description. The
// words for a field replace its comment.
func comment(of reflect.Type, field string) string {
	name, _, _ := strings.Cut(of.Name(), "[") // without type arguments
	if text := words()[path.Base(of.PkgPath())+"."+name+"."+field]; text != "" {
		return text
	}
	return comments()[of.PkgPath()+"."+name][field]
}
