package pdftext_test

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/pdftext"
)

// trueType is a font to embed: from codes to shapes, by the platform and the encoding of the map, and the names of
// the shapes.
type trueType struct {
	maps  map[[2]uint16]map[uint16]uint16
	names []string
}

// segments writes a map with a segment for each code.
func segments(codes map[uint16]uint16) []byte {
	all := slices.Sorted(func(yield func(uint16) bool) {
		for code := range codes {
			if !yield(code) {
				return
			}
		}
	})
	var ends, starts, deltas, offsets []byte
	for _, code := range append(all, 0xffff) {
		ends, starts = binary.BigEndian.AppendUint16(ends, code), binary.BigEndian.AppendUint16(starts, code)
		deltas = binary.BigEndian.AppendUint16(deltas, codes[code]-code)
		offsets = binary.BigEndian.AppendUint16(offsets, 0)
	}
	table := binary.BigEndian.AppendUint16(nil, 4)
	for _, n := range []int{16 + 4*len(ends), 0, len(ends), 0, 0, 0} {
		table = binary.BigEndian.AppendUint16(table, uint16(n))
	}
	return slices.Concat(table, ends, []byte{0, 0}, starts, deltas, offsets)
}

// file writes the font.
func (f trueType) file() string {
	cmap := binary.BigEndian.AppendUint16([]byte{0, 0}, uint16(len(f.maps)))
	var subtables []byte
	for _, is := range slices.SortedFunc(func(yield func([2]uint16) bool) {
		for is := range f.maps {
			if !yield(is) {
				return
			}
		}
	}, func(a, b [2]uint16) int { return slices.Compare(a[:], b[:]) }) {
		cmap = binary.BigEndian.AppendUint16(binary.BigEndian.AppendUint16(cmap, is[0]), is[1])
		cmap = binary.BigEndian.AppendUint32(cmap, uint32(4+8*len(f.maps)+len(subtables)))
		subtables = append(subtables, segments(f.maps[is])...)
	}
	cmap = append(cmap, subtables...)
	post := make([]byte, 32)
	binary.BigEndian.PutUint32(post, 0x00030000)
	if f.names != nil {
		binary.BigEndian.PutUint32(post, 0x00020000)
		post = binary.BigEndian.AppendUint16(post, uint16(len(f.names)))
		own := ""
		for i, name := range f.names {
			post = binary.BigEndian.AppendUint16(post, uint16(258+i))
			own += string(rune(len(name))) + name
		}
		post = append(post, own...)
	}
	font := []byte{0, 1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0}
	at := len(font) + 2*16
	for tag, table := range map[string][]byte{"cmap": cmap, "post": post} {
		font = append(append(font, tag...), 0, 0, 0, 0)
		font = binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(font, uint32(at)), uint32(len(table)))
		at += len(cmap)
		if tag == "post" {
			at += len(post) - len(cmap)
		}
	}
	if string(font[12:16]) == "cmap" {
		return string(font) + string(cmap) + string(post)
	}
	return string(font) + string(post) + string(cmap)
}

// symbolFont is a plain font without an encoding that is embedded as object 9.
const symbolFont = "<< /Type /Font /Subtype /TrueType /FontDescriptor << /Flags 4 /FontFile2 9 0 R >> >>"

// said is a text that a font without a known encoding shows.
const said = "This notice tells what we do with your data. We never sell it, and we keep it for a year."

// inOrder returns codes for a text and which letter each of them is, in the order of the text.
func inOrder(text string, first uint16) (codes string, letters map[uint16]rune) {
	letters = make(map[uint16]rune)
	known := make(map[rune]uint16)
	for _, r := range text {
		if known[r] == 0 {
			known[r] = first + uint16(len(known))
			letters[known[r]] = r
		}
		codes += fmt.Sprintf("%02x", known[r])
	}
	return codes, letters
}

