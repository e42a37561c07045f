package pdftext

import "math"

// matrix maps a point (x, y) to (ax+cy+e, bx+dy+f) (ISO 32000-1, section 8.3.3).
type matrix struct{ a, b, c, d, e, f float64 }

var identity = matrix{a: 1, d: 1}

// farthest is the greatest coordinate. Files may name any number.
const farthest = 1e7

func clamp(x float64) float64 {
	if math.IsNaN(x) {
		return 0
	}
	return max(-farthest, min(x, farthest))
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

// along and across return the distances from another spot in the directions of the line and
// below it.
func (s spot) along(from spot) float64  { return (s.x-from.x)*s.ux + (s.y-from.y)*s.uy }
func (s spot) across(from spot) float64 { return (s.x-from.x)*s.uy - (s.y-from.y)*s.ux }

// turned reports whether text runs in another direction than at another spot.
func (s spot) turned(from spot) bool { return s.ux*from.ux+s.uy*from.uy < 0.98 }
