package policy

import (
	"bytes"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
)

const (
	maxObjects  = 200_000  // in a file
	maxUnpacked = 24 << 20 // bytes of objects that were packed
	maxFlat     = 64 << 20 // bytes of a file that was flattened
)

// flattenPDF returns a PDF file with its objects unpacked and with a table of them
// that was made anew. The file's own table decides how much memory is set aside
// for it, and may say that the objects lie within each other without end, which no
// recover would help against. Files with a broken table can be read as well then.
// What is locked with a password cannot.
func flattenPDF(body []byte) ([]byte, error) {
	if bytes.Contains(body, []byte("/Encrypt")) {
		return nil, fmt.Errorf("%w: it is encrypted", errNotPDF)
	}
	f := flatPDF{objects: make(map[int]pdfObject)}
	f.out.Grow(2 * len(body))
	f.out.WriteString("%PDF-1.7\n")
	if err := f.copy(body); err != nil {
		return nil, err
	}
	if regexp.MustCompile(`/(C|#43)[A-Za-z0-9#]*#|/Columns\s*([0-9]{6,}|[0-9]+\s+[0-9]+\s+R)`).Match(f.out.Bytes()) {
		return nil, fmt.Errorf("%w: its rows are of no sensible width", errNotPDF)
	}
	return f.finish(body)
}

// flatPDF is a file that is being flattened.
type flatPDF struct {
	out      bytes.Buffer
	objects  map[int]pdfObject
	unpacked int64
}

// pdfObject is where an object is.
type pdfObject struct {
	at         int
	generation int
}

var (
	pdfObjectStart = regexp.MustCompile(`(?:^|[\s>])([0-9]{1,7})\s+([0-9]{1,5})\s+obj\b`)
	pdfStreamStart = regexp.MustCompile(`\bstream\r?\n`)
	pdfNumbers     = regexp.MustCompile(`[0-9]+`)
	pdfRoot        = regexp.MustCompile(`/Root\s+([0-9]{1,7})\s+([0-9]{1,5})\s+R`)
	pdfInfo        = regexp.MustCompile(`/Info\s+([0-9]{1,7})\s+([0-9]{1,5})\s+R`)
	pdfPackedFirst = regexp.MustCompile(`/First\s+([0-9]{1,8})`)
)

// copy copies the objects of a file, and those packed in them.
func (f *flatPDF) copy(body []byte) error {
	ending := 0 // where the next object ends: looked for once, as it may be far away
	for at := 0; at < len(body); {
		found := pdfObjectStart.FindSubmatchIndex(body[at:])
		if found == nil {
			return nil
		}
		number, generation := atoi(body[at+found[2]:at+found[3]]), atoi(body[at+found[4]:at+found[5]])
		begin := at + found[2]
		head := body[at+found[1]:]
		if from := len(body) - len(head); ending < from {
			if ending = bytes.Index(head, []byte("endobj")); ending < 0 {
				ending = len(head)
			}
			ending += from
		}
		head = body[len(body)-len(head) : ending]
		end := at + found[1] + len(head)
		var packed []byte
		if stream := pdfStreamStart.FindIndex(head); stream != nil {
			data := body[at+found[1]+stream[1]:]
			length := bytes.Index(data, []byte("endstream"))
			if length < 0 {
				length = len(data)
			}
			head, packed = head[:stream[0]], data[:length]
			end = at + found[1] + stream[1] + length
		}
		if err := f.add(number, generation, body[begin:end]); err != nil {
			return err
		}
		if packed != nil {
			f.out.WriteString("\nendstream")
		}
		f.out.WriteString("\nendobj\n")
		if packed != nil && bytes.Contains(head, []byte("/ObjStm")) {
			if err := f.unpack(head, packed); err != nil {
				return err
			}
		}
		at = end
	}
	return nil
}

// add adds an object, of which the last one with a number counts.
func (f *flatPDF) add(number, generation int, source []byte) error {
	if number >= maxObjects {
		return fmt.Errorf("%w: too many objects", errNotPDF)
	}
	if f.out.Len()+len(source) > maxFlat { // packed ones may share their bytes
		return errors.New("more objects than are read")
	}
	f.objects[number] = pdfObject{f.out.Len(), generation}
	f.out.Write(source)
	return nil
}

// unpack adds the objects in a stream of objects (ISO 32000-1, section 7.5.7).
func (f *flatPDF) unpack(head, packed []byte) error {
	first := pdfPackedFirst.FindSubmatch(head)
	reader, err := zlib.NewReader(bytes.NewReader(packed))
	if first == nil || err != nil {
		return nil // packed otherwise: its objects are missed where they are needed
	}
	data, err := io.ReadAll(io.LimitReader(reader, maxUnpacked-f.unpacked+1))
	if f.unpacked += int64(len(data)); f.unpacked > maxUnpacked {
		return errors.New("more objects than are read")
	}
	begin := atoi(first[1])
	if err != nil && len(data) == 0 || begin > len(data) {
		return nil
	}
	places := pdfNumbers.FindAll(data[:begin], 2*maxObjects)
	for i := 0; i+1 < len(places); i += 2 {
		from, to := begin+atoi(places[i+1]), len(data)
		if i+3 < len(places) {
			to = min(begin+atoi(places[i+3]), to)
		}
		if from >= to {
			continue
		}
		if err := f.add(atoi(places[i]), 0, fmt.Appendf(nil, "%s 0 obj\n%s\nendobj\n", places[i], data[from:to])); err != nil {
			return err
		}
	}
	return nil
}

// finish writes the table, and returns the file.
func (f *flatPDF) finish(body []byte) ([]byte, error) {
	roots := pdfRoot.FindAllSubmatch(body, -1)
	if len(roots) == 0 || len(f.objects) == 0 {
		return nil, fmt.Errorf("%w: it has no pages", errNotPDF)
	}
	last := 0
	for number := range f.objects {
		last = max(last, number)
	}
	table := f.out.Len()
	fmt.Fprintf(&f.out, "xref\n0 %d\n", last+1)
	for number := range last + 1 {
		if o, ok := f.objects[number]; ok {
			fmt.Fprintf(&f.out, "%010d %05d n\r\n", o.at, o.generation)
		} else {
			f.out.WriteString("0000000000 65535 f\r\n")
		}
	}
	root := roots[len(roots)-1]
	fmt.Fprintf(&f.out, "trailer\n<< /Size %d /Root %s %s R", last+1, root[1], root[2])
	if infos := pdfInfo.FindAllSubmatch(body, -1); len(infos) > 0 {
		fmt.Fprintf(&f.out, " /Info %s %s R", infos[len(infos)-1][1], infos[len(infos)-1][2])
	}
	fmt.Fprintf(&f.out, " >>\nstartxref\n%d\n%%%%EOF\n", table)
	return slices.Clip(f.out.Bytes()), nil
}

// atoi reads digits; more than a number has room for are a large one.
func atoi(digits []byte) int {
	n, err := strconv.Atoi(string(digits[:min(len(digits), 18)]))
	if err != nil {
		return 0
	}
	return n
}
