package document

import (
	_ "embed"
	"encoding/json"
	"path"
	"reflect"
	"strings"
	"sync"
)

// commentsFile has the comments of structs and their fields, which the compiler drops. A
// test makes it of the source.
//
//go:embed comments.json
var commentsFile []byte

var comments = sync.OnceValue(func() map[string]map[string]string {
	var all map[string]map[string]string
	_ = json.Unmarshal(commentsFile, &all) // a test has read it
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
