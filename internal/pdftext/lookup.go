package pdftext

// get returns the value of a key in a dictionary or stream; null: it has none.
func (f *file) get(v value, key string) value {
	v = f.resolve(f.getRaw(v, key))
	if v.kind == keyword && string(v.raw) == "null" {
		return value{}
	}
	return v
}

// getRaw returns the same, which may be a reference.
func (f *file) getRaw(v value, key string) value {
	if v.kind != dict && v.kind != stream {
		return value{}
	}
	l := lexer{b: f.b, src: v.raw}
	for {
		switch k := l.next(); {
		case k.kind == null, k.kind == closeDict, k.kind == closeArray:
			return value{}
		case k.kind != name: // out of step
		case k.is(key):
			return l.value()
		default:
			l.value()
		}
	}
}

// elements are the values of an array that are still to come.
type elements struct {
	f *file
	l lexer
}

// elements returns the values of an array; none: it is no array.
func (f *file) elements(v value) elements {
	if v.kind != array {
		v.raw = nil
	}
	return elements{f, lexer{b: f.b, src: v.raw}}
}

// next returns the next value, which may be a reference; not ok: there is none.
func (e *elements) next() (v value, ok bool) {
	v = e.l.value()
	return v, v.kind != null && v.kind != closeArray && v.kind != closeDict
}

// resolved returns what the next value refers to.
func (e *elements) resolved() (v value, ok bool) {
	v, ok = e.next()
	return e.f.resolve(v), ok
}
