package wayback_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/privacylabels/auditor/fleet/wayback"
	"github.com/privacylabels/auditor/internal/cost"
	"github.com/privacylabels/auditor/storage"
)

// FuzzParseIndex holds what is true of every answer: rows are in order, one for
// each moment, within bounds and about the app.
func FuzzParseIndex(f *testing.F) {
	f.Add([]byte(text("20210304050607", address, "text/html", "200") + "\ncom%2Capple\n"))
	f.Add([]byte(text("20210304050607", address+"9", "warc/revisit", "-")))
	f.Add([]byte(`[["urlkey","timestamp","original","mimetype","statuscode"],["k","20210304050607","` + address + `","text/html",301],[],["key"]]`))
	from, to := at(f, "20210101000000"), at(f, "20230101000000")
	ofApp := regexp.MustCompile(`(?i)^https?://(www\.)?(apps|itunes)\.apple\.com(:[0-9]*)?/([a-z]{2}/)?app/([^/?#]+/)?id0*4711/?([?#].*)?$`)
	f.Fuzz(func(t *testing.T, body []byte) {
		var rows []wayback.Row
		var next string
		var err error
		took := cost.Of(func() { rows, next, err = wayback.ParseIndex(body, 4711, from, to) })
		if took.Bytes > 1<<20+1024*uint64(len(body)) {
			t.Errorf("%d bytes allocated for %d", took.Bytes, len(body))
		}
		if err != nil && (rows != nil || next != "") {
			t.Errorf("%d rows and %q beside %v", len(rows), next, err)
		}
		if len(next) > 4096 || len(rows) > len(body)/len(address) {
			t.Errorf("%d rows and a key of %d bytes from %d bytes", len(rows), len(next), len(body))
		}
		for i, r := range rows {
			if r.At < from || r.At > to || r.At%1000 != 0 || i > 0 && rows[i-1].At >= r.At {
				t.Errorf("row %d is of %d, after one of %d", i, r.At, rows[max(0, i-1)].At)
			}
			if !ofApp.MatchString(r.URL) || len(r.URL) > 2048 {
				t.Errorf("row %d is of %q", i, r.URL)
			}
			if r.Status != 0 && r.Status != 200 && r.Status/100 != 3 {
				t.Errorf("row %d has status %d", i, r.Status)
			}
		}
	})
}

// FuzzParseIndex_found: what an index lists is found, whatever is between.
func FuzzParseIndex_found(f *testing.F) {
	f.Add(uint32(5), uint32(86_400), uint16(200), "noise", false)
	f.Add(uint32(0), uint32(1), uint16(301), "com,apple) 20210012000000 x", true)
	f.Add(uint32(9), uint32(0), uint16(404), "", true)
	start := time.Date(2021, time.January, 1, 0, 0, 0, 0, time.UTC)
	f.Fuzz(func(t *testing.T, count, step uint32, status uint16, noise string, asJSON bool) {
		noise = strings.Join(strings.Fields(noise), " ")
		if strings.Contains(noise, "timestamp") || strings.Contains(noise, "4711") {
			return // a header changes the columns, and another row is none of the noise
		}
		var lines []string
		list := [][]string{}
		var want []storage.Time
		for i := range count % 64 {
			when := start.Add(time.Duration(i) * time.Duration(step%1e6) * time.Second)
			line := text(when.Format("20060102150405"), address, "text/html", fmt.Sprint(status))
			lines = append(lines, line, "x "+noise+"\n")
			list = append(list, strings.Fields(line), []string{"x", noise})
			if status == 200 || status >= 300 && status < 400 {
				want = append(want, storage.TimeOf(when))
			}
		}
		want = slices.Compact(want)
		body := []byte(strings.Join(lines, ""))
		if asJSON {
			var err error
			if body, err = json.Marshal(list); err != nil {
				t.Fatal(err)
			}
		}
		rows, _, err := wayback.ParseIndex(body, 4711, 0, storage.TimeOf(start.AddDate(20, 0, 0)))
		var got []storage.Time
		for _, r := range rows {
			if r.URL == address {
				got = append(got, r.At)
			}
		}
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("found %v, %v, want %v", got, err, want)
		}
	})
}
