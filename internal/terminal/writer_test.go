package terminal

import (
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
	"unicode"
)

func TestWriter(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"ID   NAME\n1\t微信 é 👩\n":        "ID   NAME\n1\t微信 é 👩\n",
		"\x1b[31mred\x1b]0;x\a\u009b2J": "[31mred]0;x2J",
		"over\rwritten\r\n":             "overwritten\n",
		"a\u00a0b\u2028c\vd\u0085e":     "a b c d e",
		"\u202ea\u2066b\u200b\ufeff":    "ab",
		"\xff\xc3":                      "\ufffd", // the last one may go on
		"\U000e0041\ue000":              "",
	} {
		var all, single strings.Builder
		if n, err := io.WriteString(NewWriter(&all), in); n != len(in) || err != nil {
			t.Errorf("%q: %d, %v", in, n, err)
		}
		w := NewWriter(&single)
		for i := range len(in) {
			if n, err := w.Write([]byte{in[i]}); n != 1 || err != nil {
				t.Errorf("%q: %d, %v", in, n, err)
			}
		}
		if all.String() != want || single.String() != want {
			t.Errorf("%q is shown as %q, and byte by byte as %q; want %q", in, &all, &single, want)
		}
	}
}

type fault struct{}

func (fault) Write([]byte) (int, error) { return 0, errors.New("full") }

func TestWriterFails(t *testing.T) {
	t.Parallel()
	if _, err := io.WriteString(NewWriter(fault{}), "a"); err == nil {
		t.Error("the error of the writer below is lost")
	}
}

func FuzzJSONWriter(f *testing.F) {
	f.Add("plain")
	f.Add("\x1b[2J\u009b\x7f\u202e\u2028\U000e0041\ufeff\n\t\"\\")
	f.Fuzz(func(t *testing.T, text string) {
		var out strings.Builder
		if err := json.NewEncoder(NewJSONWriter(&out)).Encode(text); err != nil {
			t.Fatal(err)
		}
		for _, r := range strings.TrimSuffix(out.String(), "\n") {
			if !unicode.IsPrint(r) {
				t.Fatalf("%q has %U", &out, r)
			}
		}
		var got string
		if err := json.Unmarshal([]byte(out.String()), &got); err != nil || got != string([]rune(text)) {
			t.Errorf("%q became %q, %v", text, got, err)
		}
	})
}
