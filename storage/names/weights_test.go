package names_test

import (
	"bytes"
	"encoding/binary"
	"flag"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	gocmp "github.com/google/go-cmp/cmp"
	"golang.org/x/text/collate"
	"golang.org/x/text/language"
	"golang.org/x/text/unicode/norm"

	"github.com/privacylabels/auditor/storage/names"
)

var update = flag.Bool("update", false, "write weights.bin anew")

// TestWeights: weights.bin has the weights of the collation.
func TestWeights(t *testing.T) {
	t.Parallel()
	made := table(t, newOracle())
	if *update {
		if err := os.WriteFile("weights.bin", made, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	is, err := os.ReadFile("weights.bin")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(is, made) {
		t.Errorf("weights.bin has %d bytes and differs from the collation, whose table has %d: see -update", len(is), len(made))
	}
}

// An element has the weights that a key has of a character, or of a part of it.
type element struct{ primary, secondary, tertiary uint64 }

// An oracle gives the weights of texts in the collation.
type oracle struct {
	all, letters *collate.Collator
	buffer       collate.Buffer
}

func newOracle() *oracle {
	return &oracle{all: collate.New(language.Und), letters: collate.New(language.Und, collate.Loose)}
}

// levels returns the weights of letters, accents and further differences.
func (o *oracle) levels(text string) (letters, accents, others []byte) {
	defer o.buffer.Reset()
	letters = o.letters.KeyFromString(&o.buffer, text)
	rest := o.all.KeyFromString(&o.buffer, text)[len(letters)+2:]
	n := 0
	for rest[n] != 0 || rest[n+1] != 0 {
		n += 2
	}
	return bytes.Clone(letters), bytes.Clone(rest[:n]), bytes.Clone(rest[n+2:])
}

// elements returns the weights of a text. An element has a primary weight if its secondary one
// is the common one. The first elements of a few ligatures of Arabic have only a tertiary one.
func (o *oracle) elements(t *testing.T, text string) []element {
	letters, accents, others := o.levels(text)
	all := make([]element, len(others))
	without := len(others) - len(accents)/2
	for i := range all {
		all[i].tertiary = uint64(others[i])
		if i < without {
			continue
		}
		all[i].secondary = uint64(binary.BigEndian.Uint16(accents[2*(i-without):]))
		if all[i].secondary != 0x20 {
			continue
		}
		n := 2
		if letters[0] >= 0x80 {
			n = 3
		}
		for _, b := range letters[:n] {
			all[i].primary = all[i].primary<<8 | uint64(b)
		}
		all[i].primary &= 0x7fffff
		letters = letters[n:]
	}
	if len(letters) > 0 {
		t.Fatalf("%+q has more primary weights than elements", text)
	}
	return all
}

// run is what the table says about successive characters.
type run struct {
	first, last rune
	step        uint64
	variant     bool
	elements    []element
}

// table returns what weights.bin should be.
func table(t *testing.T, o *oracle) []byte {
	var runs []run
	for r := range unicode.MaxRune + 1 {
		if !utf8.ValidRune(r) {
			continue
		}
		is, ok := o.entry(t, r)
		if !ok {
			continue
		}
		if len(runs) > 0 && runs[len(runs)-1].take(is) {
			continue
		}
		runs = append(runs, is)
	}
	var b []byte
	end, primary := rune(0), uint64(0)
	for _, r := range runs {
		b = binary.AppendUvarint(b, uint64(r.first-end))
		end = r.last + 1
		length := uint64(end - r.first)
		if r.variant {
			b = binary.AppendUvarint(b, 2*length+1)
			b = binary.AppendUvarint(b, r.elements[0].tertiary)
			b = binary.AppendUvarint(b, r.elements[1].tertiary)
			continue
		}
		b = binary.AppendUvarint(b, 2*length)
		b = binary.AppendUvarint(b, uint64(len(r.elements)))
		for _, e := range r.elements {
			b = binary.AppendUvarint(b, e.tertiary)
			b = binary.AppendUvarint(b, e.secondary)
			if e.secondary == 0x20 {
				b = binary.AppendVarint(b, int64(e.primary)-int64(primary))
				primary = e.primary
			}
		}
		if r.last > r.first {
			b = binary.AppendUvarint(b, r.step)
		}
	}
	return b
}

// entry returns what the table says about a character, if its weights do not follow from what it is composed of.
func (o *oracle) entry(t *testing.T, r rune) (run, bool) {
	text := string(r)
	is := o.elements(t, text)
	var parts []element
	if nfd := norm.NFD.String(text); nfd == text {
		parts = []element{{0x50000 + uint64(r), 0x20, 0x02}}
	} else {
		for _, part := range nfd {
			parts = append(parts, o.elements(t, string(part))...)
		}
	}
	if slices.Equal(is, parts) {
		return run{}, false
	}
	found := run{first: r, last: r, elements: is}
	if nfkd := norm.NFKD.String(text); nfkd != norm.NFD.String(text) {
		if variant := o.variant(t, nfkd, is); variant != nil {
			found.variant, found.elements = true, variant
		}
	}
	return found, true
}

// variant returns the tertiary weights of the first two elements, if those of further ones are as
// high as possible and the other weights are those of the decomposition.
func (o *oracle) variant(t *testing.T, nfkd string, is []element) []element {
	var parts []element
	for _, part := range nfkd {
		parts = append(parts, o.elements(t, string(part))...)
	}
	if len(parts) != len(is) {
		return nil
	}
	tertiary := make([]element, 2)
	for i := range is {
		if i < 2 {
			tertiary[i].tertiary = is[i].tertiary
		} else if is[i].tertiary != 0x1f {
			return nil
		}
		parts[i].tertiary = is[i].tertiary
	}
	if !slices.Equal(parts, is) {
		return nil
	}
	return tertiary
}

// take adds the next character to a run, if its weights follow from those of the run.
func (r *run) take(next run) bool {
	if next.first != r.last+1 || next.variant != r.variant || len(next.elements) != len(r.elements) {
		return false
	}
	length := uint64(next.first - r.first)
	step := r.step
	for i, e := range next.elements {
		first := r.elements[i]
		more := e.primary - first.primary
		if first.primary == 0 {
			more = e.secondary - first.secondary
		}
		if length == 1 && i == 0 {
			step = more
		}
		if more != step*length || step > 0xff {
			return false
		}
		first.primary, first.secondary = e.primary, e.secondary
		if (r.elements[i].primary == 0) != (e.primary == 0) || first != e || e.primary > 0 && e.secondary != r.elements[i].secondary {
			return false
		}
	}
	r.last, r.step = next.first, step
	return true
}

// key returns the key of a name as the collation has it.
func (o *oracle) key(name string) string {
	letters, accents, others := o.levels(name)
	for bytes.HasSuffix(accents, []byte{0, 0x20}) {
		accents = accents[:len(accents)-2]
	}
	others = bytes.TrimRight(others, "\x02")
	return string(letters) + "\x00\x00" + string(accents) + "\x00\x00" + string(others) + "\x00" + name
}

// TestKey_characters: each character has the key of the collation, but for five vowel signs of Tibetan that are
// written as two.
func TestKey_characters(t *testing.T) {
	t.Parallel()
	o := newOracle()
	var other []rune
	for r := range unicode.MaxRune + 1 {
		if utf8.ValidRune(r) && names.Key(string(r)) != o.key(string(r)) {
			other = append(other, r)
		}
	}
	if diff := gocmp.Diff([]rune{0xf73, 0xf75, 0xf76, 0xf78, 0xf81}, other); diff != "" {
		t.Errorf("characters with other keys (-want +got):\n%s", diff)
	}
}

// TestKey_scripts: words of each script have the keys of the collation, and the same weights when
// letters and accents are apart.
func TestKey_scripts(t *testing.T) {
	t.Parallel()
	for name, ranges := range map[string][]rune{
		"Latin":         {'A', 'Z', 'a', 'z', 0xa0, 0x24f, 0x1e00, 0x1eff, 0xb7, 0xb7},
		"Latin accents": {'a', 'z', 'A', 'Z', 0x300, 0x314, 0x323, 0x328},
		"Greek":         {0x386, 0x38a, 0x38e, 0x3a1, 0x3a3, 0x3ce, 0x1f00, 0x1f15, 0x1f20, 0x1f45},
		"Cyrillic":      {0x400, 0x482, 0x48a, 0x4ff, 0x306, 0x306, 0x308, 0x308},
		"Hebrew":        {0x5d0, 0x5ea, 0x5b0, 0x5b9, 0xfb1d, 0xfb1d, 0xfb2a, 0xfb36},
		"Arabic":        {0x621, 0x63a, 0x641, 0x652, 0x66e, 0x6d3, 0xfe80, 0xfefc},
		"Devanagari":    {0x901, 0x939, 0x93c, 0x94d, 0x958, 0x963},
		"Bengali":       {0x985, 0x98c, 0x993, 0x9a8, 0x9bc, 0x9bc, 0x9be, 0x9c4, 0x9c7, 0x9c8, 0x9cb, 0x9cd, 0x9d7, 0x9d7},
		"Tamil":         {0xb85, 0xb8a, 0xb92, 0xb95, 0xbae, 0xbb9, 0xbbe, 0xbc2, 0xbc6, 0xbc8, 0xbca, 0xbcd, 0xbd7, 0xbd7},
		"Thai":          {0xe01, 0xe3a, 0xe40, 0xe4c},
		"Lao":           {0xe94, 0xe97, 0xe99, 0xe9f, 0xeb0, 0xeb9, 0xec0, 0xec4, 0xec8, 0xecb, 0xedc, 0xedd},
		"Tai Viet":      {0xaa80, 0xaac2},
		"Hangul":        {0xac00, 0xd7a3, 0x1100, 0x1112, 0x1161, 0x1175, 0x3131, 0x318e},
		"Kana":          {0x3041, 0x3096, 0x3099, 0x309f, 0x30a1, 0x30fe, 0xff66, 0xff9f},
		"Han":           {0x4e00, 0x9fa5, 0x3400, 0x4db5, 0xf900, 0xfa6d, 0x20000, 0x2a6d6, 0x31c0, 0x31e3},
		"signs":         {0, 0xbf, 0x2000, 0x206f, 0x2070, 0x214f, 0x2190, 0x22ff, 0x2460, 0x24ff, 0x3200, 0x33ff, 0x1f300, 0x1f9ff},
		"others":        {0x531, 0x587, 0x10a0, 0x10ff, 0x1200, 0x135a, 0x1780, 0x17b3, 0x1820, 0x1877, 0x10000, 0x103ff},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := newOracle()
			r := rand.New(rand.NewPCG(1, 2))
			word := func() string {
				text := make([]rune, 1+r.IntN(7))
				for i := range text {
					n := 2 * r.IntN(len(ranges)/2)
					text[i] = ranges[n] + r.Int32N(ranges[n+1]-ranges[n]+1)
				}
				return string(text)
			}
			for range 5000 {
				text := word()
				key := names.Key(text)
				if want := o.key(text); key != want {
					t.Fatalf("%q (%+q) has the key\n%x, want\n%x", text, text, key, want)
				}
				apart := norm.NFD.String(text)
				if got, want := strings.TrimSuffix(names.Key(apart), apart), strings.TrimSuffix(key, text); got != want {
					t.Fatalf("%q (%+q) in parts has the weights\n%x, want\n%x", text, text, got, want)
				}
			}
		})
	}
}
