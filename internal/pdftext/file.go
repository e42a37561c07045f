package pdftext

import (
	"bytes"
	"fmt"
	"slices"
)

const (
	maxObjects  = 200_000  // in a file; object numbers are below it
	maxUnpacked = 16 << 20 // bytes of its object streams
	maxSources  = 1<<16 - 2
	maxHops     = 8 // references in a chain
)

// file finds the objects of a file. It does not use the file's cross-reference table but
// searches for the beginnings of objects, so that a broken table does no harm, and none
// can cause a cycle.
type file struct {
	b         *budget
	body      []byte
	objects   []object // by number
	sources   [][]byte // the body, and the unpacked object streams
	unpacked  int      // bytes of the unpacked object streams
	buffer    []byte   // reused for decoded streams
	table     []byte   // reused for decoded character maps
	filters   filters
	fonts     map[int]*font // by the number of their objects
	guessed   []*font       // those whose encoding is guessed
	fontBytes int           // bytes of embedded fonts that were read
	forms     map[int]*formXObject
}

// object is where an object is.
type object struct {
	source    uint16 // index in sources plus one; 0: no such object
	begin     int32  // after "obj"
	end       int32  // before "stream" or "endobj"
	dataBegin int32  // of a stream; 0: not a stream
	dataEnd   int32
}

// newFile finds the objects of a file. The last one with a number counts.
func newFile(b *budget, body []byte) *file {
	body = slices.Clip(body) // so that nothing beyond its end is read
	f := &file{b: b, body: body, sources: [][]byte{body}, fonts: make(map[int]*font), forms: make(map[int]*formXObject)}
	ending := 0 // the position of the next "endobj"; searched once, as it may be far away
	for at := 0; b.spend(64); {
		n, after := nextObject(body, at)
		if after < 0 || !b.spend(after-at) {
			break
		}
		if ending < after {
			ending = indexFrom(body, "endobj", after)
		}
		o := object{source: 1, begin: int32(after), end: int32(ending)}
		at = ending
		if head, data, ok := streamStart(body[:ending], after); ok {
			at = indexFrom(body, "endstream", data)
			o.end, o.dataBegin, o.dataEnd = int32(head), int32(data), int32(at)
			if end := data + len(f.dataOf(f.at(o))); end > at { // what is in an attached file is no object of this one
				at, o.dataEnd = end, int32(end)
			}
		}
		if !b.spend(at-after) || !f.add(n, o) {
			break
		}
		if o.dataBegin > 0 {
			if v := f.at(o); f.get(v, "Type").is("ObjStm") {
				f.unpack(v)
			}
		}
	}
	return f
}

// add adds an object, and reports whether there was room for it.
func (f *file) add(n int, o object) bool {
	if n >= maxObjects {
		f.b.fail(fmt.Errorf("%w: object %d is more than %d", ErrLimit, n, maxObjects-1))
		return false
	}
	if more := n + 1 - len(f.objects); more > 0 {
		objects, ok := reserve(f.b, f.objects, more, maxObjects)
		if !ok {
			return false
		}
		f.objects = objects[:n+1]
	}
	f.objects[n] = o
	return true
}

// unpack adds the objects of an object stream (ISO 32000-1, section 7.5.7). The objects
// of one that cannot be read count as missing.
func (f *file) unpack(v value) {
	first, ok := f.get(v, "First").integer()
	if !ok || first < 0 {
		return
	}
	var err error
	f.buffer, err = f.decode(f.buffer[:0], v, maxUnpacked-f.unpacked)
	if f.unpacked += len(f.buffer); f.unpacked == maxUnpacked || len(f.sources) == maxSources {
		f.b.fail(fmt.Errorf("%w: more than %d bytes of packed objects", ErrLimit, maxUnpacked))
	}
	if err != nil && len(f.buffer) == 0 || first > len(f.buffer) {
		return
	}
	data, ok := push(f.b, []byte(nil), len(f.buffer), f.buffer...)
	if ok {
		f.sources, ok = push(f.b, f.sources, maxSources, data)
	}
	if !ok {
		return
	}
	header := lexer{b: f.b, src: data[:first]}
	n, ok1 := header.next().integer()
	offset, ok2 := header.next().integer()
	for ok1 && ok2 {
		next, ok3 := header.next().integer()
		until, ok4 := header.next().integer()
		end := len(data)
		if ok3 && ok4 && until >= 0 {
			end = first + min(until, len(data)-first)
		}
		// Objects may share their bytes, and each may be read.
		if begin := first + min(offset, len(data)); n >= 0 && offset >= 0 && begin < end {
			if !f.b.spend(end-begin) || !f.add(n, object{source: uint16(len(f.sources)), begin: int32(begin), end: int32(end)}) {
				return
			}
		}
		n, offset, ok1, ok2 = next, until, ok3, ok4
	}
}

// at returns the value of an object. The raw text of an array or dictionary has no
// upper bound but the object's, so that only what is needed is read.
func (f *file) at(o object) value {
	l := lexer{b: f.b, src: f.sources[o.source-1][o.begin:o.end]}
	v := l.next()
	switch v.kind {
	case openDict:
		v = value{kind: dict, raw: l.src[l.at:]}
	case openArray:
		v = value{kind: array, raw: l.src[l.at:]}
	case number:
		v = l.reference(v)
	}
	if o.dataBegin > 0 && v.kind == dict {
		v.kind, v.data = stream, f.body[o.dataBegin:o.dataEnd]
	}
	return v
}

// resolve follows the references from a value. It returns null for a missing object.
func (f *file) resolve(v value) value {
	for range maxHops {
		if v.kind != reference {
			return v
		}
		n := int(v.number)
		if !f.b.spend(32) || n >= len(f.objects) || f.objects[n].source == 0 {
			return value{}
		}
		v = f.at(f.objects[n])
	}
	return value{}
}

// trailing returns the value of the key in the last trailer that has it. It searches the
// whole file, as trailers are of several kinds and may be damaged.
func (f *file) trailing(key string) (v value, ok bool) {
	for end := len(f.body); f.b.spend(64); {
		at := bytes.LastIndex(f.body[:end], []byte("/"+key))
		if at < 0 {
			break
		}
		if !f.b.spend(end - at) {
			break
		}
		end = at
		l := lexer{b: f.b, src: f.body[at:]}
		if !l.next().is(key) {
			continue
		}
		if v := l.value(); v.kind == reference {
			return f.resolve(v), true
		}
	}
	return value{}, false
}
