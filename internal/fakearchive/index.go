package fakearchive

import (
	"crypto/sha1"
	"encoding/base32"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/privacylabels/auditor/storage"
)

// layout is the archive's format of timestamps.
const layout = "20060102150405"

// serveIndex lists captures in order of their keys, then of time.
func (a *Archive) serveIndex(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	if query.Get("url") == "" {
		http.Error(w, "no url", http.StatusBadRequest)
		return
	}
	rows, next := a.rows(query)
	if query.Get("showResumeKey") != "true" {
		next = ""
	}
	if query.Get("output") == "json" {
		writeJSON(w, rows, next)
		return
	}
	w.Header().Set("Content-Type", "text/plain;charset=UTF-8")
	for _, row := range rows {
		fmt.Fprintln(w, strings.Join(row, " "))
	}
	if next != "" {
		fmt.Fprintf(w, "\n%s\n", next)
	}
}

func writeJSON(w http.ResponseWriter, rows [][]string, next string) {
	w.Header().Set("Content-Type", "application/json")
	answer := [][]string{}
	if len(rows) > 0 {
		answer = append(answer, []string{"urlkey", "timestamp", "original", "mimetype", "statuscode", "digest", "length"})
		answer = append(answer, rows...)
	}
	if next != "" {
		answer = append(answer, []string{}, []string{next})
	}
	_ = json.NewEncoder(w).Encode(answer)
}

// rows returns the rows that a query selects, and the resume key.
func (a *Archive) rows(query url.Values) (rows [][]string, next string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	var (
		wanted, starred = strings.CutSuffix(query.Get("url"), "*")
		prefix          = starred || query.Get("matchType") == "prefix"
		from, to        = query.Get("from"), query.Get("to")
		resume, _       = url.QueryUnescape(query.Get("resumeKey"))
		limit, _        = strconv.Atoi(query.Get("limit"))
		place           string
	)
	wanted = key(wanted)
	for _, c := range a.captures {
		at, k := stamp(c.At), key(c.URL)
		switch {
		case k != wanted && !(prefix && strings.HasPrefix(k, wanted)):
			continue
		case at < from, to != "" && at[:min(len(to), len(at))] > to:
			continue
		case k+" "+at < resume:
			continue
		case limit > 0 && len(rows) == limit:
			// The real one, too, returns the position after the last row.
			return rows, url.QueryEscape(place[:len(place)-1] + string(place[len(place)-1]+1))
		}
		place = k + " " + at
		rows = append(rows, c.row())
	}
	if limit < 0 && len(rows) > -limit {
		rows = rows[len(rows)+limit:]
	}
	return rows, ""
}

func (c Capture) row() []string {
	sum := sha1.Sum(c.Page)
	digest := base32.StdEncoding.EncodeToString(sum[:])
	if c.Revisit {
		return []string{key(c.URL), stamp(c.At), c.URL, "warc/revisit", "-", digest, "582"}
	}
	return []string{key(c.URL), stamp(c.At), c.URL, c.Type, strconv.Itoa(c.Status), digest, strconv.Itoa(len(c.Page))}
}

// key returns the index key of an address: the host reversed, then path and query, in
// lower case. It ignores scheme, port, www, a final slash and the order of query
// parameters.
func key(raw string) string {
	if !strings.Contains(raw, "://") {
		raw = "http://" + raw
	}
	u, err := url.Parse(raw)
	if err != nil {
		return strings.ToLower(raw)
	}
	labels := strings.Split(strings.TrimPrefix(strings.ToLower(u.Hostname()), "www."), ".")
	slices.Reverse(labels)
	k := strings.Join(labels, ",") + ")/" + strings.Trim(strings.ToLower(u.EscapedPath()), "/")
	if u.RawQuery != "" {
		k += "?" + strings.ToLower(u.Query().Encode())
	}
	return k
}

func stamp(at storage.Time) string { return at.Std().Format(layout) }

// moment parses a timestamp whose end may be missing, and returns its start.
func moment(text string) (storage.Time, bool) {
	const first = "00000101000000"
	if len(text) < 4 || len(text) > len(first) {
		return 0, false
	}
	t, err := time.Parse(layout, text+first[len(text):])
	return storage.TimeOf(t), err == nil
}
