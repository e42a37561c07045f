package compress

import (
	"errors"
	"fmt"

	"github.com/klauspost/compress/zstd"
)

// MaxText is the maximum length of a text in bytes.
const MaxText = 16 << 20

// ErrInvalid reports that data is not a compressed text, or one of another length or
// with another base.
var ErrInvalid = errors.New("invalid compressed text")

// window is how far back a match may be: in a difference, anywhere in the base of a
// policy of usual length. A larger window takes more memory for each text.
const window = 4 << 20

// differenceLevel finds long matches in a long base, where the default level often
// finds only the nearest ones: of equal texts of 750 kB it leaves less than half, for
// some milliseconds more.
const differenceLevel = zstd.SpeedBetterCompression

// baseID names the base within a frame; zero would be none.
const baseID = 1

// Text returns the compressed form of a text.
func Text(text string) ([]byte, error) { return encode(text) }

// Difference returns the difference between a text and its base, which may be longer
// than what [Text] returns.
func Difference(base, text string) ([]byte, error) {
	return encode(text, zstd.WithEncoderDictRaw(baseID, []byte(base)), zstd.WithEncoderLevel(differenceLevel))
}

func encode(text string, options ...zstd.EOption) ([]byte, error) {
	if len(text) > MaxText {
		return nil, fmt.Errorf("%w: %d bytes, the maximum is %d", ErrInvalid, len(text), MaxText)
	}
	options = append(options, zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(window), zstd.WithLowerEncoderMem(true))
	w, err := zstd.NewWriter(nil, options...)
	if err != nil {
		return nil, fmt.Errorf("compress text: %w", err)
	}
	defer w.Close()
	return w.EncodeAll([]byte(text), nil), nil
}

// Decode returns the text of this length in bytes that [Text] compressed. Data that
// holds more does not take more memory.
func Decode(data []byte, length int) (string, error) { return decode(data, length) }

// Apply returns the text of this length in bytes whose [Difference] to the base is
// data.
func Apply(base string, data []byte, length int) (string, error) {
	return decode(data, length, zstd.WithDecoderDictRaw(baseID, []byte(base)))
}

func decode(data []byte, length int, options ...zstd.DOption) (string, error) {
	if length < 0 || length > MaxText {
		return "", fmt.Errorf("%w: a text of %d bytes, the maximum is %d", ErrInvalid, length, MaxText)
	}
	options = append(options, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(window),
		zstd.WithDecoderMaxMemory(uint64(max(length, window))))
	r, err := zstd.NewReader(nil, options...)
	if err != nil {
		return "", fmt.Errorf("decompress text: %w", err)
	}
	defer r.Close()
	text, err := r.DecodeAll(data, nil)
	if err != nil {
		return "", fmt.Errorf("%w: %w", ErrInvalid, err)
	}
	if len(text) != length {
		return "", fmt.Errorf("%w: %d bytes, not %d", ErrInvalid, len(text), length)
	}
	return string(text), nil
}
