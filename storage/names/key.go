package names

import (
	"strings"
	"sync"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/privacylabels/auditor/storage"
)

func init() { storage.RegisterNames(storage.NameRules{Key: keys.of, Fold: Fold}) }

// The limits of a key, so that an index of a database can have it.
const (
	maxCollated = 64  // characters
	maxWeights  = 400 // bytes
	maxName     = 512 // bytes
)

// Weights that most characters have.
const (
	defaultSecondary = 0x20
	defaultTertiary  = 0x02
)

// A letter without an entry in the table comes after all others, in the order of code points.
const unlisted = 0x50000

// maxTertiary is the weight of what follows the first two elements of a variant.
const maxTertiary = 0x1f

// Key returns the key of a name: the weights of its characters in the collation, and the name.
// The weights of accents, two bytes each, follow those of letters, and then one byte each for
// further differences. What most characters have is left out at the end of either.
func Key(name string) string {
	var letters, accents, others [2 * maxCollated]byte // room for most names
	k := key{weights(), letters[:0], accents[:0], others[:0]}
	k.addText(norm.NFC.String(prefix(name)))

	for n := len(k.accents); n > 0 && k.accents[n-1] == defaultSecondary && k.accents[n-2] == 0; n -= 2 {
		k.accents = k.accents[:n-2]
	}
	for n := len(k.others); n > 0 && k.others[n-1] == defaultTertiary; n-- {
		k.others = k.others[:n-1]
	}
	all := make([]byte, 0, min(len(k.letters)+len(k.accents)+len(k.others)+4, maxWeights)+1+len(name))
	all = append(append(all, k.letters...), 0, 0)
	all = append(append(all, k.accents...), 0, 0)
	all = append(all, k.others...)
	all = append(all[:min(len(all), maxWeights)], 0)
	return string(append(all, name[:min(len(name), maxName)]...))
}

// A key is put together of the weights of each level.
type key struct {
	table                    *table
	letters, accents, others []byte
}

// addText adds the characters of a text in NFC, or of a decomposition: some that another text spells as a letter and
// an accent, such as й, have a weight of their own.
func (k *key) addText(text string) {
	for len(text) > 0 {
		r, size := utf8.DecodeRuneInString(text)
		if r == utf8.RuneError && size == 1 {
			k.add(element{unlisted + utf8.RuneError, defaultSecondary, defaultTertiary})
			text = text[1:]
			continue
		}
		switch next, more := utf8.DecodeRuneInString(text[size:]); {
		case r == 'l' && next == '·': // as in Catalan
			r, size = 'ŀ', size+more
		case r == 'L' && next == '·':
			r, size = 'Ŀ', size+more
		case precedes(r, next):
			k.addListed(next)
			size += more
		}
		if !k.addListed(r) {
			size = k.addUnlisted(text)
		}
		text = text[size:]
	}
}

// precedes reports whether a vowel is written before the consonant that it is spoken after, as
// in Thai, Lao and Tai Viet. Such names are ordered as they are spoken.
func precedes(vowel, consonant rune) bool {
	switch {
	case 'เ' <= vowel && vowel <= 'ไ':
		return 'ก' <= consonant && consonant <= 'ฮ'
	case 'ເ' <= vowel && vowel <= 'ໄ':
		return 'ກ' <= consonant && consonant <= 'ຮ' || consonant == 'ໜ' || consonant == 'ໝ'
	case 'ꪵ' <= vowel && vowel <= 'ꪼ':
		return 'ꪀ' <= consonant && consonant <= 'ꪯ' && vowel != 'ꪷ' && vowel != 'ꪸ' && vowel != 'ꪺ'
	}
	return false
}

// addListed adds a character by its entry in the table, and reports whether there is one.
func (k *key) addListed(r rune) bool {
	found, ok := k.table.find(r)
	switch {
	case !ok:
		return false
	case found.variant:
		k.addVariant(r, k.table.elements[found.elements:])
		return true
	}
	more := int(r-found.first) * int(found.step)
	for _, e := range k.table.elements[found.elements:][:found.n] {
		if e.primary > 0 {
			e.primary += uint32(more)
		} else {
			e.secondary += uint16(more)
		}
		k.add(e)
	}
	return true
}

// addUnlisted adds the first character of a text, which has no entry in the table, and returns the
// length of what it has added. If the character is composed, that includes the accents after it:
// among them are those that come before its own.
func (k *key) addUnlisted(text string) int {
	r, size := utf8.DecodeRuneInString(text)
	if norm.NFD.IsNormalString(text[:size]) {
		k.add(element{unlisted + uint32(r), defaultSecondary, defaultTertiary})
		return size
	}
	for size < len(text) {
		p := norm.NFC.PropertiesString(text[size:])
		if p.CCC() == 0 {
			break
		}
		size += p.Size()
	}
	for _, part := range norm.NFD.String(text[:size]) {
		if !k.addListed(part) {
			k.add(element{unlisted + uint32(part), defaultSecondary, defaultTertiary})
		}
	}
	return size
}

// addVariant adds what a character stands for, with other tertiary weights: those of the first two
// elements, and the highest for the rest.
func (k *key) addVariant(r rune, first []element) {
	n := len(k.others)
	k.addText(norm.NFKD.String(string(r)))
	for i := range k.others[n:] {
		k.others[n+i] = maxTertiary
		if i < 2 {
			k.others[n+i] = first[i].tertiary
		}
	}
}

// add adds the weights of an element. A primary one is two bytes, or three of which the first is larger.
func (k *key) add(e element) {
	if e.primary > 0x7fff {
		k.letters = append(k.letters, byte(e.primary>>16)|0x80, byte(e.primary>>8), byte(e.primary))
	} else if e.primary > 0 {
		k.letters = append(k.letters, byte(e.primary>>8), byte(e.primary))
	}
	if e.secondary > 0 {
		k.accents = append(k.accents, byte(e.secondary>>8), byte(e.secondary))
	}
	k.others = append(k.others, e.tertiary)
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
