package wayback

import (
	"bytes"
	"cmp"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/privacylabels/auditor/internal/jsonlimit"
	"github.com/privacylabels/auditor/internal/netguard"
	"github.com/privacylabels/auditor/storage"
)

const (
	maxLine      = 8 << 10
	maxResumeKey = 4 << 10
	// maxCaptures are read of one answer. Only an archive that does not hold to the
	// limit it is asked for sends as many.
	maxCaptures = 10 * maxRows
)

// errNotIndex says that an answer has nothing that an index would have.
var errNotIndex = errors.New("the answer is no index")

// row is a capture as the index lists it.
type row struct {
	at     storage.Time
	url    string
	status int // zero: the index does not say
}

// redirect says whether what was captured leads to another address.
func (r row) redirect() bool { return r.status >= 300 && r.status < 400 }

// span is what is wanted of an index: captures from one moment to another, both
// included, of the pages of an app.
type span struct {
	id       storage.AppID // zero: of whatever the index was asked for
	from, to storage.Time
}

// has says whether the capture of an address is one that is wanted.
func (s span) has(original, mimetype string) bool {
	if s.id == 0 {
		_, err := netguard.ParseURL(original)
		return err == nil
	}
	_, ok := parseAddress(original, s.id)
	return ok && isPage(mimetype)
}

// parseIndex reads an answer of the index, as text or as JSON, and returns which
// of its rows are wanted, in order and one for each moment, and the key with
// which the list goes on. Rows that make no sense are passed over.
func parseIndex(body []byte, want span) (rows []row, next string, err error) {
	reader := indexReader{want: want, columns: columns{timestamp: 1, original: 2, mimetype: 3, statuscode: 4}}
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
	return merge(reader.rows), reader.next, nil
}

// columns says in which field of a row things are.
type columns struct{ timestamp, original, mimetype, statuscode int }

// indexReader gathers the rows of an answer.
type indexReader struct {
	want    span
	columns columns
	rows    []row
	next    string

	captures int // rows that were looked at

	ended bool // an empty row was read: the resume key comes next
	known bool // something was there that an index has
	odd   int  // rows that an index would not have
}

func (r *indexReader) text(body []byte) {
	for line := range bytes.Lines(body) {
		if r.full() {
			return
		}
		if len(line) <= maxLine {
			r.row(strings.Fields(string(line)))
		}
	}
}

func (r *indexReader) json(body []byte) error {
	r.known = true
	return jsonlimit.Rows(body, maxLine, func(fields []string) bool {
		r.row(fields)
		return !r.full()
	})
}

// full reports whether as many captures were read as an answer may have.
func (r *indexReader) full() bool { return r.captures >= maxCaptures || r.odd >= maxCaptures }

// row takes the fields of a row, of which there are none in the one before the
// resume key.
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
			slices.Index(fields, "mimetype"), slices.Index(fields, "statuscode")}
	default:
		r.capture(fields)
	}
	r.ended = false
}

// capture takes the fields of a capture.
func (r *indexReader) capture(fields []string) {
	field := func(i int) string {
		if i < 0 || i >= len(fields) {
			return ""
		}
		return fields[i]
	}
	at := field(r.columns.timestamp)
	if at == "" || strings.Trim(at, "0123456789") != "" {
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
		r.rows = append(r.rows, row{at: moment, url: original, status: status})
	}
}

// isPage says whether a content type may be a page's. Of a page that was the same
// as before the index has another, and of some none.
func isPage(mimetype string) bool {
	return slices.Contains([]string{"text/html", "application/xhtml+xml", "warc/revisit", "unk", "-"}, strings.ToLower(mimetype))
}

// parseStatus reads the status of a capture, which may be unsaid, and says
// whether it is a page or leads to one.
func parseStatus(text string) (int, bool) {
	if text == "-" {
		return 0, true
	}
	status, err := strconv.Atoi(text)
	return status, err == nil && (status == 200 || status >= 300 && status < 400)
}

// merge returns rows in order of time, one for each moment: a page rather than
// what may be one, and that rather than a redirect.
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
	slices.SortFunc(rows, func(a, b row) int {
		return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(rank(a), rank(b)),
			cmp.Compare(len(a.url), len(b.url)), strings.Compare(a.url, b.url))
	})
	return slices.CompactFunc(rows, func(a, b row) bool { return a.at == b.at })
}
