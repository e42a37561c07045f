package pdftext

// get returns the value of a key in a dictionary or stream, null if it has none.
func (f *file) get(v value, key string) value {
	v = f.resolve(f.getRaw(v, key))
	if v.kind == keyword && string(v.raw) == "null" {
		return value{}
	}
	return v
}

// getRaw is like get, but does not follow references.
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

// elements are the remaining values of an array.
type elements struct {
	f *file
	l lexer
}

// elements returns the values of an array, and none of any other value.
func (f *file) elements(v value) elements {
	if v.kind != array {
		v.raw = nil
	}
	return elements{f, lexer{b: f.b, src: v.raw}}
}

// next returns the next value, which may be a reference, and false at the end.
func (e *elements) next() (v value, ok bool) {
	v = e.l.value()
	return v, v.kind != null && v.kind != closeArray && v.kind != closeDict
}

// resolved returns the next value, with references followed.
func (e *elements) resolved() (v value, ok bool) {
	v, ok = e.next()
	return e.f.resolve(v), ok
}