// The letters of an embedded font without an encoding are those that its own tables name. If they name none, its
// codes are read as they are if that is a text, and otherwise not at all.
func TestExtract_symbolic(t *testing.T) {
	t.Parallel()
	codes, letters := inOrder(said, 1)
	shapes, symbols, mac, unicodes := make([]string, 1, 100), make(map[uint16]uint16), make(map[uint16]uint16), make(map[uint16]uint16)
	shapes[0] = ".notdef"
	for code := uint16(1); code <= uint16(len(letters)); code++ {
		shape := uint16(len(shapes))
		shapes = append(shapes, fmt.Sprintf("uni%04X", letters[code]))
		symbols[0xf000+code], mac[code], unicodes[uint16(letters[code])] = shape, shape, shape
	}
	plainly := make(map[uint16]uint16)
	for code := uint16(0x20); code < 0x7f; code++ {
		plainly[0xf000+code] = code
	}
	shifted := ""
	for _, c := range []byte(said) {
		shifted += fmt.Sprintf("%02x", c+1)
	}
	type maps = map[[2]uint16]map[uint16]uint16
	symbol, macintosh, letter := [2]uint16{3, 0}, [2]uint16{1, 0}, [2]uint16{3, 1}
	for name, tt := range map[string]struct {
		font        trueType
		plain, text string
		want        string
		err         error
	}{
		"names of shapes":          {trueType{maps{symbol: symbols}, shapes}, symbolFont, codes, said, nil},
		"a map of Unicode":         {trueType{maps{symbol: symbols, letter: unicodes}, nil}, symbolFont, codes, said, nil},
		"codes of the Macintosh":   {trueType{maps{macintosh: mac}, shapes}, symbolFont, codes, said, nil},
		"no names, but a text":     {trueType{maps{symbol: plainly}, nil}, symbolFont, fmt.Sprintf("%x", said), said, nil},
		"no names":                 {trueType{maps{symbol: symbols}, nil}, symbolFont, codes, "", pdftext.ErrUnknown},
		"no names, and no map":     {trueType{}, symbolFont, codes, "", pdftext.ErrUnknown},
		"no names, letters":        {trueType{maps{symbol: plainly}, nil}, symbolFont, shifted, "", pdftext.ErrUnknown},
		"no font in the file":      {trueType{}, "<< /Type /Font /FontDescriptor << /Flags 4 >> >>", codes, "", pdftext.ErrUnknown},
		"an encoding":              {trueType{maps{symbol: symbols}, shapes}, strings.Replace(symbolFont, "/Flags", "/X 1 >> /Encoding /WinAnsiEncoding /FontDescriptor << /Flags", 1), fmt.Sprintf("%x", said), said, nil},
		"letters for private use":  {trueType{}, "<< /Type /Font /ToUnicode 10 0 R >>", codes, "", pdftext.ErrUnknown},
		"not a symbol font":        {trueType{}, "<< /Type /Font /FontDescriptor << /Flags 32 >> >>", fmt.Sprintf("%x", said), said, nil},
		"a font that is damaged":   {trueType{}, strings.Replace(symbolFont, "9 0 R", "11 0 R", 1), codes, "", pdftext.ErrUnknown},
		"a few shapes of no names": {trueType{maps{symbol: symbols}, nil}, symbolFont, codes[:8], "\x01\x02\x03\x04", nil},
	} {
		got, err := pdftext.Extract(t.Context(), parts{
			contents: streamOf("", "BT /F1 10 Tf <"+tt.text+"> Tj ET"), plain: tt.plain,
			further: []string{
				flateOf(t, "", tt.font.file()), streamOf("", "1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfrange <00> <ff> <f000> endbfrange"), streamOf("", "\x00\x01\x00\x00\xff\xff"),
			},
		}.file())
		if diff := cmp.Diff(tt.want, got.Text); diff != "" || !errors.Is(err, tt.err) {
			t.Errorf("%s: %v, want %v (-want +got):\n%s", name, err, tt.err, diff)
		}
	}
}

// A font without known letters among others does not make a text of them.
func TestExtract_symbolicAmongOthers(t *testing.T) {
	t.Parallel()
	codes, _ := inOrder(said, 33)
	got, err := pdftext.Extract(t.Context(), parts{
		contents: streamOf("", "BT /F1 10 Tf <"+codes+"> Tj /F3 10 Tf 0 -40 Td ("+said+" "+said+") Tj ET"),
		page:     "<< /Type /Page /Contents 4 0 R /Resources << /Font << /F1 6 0 R /F3 9 0 R >> >> >>",
		plain:    "<< /Type /Font /FontDescriptor << /Flags 4 >> >>",
		further:  []string{"<< /Type /Font /Encoding /WinAnsiEncoding >>"},
	}.file())
	want := strings.Repeat("\ufffd", len(said)) + "\n\n" + said + " " + said
	if diff := cmp.Diff(want, got.Text); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}

// The numbers of the shapes of a composite font are read with its map from Unicode.
func TestExtract_shapes(t *testing.T) {
	t.Parallel()
	unicodes, codes := make(map[uint16]uint16), ""
	for i, r := range said {
		if unicodes[uint16(r)] == 0 {
			unicodes[uint16(r)] = uint16(i + 300)
		}
		codes += fmt.Sprintf("%04x", unicodes[uint16(r)])
	}
	for to, err := range map[string]error{"": nil, "/CIDToGIDMap /Identity": nil, "/CIDToGIDMap 10 0 R": pdftext.ErrUnknown} {
		want := said
		if err != nil {
			want = ""
		}
		got, failed := pdftext.Extract(t.Context(), parts{
			contents: streamOf("", "BT /F2 10 Tf <"+codes+"> Tj ET"),
			wide:     "<< /Type /Font /Subtype /Type0 /Encoding /Identity-H /DescendantFonts [<< /DW 600 " + to + " /FontDescriptor << /Flags 4 /FontFile2 9 0 R >> >>] >>",
			further:  []string{flateOf(t, "", trueType{maps: map[[2]uint16]map[uint16]uint16{{3, 1}: unicodes}}.file()), streamOf("", "\x00\x00\x00\x01")},
		}.file())
		if diff := cmp.Diff(want, got.Text); diff != "" || !errors.Is(failed, err) {
			t.Errorf("%s: %v, want %v (-want +got):\n%s", to, failed, err, diff)
		}
	}
}

