package pdftext_test

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/internal/pdftext"
)

// show is the content of a page that shows "text" and does something else then.
const show = "BT /F1 10 Tf (text) Tj "

// blocks compresses data into blocks of a few bytes, each with codes of its own.
func blocks(t *testing.T, data string, size int) string {
	t.Helper()
	b := bytes.NewBufferString("\x78\x9c")
	w, err := flate.NewWriter(b, flate.HuffmanOnly)
	for err == nil && len(data) > 0 {
		n := min(size, len(data))
		if _, err = w.Write([]byte(data[:n])); err == nil {
			err = w.Flush()
		}
		data = data[n:]
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// Eight blocks each that hold nothing but the tables of their codes: as short as tables can be,
// and with as many second tables as there can be, which take longest for each byte.
const (
	shortTables = "BODbkiRJkizL/v9fIyIA35YkSZJkWfb//xoRAfi2JEmSJMuy///XiAjAtyVJkiRZlv3/v0ZEAL4tSZIkybLs//81IgLwbUmSJEmWZf//rxERgG9LkiRJ" +
		"siz7/3+NiAB8W5IkSZJl2f//a0Q="
	manyTables = "7OADtDXWti3cxrZt27Zt27Zt27Zt27Zt20Ztfcy1z/3fi62vYgcfoK2xtm3hNrZt27Zt27Zt27Zt27Zt2zZq62Oufe7/Xmx9FTv4AG2NtW0Lt7Ft27Zt" +
		"27Zt27Zt27Zt27ZRWx9z7XP/92Lrq9jBB2hrrG1buI1t27Zt27Zt27Zt27Zt27aN2vqYa5/7vxdbX8UOPkBbY23bwm1s27Zt27Zt27Zt27Zt27Zt1NbH" +
		"XPvc/73Y+ip28AHaGmvbFm5j27Zt27Zt27Zt27Zt27Zto7Y+5trn/u/F1lexgw/Q1ljbtnAb27Zt27Zt27Zt27Zt27ZtG7X1Mdc+938vtr6KHXyAtsba" +
		"toXb2LZt27Zt27Zt27Zt27Zt26itj7n2uf97sfVV"
)

// unpacked decodes base64.
func unpacked(t *testing.T, text string) string {
	t.Helper()
	data, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// What streams hold, and how often.
func TestExtract_streams(t *testing.T) {
	skipTable(t)
	bomb := show + strings.Repeat(" ", 16<<20)
	filters := func(names ...string) string { return "/Filter [/" + strings.Join(names, " /") + "]" }
	contents := func(dict, data string) []byte { return parts{contents: streamOf(dict, data)}.file() }
	again := func(n int, stream string) []byte {
		return parts{page: "<< /Contents [4 0 R " + strings.Repeat("9 0 R ", n) + "] /Resources << /Font << /F1 6 0 R >> >> >>", further: []string{stream}}.file()
	}
	skewed := show + strings.Repeat("% aaaaaaaabbbbccd e\n", 1<<18)
	for name, o := range map[string]outcome{
		"flate":                  {contents("/Filter /FlateDecode", deflated(t, bomb, 1)), nil, "text"},
		"flate twice":            {contents(filters("FlateDecode", "FlateDecode"), deflated(t, bomb, 2)), nil, "text"},
		"flate four times":       {contents(filters("FlateDecode", "FlateDecode", "FlateDecode", "FlateDecode"), deflated(t, bomb, 4)), nil, "text"},
		"flate five times":       {contents(filters("FlateDecode", "FlateDecode", "FlateDecode", "FlateDecode", "FlateDecode"), deflated(t, bomb, 5)), pdftext.ErrMalformed, ""},
		"small blocks":           {contents("/Filter /FlateDecode", blocks(t, skewed, 60)), nil, "text"},
		"empty stored blocks":    {contents("/Filter /FlateDecode", "\x78\x9c"+strings.Repeat("\x00\x00\x00\xff\xff", 1<<20)+"\x03\x00"), nil, ""},
		"empty fixed blocks":     {contents("/Filter /FlateDecode", "\x78\x9c"+strings.Repeat("\x02\x08\x20\x80\x00", 1<<20)), pdftext.ErrMalformed, ""},
		"short tables":           {contents("/Filter /FlateDecode", "\x78\x9c"+strings.Repeat(unpacked(t, shortTables), 50_000)), pdftext.ErrMalformed, ""},
		"many tables":            {contents("/Filter /FlateDecode", "\x78\x9c"+strings.Repeat(unpacked(t, manyTables), 18_000)), pdftext.ErrMalformed, ""},
		"many tables, again":     {again(3, streamOf("/Filter /FlateDecode", "\x78\x9c"+strings.Repeat(unpacked(t, manyTables), 9000))), pdftext.ErrLimit, ""},
		"a chain of all":         {contents(filters("ASCIIHexDecode", "RunLengthDecode", "ASCII85Decode", "FlateDecode"), fmt.Sprintf("%x", runs(base85(deflated(t, bomb, 1))))), nil, "text"},
		"run lengths":            {contents("/Filter /RunLengthDecode", strings.Repeat("\x81 ", 5<<19)), nil, ""},
		"run lengths that end":   {contents("/Filter /RunLengthDecode", "\x7ftext"), nil, ""},
		"zeros in base 85":       {contents("/Filter /ASCII85Decode", strings.Repeat("z", 5<<20)), nil, ""},
		"zeros in zeros":         {contents(filters("ASCII85Decode", "RunLengthDecode"), strings.Repeat("z", 5<<20)), nil, ""},
		"hexadecimal":            {contents("/Filter /ASCIIHexDecode", strings.Repeat("20", 5<<19)), nil, ""},
		"LZW":                    {contents("/Filter /LZWDecode", lzwBomb(1<<20)), nil, ""},
		"LZW twice":              {contents(filters("LZWDecode", "LZWDecode"), lzwBomb(1<<20)), nil, ""},
		"LZW of nothing":         {contents("/Filter /LZWDecode", strings.Repeat("\x80\x40\x20\x10\x08\x04\x02\x01\x00", 1<<19)), nil, ""},
		"LZW of the unknown":     {contents("/Filter /LZWDecode", "\xff\xff\xff\xff"), pdftext.ErrMalformed, ""},
		"an unknown filter":      {contents("/Filter /Unknown", "x"), pdftext.ErrMalformed, ""},
		"a picture":              {contents("/Filter /DCTDecode", "x"), pdftext.ErrMalformed, ""},
		"a filter of itself":     {contents("/Filter 4 0 R", "x"), pdftext.ErrMalformed, ""},
		"filters in filters":     {contents("/Filter [[[[/FlateDecode]]]]", "x"), pdftext.ErrMalformed, ""},
		"filters without end":    {contents("/Filter ["+strings.Repeat("/FlateDecode ", 1<<18)+"]", "x"), pdftext.ErrMalformed, ""},
		"filters in circles":     {append(contents("/Filter 9 0 R", "x"), "9 0 obj [9 0 R] endobj"...), pdftext.ErrMalformed, ""},
		"parameters of itself":   {contents("/Filter /FlateDecode /DecodeParms 4 0 R", deflated(t, show, 1)), nil, "text"},
		"parameters without end": {contents("/Filter /FlateDecode /DecodeParms ["+strings.Repeat("<<>> ", 1<<18)+"]", deflated(t, show, 1)), nil, "text"},
		"a file in a stream":     {contents("/F (/etc/passwd) /FFilter /FlateDecode", show), nil, "text"},

		"the same stream":            {again(1<<18, streamOf("", "")), nil, "text"},
		"the same compressed stream": {again(100_000, flateOf(t, "", "")), nil, "text"},
		"the same broken stream":     {again(100_000, streamOf("/Filter /FlateDecode", "x")), nil, "text"},
		"the same broken streams":    {again(500_000, streamOf("/Filter /FlateDecode", "x")), pdftext.ErrLimit, ""},
		"the same bomb of nothing":   {again(1000, streamOf("/Filter /FlateDecode", "\x78\x9c"+strings.Repeat("\x00\x00\x00\xff\xff", 1<<16))), pdftext.ErrLimit, ""},
		"the same bomb of bombs":     {again(1000, streamOf(filters("FlateDecode", "FlateDecode"), deflated(t, deflated(t, "", 1)+strings.Repeat(" ", 12<<20), 1))), pdftext.ErrLimit, ""},
		"the same unused data":       {again(1000, streamOf("/Filter /FlateDecode", deflated(t, "", 1)+strings.Repeat("x", 1<<20))), pdftext.ErrLimit, ""},
		"contents in contents":       {replaced(t, again(1, "[9 0 R 9 0 R 4 0 R]"), "[4 0 R", "[9 0 R 4 0 R"), nil, "text"},
	} {
		t.Run(name, func(t *testing.T) { check(t, o) })
	}
}

// base85 encodes data in ASCII base 85.
func base85(data string) string {
	var b strings.Builder
	for len(data) > 0 {
		n := min(4, len(data))
		var group [4]byte
		copy(group[:], data[:n])
		value := uint32(group[0])<<24 | uint32(group[1])<<16 | uint32(group[2])<<8 | uint32(group[3])
		var digits [5]byte
		for i := 4; i >= 0; i-- {
			digits[i] = byte(value%85) + '!'
			value /= 85
		}
		b.Write(digits[:n+1])
		data = data[n:]
	}
	return b.String() + "~>"
}

// runs encodes data in runs that are copied.
func runs(data string) string {
	var b strings.Builder
	for len(data) > 0 {
		n := min(128, len(data))
		b.WriteByte(byte(n - 1))
		b.WriteString(data[:n])
		data = data[n:]
	}
	return b.String() + "\x80"
}

// lzwBomb writes codes of 12 bits, of which each stands for one byte more than the
// one before.
func lzwBomb(codes int) string {
	var out []byte
	bits, count := 0, 0
	put := func(code, width int) {
		bits, count = bits<<width|code, count+width
		for ; count >= 8; count -= 8 {
			out = append(out, byte(bits>>(count-8)))
		}
		bits &= 1<<count - 1
	}
	put(256, 9)
	put(' ', 9)
	for i := range codes {
		next := min(258+i, 4095)
		width := 9
		for width < 12 && next+1 >= 1<<width {
			width++
		}
		put(next, width)
	}
	return string(out)
}
