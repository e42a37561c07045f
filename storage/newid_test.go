package storage_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/privacylabels/auditor/storage"
)

// The example of RFC 9562, appendix A.6.
func TestNewIDIsAsInTheRFC(t *testing.T) {
	t.Parallel()
	random := bytes.NewReader([]byte{0x0c, 0xc3, 0x18, 0xc4, 0xdc, 0x0c, 0x0c, 0x07, 0x39, 0x8f})
	got, err := storage.NewID(0x017f22e279b0, random)
	if want := "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"; err != nil || got != want {
		t.Errorf("NewID = %s, %v, want %s", got, err, want)
	}
}

func TestNewIDHasTheShapeOfVersion7(t *testing.T) {
	t.Parallel()
	shape := regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`)
	for b := range 256 {
		id, err := storage.NewID(1_760_000_000_000, bytes.NewReader(bytes.Repeat([]byte{byte(b)}, 10)))
		if err != nil || !shape.MatchString(id) {
			t.Errorf("of bytes %#02x NewID makes %s, %v", b, id, err)
		}
	}
}

func TestNewIDSortsByTime(t *testing.T) {
	t.Parallel()
	var ids []string
	for i, now := range []storage.Time{1, 255, 256, 65_535, 65_536, 1_759_999_999_999, 1_760_000_000_000, 1<<48 - 1} {
		random := bytes.Repeat([]byte{byte(255 - i)}, 10) // falls while time rises
		id, err := storage.NewID(now, bytes.NewReader(random))
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, id)
	}
	if !slices.IsSorted(ids) {
		t.Errorf("not in the order of time: %q", ids)
	}
}

func TestNewIDNeedsItsRandomness(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	for _, test := range []struct {
		random io.Reader
		want   error
	}{
		{strings.NewReader(""), io.EOF},
		{strings.NewReader("123456789"), io.ErrUnexpectedEOF},
		{iotest.ErrReader(broken), broken},
		{io.MultiReader(strings.NewReader("1234"), iotest.ErrReader(broken)), broken},
	} {
		if id, err := storage.NewID(1, test.random); !errors.Is(err, test.want) || id != "" {
			t.Errorf("NewID = %q, %v, want %v", id, err, test.want)
		}
	}
	if _, err := storage.NewID(1, iotest.OneByteReader(strings.NewReader("1234567890"))); err != nil {
		t.Errorf("randomness in small pieces: %v", err)
	}
}

func ExampleNewID() {
	random := strings.NewReader("any ten or more bytes, such as crypto/rand.Reader gives")
	first, err := storage.NewID(1_760_000_000_000, random)
	if err != nil {
		fmt.Println(err)
		return
	}
	second, err := storage.NewID(1_760_000_000_001, random)
	fmt.Println(first, first < second, err)
	// Output: 0199c82c-c000-716e-b920-74656e206f72 true <nil>
}

func TestNewIDWithoutRandomness(t *testing.T) {
	t.Parallel()
	if id, err := storage.NewID(1_760_000_000_000, nil); err == nil || id != "" || !strings.Contains(err.Error(), "is nil") {
		t.Errorf("NewID = %q, %v, want an error that says what is nil", id, err)
	}
}
