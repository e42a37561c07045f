package wayback

import (
	"bytes"
	"cmp"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/privacylabels/auditor/internal/jsonread"
	"github.com/privacylabels/auditor/internal/netguard"
	"github.com/privacylabels/auditor/internal/order"
	"github.com/privacylabels/auditor/storage"
)

const (
	maxLine      = 8 << 10
	maxResumeKey = 4 << 10
	// maxCaptures is the maximum number of captures read from one response. Only an
	// archive that ignores the requested limit sends as many.
	maxCaptures = 10 * maxRows
)

// errNotIndex means that a response contains no index.
var errNotIndex = errors.New("the response is not a capture index")

// row is a capture in the index.
type row struct {
	at     storage.Time
	url    string
	status int    // zero: unknown
	digest string // of the content; empty: unknown
}

// redirect reports whether the capture is a redirect.
func (r row) redirect() bool { return r.status >= 300 && r.status < 400 }

// span selects captures of an app's pages between two moments, both included.
type span struct {
	is       func(address string) bool // whether an address is of the page; nil: any page
	from, to storage.Time
}

// has reports whether the capture of an address is selected.
func (s span) has(original, mimetype string) bool {
	if s.is == nil {
		_, err := netguard.ParseURL(original)
		return err == nil
	}
	return s.is(original) && isPage(mimetype)
}

// parseIndex parses a response of the index, as text or as JSON. It returns the selected
// rows in order, one for each moment, and the resume key. Invalid rows, which the real
// index contains, are skipped.
func parseIndex(body []byte, want span) (rows []row, next string, err error) {
	reader := indexReader{want: want, columns: columns{timestamp: 1, original: 2, mimetype: 3, statuscode: 4, digest: 5}}
	body = bytes.TrimPrefix(body, []byte("\xef\xbb\xbf"))
	if bytes.HasPrefix(bytes.TrimSpace(body), []byte("[")) {
		err = reader.json(body)
	} else {
		reader.text(body)
	}
	if err == nil && reader.odd > 0 && !reader.known {
		err = errNotIndex
	}
	if err != nil {
		return nil, "", err
	}
	return merge(repeated(reader.rows)), reader.next, nil
}

// columns are the indexes of the fields of a row.
type columns struct{ timestamp, original, mimetype, statuscode, digest int }

// indexReader collects the rows of a response.
type indexReader struct {
	want    span
	columns columns
	rows    []row
	next    string

	captures int // number of rows checked

	ended bool // an empty row was read: the resume key comes next
	known bool // a valid element of an index was found
	odd   int  // number of invalid rows
}

func (r *indexReader) text(body []byte) {
	for line := range bytes.Lines(body) {
		if r.full() {
			return
		}
		if len(line) > maxLine {
			r.odd++
			continue
		}
		r.row(r.columns.fields(string(line)))
	}
}

// fields returns the fields of a line. A content type may have parameters after a space.
func (c columns) fields(line string) []string {
	fields := strings.Fields(line)
	at := c.mimetype
	for at >= 0 && at+1 < len(fields) && strings.HasSuffix(fields[at], ";") {
		fields[at] += fields[at+1]
		fields = slices.Delete(fields, at+1, at+2)
	}
	return fields
}

func (r *indexReader) json(body []byte) error {
	return jsonread.Rows(body, maxLine, func(fields []string) bool {
		r.row(fields)
		return !r.full()
	})
}

// full reports whether the maximum number of captures was read.
func (r *indexReader) full() bool { return r.captures >= maxCaptures || r.odd >= maxCaptures }

// row handles the fields of a row. The row before the resume key has none.
func (r *indexReader) row(fields []string) {
	switch {
	case len(fields) == 0:
		r.ended = true
		return
	case r.ended && len(fields) == 1:
		if len(fields[0]) <= maxResumeKey {
			r.next = fields[0]
		}
	case slices.Contains(fields, "timestamp") && slices.Contains(fields, "original"):
		r.known = true
		r.columns = columns{slices.Index(fields, "timestamp"), slices.Index(fields, "original"),
			slices.Index(fields, "mimetype"), slices.Index(fields, "statuscode"), slices.Index(fields, "digest")}
	default:
		r.capture(fields)
	}
	r.ended = false
}

// capture handles the fields of a capture.
func (r *indexReader) capture(fields []string) {
	field := func(i int) string {
		if i < 0 || i >= len(fields) {
			return ""
		}
		return fields[i]
	}
	at := field(r.columns.timestamp)
	if len(at) != len(layout) || strings.Trim(at, "0123456789") != "" { // "Error 503" is no row, either
		r.odd++
		return
	}
	r.known = true
	r.captures++
	moment, ok := parseStamp(at)
	if !ok || moment < r.want.from || moment > r.want.to {
		return
	}
	original := field(r.columns.original)
	if !r.want.has(original, field(r.columns.mimetype)) {
		return
	}
	status, ok := parseStatus(field(r.columns.statuscode))
	if ok {
		r.rows = append(r.rows, row{at: moment, url: original, status: status, digest: strings.Trim(field(r.columns.digest), "-")})
	}
}

// isPage reports whether a content type may be that of a page. The index has a special
// type for repeated content, and sometimes none.
func isPage(mimetype string) bool {
	kind, _, _ := strings.Cut(strings.ToLower(mimetype), ";")
	return slices.Contains([]string{"text/html", "application/xhtml+xml", "warc/revisit", "unk", "-"}, kind)
}

// parseStatus parses the status of a capture, zero if the row has none, and reports whether it
// is a status.
func parseStatus(text string) (int, bool) {
	if text == "-" {
		return 0, true
	}
	status, err := strconv.Atoi(text)
	return status, err == nil && (status == 0 || 100 <= status && status <= 999)
}

// repeated returns the rows that may be pages or redirects. A row without a status repeats the
// content of the latest row before it with the same digest, and has its status.
func repeated(rows []row) []row {
	order.Sort(rows, func(a, b row) int { return cmp.Compare(a.at, b.at) })
	statuses := make(map[string]int)
	for i, r := range rows {
		switch {
		case r.digest == "":
		case r.status == 0:
			rows[i].status = statuses[r.digest]
		default:
			statuses[r.digest] = r.status
		}
	}
	return slices.DeleteFunc(rows, func(r row) bool { return r.status != 0 && r.status != 200 && !r.redirect() })
}

// merge returns rows in order of time, one for each moment. It prefers pages to rows
// without a status, and those to redirects.
func merge(rows []row) []row {
	rank := func(r row) int {
		switch {
		case r.redirect():
			return 2
		case r.status == 0:
			return 1
		}
		return 0
	}
	rows = slices.Clone(rows)
	order.Sort(rows, func(a, b row) int {
		return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(rank(a), rank(b)),
			cmp.Compare(len(a.url), len(b.url)), strings.Compare(a.url, b.url))
	})
	return slices.CompactFunc(rows, func(a, b row) bool { return a.at == b.at })
}
