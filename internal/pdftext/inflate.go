package pdftext

// inflater decodes deflate data (RFC 1951). Its tables have one size, and are
// reused from block to block: a file may consist of blocks of a few bytes.
type inflater struct {
	src      []byte
	at       int
	bits     uint64
	count    uint
	steps    int // not yet charged to the budget
	literals huffman
	offsets  huffman
	lengths  [286 + 32]uint8
}

// symbol reads a symbol. It returns -1 for an invalid code.
func (z *inflater) symbol(h *huffman) int {
	z.fill()
	if entry := h.fast[z.bits&(1<<fastBits-1)]; entry != 0 && uint(entry&15) <= z.count {
		z.drop(uint(entry & 15))
		return int(entry >> 4)
	}
	z.steps += 4
	code, first, index := 0, 0, 0
	for n := 1; n <= maxBits && uint(n) <= z.count; n++ {
		code |= int(z.bits >> (n - 1) & 1)
		count := int(h.counts[n])
		if code-first < count {
			z.drop(uint(n))
			return int(h.symbols[index+code-first])
		}
		index += count
		first = (first + count) << 1
		code <<= 1
	}
	return -1
}

// fill buffers at least 48 bits, unless the source has fewer.
func (z *inflater) fill() {
	for z.count < 48 && z.at < len(z.src) {
		z.bits |= uint64(z.src[z.at]) << z.count
		z.at++
		z.count += 8
	}
}

func (z *inflater) drop(n uint) {
	z.bits >>= n
	z.count -= n
}

// take reads a number of n bits. It returns -1 if there are fewer.
func (z *inflater) take(n uint) int {
	z.fill()
	if z.count < n {
		return -1
	}
	v := int(z.bits & (1<<n - 1))
	z.drop(n)
	return v
}

// inflate decompresses src, in zlib format, and appends the result to dst. The checksum
// is ignored: damaged data is used as far as it can be decoded.
func (z *inflater) inflate(b *budget, dst, src []byte, most int) ([]byte, error) {
	const deflate, dictionary = 8, 0x20
	if len(src) < 2 || src[0]&15 != deflate || (int(src[0])<<8|int(src[1]))%31 != 0 || src[1]&dictionary != 0 {
		return dst, errData
	}
	z.src, z.at, z.bits, z.count, z.steps = src, 2, 0, 0, 0
	defer func() { b.spend(z.steps) }() // of the last block, and of invalid tables
	base := len(dst)
	for last := 0; last == 0 && len(dst) < most; {
		if !b.spend(64) {
			return dst, b.err
		}
		last = z.take(1)
		var err error
		switch kind := z.take(2); kind {
		case 0:
			dst, err = z.stored(b, dst, most)
		case 1:
			z.fixed()
			dst, err = z.block(b, dst, base, most)
		case 2:
			if !z.dynamic() {
				return dst, errData
			}
			dst, err = z.block(b, dst, base, most)
		default:
			return dst, errData
		}
		if err != nil {
			return dst, err
		}
	}
	return dst, nil
}

// stored reads an uncompressed block.
func (z *inflater) stored(b *budget, dst []byte, most int) ([]byte, error) {
	z.drop(z.count % 8)
	n, inverted := z.take(16), z.take(16)
	if n < 0 || inverted < 0 || n != inverted^0xffff {
		return dst, errData
	}
	z.at -= int(z.count / 8) // return the bytes that were read ahead
	z.bits, z.count = 0, 0
	data := z.src[z.at:min(z.at+n, len(z.src))]
	z.at += len(data)
	dst, ok := push(b, dst, most, data[:min(len(data), most-len(dst))]...)
	if !ok || !b.spend(len(data)) {
		return dst, b.err
	}
	if len(data) < n {
		return dst, errSource
	}
	return dst, nil
}

// fixed makes the tables of fixed Huffman codes.
func (z *inflater) fixed() {
	z.steps += 512
	var lengths [288]uint8
	for i := range lengths {
		switch {
		case i < 144, i >= 280:
			lengths[i] = 8
		case i < 256:
			lengths[i] = 9
		default:
			lengths[i] = 7
		}
	}
	z.literals.build(lengths[:])
	for i := range 30 {
		lengths[i] = 5
	}
	z.offsets.build(lengths[:30])
}

// lengthOrder is the order of the lengths of the codes for code lengths.
var lengthOrder = [19]uint8{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}

// dynamic reads the Huffman tables of a block, and reports whether they are valid.
func (z *inflater) dynamic() bool {
	z.steps += 1024
	literals, offsets, codes := z.take(5), z.take(5), z.take(4)
	if literals < 0 || literals > 29 || offsets < 0 || offsets > 29 || codes < 0 {
		return false
	}
	literals, offsets, codes = literals+257, offsets+1, codes+4
	lengths := z.lengths[:]
	clear(lengths)
	for i := range codes {
		n := z.take(3)
		if n < 0 {
			return false
		}
		lengths[lengthOrder[i]] = uint8(n)
	}
	if !z.literals.build(lengths[:19]) {
		return false
	}
	clear(lengths)
	for i := 0; i < literals+offsets; {
		symbol, repeat, length := z.symbol(&z.literals), 1, uint8(0)
		switch {
		case symbol < 0:
			return false
		case symbol < 16:
			length = uint8(symbol)
		case symbol == 16:
			if i == 0 {
				return false
			}
			length, repeat = lengths[i-1], 3+z.take(2)
		case symbol == 17:
			repeat = 3 + z.take(3)
		default:
			repeat = 11 + z.take(7)
		}
		if i+repeat > literals+offsets {
			return false
		}
		for range repeat {
			lengths[i] = length
			i++
		}
	}
	return z.literals.build(lengths[:literals]) && z.offsets.build(lengths[literals:literals+offsets])
}

// Of lengths and distances: the base value of each symbol, and the number of its
// extra bits.
var (
	lengthBase = [29]uint16{3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258}
	lengthBits = [29]uint8{0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0}
	offsetBase = [30]uint16{1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577}
	offsetBits = [30]uint8{0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13}
)

// block reads the symbols of a block. Distances do not reach before base.
func (z *inflater) block(b *budget, dst []byte, base, most int) ([]byte, error) {
	const endOfBlock, longest = 256, 258
	for {
		if z.steps += 2; z.steps > 1<<12 {
			if !b.spend(z.steps) {
				return dst, b.err
			}
			z.steps = 0
		}
		if cap(dst)-len(dst) < longest {
			var ok bool
			if dst, ok = reserve(b, dst, min(longest, most-len(dst)), most); !ok {
				return dst, b.err
			}
		}
		symbol := z.symbol(&z.literals)
		switch {
		case symbol == endOfBlock:
			return dst, nil
		case symbol < 0, symbol >= endOfBlock+1+len(lengthBase):
			return dst, errData
		case len(dst) >= most:
			return dst, nil
		case symbol < endOfBlock:
			dst = append(dst, byte(symbol))
			continue
		}
		symbol -= endOfBlock + 1
		n := z.take(uint(lengthBits[symbol]))
		code := z.symbol(&z.offsets)
		if n < 0 || code < 0 || code > 29 {
			return dst, errData
		}
		more := z.take(uint(offsetBits[code]))
		from := len(dst) - int(offsetBase[code]) - more
		if more < 0 || from < base {
			return dst, errData
		}
		n = min(n+int(lengthBase[symbol]), most-len(dst))
		z.steps += n / 2
		for range n { // source and target may overlap
			dst = append(dst, dst[from])
			from++
		}
	}
}
