package httpapi

import "strings"

// boolean returns a boolean parameter of the query, or the default when it is
// absent.
func (r *request) boolean(name string, absent bool) (bool, error) {
	text, sent := r.query(name)
	if !sent {
		return absent, nil
	}
	return parseBoolean(name, text)
}

// parseBoolean reads the value of a boolean parameter, letter by letter. A name
// without a value is false, so that a switch left blank does nothing.
func parseBoolean(name, text string) (bool, error) {
	switch text {
	case "1", "true", "yes", "on":
		return true, nil
	case "", "0", "false", "no", "off":
		return false, nil
	}
	return false, badRequest("%s must be 1, true, yes or on, or 0, false, no or off", name)
}

// offset is how much of a list to skip. The zero value skips nothing.
type offset struct {
	skip  int    // at most maxOffset: what is beyond is as good as that
	asked string // the digits sent, without leading zeros; empty: zero
}

// maxOffset bounds what is skipped of a list. No list is longer.
const maxOffset = 1<<31 - 1

// parseOffset reads digits, however many.
func parseOffset(digits string) offset {
	o := offset{asked: strings.TrimLeft(digits, "0")}
	for _, digit := range []byte(o.asked) {
		if o.skip = 10*o.skip + int(digit-'0'); o.skip >= maxOffset {
			o.skip = maxOffset
			break
		}
	}
	return o
}

// MarshalJSON writes the number that was sent.
func (o offset) MarshalJSON() ([]byte, error) {
	if o.asked == "" {
		return []byte("0"), nil
	}
	return []byte(o.asked), nil
}

// offset returns how much of a list to skip. What is no whole number is refused.
func (r *request) offset() (offset, error) {
	text, sent := r.query("offset")
	if !sent {
		return offset{}, nil
	}
	if text == "" || strings.Trim(text, digits) != "" {
		return offset{}, badRequest("offset must be a whole number from 0")
	}
	return parseOffset(text), nil
}

// leadingOffset is [request.offset] for a route that reads as much of the number
// as it can, and skips nothing otherwise.
func (r *request) leadingOffset() offset {
	text, sent := r.query("offset")
	number := leadingDigits(text)
	if sent && number == "" {
		r.ignore("offset", text)
	}
	return parseOffset(number)
}

// clamped returns the number from 1 that a parameter begins with, at most this
// much. One that begins with none is ignored.
func (r *request) clamped(name string, absent, most int) int {
	text, sent := r.query(name)
	number := leadingDigits(text)
	if number == "" {
		if sent {
			r.ignore(name, text)
		}
		return absent
	}
	return min(max(parseOffset(number).skip, 1), most)
}

const digits = "0123456789"

// leadingDigits returns the digits that a text begins with, after white space.
func leadingDigits(text string) string {
	text = strings.TrimSpace(text)
	return text[:len(text)-len(strings.TrimLeft(text, digits))]
}
