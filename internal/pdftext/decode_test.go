package pdftext_test

import (
	"bytes"
	"compress/lzw"
	"compress/zlib"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/cost"
	"github.com/privacylabels/auditor/internal/pdftext"
)

// letters returns text that compresses badly or well.
func letters(random *rand.Rand, n, alphabet int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = 'a' + byte(random.IntN(alphabet))
		if i > 100 && random.IntN(50) == 0 { // a word again
			at := random.IntN(i - 50)
			copy(b[i:], b[at:at+random.IntN(50)])
		}
	}
	return string(b)
}

// shown is what becomes of a stream that shows text.
func shown(t *testing.T, dict, data string) string {
	t.Helper()
	doc, err := pdftext.Extract(t.Context(), parts{contents: streamOf(dict, data)}.file())
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSuffix(doc.Text, "\n\n")
}

// What other encoders have made is read.
func TestExtract_decoders(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{0, 1, 300, 5000, cost.Sized(70_000, 4000)} {
		for _, alphabet := range []int{1, 2, 26} {
			text := letters(random, n, alphabet)
			content := "BT /F1 10 Tf (" + text + ") Tj ET"
			encoded := map[string]string{
				"/ASCIIHexDecode":                fmt.Sprintf("%X>", content),
				"/ASCII85Decode":                 base85(content),
				"/RunLengthDecode":               runs(content),
				"[/ASCII85Decode /FlateDecode]":  base85(deflated(t, content, 1)),
				"[/FlateDecode /ASCIIHexDecode]": deflated(t, fmt.Sprintf("%x>", content), 1),
				"/LZWDecode /DecodeParms << /EarlyChange 0 >>": encode(t, content, func(w io.Writer) (io.WriteCloser, error) {
					return lzw.NewWriter(w, lzw.MSB, 8), nil
				}),
			}
			for level := zlib.HuffmanOnly; level <= zlib.BestCompression; level++ {
				encoded[fmt.Sprintf("/FlateDecode %% level %d\n", level)] = encode(t, content, func(w io.Writer) (io.WriteCloser, error) {
					return zlib.NewWriterLevel(w, level)
				})
			}
			for filter, data := range encoded {
				t.Run(fmt.Sprintf("%d of %d, %s", n, alphabet, filter), func(t *testing.T) {
					t.Parallel()
					if got := shown(t, "/Filter "+filter, data); got != text {
						t.Errorf("%d letters, want %d: %.40q, want %.40q", len(got), len(text), got, text)
					}
				})
			}
		}
	}
}

func encode(t *testing.T, data string, encoder func(io.Writer) (io.WriteCloser, error)) string {
	t.Helper()
	var b bytes.Buffer
	w, err := encoder(&b)
	if err == nil {
		_, err = io.WriteString(w, data)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// What breaks off, or is broken, is used up to there.
func TestExtract_broken(t *testing.T) {
	t.Parallel()
	text := letters(rand.New(rand.NewPCG(1, 2)), 20_000, 26)
	content := "BT /F1 10 Tf (" + strings.Join(strings.SplitAfter(text, "e"), ") Tj (") + ") Tj ET"
	for filter, data := range map[string]string{
		"ASCIIHexDecode": fmt.Sprintf("%X", content), "ASCII85Decode": base85(content), "RunLengthDecode": runs(content), "FlateDecode": deflated(t, content, 1),
	} {
		t.Run(filter, func(t *testing.T) {
			t.Parallel()
			whole := shown(t, "/Filter /"+filter, data)
			if diff := cmp.Diff(text, whole); diff != "" {
				t.Fatalf("(-want +got):\n%s", diff)
			}
			half := shown(t, "/Filter /"+filter, data[:len(data)/2])
			if len(half) < len(text)/3 || !strings.HasPrefix(text, half) {
				t.Errorf("of half of it %d letters of %d: %.40q", len(half), len(text), half)
			}
		})
	}
}

// Predictors are undone row by row.
func TestExtract_predictors(t *testing.T) {
	t.Parallel()
	const columns = 8
	content := "BT /F1 10 Tf (predicted text, row by row of eight) Tj ET                    "
	content = content[:len(content)/columns*columns]
	png := func(tag byte, last int) string {
		var b strings.Builder
		above := make([]byte, columns)
		for i := 0; i < len(content); i += columns {
			row := []byte(content[i : i+columns])
			b.WriteByte(tag)
			for j, c := range row {
				var left, corner byte
				if j > 0 {
					left, corner = row[j-1], above[j-1]
				}
				up := above[j]
				nearest := map[bool]byte{true: left}[true]
				guess := int(left) + int(up) - int(corner)
				for _, other := range []byte{up, corner} {
					if max(guess-int(other), int(other)-guess) < max(guess-int(nearest), int(nearest)-guess) {
						nearest = other
					}
				}
				b.WriteByte(c - [...]byte{0, left, up, byte((int(left) + int(up)) / 2), nearest}[tag])
			}
			above = row
		}
		return b.String()[:b.Len()-last]
	}
	tiff := func() string {
		b := []byte(content)
		for i := len(b) - 1; i >= 0; i-- {
			if i%columns >= 2 {
				b[i] -= b[i-2]
			}
		}
		return string(b)
	}
	for name, tt := range map[string]struct{ parms, data string }{
		"none":              {"/Predictor 1 /Columns 8", content},
		"PNG none":          {"/Predictor 10 /Columns 8", png(0, 0)},
		"PNG left":          {"/Predictor 11 /Columns 8", png(1, 0)},
		"PNG up":            {"/Predictor 12 /Columns 8", png(2, 0)},
		"PNG average":       {"/Predictor 13 /Columns 8", png(3, 0)},
		"PNG nearest":       {"/Predictor 14 /Columns 8", png(4, 0)},
		"PNG, another name": {"/Predictor 15 /Columns 8", png(2, 0)},
		"a row breaks off":  {"/Predictor 12 /Columns 8", png(2, 3)},
		"TIFF":              {"/Predictor 2 /Columns 4 /Colors 2", tiff()},
	} {
		for filter, data := range map[string]string{"FlateDecode": deflated(t, tt.data, 1), "ASCIIHexDecode": fmt.Sprintf("%x", tt.data)} {
			t.Run(name+", "+filter, func(t *testing.T) {
				t.Parallel()
				got := shown(t, "/Filter /"+filter+" /DecodeParms << "+tt.parms+" >>", data)
				if got != "predicted text, row by row of eight" {
					t.Errorf("text %q", got)
				}
			})
		}
	}
}
