package terminal

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestPrintable(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, in, want string }{
		{"plain", "Notes", "Notes"},
		{"space", "  Photo \t\r\n Editor\u00a0\u2003Pro ", "Photo Editor Pro"},
		{"blank", " \t ", ""},
		{"other scripts", "微信 – Ёлка – ปฏิทิน – é", "微信 – Ёлка – ปฏิทิน – é"},
		{"emoji", "👩‍👩‍👧 Family ❤️", "👩👩👧 Family ❤️"},
		{"colour", "\x1b[31mred\x1b[0m", "[31mred[0m"},
		{"a title for the window", "\x1b]0;owned\a", "]0;owned"},
		{"8-bit control sequence", "\u009b2Jgone", "2Jgone"},
		{"backspaces", "abc\b\b\bxyz\x7f", "abcxyz"},
		{"the other way round", "\u202egnp.exe\u2066\u200f", "gnp.exe"},
		{"no width", "zero\u200bwidth\ufeff", "zerowidth"},
		{"not UTF-8", "a\xff\x9b1m", "a\ufffd\ufffd1m"},
		{"private use", "a\ue000b", "ab"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := Printable(tt.in); got != tt.want {
				t.Errorf("%q is shown as %q, want %q", tt.in, got, tt.want)
			}
		})
	}
}

func TestClip(t *testing.T) {
	t.Parallel()
	tests := []struct {
		in   string
		room int
		want string
	}{
		{"Notes", 5, "Notes"},
		{"Notes and more", 8, "Notes..."},
		{"Notes and more", 9, "Notes..."}, // no blank before the dots
		{"微信聊天", 8, "微信聊天"},
		{"微信聊天", 7, "微信..."},
		{"微信聊天", 6, "微..."},
		{"微信聊天", 4, "..."},
		{"微信聊天", 3, ""},
		{"微信聊天", 0, ""},
		{"微信聊天", -7, ""},
		{"", 0, ""},
		{"\x1b\x1b\x1bNotes", 5, "Notes"},
	}
	for _, tt := range tests {
		if got := Clip(tt.in, tt.room); got != tt.want {
			t.Errorf("%q in %d cells is %q, want %q", tt.in, tt.room, got, tt.want)
		}
	}
}

func FuzzClip(f *testing.F) {
	for _, s := range []string{"Notes", "微信聊天工具 WeChat", "\x1b[31mred", "a\u202eb\u0301\ufe0f", "🏴‍☠️ 👨‍👩‍👧‍👦", "\xff\xc0\x80", "한국어 ｆｕｌｌ ﾊﾝ"} {
		f.Add(s, 9)
		f.Add(s, 0)
	}
	f.Fuzz(func(t *testing.T, s string, room int) {
		got := Clip(s, room)
		checkLine(t, got, max(room, 0))
		if again := Printable(got); again != got {
			t.Errorf("%q is not as it is printed: %q", got, again)
		}
		if whole := Printable(s); Cells(whole) <= room && got != whole {
			t.Errorf("%q had room in %d cells, and is %q", whole, room, got)
		}
	})
}

// checkLine fails the test when a line is wider than it may be, or has a
// character that a terminal would obey.
func checkLine(t *testing.T, line string, room int) {
	t.Helper()
	if n := columnsTaken(line); n > room {
		t.Errorf("%q takes %d columns of %d", line, n, room)
	}
	for _, r := range line {
		if unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp) {
			t.Errorf("%q has %U in it", line, r)
		}
	}
	if !utf8.ValidString(line) {
		t.Errorf("%q is not UTF-8", line)
	}
}

// columnsTaken is how wide terminals draw a line: what is wide is told by the
// blocks of Unicode that hold such characters, and marks count nothing.
func columnsTaken(line string) int {
	wide := [][2]rune{
		{0x1100, 0x115F}, {0x2E80, 0x303E}, {0x3041, 0x33FF}, {0x3400, 0x4DBF}, {0x4E00, 0x9FFF}, {0xA000, 0xA4C6},
		{0xA960, 0xA97C}, {0xAC00, 0xD7A3}, {0xF900, 0xFAFF}, {0xFE30, 0xFE6B}, {0xFF01, 0xFF60}, {0xFFE0, 0xFFE6},
		{0x1F300, 0x1F320}, {0x1F600, 0x1F64F}, {0x1F900, 0x1F9FF}, {0x20000, 0x2FFFD}, {0x30000, 0x3FFFD},
	}
	n := 0
	for _, r := range line {
		switch {
		case unicode.In(r, unicode.Mn, unicode.Me):
			continue
		case strings.ContainsRune("⌚⌛⏩⭐", r):
			n++
		}
		for _, block := range wide {
			if r >= block[0] && r <= block[1] && r != 0x303F {
				n++
				break
			}
		}
		n++
	}
	return n
}
