package pdftext

import "bytes"

// nextObject returns the number of the next object, as in "12 0 obj", and the position
// after it, or -1. It ignores numbers that are too long.
func nextObject(body []byte, at int) (n, after int) {
	for from := at; ; {
		found := bytes.Index(body[from:], []byte("obj"))
		if found < 0 {
			return 0, -1
		}
		word := from + found
		from = word + len("obj")
		if from < len(body) && isWord(body[from]) {
			continue
		}
		end, ok := skipBack(body, at, word, 5)
		if !ok {
			continue
		}
		begin, ok := skipBack(body, at, end, 7)
		if !ok || begin > 0 && classes[body[begin-1]] != space && body[begin-1] != '>' {
			continue
		}
		for ; body[begin] >= '0' && body[begin] <= '9'; begin++ {
			n = n*10 + int(body[begin]-'0')
		}
		return n, from
	}
}

// skipBack returns the position of a number of at most so many digits before the space
// before end, and false without such a number.
func skipBack(body []byte, least, end, digits int) (begin int, ok bool) {
	i := end
	for i > least && classes[body[i-1]] == space {
		i--
	}
	begin = i
	for begin > least && body[begin-1] >= '0' && body[begin-1] <= '9' && i-begin <= digits {
		begin--
	}
	return begin, i < end && begin < i && i-begin <= digits
}

// streamStart returns the position of the next "stream" after from, and that of its
// data, after the end of the line.
func streamStart(body []byte, from int) (head, data int, ok bool) {
	for {
		found := bytes.Index(body[from:], []byte("stream"))
		if found < 0 {
			return 0, 0, false
		}
		head = from + found
		from = head + len("stream")
		rest := body[from:]
		switch {
		case isWord(body[head-1]):
		case bytes.HasPrefix(rest, []byte("\r\n")):
			return head, from + 2, true
		case bytes.HasPrefix(rest, []byte("\n")):
			return head, from + 1, true
		}
	}
}

func isWord(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// indexFrom returns the position of the next word after from, or the end of the body.
func indexFrom(body []byte, word string, from int) int {
	if n := bytes.Index(body[from:], []byte(word)); n >= 0 {
		return from + n
	}
	return len(body)
}
