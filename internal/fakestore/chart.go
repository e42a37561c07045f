package fakestore

import (
	"net/http"
	"regexp"
	"strconv"
)

// serveChart answers with the apps of a storefront, in the order of their ids.
func (s *Store) serveChart(w http.ResponseWriter, r *http.Request) {
	match := regexp.MustCompile(`^/([a-z]{2})/rss/topfreeapplications/limit=(\d{1,3})/json$`).FindStringSubmatch(r.URL.Path)
	if match == nil {
		notFound(w)
		return
	}
	s.mu.Lock()
	s.asked["/rss"]++
	fault := s.api
	s.api = fault.used()
	s.mu.Unlock()
	if !fault.answer(w, r) {
		return
	}
	limit, _ := strconv.Atoi(match[2]) // digits, and few
	entries := []any{}
	for _, a := range s.all() {
		if a.listed(match[1]) && a.Fault.Kind != Gone && len(entries) < limit {
			entries = append(entries, object{
				"im:name": object{"label": a.name()},
				"id":      object{"label": a.url(match[1]), "attributes": object{"im:id": a.ID.String(), "im:bundleId": a.BundleID}},
			})
		}
	}
	feed := object{"entry": entries}
	if len(entries) == 1 { // one comes without a list
		feed["entry"] = entries[0]
	}
	w.Header().Set("Content-Type", "text/javascript; charset=UTF-8")
	_, _ = w.Write([]byte(encode(object{"feed": feed}))) // who asked has gone
}
