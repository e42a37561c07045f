package commands_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/program/commands"
)

// change is a row of a changelog.
type change struct {
	ID        string            `json:"id"`
	ScrapedAt int64             `json:"scrapedAt"`
	AppName   string            `json:"appName"`
	Entry     map[string]string `json:"entry"`
}

// pages is an API with a changelog and a timeline, which it answers page by page.
type pages struct {
	rows []change // newest first
	most int      // rows that a page of the changelog is chosen from
}

func (p pages) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	number := func(name string) int64 { n, _ := strconv.ParseInt(r.URL.Query().Get(name), 10, 64); return n }
	before := number("to") + 1
	limit, offset := 500, int(number("offset"))
	timeline := strings.HasPrefix(r.URL.Path, "/api/apps/")
	if timeline {
		before, limit = number("before"), 50
	}
	var found []change
	for _, row := range p.rows {
		if (before <= 1 || row.ScrapedAt < before) && (timeline || len(found) < p.most) && (number("from") == 0 || row.ScrapedAt >= number("from")) {
			found = append(found, row)
		}
	}
	page := append([]change{}, found[min(offset, len(found)):min(offset+limit, len(found))]...)
	switch {
	case r.URL.Query().Get("changelog") == "true":
		json.NewEncoder(w).Encode(page)
	case timeline:
		fmt.Fprint(w, "{}")
	default:
		json.NewEncoder(w).Encode(map[string]any{"rows": page, "total": len(found)})
	}
}

// TestAllPages checks that commands show all rows, however many pages these are.
func TestAllPages(t *testing.T) {
	t.Parallel()
	var all []change
	for i := range 9001 {
		kind := "modified"
		if i%4000 == 3999 {
			kind = "removed"
		}
		at := int64(2_000_000 - i/3) // three at a moment
		if i > 2000 && i < 3000 {
			at = 1_999_200 // more than a page
		}
		all = append(all, change{fmt.Sprint(i), at, "App", map[string]string{"type": kind, "description": fmt.Sprint("change ", i)}})
	}
	var apart []change // the rows of a timeline
	for i := range 170 {
		apart = append(apart, change{ID: fmt.Sprint(i), ScrapedAt: int64(1000 - i)})
	}
	ids := func(rows []change, keep func(int, change) bool) (ids []string) {
		for i, row := range rows {
			if keep(i, row) {
				ids = append(ids, row.ID)
			}
		}
		return ids
	}
	for name, tt := range map[string]struct {
		pages
		command
		want []string
	}{
		"changes":  {pages{all, 100_000}, commands.Changes{JSON: true}, ids(all, func(int, change) bool { return true })},
		"windows":  {pages{all, 4000}, commands.Changes{JSON: true}, ids(all, func(int, change) bool { return true })},
		"a type":   {pages{all, 100_000}, commands.Changes{JSON: true, Type: []string{"removed"}}, []string{"3999", "7999"}},
		"at most":  {pages{all, 100_000}, commands.Changes{JSON: true, Limit: 700}, ids(all, func(i int, _ change) bool { return i < 700 })},
		"none":     {pages{nil, 4000}, commands.Changes{JSON: true}, nil},
		"timeline": {pages{apart, 0}, commands.Show{ID: 1, Timeline: true, JSON: true}, ids(apart, func(int, change) bool { return true })},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			out, said, err := do(t, tt.command, "", tt.pages.ServeHTTP)
			if err != nil || said != "" {
				t.Fatalf("%v, %q", err, said)
			}
			var rows []change
			if err := json.Unmarshal([]byte(out), &rows); err != nil || !strings.HasSuffix(out, "]\n") {
				t.Fatalf("%v: %.200s", err, out)
			}
			if diff := cmp.Diff(tt.want, ids(rows, func(int, change) bool { return true })); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// A service that always has more is left after a number of requests.
func TestEndlessPages(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		command
		answer string
	}{
		"changes":  {commands.Changes{}, `{"rows":[{"id":"1","scrapedAt":5,"appName":"A","entry":{"type":"added"}}],"total":1}`},
		"timeline": {commands.Show{ID: 1, Timeline: true}, `[{"id":"1","scrapedAt":5}]`},
		"list":     {commands.List{}, `{"apps":[{"id":1,"name":"A"}],"total":1000000000}`},
		"audit":    {commands.Audit{}, `{"rows":[{"action":"x"}],"total":1000000000}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			requests := 0
			_, _, err := do(t, tt.command, "", func(w http.ResponseWriter, r *http.Request) {
				requests++
				if strings.HasPrefix(r.URL.Path, "/api/apps/") && r.URL.Query().Get("changelog") != "true" {
					fmt.Fprint(w, `{}`)
					return
				}
				fmt.Fprint(w, tt.answer)
			})
			if err == nil || !strings.Contains(err.Error(), "the service always has more") || requests > 20_001 {
				t.Errorf("after %d requests: %v", requests, err)
			}
		})
	}
}
