package fakestore

import (
	"cmp"
	"fmt"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/privacylabels/auditor/storage"
)

// serveAPI serves the lookup, in its own order, and the search.
func (s *Store) serveAPI(w http.ResponseWriter, r *http.Request) {
	if !s.ask(r.URL.Path).answer(w, r) {
		return
	}
	query := r.URL.Query()
	country := cmp.Or(query.Get("country"), "us")
	limit := math.MaxInt
	if r.URL.Path == "/search" {
		limit = 50
		if n, err := strconv.Atoi(query.Get("limit")); err == nil {
			limit = min(n, 200)
		}
	}
	var results []object
	for _, a := range s.all() {
		if a.listed(country) && a.Fault.Kind != Gone && a.asked(r.URL.Path, query.Get) && len(results) < limit {
			results = append(results, a.result(country))
		}
	}
	if r.URL.Path == "/lookup" {
		slices.Reverse(results)
	}
	w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
	fmt.Fprintf(w, "\n\n\n%s\n\n\n", encode(object{"resultCount": len(results), "results": results}))
}

// asked reports whether a query selects this app.
func (a App) asked(path string, value func(string) string) bool {
	if path == "/search" {
		if (value("entity") == "macSoftware") != (a.Platform == storage.PlatformMac) {
			return false
		}
		return strings.Contains(strings.ToLower(a.name()), strings.ToLower(value("term")))
	}
	named := func(list, one string) bool {
		return one != "" && slices.ContainsFunc(strings.Split(list, ","), func(s string) bool { return strings.EqualFold(s, one) })
	}
	return named(value("id"), a.ID.String()) || named(value("bundleId"), a.BundleID)
}

func (a App) result(country string) object {
	r := object{
		"wrapperType": "software", "kind": "software", "trackId": float64(a.ID), "trackName": a.name(),
		"bundleId": a.BundleID, "artistName": a.Developer, "trackViewUrl": a.url(country) + "?uo=4",
		"artworkUrl512": fmt.Sprintf("https://is1-ssl.mzstatic.com/image/thumb/%d/icon.png/512x512bb.jpg", a.ID),
		"price":         a.Price, "currency": "USD", "formattedPrice": "Free",
		"primaryGenreId": a.GenreID, "primaryGenreName": a.Genre,
	}
	if a.Platform == storage.PlatformMac {
		r["kind"] = "mac-software"
	}
	if a.Price > 0 {
		r["formattedPrice"] = fmt.Sprintf("$%.2f", a.Price)
	}
	if a.AgeRating != "" {
		r["contentAdvisoryRating"] = a.AgeRating
	}
	if a.Version != "" {
		r["version"], r["releaseNotes"] = a.Version, a.Notes
		r["currentVersionReleaseDate"] = a.Released.Std().Format(time.RFC3339)
	}
	return r
}
