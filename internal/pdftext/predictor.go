package pdftext

import "errors"

var errPredictor = errors.New("unsupported predictor")

// unpredict undoes a predictor (ISO 32000-1, section 7.4.4.4) in place, row by row,
// and returns the new length of data. The last row may be incomplete.
func (f *file) unpredict(p parameters, data []byte) (int, error) {
	if p.predictor == 1 || !f.b.spend(2*len(data)) {
		return len(data), nil
	}
	row := (p.columns*p.colors*p.bits + 7) / 8
	pixel := max(p.colors*p.bits/8, 1)
	switch {
	case p.predictor >= 10:
		return unpredictPNG(data, row, pixel)
	case p.predictor == 2 && p.bits == 8:
		unpredictTIFF(data, row, pixel)
		return len(data), nil
	}
	return 0, errPredictor
}

// unpredictPNG undoes the predictors of PNG. Each row names its own.
func unpredictPNG(data []byte, row, pixel int) (int, error) {
	n := 0 // bytes that are done
	var above []byte
	for at := 0; at < len(data); at += 1 + row {
		tag := data[at]
		if tag > 4 {
			return n, errPredictor
		}
		from := data[at+1 : min(at+1+row, len(data))]
		to := data[n : n+len(from)] // at or before from
		for i, c := range from {
			var left, up, corner byte
			if i >= pixel {
				left = to[i-pixel]
			}
			if i < len(above) {
				up = above[i]
				if i >= pixel {
					corner = above[i-pixel]
				}
			}
			switch tag {
			case 1:
				c += left
			case 2:
				c += up
			case 3:
				c += byte((int(left) + int(up)) / 2)
			case 4:
				c += paeth(left, up, corner)
			}
			to[i] = c
		}
		n += len(to)
		above = to
	}
	return n, nil
}

// paeth returns the neighbor that is closest to their linear prediction (PNG, section 9.4).
func paeth(left, up, corner byte) byte {
	guess := int(left) + int(up) - int(corner)
	distance := func(b byte) int {
		if d := guess - int(b); d >= 0 {
			return d
		}
		return int(b) - guess
	}
	switch l, u, c := distance(left), distance(up), distance(corner); {
	case l <= u && l <= c:
		return left
	case u <= c:
		return up
	}
	return corner
}

// unpredictTIFF undoes the predictor of TIFF for components of a byte.
func unpredictTIFF(data []byte, row, pixel int) {
	for begin := 0; begin < len(data); begin += row {
		line := data[begin:min(begin+row, len(data))]
		for i := pixel; i < len(line); i++ {
			line[i] += line[i-pixel]
		}
	}
}
