package compress_test

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"github.com/privacylabels/auditor/storage/sqldb/internal/compress"
)

// prose returns so many words; the same seed gives the same ones.
func prose(seed uint64, words int) string {
	random := rand.New(rand.NewPCG(seed, 1))
	var b strings.Builder
	for range words {
		b.WriteString([]string{"data", "we", "collect", "share", "with", "partners", "your", "location", "privacy", "retain", "für", "个人"}[random.IntN(12)])
		b.WriteString(" .,\n"[random.IntN(4):][:1])
	}
	return b.String()
}

func TestRoundTrip(t *testing.T) {
	t.Parallel()
	long := prose(1, 120_000)
	for name, c := range map[string]struct{ base, text string }{
		"empty":             {"", ""},
		"empty base":        {"", "We collect nothing."},
		"the base itself":   {long, long},
		"one word more":     {long, long + " amended"},
		"nothing in common": {prose(2, 5000), prose(3, 5000)},
		"the longest":       {strings.Repeat("x", compress.MaxText), strings.Repeat("x", compress.MaxText-1) + "y"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			whole, err := compress.Text(c.text)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := compress.Decode(whole, len(c.text)); err != nil || got != c.text {
				t.Errorf("Decode: %d bytes, %v", len(got), err)
			}
			difference, err := compress.Difference(c.base, c.text)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := compress.Apply(c.base, difference, len(c.text)); err != nil || got != c.text {
				t.Errorf("Apply: %d bytes, %v", len(got), err)
			}
			if c.base == long && len(difference) > len(c.text)/50 {
				t.Errorf("the difference to a text of %d bytes has %d", len(c.text), len(difference))
			}
		})
	}
}

func TestRefuses(t *testing.T) {
	t.Parallel()
	if _, err := compress.Text(strings.Repeat("x", compress.MaxText+1)); !errors.Is(err, compress.ErrInvalid) {
		t.Errorf("a text that is too long: %v", err)
	}
	w, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	bomb := w.EncodeAll(make([]byte, 1<<30), nil)
	twice := append(w.EncodeAll([]byte("ab"), nil), w.EncodeAll([]byte("cd"), nil)...)
	for name, c := range map[string]struct {
		data   []byte
		length int
	}{
		"a bomb":            {bomb, 100},
		"a bomb of its own": {bomb, compress.MaxText},
		"too much":          {bomb, 1 << 30},
		"two texts":         {twice, 2},
		"noise":             {[]byte("noise"), 5},
		"nothing":           {nil, 1},
		"a negative length": {nil, -1},
	} {
		if got, err := compress.Decode(c.data, c.length); !errors.Is(err, compress.ErrInvalid) {
			t.Errorf("%s: %d bytes, %v", name, len(got), err)
		}
	}
	difference, err := compress.Difference(prose(1, 1000), prose(1, 1001))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := compress.Apply(prose(2, 1000), difference, len(prose(1, 1001))); !errors.Is(err, compress.ErrInvalid) {
		t.Errorf("a difference to another base: %d bytes, %v", len(got), err)
	}
}

func FuzzDecode(f *testing.F) {
	whole, _ := compress.Text("We collect nothing.")
	f.Add("", whole, 19)
	difference, _ := compress.Difference(prose(1, 100), prose(1, 101))
	f.Add(prose(1, 100), difference, len(prose(1, 101)))
	f.Fuzz(func(t *testing.T, base string, data []byte, length int) {
		for _, decode := range []func() (string, error){
			func() (string, error) { return compress.Decode(data, length) },
			func() (string, error) { return compress.Apply(base, data, length) },
		} {
			if got, err := decode(); err == nil && len(got) != length || err != nil && !errors.Is(err, compress.ErrInvalid) {
				t.Errorf("%d bytes, %v", len(got), err)
			}
		}
	})
}
