package wayback_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/wayback"
	"github.com/privacylabels/auditor/internal/cost"
)

// indexCap is how long hostile answers of the index are, in bytes: as much as is read of
// one.
var indexCap = cost.Sized(4<<20, 512<<10)

// hostileIndexes are answers that make a reader of an index work.
func hostileIndexes() map[string]string {
	line := strings.TrimSuffix(text("20210304050607", address, "text/html", "200"), "\n")
	row := `["k","20210304050607","` + address + `","text/html","200"]`
	fill := func(before, s, after string) string {
		return before + strings.Repeat(s, (indexCap-len(before)-len(after))/len(s)) + after
	}
	var moments, revisits strings.Builder
	for at := time.Date(2021, time.January, 1, 0, 0, 0, 0, time.UTC); moments.Len() < indexCap-500; at = at.Add(time.Second) {
		moments.WriteString(text(at.Format("20060102150405"), address, "text/html", "200"))
		revisits.WriteString(`["",` + at.Format("20060102150405") + `,"` + address + `","-","-"],`)
	}
	forms := map[string]string{
		"rows":                 fill("", line+"\n", ""),
		"moments":              moments.String(),
		"moments, as JSON":     "[" + revisits.String()[:min(revisits.Len(), indexCap-2)] + "]",
		"short moments":        fill("", "k 20210304050607\n", ""),
		"moments alone":        fill("", "1 1\n", ""),
		"empty lines":          fill("", "\n", ""),
		"blank lines":          fill("", " \n", ""),
		"fields":               fill("", "a ", ""),
		"fields of long lines": fill("", strings.Repeat("a ", 4000)+"\n", ""),
		"headers":              fill("", "timestamp original\n", ""),
		"resume keys":          fill("", "\nk\n", ""),
		"long resume keys":     fill("", "\n"+strings.Repeat("k", 4000)+"\n", ""),
		"odd rows":             fill("", "a b\n", ""),
		"NUL":                  fill("", "\x00", ""),
		"not UTF-8":            fill("", "\xff 1\n", ""),
		"other apps":           fill("", strings.Replace(line, "id4711", "id1", 1)+"\n", ""),
		"escaped addresses":    fill("", "k 20210304050607 https://apps.apple.com/us/app/"+strings.Repeat("%41", 500)+"/id4711 - 200\n", ""),
		"carriage returns":     fill("", "\r", ""),
		"JSON rows":            fill("[", row+",", row+"]"),
		"JSON without end":     fill("[", row+",", ""),
		"deep":                 fill("", "[", ""),
		"deep rows":            fill("[", "[[[[[[[[]]]]]]]],", "[]]"),
		"a deep row":           fill("[", "[", ""),
		"deep objects":         fill("[", `{"a":`, ""),
		"empty JSON rows":      fill("[", "[],", "[]]"),
		"JSON rows of a field": fill("[", `["a"],`, "[]]"),
		"JSON resume keys":     fill("[", `[],["k"],`, "[]]"),
		"numbers":              fill("[", "0,", "0]"),
		"large numbers":        fill("[", "[1e999999999],", "0]"),
		"a long number":        fill("[[", "1", "]]"),
		"a long JSON row":      fill("[[", `"a",`, `""]]`),
		"objects":              fill("[", "{},", "{}]"),
		"members":              fill(`[{"a":0`, `,"a":0`, "}]"),
		"escapes":              fill(`[["`, `\u0000`, `"]]`),
		"lone surrogates":      fill("[", `["\ud800","20210304050607"],`, "0]"),
		"white space":          fill("[", " ", "]"),
		"JSON headers":         fill("[", `["timestamp","original"],`, "0]"),
	}
	return forms
}

// TestParseIndex_hostile: no answer takes long or much. It is not parallel, since
// what is allocated is counted for the whole process.
func TestParseIndex_hostile(t *testing.T) {
	const maxMemory = 128 << 20
	for name, body := range hostileIndexes() {
		t.Run(name, func(t *testing.T) {
			if len(body) > indexCap {
				t.Fatalf("the answer has %d bytes, more than may be", len(body))
			}
			took := cost.Of(func() { _, _, _ = wayback.ParseIndex([]byte(body), 4711, 0, at(t, "20990101000000")) })
			t.Logf("rows: %d MB, %v", took.Bytes>>20, took.CPU)
			if took.Bytes > maxMemory || took.CPU > 10*time.Second {
				t.Errorf("took %d MB and %v", took.Bytes>>20, took.CPU)
			}
		})
	}
}

// TestCaptures_endless: an archive whose list never ends is asked a bounded number
// of times, and what it sends is bounded too.
func TestCaptures_endless(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		asked := make(map[string]int)
		archive := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			form := r.URL.Query().Get("url")
			asked[form]++
			began := time.Date(2022, time.January, asked[form], 0, 0, 0, 0, time.UTC)
			for i := range 20_000 {
				moment := began.Add(time.Duration(i) * time.Second)
				_, _ = fmt.Fprint(w, text(moment.Format("20060102150405"), "https://"+form, "text/html", "200"))
			}
			_, _ = fmt.Fprintf(w, "\nkey%d\n", asked[form])
		})
		a := configured(t, archive, wayback.Config{})
		captures, err := a.Captures(t.Context(), fleet.Target{ID: 4711, URL: address, Country: "us"}, 0, at(t, "20990101000000"))
		if err != nil {
			t.Fatal(err)
		}
		for form, n := range asked {
			if n > 1 {
				t.Errorf("asked %d times about %s, after one answer with more than is read", n, form)
			}
		}
		if n := len(captures); n == 0 || n > 20_000 {
			t.Errorf("%d captures", n)
		}
	})
}
