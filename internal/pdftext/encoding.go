package pdftext

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
)

// Single-byte encodings (ISO 32000-1, annex D).
var (
	winAnsi  = tableOf(charmap.Windows1252)
	macRoman = tableOf(charmap.Macintosh)
	pdfDoc   = with(tableOf(charmap.ISO8859_1), map[byte]string{
		0x00: "\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd\t\n\ufffd\ufffd\r\ufffd\ufffd",
		0x10: "\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd˘ˇˆ˙˝˛˚˜",
		0x7f: "\ufffd",
		0x80: "•†‡…—–ƒ⁄‹›−‰„“”‘’‚™ﬁﬂŁŒŠŸŽıłœšž\ufffd€",
		0xad: "\ufffd",
	})
	standard = with(ascii, map[byte]string{
		'\'': "’", '`': "‘",
		0xa1: "¡¢£⁄¥ƒ§¤'“«‹›ﬁﬂ", 0xb1: "–†‡·", 0xb6: "¶•‚„”»…‰", 0xbf: "¿", 0xc1: "`´ˆ˜¯˘˙¨", 0xca: "˚¸", 0xcd: "˝˛ˇ—",
		0xe1: "Æ", 0xe3: "ª", 0xe8: "ŁØŒº", 0xf1: "æ", 0xf5: "ı", 0xf8: "łøœß",
	})
	// ascii is used for unknown encodings: most are supersets of it.
	ascii = func() (t [256]rune) {
		for i := range t {
			if t[i] = rune(i); i > unicode.MaxASCII {
				t[i] = utf8.RuneError
			}
		}
		return t
	}()
)

func tableOf(c *charmap.Charmap) (t [256]rune) {
	for i := range t {
		t[i] = c.DecodeByte(byte(i))
	}
	return t
}

// with returns a copy of a table in which other characters replace those from certain bytes on.
func with(t [256]rune, letters map[byte]string) [256]rune {
	for first, row := range letters {
		i := int(first)
		for _, letter := range row {
			t[i] = letter
			i++
		}
	}
	return t
}

// encodingOf returns the encoding with a name, and for "" that of a font without one.
func encodingOf(name string) *[256]rune {
	switch name {
	case "WinAnsiEncoding":
		return &winAnsi
	case "MacRomanEncoding":
		return &macRoman
	case "StandardEncoding":
		return &standard
	case "":
		return &pdfDoc
	}
	return &ascii
}

// legacies are the encodings of countries, by how the names of the character maps begin that
// stand for them (ISO 32000-1, table 118).
var legacies = []struct {
	begin string
	encoding.Encoding
}{
	{"90ms", japanese.ShiftJIS}, {"90pv", japanese.ShiftJIS}, {"83pv", japanese.ShiftJIS}, {"Add-", japanese.ShiftJIS}, {"EUC-", japanese.EUCJP},
	{"GBK", simplifiedchinese.GB18030}, {"GB-EUC", simplifiedchinese.GBK}, {"GBpc", simplifiedchinese.GBK},
	{"ETen", traditionalchinese.Big5}, {"B5pc", traditionalchinese.Big5}, {"HKscs", traditionalchinese.Big5},
	{"KSC", korean.EUCKR},
}

// legacyOf returns the encoding of a country that a character map stands for, or nil.
func legacyOf(name string) encoding.Encoding {
	for _, l := range legacies {
		if strings.HasPrefix(name, l.begin) {
			return l.Encoding
		}
	}
	return nil
}

// textString returns the text of a string outside of a page (ISO 32000-1, section
// 7.9.2.2), whose first bytes name its encoding.
func textString(b *budget, raw []byte) string {
	text := string(raw)
	if rest, ok := strings.CutPrefix(text, "\xfe\xff"); ok {
		return string(appendUTF16(b, nil, []byte(rest)))
	}
	if rest, ok := strings.CutPrefix(text, "\xef\xbb\xbf"); ok {
		return strings.ToValidUTF8(rest, string(utf8.RuneError))
	}
	letters := make([]rune, len(raw))
	for i, c := range raw {
		letters[i] = pdfDoc[c]
	}
	return string(letters)
}
