package pdftext

import (
	"bytes"
	"errors"
	"fmt"
)

const (
	maxFilters = 4       // of a stream
	maxStage   = 8 << 20 // bytes between two filters
	maxColumns = 1 << 20 // samples in a row of a predictor
)

// Why a stream is truncated. The errors stay within the package: a truncated stream
// is used as far as it was decoded.
var (
	errData   = errors.New("corrupt data")
	errSource = errors.New("unexpected end of data")
	errFilter = errors.New("unsupported filter")
)

// filters are the buffers that decoding reuses from stream to stream.
type filters struct {
	stages [2][]byte
	inflater
	lzw
}

// parameters of a filter (ISO 32000-1, tables 8 and 10).
type parameters struct {
	predictor, colors, bits, columns, early int
}

// stage is a filter of a stream, with its parameters.
type stage struct {
	filter value
	parameters
}

// stages are the filters of a stream.
type stages struct {
	all [maxFilters]stage
	n   int
}

// decode decodes a stream and appends the result to dst, up to a total length of most,
// which is not an error. With an error, the result is what was decoded before it.
func (f *file) decode(dst []byte, v value, most int) (_ []byte, err error) {
	defer func() {
		if err != nil { // creating an error takes memory and work, too
			f.b.alloc(512)
			f.b.spend(512)
		}
	}()
	if v.kind != stream {
		return dst, fmt.Errorf("%w: want a stream, found %v", ErrMalformed, v)
	}
	stages, err := f.stagesOf(v)
	if err != nil {
		return dst, err
	}
	src := f.dataOf(v)
	if !f.b.spend(64 + len(src)) {
		return dst, f.b.err
	}
	if stages.n == 0 {
		dst, _ = push(f.b, dst, most, src[:min(len(src), most-len(dst))]...)
		return dst, nil
	}
	for i, s := range stages.all[:stages.n] {
		out, limit := f.filters.stages[i%2][:0], maxStage
		if i == stages.n-1 {
			out, limit = dst, most
		}
		base := len(out)
		out, failed := f.filter(s, out, src, limit)
		n, unpredicted := f.unpredict(s.parameters, out[base:])
		if out = out[:base+n]; failed == nil {
			failed = unpredicted
		}
		if err == nil && failed != nil {
			err = fmt.Errorf("%w: filter %v: %w", ErrMalformed, s.filter, failed)
		}
		if i == stages.n-1 {
			return out, err
		}
		f.filters.stages[i%2], src = out, out
	}
	return dst, err
}

// filter undoes one filter of src and appends the result to dst.
func (f *file) filter(s stage, dst, src []byte, most int) ([]byte, error) {
	switch {
	case s.filter.is("FlateDecode"):
		return f.filters.inflate(f.b, dst, src, most)
	case s.filter.is("LZWDecode"):
		return f.filters.expand(f.b, dst, src, most, s.early)
	case s.filter.is("ASCII85Decode"):
		return ascii85(f.b, dst, src, most)
	case s.filter.is("ASCIIHexDecode"):
		return asciiHex(f.b, dst, src, most)
	case s.filter.is("RunLengthDecode"):
		return runLength(f.b, dst, src, most)
	}
	return dst, errFilter
}

// stagesOf returns the filters of a stream. Parameters are checked even if no
// filter uses them.
func (f *file) stagesOf(v value) (s stages, err error) {
	filter, parms := f.get(v, "Filter"), f.get(v, "DecodeParms")
	switch filter.kind {
	case null:
	case name:
		s.all[0].filter, s.n = filter, 1
	case array:
		each := f.elements(filter)
		for e, ok := each.resolved(); ok; e, ok = each.resolved() {
			if s.n == maxFilters {
				return s, fmt.Errorf("%w: a stream has more than %d filters", ErrMalformed, maxFilters)
			}
			s.all[s.n].filter = e
			s.n++
		}
	default:
		return s, fmt.Errorf("%w: the filter of a stream is %v", ErrMalformed, filter)
	}
	each := f.elements(parms)
	for i := range s.all {
		p, _ := each.resolved()
		if i == 0 && parms.kind != array {
			p = parms
		}
		if s.all[i].parameters, err = f.parametersOf(p); err != nil {
			return s, err
		}
	}
	return s, nil
}

// parametersOf reads the parameters of a filter, and ignores those outside of
// their range.
func (f *file) parametersOf(v value) (p parameters, err error) {
	p = parameters{predictor: 1, colors: 1, bits: 8, columns: 1, early: 1}
	if v.kind != dict && v.kind != stream {
		return p, nil
	}
	for _, field := range []struct {
		key         string
		to          *int
		least, most int
	}{
		{"Predictor", &p.predictor, 1, 15},
		{"Colors", &p.colors, 1, 32},
		{"BitsPerComponent", &p.bits, 1, 16},
		{"Columns", &p.columns, 1, maxColumns},
		{"EarlyChange", &p.early, 0, 1},
	} {
		found := f.get(v, field.key)
		if found.kind == null {
			continue
		}
		n, ok := found.integer()
		if !ok || n < field.least || n > field.most {
			return p, fmt.Errorf("%w: /%s of a stream is %v: want %d to %d", ErrMalformed, field.key, found, field.least, field.most)
		}
		*field.to = n
	}
	return p, nil
}

// dataOf returns the data of a stream, which ends at the next "endstream", or at the
// declared length if that is greater and followed by "endstream": the length may be
// wrong.
func (f *file) dataOf(v value) []byte {
	length, ok := f.get(v, "Length").integer()
	rest := v.data[:cap(v.data)]
	if !ok || length <= len(v.data) || length > len(rest) {
		return v.data
	}
	after := rest[length:]
	for len(after) > 0 && classes[after[0]] == space && f.b.spend(1) {
		after = after[1:]
	}
	if bytes.HasPrefix(after, []byte("endstream")) {
		return rest[:length]
	}
	return v.data
}
