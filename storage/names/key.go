package names

import (
	"bytes"
	"strings"
	"sync"
	"unicode/utf8"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"

	"github.com/privacylabels/auditor/storage"
)

func init() { storage.RegisterNames(storage.NameRules{Key: keys.of, Fold: Fold}) }

// The limits of a key, so that an index of a database can have it.
const (
	maxCollated = 64  // characters
	maxWeights  = 400 // bytes
	maxName     = 512 // bytes
)

// The weights that most characters have.
const (
	noAccent    = "\x00\x20"
	noDifferent = "\x02"
)

// collators are in use by one goroutine at a time.
var collators = sync.Pool{New: func() any {
	return &collator{collate.New(language.Und), collate.New(language.Und, collate.Loose), new(collate.Buffer)}
}}

type collator struct {
	all     *collate.Collator
	letters *collate.Collator // its keys are the first part of those of the other one
	buffer  *collate.Buffer
}

// Key returns the key of a name: the weights of its characters in the collation, and the name.
func Key(name string) string {
	c := collators.Get().(*collator)
	defer collators.Put(c)
	defer c.buffer.Reset()
	letters := prefix(name)
	whole := c.all.KeyFromString(c.buffer, letters)
	primary := c.letters.KeyFromString(c.buffer, letters)

	// The weights of accents, two bytes each, follow those of letters, and then one byte each
	// for further differences. What most characters have is left out at the end of either.
	rest, _ := bytes.CutPrefix(whole[len(primary):], []byte("\x00\x00"))
	n := 0
	for n+1 < len(rest) && (rest[n] != 0 || rest[n+1] != 0) {
		n += 2
	}
	accents, others := rest[:n], bytes.TrimPrefix(rest[n:], []byte("\x00\x00"))
	for bytes.HasSuffix(accents, []byte(noAccent)) {
		accents = accents[:len(accents)-len(noAccent)]
	}
	others = bytes.TrimRight(others, noDifferent)

	weights := append(bytes.Clone(primary), 0, 0)
	weights = append(append(weights, accents...), 0, 0)
	weights = append(weights, others...)
	weights = weights[:min(len(weights), maxWeights)]
	return string(weights) + "\x00" + name[:min(len(name), maxName)]
}

// prefix returns the first characters of a name.
func prefix(name string) string {
	if len(name) <= maxCollated {
		return name
	}
	n := 0
	for i := range name {
		if n++; n > maxCollated {
			return name[:i]
		}
	}
	return name
}

// memo remembers the keys of some names: a store that sorts in memory needs each many times.
type memo struct {
	mu   sync.Mutex
	keys map[string]string
}

var keys memo

const maxRemembered = 4096

func (m *memo) of(name string) string {
	m.mu.Lock()
	key, known := m.keys[name]
	m.mu.Unlock()
	if known {
		return key
	}
	key = Key(name)
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.keys == nil || len(m.keys) >= maxRemembered {
		m.keys = make(map[string]string)
	}
	m.keys[strings.Clone(name)] = key
	return key
}

// maxFolded is the length of the longest folded text, in bytes. The texts of an app are
// shorter, unless they are made of characters that stand for many.
const maxFolded = 1200

// cut returns the whole characters in the first bytes of a text.
func cut(text string) string {
	if len(text) <= maxFolded {
		return text
	}
	n := maxFolded
	for n > 0 && !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:n]
}
