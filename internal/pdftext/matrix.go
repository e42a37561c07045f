package pdftext

import "math"

// matrix maps a point (x, y) to (ax+cy+e, bx+dy+f) (ISO 32000-1, section 8.3.3).
type matrix struct{ a, b, c, d, e, f float64 }

var identity = matrix{a: 1, d: 1}

// farthest is the greatest coordinate. Files may name any number.
const farthest = 1e7

func clamp(x float64) float64 {
	if x >= -farthest && x <= farthest {
		return x
	}
	return clampFar(x)
}

// clampFar is clamp for coordinates that are too great.
func clampFar(x float64) float64 {
	switch {
	case x > farthest:
		return farthest
	case x < -farthest:
		return -farthest
	}
	return 0
}

// then returns the matrix that maps by m and then by n.
func (m matrix) then(n matrix) matrix {
	return matrix{
		clamp(m.a*n.a + m.b*n.c), clamp(m.a*n.b + m.b*n.d),
		clamp(m.c*n.a + m.d*n.c), clamp(m.c*n.b + m.d*n.d),
		clamp(m.e*n.a + m.f*n.c + n.e), clamp(m.e*n.b + m.f*n.d + n.f),
	}
}

// moved returns the matrix that moves by (x, y) and then maps by m.
func (m matrix) moved(x, y float64) matrix {
	return matrix{a: 1, d: 1, e: clamp(x), f: clamp(y)}.then(m)
}

// spot is where text is and how it runs.
type spot struct {
	x, y   float64
	ux, uy float64 // the unit vector along the line
	em     float64 // the size of the letters
}

// spot returns where the origin is mapped to, for text of a size. A matrix without extent does
// not turn or scale.
func (m matrix) spot(size float64) spot {
	s := spot{x: m.e, y: m.f, ux: 1, em: math.Abs(size)}
	if length := math.Hypot(m.a, m.b); length > 0 {
		s.ux, s.uy = m.a/length, m.b/length
		height := math.Hypot(m.c, m.d)
		if height == 0 {
			height = length
		}
		s.em *= height
	}
	return s
}

// heading is how text runs, wherever it is. Most texts of a page run as the one before.
type heading struct {
	base, ctm matrix
	size      float64
	set       bool
	at        spot // of the origin
}

// headingOf returns how text of a size runs that is mapped by two matrices.
func headingOf(base, ctm matrix, size float64) heading {
	return heading{base, ctm, size, true, base.then(ctm).spot(size)}
}

// is reports whether text that is mapped by two matrices runs so. Where they move it does not matter.
func (h *heading) is(base, ctm *matrix, size float64) bool {
	return h.set && h.size == size && h.base.a == base.a && h.base.b == base.b && h.base.c == base.c && h.base.d == base.d &&
		h.ctm.a == ctm.a && h.ctm.b == ctm.b && h.ctm.c == ctm.c && h.ctm.d == ctm.d
}

// spot returns where text is after a distance along the line that begins at the origin of base.
func (h *heading) spot(distance float64, base, ctm *matrix) spot {
	x, y := clamp(distance*base.a+base.e), clamp(distance*base.b+base.f)
	s := h.at
	s.x, s.y = clamp(x*ctm.a+y*ctm.c+ctm.e), clamp(x*ctm.b+y*ctm.d+ctm.f)
	return s
}

// along and across return the distances from another spot in the directions of the line and
// below it.
func (s spot) along(from spot) float64  { return (s.x-from.x)*s.ux + (s.y-from.y)*s.uy }
func (s spot) across(from spot) float64 { return (s.x-from.x)*s.uy - (s.y-from.y)*s.ux }

// turned reports whether text runs in another direction than at another spot.
func (s spot) turned(from spot) bool { return s.ux*from.ux+s.uy*from.uy < 0.98 }
