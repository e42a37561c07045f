package pdftext

const (
	fastBits = 9  // of codes that the fast table decodes in one step
	maxBits  = 15 // of all codes
)

// huffman is the table of a canonical code.
type huffman struct {
	fast    [1 << fastBits]uint16 // symbol and length, by the next bits; 0: a longer code
	counts  [maxBits + 1]uint16   // codes of a length
	symbols [288]uint16           // in the order of their codes
}

// build makes the table for codes of these lengths, and reports whether the lengths
// are valid. Codes may be left over.
func (h *huffman) build(lengths []uint8) bool {
	clear(h.fast[:])
	clear(h.counts[:])
	for _, n := range lengths {
		h.counts[n]++
	}
	h.counts[0] = 0
	var next, offset [maxBits + 2]int // code and index of the next symbol of a length
	left := 1
	for n := 1; n <= maxBits; n++ {
		if left = left<<1 - int(h.counts[n]); left < 0 {
			return false
		}
		next[n+1] = (next[n] + int(h.counts[n])) << 1
		offset[n+1] = offset[n] + int(h.counts[n])
	}
	for symbol, n := range lengths {
		if n == 0 {
			continue
		}
		h.symbols[offset[n]] = uint16(symbol)
		offset[n]++
		code := next[n]
		next[n]++
		if n > fastBits {
			continue
		}
		reversed := 0
		for i := range int(n) {
			reversed |= code >> i & 1 << (int(n) - 1 - i)
		}
		for ; reversed < len(h.fast); reversed += 1 << n {
			h.fast[reversed] = uint16(symbol)<<4 | uint16(n)
		}
	}
	return true
}