// What embedded fonts say of themselves, any number of them.
func TestExtract_embedded(t *testing.T) {
	long := func(numbers ...uint32) (text string) {
		for _, n := range numbers {
			text += string([]byte{byte(n >> 24), byte(n >> 16), byte(n >> 8), byte(n)})
		}
		return text
	}
	font := func(tables string) string { return "\x00\x01\x00\x00\x00\x02\x00\x00\x00\x00\x00\x00" + tables }
	cmap := func(subtable string) string {
		return font("cmap" + long(0, 44, 0) + "post" + long(0, 0, 0) + "\x00\x00\x00\x02\x00\x03\x00\x00" + long(20) + "\x00\x03\x00\x01" + long(20) + subtable)
	}
	segment := strings.Repeat("\xff\xfe", 16<<10) + "\x00\x00" + strings.Repeat("\x00\x00", 16<<10)
	away := strings.Repeat("\xff\xfe", 16<<10) + "\x00\x00" + strings.Repeat("\x00\x00", 32<<10) + strings.Repeat("\x7f\xff", 16<<10)
	for name, program := range map[string]string{
		"nothing":             "",
		"segments far away":   cmap("\x00\x04\x00\x00\x00\x00\x80\x00\x00\x00\x00\x00\x00\x00" + away),
		"tables without end":  "\x00\x01\x00\x00\xff\xff" + strings.Repeat("cmap", 1<<18),
		"tables of itself":    font("cmap" + long(0, 0, 1<<31-1) + "post" + long(0, 0, 0)),
		"tables far away":     font("cmap" + long(0, 1<<31-1, 1<<31-1) + "post" + long(0, 1<<32-1, 1<<32-1)),
		"groups":              cmap("\x00\x0c\x00\x00" + long(0, 0, 1<<31-1) + strings.Repeat(long(0, 1<<31-1, 0), 1<<15)),
		"groups backwards":    cmap("\x00\x0c\x00\x00" + long(0, 0, 1<<31-1) + strings.Repeat(long(9, 0, 0), 1<<15)),
		"segments":            cmap("\x00\x04\x00\x00\x00\x00\x80\x00\x00\x00\x00\x00\x00\x00" + segment + segment),
		"a list of shapes":    cmap("\x00\x06\x00\x00\x00\x00\xff\xff\xff\xff" + strings.Repeat("\xff\xff", 1<<16)),
		"a list of bytes":     cmap("\x00\x00\x00\x00\x00\x00\x01\x02"),
		"names without end":   font("cmap" + long(0, 0, 0) + "post" + long(0, 44, 0) + long(0x20000, 0, 0, 0, 0, 0, 0, 0) + "\xff\xff" + strings.Repeat("\xff\xfe", 1<<16) + strings.Repeat("\x01a", 1<<17)),
		"names of no letters": font("cmap" + long(0, 0, 0) + "post" + long(0, 44, 0) + long(0x20000, 0, 0, 0, 0, 0, 0, 0) + "\xff\xff" + strings.Repeat("\x00", 1<<18)),
	} {
		t.Run(name, func(t *testing.T) {
			for _, wide := range []string{"", "/DescendantFonts [<< /FontDescriptor << /FontFile2 8 0 R >> >>] /Encoding /Identity-H"} {
				page := "<< /Contents 4 0 R /Resources << /Font << /F1 6 0 R " + numbered("/X%[1]d %[1]d 0 R ", 9, 500) + " >> >> >>"
				file := parts{
					page: page, contents: flateOf(t, "", show+numbered("/X%d 1 Tf (a) Tj ", 9, 500)), table: flateOf(t, "", program),
					further: slices.Repeat([]string{"<< /Type /Font /FontDescriptor << /Flags 4 /FontFile2 8 0 R >> " + wide + " >>"}, 500),
				}.file()
				if doc, err := extractBounded(t, file); err == nil && !strings.HasPrefix(doc.Text, "text") || err != nil && !errors.Is(err, pdftext.ErrLimit) && !errors.Is(err, pdftext.ErrUnknown) {
					t.Errorf("%.60q, error %v", doc.Text, err)
				}
			}
		})
	}
}
